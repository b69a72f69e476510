/* Provokes every maximum of what can be returned, and returns how often each call succeeded. */
#include "../fixture.h"

#include <stdlib.h>

static fixture_text report;
static char filler[65537];

/* Notes how many calls succeeded and with which status the next one was refused. */
static void note(const char *name, uint64_t count, oriel_status status) {
  fixture_append(&report, "%s=%llu:%s\n", name, (unsigned long long)count, fixture_status(status));
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_item all[ORIEL_MAX_ITEMS + 1] = {0};
  oriel_attachment attachment = 0, first = 0;
  oriel_status status = ORIEL_OK;
  oriel_bytes content = fixture_bytes("x"), text;
  uint64_t count = 0;

  while (count <= ORIEL_MAX_ITEMS && (status = items->create(request, &all[count])) == ORIEL_OK)
    count++;
  note("items", count, status);

  for (count = 0; count <= ORIEL_MAX_ATTACHMENTS; count++) {
    status = attachments->create(all[1], &attachment);
    if (status != ORIEL_OK) break;
    if (count == 0) first = attachment;
  }
  note("attachments", count, status);

  for (count = 0; count <= ORIEL_MAX_TYPES; count++) {
    char name[32];
    oriel_bytes type;
    snprintf(name, sizeof name, "org.oriel.type-%llu", (unsigned long long)count);
    type = fixture_bytes(name);
    status = attachments->add_bytes(first, &type, &content);
    if (status != ORIEL_OK) break;
  }
  note("types", count, status);

  memset(filler, 'a', sizeof filler);
  text.data = filler;
  text.length = ORIEL_MAX_TEXT_LENGTH;
  note("longest title", 0, items->set_title(all[0], &text));
  text.length = ORIEL_MAX_TEXT_LENGTH + 1;
  note("title", 0, items->set_title(all[0], &text));
  note("text", 0, items->set_text(all[0], &text));
  note("user info", 0, items->set_user_info(all[0], &text));
  text.length = ORIEL_MAX_TYPE_LENGTH + 1;
  attachments->create(all[0], &attachment);
  note("type", 0, attachments->add_bytes(attachment, &text, &content));
  text.length = ORIEL_MAX_NAME_LENGTH + 1;
  note("name", 0, attachments->set_suggested_name(attachment, &text));
  text.length = ORIEL_MAX_LOG_LENGTH + 1;
  note("log", 0, fixture_log(host)->write(ORIEL_LOG_INFO, &text));
  for (count = 1; count <= ORIEL_MAX_ITEMS; count++) all[count] = all[0];
  note("returned", 0,
       fixture_requests(host)->complete_request(request, all, ORIEL_MAX_ITEMS + 1, NULL, 0, 0));

  text.data = report.characters;
  text.length = report.length;
  /* The attachment made above has no type, so it cannot be returned: use another item. */
  status = items->set_text(all[0], &text);
  note("typeless", 0, fixture_requests(host)->complete_request(request, all, 1, NULL, 0, 0));
  status = attachments->add_bytes(attachment, &(oriel_bytes){"public.data", 11}, &content);
  text.length = report.length;
  if (status == ORIEL_OK) status = items->set_text(all[0], &text);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, all, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
