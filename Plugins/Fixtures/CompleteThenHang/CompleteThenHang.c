/* Provokes the end by force after the grace time: completes, keeps working, and never finishes. */
#include "../fixture.h"

static const oriel_host *the_host;

static oriel_status begin(const oriel_host *host, oriel_request request) {
  the_host = host;
  return fixture_complete(host, request, "work never ends", ORIEL_COMPLETE_KEEP_WORKING);
}

static void expiring(oriel_request request) {
  (void)request;
  fixture_write_log(the_host, "expiring");
}

static const oriel_extension_request table = {begin, NULL, expiring};
FIXTURE_ENTRY(table)
