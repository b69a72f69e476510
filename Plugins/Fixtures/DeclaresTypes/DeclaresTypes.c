/* Provokes loads and results of types that its manifest declares: see Info.plist. */
/*
 * Loads the first attachment as the type that each line of the text names, and answers with
 * "line=registered-type count" or "line=STATUS"; returns a drawing, too.
 */
#include "../fixture.h"

static fixture_text report;

static void load(const oriel_host_attachments *attachments, oriel_attachment attachment,
                 const oriel_bytes *type) {
  oriel_loaded content = {sizeof content, 0, {NULL, 0}, -1, 0, 0};
  oriel_bytes registered = {NULL, 0};
  oriel_status status = attachments->conforming_type(attachment, type, &registered);
  if (status == ORIEL_OK)
    status = attachments->load_blocking(attachment, type, ORIEL_FORM_BYTES, 0, &content);
  fixture_append(&report, "%.*s=", (int)type->length, (const char *)type->data);
  if (status == ORIEL_OK)
    fixture_append(&report, "%.*s %llu\n", (int)registered.length, (const char *)registered.data,
                   (unsigned long long)content.bytes.length);
  else
    fixture_append(&report, "%s\n", fixture_status(status));
  attachments->release_loaded(&content);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  const oriel_bytes drawing = fixture_bytes("org.oriel.fixture.drawing");
  const oriel_bytes content = fixture_bytes("a line");
  oriel_item item = 0, result = 0;
  oriel_attachment attachment = 0, returned = 0;
  oriel_bytes text = {NULL, 0}, answer;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  /* Without an attachment the handle stays 0, which is stale for every load. */
  items->attachment(item, 0, &attachment);
  for (const char *line = (const char *)text.data, *end = line + text.length; line < end;) {
    const char *newline = (const char *)memchr(line, '\n', (size_t)(end - line));
    const char *line_end = newline != NULL ? newline : end;
    const oriel_bytes type = {line, (uint64_t)(line_end - line)};
    if (type.length != 0) load(attachments, attachment, &type);
    line = line_end + 1;
  }
  answer.data = report.characters;
  answer.length = report.length;
  status = items->create(request, &result);
  if (status == ORIEL_OK) status = items->set_text(result, &answer);
  if (status == ORIEL_OK) status = attachments->create(result, &returned);
  if (status == ORIEL_OK) status = attachments->add_bytes(returned, &drawing, &content);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, &result, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
