/* Provokes nothing: tells of each line of the text whether it names a granted entitlement. */
#define _GNU_SOURCE /* strtok_r */

#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  static char names[65537];
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes text;
  char *rest = names, *name;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  memcpy(names, text.data, text.length < sizeof names ? text.length : sizeof names - 1);
  while ((name = strtok_r(NULL, "\n", &rest)) != NULL) {
    oriel_bytes entitlement = fixture_bytes(name);
    uint32_t granted = 99;
    status = fixture_bundle(host)->has_entitlement(&entitlement, &granted);
    fixture_append(&report, "%s=%u:%s\n", name, (unsigned)granted, fixture_status(status));
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
