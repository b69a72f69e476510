/* Provokes nothing: begin returns and the instance waits, so that its memory can be measured. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)request;
  fixture_write_log(host, "idle");
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
