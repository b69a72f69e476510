/* Provokes a result by descriptor: a file in the temporary directory, closed and removed at once. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <fcntl.h>
#include <unistd.h>

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_bytes type = fixture_bytes("public.plain-text"), name = fixture_bytes("file.txt"), directory;
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  char path[4096];
  int descriptor;
  oriel_status status = fixture_bundle(host)->temporary_directory(&directory);
  if (status != ORIEL_OK) return status;
  snprintf(path, sizeof path, "%.*s/file.txt", (int)directory.length, (const char *)directory.data);
  descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return ORIEL_E_IO;
  if (write(descriptor, "from a file", 11) != 11) return ORIEL_E_IO;

  status = fixture_items(host)->create(request, &item);
  if (status == ORIEL_OK) status = attachments->create(item, &attachment);
  if (status == ORIEL_OK) status = attachments->set_suggested_name(attachment, &name);
  if (status == ORIEL_OK) status = attachments->add_descriptor(attachment, &type, descriptor);
  close(descriptor);
  unlink(path);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, &item, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
