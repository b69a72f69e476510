/* Provokes the end of the main thread inside a slot: calls pthread_exit in begin. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <pthread.h>

static oriel_status begin(const oriel_host *host, oriel_request request) {
  (void)host, (void)request;
  pthread_exit(NULL);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
