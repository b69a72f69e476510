/* Provokes a protocol violation: one malformed packet, straight into the channel. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <unistd.h>

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)host, (void)request;
  /* The channel to the host is descriptor 3. Not a header: too short, with an impossible type. */
  if (write(3, "\xff\xff\xff\xff\xff\xff", 6) != 6) return ORIEL_E_IO;
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
