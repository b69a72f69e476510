/* Provokes work after the outcome: keeps working on a thread, logs, and finishes within the grace. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <pthread.h>
#include <time.h>

static const oriel_host *the_host;
static oriel_request the_request;

static void *work(void *unused) {
  /* Long enough that an instance which ends with its outcome would be gone. */
  struct timespec delay = {0, 100 * 1000 * 1000};
  nanosleep(&delay, NULL);
  fixture_write_log(the_host, "work done after the outcome");
  fixture_requests(the_host)->finish_work(the_request);
  return unused;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  pthread_t thread;
  oriel_status status;
  the_host = host;
  the_request = request;
  status = fixture_complete(host, request, "work goes on", ORIEL_COMPLETE_KEEP_WORKING);
  if (status != ORIEL_OK) return status;
  if (pthread_create(&thread, NULL, work, NULL) != 0) return ORIEL_E_INTERNAL;
  pthread_detach(thread);
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
