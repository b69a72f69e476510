/* Provokes a load failure: the start of its lifecycle returns a status; nothing may follow. */
#include "../fixture.h"

static const oriel_host *the_host;

static oriel_status start(const oriel_host *host) {
  the_host = host;
  return ORIEL_E_UNSUPPORTED;
}

static void stop(void) { fixture_write_log(the_host, "stop was called after a failed start"); }

static oriel_status begin(const oriel_host *host, oriel_request request) {
  return fixture_complete(host, request, "never reached", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
static const oriel_extension_lifecycle lifecycle = {start, stop};
FIXTURE_ENTRY_WITH_LIFECYCLE(table, lifecycle)
