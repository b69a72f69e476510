/* Provokes a protocol violation under load: valid log packets, then garbage, for ever. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <errno.h>
#include <unistd.h>

/* How many valid packets come before each one that is garbage. */
#define VALID 10000

static oriel_status begin(const oriel_host *host, oriel_request request) {
  /* A Log message as the runner writes it: type 42, version 1, length 9, id 0, level 2, "flood"
     without its last letter; the channel to the host is descriptor 3. */
  static const unsigned char valid[] = {42, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                        2, 4, 0, 0, 0, 'f', 'l', 'o', 'o'};
  static unsigned char garbage[4096];
  (void)host, (void)request;
  memset(garbage, 0xa5, sizeof garbage);
  for (unsigned i = 1;; i++) {
    ssize_t written = i % VALID == 0 ? write(3, garbage, sizeof garbage)
                                     : write(3, valid, sizeof valid);
    if (written < 0 && errno != EAGAIN && errno != EINTR) break;
  }
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
