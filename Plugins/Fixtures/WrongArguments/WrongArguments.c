/* Provokes the checks of arguments: null, invalid UTF-8, unknown constants, wrong sizes. */
#include "../fixture.h"

static fixture_text report;

static void note(const char *name, oriel_status status) {
  fixture_append(&report, "%s=%s\n", name, fixture_status(status));
}

static void never(void *context, oriel_status status, oriel_loaded *loaded) {
  (void)context, (void)status, (void)loaded;
}

static void check_output(const oriel_host *host, oriel_request request, oriel_item item) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  /* Volatile, so that no compiler warns about what is wrong on purpose. */
  const oriel_bytes *volatile nothing = NULL;
  oriel_bytes overlong = {"\xc0\xaf", 2}, surrogate = {"\xed\xa0\x80", 3}, cut = {"\xf0\x9f\x98", 3};
  oriel_bytes no_data = {NULL, 4}, empty = {NULL, 0}, nul = {"a\0b", 3};
  oriel_bytes type = fixture_bytes("public.data"), content = fixture_bytes("x");
  oriel_bytes folder = fixture_bytes("../x"), huge = {"x", UINT64_MAX};
  oriel_attachment attachment = 0;

  note("null title", items->set_title(item, nothing));
  note("overlong title", items->set_title(item, &overlong));
  note("surrogate title", items->set_title(item, &surrogate));
  note("cut title", items->set_title(item, &cut));
  note("title without data", items->set_title(item, &no_data));
  note("empty title", items->set_title(item, &empty));
  note("huge title", items->set_title(item, &huge));
  note("title with NUL", items->set_title(item, &nul));
  note("null count", items->input_count(request, *(uint64_t *volatile *)&(uint64_t *){NULL}));

  note("create attachment", attachments->create(item, &attachment));
  note("null type", attachments->add_bytes(attachment, nothing, &content));
  note("null content", attachments->add_bytes(attachment, &type, nothing));
  note("empty type", attachments->add_bytes(attachment, &empty, &content));
  note("overlong type", attachments->add_bytes(attachment, &overlong, &content));
  note("content without data", attachments->add_bytes(attachment, &type, &no_data));
  note("huge content", attachments->add_bytes(attachment, &type, &huge));
  note("folder as name", attachments->set_suggested_name(attachment, &folder));
  note("empty name", attachments->set_suggested_name(attachment, &empty));
  note("descriptor -1", attachments->add_descriptor(attachment, &type, -1));
  note("descriptor 9999", attachments->add_descriptor(attachment, &type, 9999));
  note("content", attachments->add_bytes(attachment, &type, &content));
  note("same type twice", attachments->add_bytes(attachment, &type, &content));
  note("load of a made attachment",
       attachments->load_blocking(attachment, &type, ORIEL_FORM_BYTES, 1000,
                                  &(oriel_loaded){.size = sizeof(oriel_loaded)}));
}

/* Structures of a later version of the header, which knows one more field. */
typedef struct later_callback {
  oriel_load_callback known;
  uint64_t more;
} later_callback;
typedef struct later_task {
  oriel_task known;
  uint64_t more;
} later_task;

static void do_nothing(void *context) { (void)context; }

