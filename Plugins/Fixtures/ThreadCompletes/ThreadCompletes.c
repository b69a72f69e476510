/* Provokes an outcome from a foreign thread: a second thread completes the request. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <pthread.h>

static const oriel_host *the_host;
static oriel_request the_request;

static void *complete(void *unused) {
  fixture_complete(the_host, the_request, "completed by a thread", 0);
  return unused;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  pthread_t thread;
  the_host = host;
  the_request = request;
  if (pthread_create(&thread, NULL, complete, NULL) != 0) return ORIEL_E_INTERNAL;
  pthread_detach(thread);
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
