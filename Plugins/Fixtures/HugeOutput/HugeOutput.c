/* Provokes a large result: returns an attachment of 32 MiB whose byte at i is i modulo 251. */
#include "../fixture.h"

#include <stdlib.h>

#define LENGTH ((size_t)32 << 20)

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_bytes type = fixture_bytes("public.data");
  oriel_bytes name = fixture_bytes("huge.bin");
  oriel_bytes content = {NULL, LENGTH};
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  oriel_status status;
  unsigned char *memory = malloc(LENGTH);
  if (memory == NULL) return ORIEL_E_NO_MEMORY;
  for (size_t i = 0; i < LENGTH; i++) memory[i] = (unsigned char)(i % 251);
  content.data = memory;

  status = items->create(request, &item);
  if (status == ORIEL_OK) status = attachments->create(item, &attachment);
  if (status == ORIEL_OK) status = attachments->set_suggested_name(attachment, &name);
  if (status == ORIEL_OK) status = attachments->add_bytes(attachment, &type, &content);
  free(memory);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, &item, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