static void check_input(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_load_callback callback = {sizeof callback, 0, NULL, never, NULL};
  oriel_load_callback no_loaded = {sizeof callback, 0, NULL, NULL, NULL};
  oriel_load_callback short_callback = {8, 0, NULL, never, NULL};
  oriel_load_callback reserved_callback = {sizeof callback, 1, NULL, never, NULL};
  later_callback later = {{sizeof later, 0, NULL, never, NULL}, 0};
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0}, short_loaded = {8, 0, {NULL, 0}, -1, 0, 0};
  oriel_bytes type = fixture_bytes("org.oriel.no-such-type"), text = fixture_bytes("x"), registered;
  oriel_item item = 0;
  oriel_attachment attachment = 0;

  note("index past the end", items->input_item(request, 1000, &item));
  if (items->input_item(request, 0, &item) != ORIEL_OK) return;
  note("set text of an input item", items->set_text(item, &text));
  note("create in an input item", attachments->create(item, &attachment));
  note("attachment past the end", items->attachment(item, 1000, &attachment));
  if (items->attachment(item, 0, &attachment) != ORIEL_OK) return;
  note("type past the end", attachments->type_at(attachment, 1000, &registered));
  note("no such type", attachments->conforming_type(attachment, &type, &registered));
  note("load of no such type",
       attachments->load(attachment, &type, ORIEL_FORM_BYTES, &callback, NULL));
  attachments->type_at(attachment, 0, &registered);
  note("form 0", attachments->load(attachment, &registered, 0, &callback, NULL));
  note("form 99", attachments->load_blocking(attachment, &registered, 99, 1000, &loaded));
  note("no loaded slot",
       attachments->load(attachment, &registered, ORIEL_FORM_BYTES, &no_loaded, NULL));
  note("short callback",
       attachments->load(attachment, &registered, ORIEL_FORM_BYTES, &short_callback, NULL));
  note("reserved callback field",
       attachments->load(attachment, &registered, ORIEL_FORM_BYTES, &reserved_callback, NULL));
  note("callback with an empty tail",
       attachments->load(attachment, &registered, ORIEL_FORM_BYTES, &later.known, NULL));
  later.more = 1;
  note("callback with a tail",
       attachments->load(attachment, &registered, ORIEL_FORM_BYTES, &later.known, NULL));
  note("short loaded", attachments->load_blocking(attachment, &registered, ORIEL_FORM_BYTES, 1000,
                                                  &short_loaded));
  note("add to an input attachment", attachments->add_bytes(attachment, &type, &text));
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_request *requests = fixture_requests(host);
  oriel_error reserved_error = {1, 1, {NULL, 0}, {NULL, 0}};
  oriel_error invalid = {0, 1, {"\xff", 1}, {NULL, 0}};
  oriel_error error = {0, 1, {NULL, 0}, {NULL, 0}};
  oriel_item_error reserved_item_error = {1, 0, {0, 1, {NULL, 0}, {NULL, 0}}};
  oriel_item_error reserved_inside = {0, 0, {1, 1, {NULL, 0}, {NULL, 0}}};
  const oriel_error *volatile no_error = NULL;
  const oriel_item *volatile no_items = NULL;
  oriel_item item = 0, input = 0;
  oriel_status status = fixture_items(host)->create(request, &item);
  oriel_item twice[2] = {item, item};
  oriel_bytes message = {"\xff", 1}, text = fixture_bytes("x");
  oriel_task no_run = {sizeof no_run, 0, NULL, NULL, NULL};
  later_task later = {{sizeof later, 0, NULL, do_nothing, NULL}, 0};
  uint64_t value = 0;
  if (status != ORIEL_OK) return status;

  check_output(host, request, item);
  check_input(host, request);
  note("log level 0", fixture_log(host)->write(0, &text));
  note("log level 9", fixture_log(host)->write(9, &text));
  note("invalid log line", fixture_log(host)->write(ORIEL_LOG_INFO, &message));
  note("unknown limit", fixture_bundle(host)->limit(99, &value));
  note("task without run", fixture_loop(host)->perform(&no_run));
  note("task with an empty tail", fixture_loop(host)->perform(&later.known));
  later.more = 1;
  note("task with a tail", fixture_loop(host)->perform(&later.known));
  note("unknown interface",
       host->get_interface(host, "org.example.nothing/1") == NULL ? ORIEL_OK : ORIEL_E_INTERNAL);
  note("null items", requests->complete_request(request, no_items, 1, NULL, 0, 0));
  note("unknown flag", requests->complete_request(request, NULL, 0, NULL, 0, 0x80));
  note("item twice", requests->complete_request(request, twice, 2, NULL, 0, 0));
  if (fixture_items(host)->input_item(request, 0, &input) == ORIEL_OK)
    note("input item returned", requests->complete_request(request, &input, 1, NULL, 0, 0));
  note("null error", requests->cancel_request(request, no_error, NULL, 0));
  note("reserved error field", requests->cancel_request(request, &reserved_error, NULL, 0));
  reserved_item_error.item = reserved_inside.item = input;
  note("reserved item error field",
       requests->cancel_request(request, &error, &reserved_item_error, 1));
  note("reserved field in an item error",
       requests->cancel_request(request, &error, &reserved_inside, 1));
  note("invalid domain", requests->cancel_request(request, &invalid, NULL, 0));
  note("early finish_work", requests->finish_work(request));
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
