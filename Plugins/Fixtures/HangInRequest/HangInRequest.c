/* Provokes the timeout of the request: begin never returns. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <unistd.h>

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)request;
  fixture_write_log(host, "begin hangs");
  for (;;) pause();
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
