/* Provokes a polite end: waits until the host cancels, then cancels with the reason as code. */
#include "../fixture.h"

static const oriel_host *the_host;

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)request;
  the_host = host;
  fixture_write_log(host, "waiting for the host to cancel");
  return ORIEL_OK;
}

static void host_cancelled(oriel_request request, uint32_t reason) {
  fixture_cancel(the_host, request, (int64_t)reason, "The host asked to stop.");
}

static const oriel_extension_request table = {begin, host_cancelled, NULL};
FIXTURE_ENTRY(table)
