/* Provokes an end without outcome: calls exit(7) in begin. */
#include "../fixture.h"

#include <stdlib.h>

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)host, (void)request;
  exit(7);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
