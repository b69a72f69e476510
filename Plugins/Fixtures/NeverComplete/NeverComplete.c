/* Provokes the timeout of the request: begin returns, no outcome follows, cancelling is ignored. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)request;
  fixture_write_log(host, "begin returns without an outcome");
  return ORIEL_OK;
}

static void host_cancelled(oriel_request request, uint32_t reason) { (void)request, (void)reason; }

static const oriel_extension_request table = {begin, host_cancelled, NULL};
FIXTURE_ENTRY(table)
