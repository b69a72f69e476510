/* Provokes an outcome before begin has returned: completes at once. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  return fixture_complete(host, request, "early", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
