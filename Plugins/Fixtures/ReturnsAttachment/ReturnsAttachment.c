/* Provokes belief in foreign bytes: returns the first attachment as it is, or an item with none. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_bytes type = fixture_bytes("public.data"), given;
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_attachment attachment = 0, back = 0;
  oriel_item input = 0, item = 0;
  oriel_status status = items->create(request, &item);
  if (status == ORIEL_OK && items->input_item(request, 0, &input) == ORIEL_OK
      && items->attachment(input, 0, &attachment) == ORIEL_OK) {
    status = attachments->type_at(attachment, 0, &given);
    if (status == ORIEL_OK)
      status = attachments->load_blocking(
          attachment, &given, ORIEL_FORM_DESCRIPTOR, 10000, &loaded);
    if (status == ORIEL_OK) status = attachments->create(item, &back);
    if (status == ORIEL_OK) status = attachments->add_descriptor(back, &type, loaded.descriptor);
  }
  attachments->release_loaded(&loaded);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, &item, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
