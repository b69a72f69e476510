/* Provokes a file of the bundle being opened late: loads its attachment, then reads later.txt. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_attachments *attachments = fixture_attachments(host);
  static char text[256];
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  oriel_bytes type;
  FILE *file;
  size_t length = 0;
  oriel_status status = fixture_items(host)->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = fixture_items(host)->attachment(item, 0, &attachment);
  if (status == ORIEL_OK) status = attachments->type_at(attachment, 0, &type);
  if (status == ORIEL_OK)
    status = attachments->load_blocking(attachment, &type, ORIEL_FORM_BYTES, 0, &loaded);
  if (status != ORIEL_OK) return status;
  attachments->release_loaded(&loaded);
  file = fopen("/extension/Resources/later.txt", "re");
  if (file != NULL) {
    length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
  }
  text[length] = 0;
  return fixture_complete(host, request, length > 0 ? text : "the file is gone", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
