/* Provokes nothing: returns what the extension is told about its bundle and its limits. */
#include "../fixture.h"

static fixture_text report;

static void note(const char *name, oriel_status status, oriel_bytes bytes) {
  if (status == ORIEL_OK)
    fixture_append(&report, "%s=%.*s\n", name, (int)bytes.length, (const char *)bytes.data);
  else
    fixture_append(&report, "%s: %s\n", name, fixture_status(status));
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static const char *const limits[] = {"memory",    "threads",
                                       "descriptors", "file size",
                                       "temporary storage", "request time",
                                       "grace time", "log",
                                       "memory in use", "processor time",
                                       "processor share", "container",
                                       "messages", "loads",
                                       "returned contents", "returned items",
                                       "returned bytes", "start time"};
  const oriel_host_bundle *bundle = fixture_bundle(host);
  oriel_bytes bytes = {NULL, 0}, entitlement = fixture_bytes("org.oriel.network.client");
  uint32_t granted = 99;
  oriel_status status;
#define NOTE(slot) status = bundle->slot(&bytes), note(#slot, status, bytes)
  NOTE(identifier);
  NOTE(display_name);
  NOTE(extension_point);
  NOTE(resource_directory);
  NOTE(temporary_directory);
  NOTE(locale);
  NOTE(time_zone);
  for (uint32_t which = ORIEL_LIMIT_MEMORY; which <= ORIEL_LIMIT_START_TIME; which++) {
    uint64_t value = 0;
    status = bundle->limit(which, &value);
    if (status == ORIEL_OK)
      fixture_append(&report, "%s=%llu\n", limits[which - 1], (unsigned long long)value);
    else
      fixture_append(&report, "%s: %s\n", limits[which - 1], fixture_status(status));
  }
  status = bundle->has_entitlement(&entitlement, &granted);
  fixture_append(&report, "network client=%u:%s\n", (unsigned)granted, fixture_status(status));
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
