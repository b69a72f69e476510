/* Provokes the use of dead handles: 0, invented, foreign and released ones; returns the statuses. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <sys/mman.h>
#include <unistd.h>

static fixture_text report;

static void note(const char *kind, const char *slot, oriel_status status) {
  fixture_append(&report, "%s %s=%s\n", kind, slot, fixture_status(status));
}

static void never(void *context, oriel_status status, oriel_loaded *loaded) {
  (void)context, (void)status, (void)loaded;
}

/* Uses `handle` as every kind of handle. */
static void use(const oriel_host *host, const char *kind, uint64_t handle) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  const oriel_host_request *requests = fixture_requests(host);
  oriel_error error = {0, 1, {NULL, 0}, {NULL, 0}};
  oriel_load_callback callback = {sizeof(oriel_load_callback), 0, NULL, never, NULL};
  oriel_loaded loaded = {sizeof(oriel_loaded), 0, {NULL, 0}, -1, 0, 0};
  oriel_bytes bytes = fixture_bytes("x"), type = fixture_bytes("public.data"), out;
  uint64_t number = 0;
  /* All but the handle is right, so that only the handle can be refused. */
  int file = memfd_create("stale", MFD_CLOEXEC);

  note(kind, "input_count", items->input_count(handle, &number));
  note(kind, "input_item", items->input_item(handle, 0, &number));
  note(kind, "title", items->title(handle, &out));
  note(kind, "text", items->text(handle, &out));
  note(kind, "user_info", items->user_info(handle, &out));
  note(kind, "attachment_count", items->attachment_count(handle, &number));
  note(kind, "attachment", items->attachment(handle, 0, &number));
  note(kind, "create item", items->create(handle, &number));
  note(kind, "set_title", items->set_title(handle, &bytes));
  note(kind, "set_text", items->set_text(handle, &bytes));
  note(kind, "set_user_info", items->set_user_info(handle, &bytes));
  note(kind, "type_count", attachments->type_count(handle, &number));
  note(kind, "type_at", attachments->type_at(handle, 0, &out));
  note(kind, "conforming_type", attachments->conforming_type(handle, &type, &out));
  note(kind, "suggested_name", attachments->suggested_name(handle, &out));
  note(kind, "load", attachments->load(handle, &type, ORIEL_FORM_BYTES, &callback, NULL));
  note(kind, "load_blocking",
       attachments->load_blocking(handle, &type, ORIEL_FORM_BYTES, 1000, &loaded));
  note(kind, "cancel_load", attachments->cancel_load(handle));
  note(kind, "create attachment", attachments->create(handle, &number));
  note(kind, "set_suggested_name", attachments->set_suggested_name(handle, &bytes));
  note(kind, "add_bytes", attachments->add_bytes(handle, &type, &bytes));
  note(kind, "add_descriptor", attachments->add_descriptor(handle, &type, file));
  note(kind, "complete_request", requests->complete_request(handle, NULL, 0, NULL, 0, 0));
  note(kind, "cancel_request", requests->cancel_request(handle, &error, NULL, 0));
  note(kind, "finish_work", requests->finish_work(handle));
  close(file);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_item item = 0;
  oriel_loaded forged = {sizeof(oriel_loaded), ORIEL_FORM_BYTES, {"x", 1}, -1, 0, 0x1234567};
  oriel_status status;

  use(host, "zero", 0);
  use(host, "invented", 0x5eed5eed5eed5eed);
  use(host, "other generation", request ^ ((uint64_t)1 << 63));
  note("forged", "release_loaded", attachments->release_loaded(&forged));

  status = items->create(request, &item);
  if (status != ORIEL_OK) return status;
  note("item as request", "input_count", items->input_count(item, &(uint64_t){0}));
  note("item as attachment", "type_count", attachments->type_count(item, &(uint64_t){0}));
  note("request as item", "set_text", items->set_text(request, &(oriel_bytes){"x", 1}));

  /* A real load, whose handles are used once more after it was released. */
  uint64_t count = 0;
  if (items->input_item(request, 0, &item) == ORIEL_OK &&
      items->attachment_count(item, &count) == ORIEL_OK && count > 0) {
    oriel_attachment attachment = 0;
    oriel_bytes type;
    oriel_loaded loaded = {sizeof(oriel_loaded), 0, {NULL, 0}, -1, 0, 0};
    items->attachment(item, 0, &attachment);
    attachments->type_at(attachment, 0, &type);
    note("real", "load_blocking",
         attachments->load_blocking(attachment, &type, ORIEL_FORM_BYTES, 5000, &loaded));
    oriel_loaded copy = loaded;
    note("real", "release_loaded", attachments->release_loaded(&loaded));
    note("emptied", "release_loaded", attachments->release_loaded(&loaded));
    note("released", "release_loaded", attachments->release_loaded(&copy));
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
