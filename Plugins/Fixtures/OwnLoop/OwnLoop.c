/* Provokes a loop of the extension's own: polls in begin, a thread sends tasks to the main thread. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <poll.h>
#include <pthread.h>

#define TASKS 100

static const oriel_host *the_host;
static pthread_t main_thread;
static unsigned runs, releases, on_main;

static void run(void *context) {
  /* Tasks run in the order in which they were added. */
  if ((size_t)context == runs) runs++;
  if (pthread_equal(pthread_self(), main_thread)) on_main++;
}

static void release(void *context) {
  (void)context;
  releases++;
}

static void *send_tasks(void *unused) {
  for (size_t i = 0; i < TASKS; i++) {
    oriel_task task = {sizeof task, 0, (void *)i, run, release};
    if (fixture_loop(the_host)->perform(&task) != ORIEL_OK) break;
  }
  return unused;
}

static void *dispatch_elsewhere(void *status) {
  *(oriel_status *)status = fixture_loop(the_host)->dispatch();
  return NULL;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  pthread_t thread;
  struct pollfd descriptor = {-1, POLLIN, 0};
  oriel_status elsewhere = ORIEL_OK, status;
  char text[96];
  the_host = host;
  main_thread = pthread_self();
  status = fixture_loop(host)->poll_descriptor(&descriptor.fd);
  if (status != ORIEL_OK) return status;

  if (pthread_create(&thread, NULL, dispatch_elsewhere, &elsewhere) != 0) return ORIEL_E_INTERNAL;
  pthread_join(thread, NULL);
  if (pthread_create(&thread, NULL, send_tasks, NULL) != 0) return ORIEL_E_INTERNAL;
  while (releases < TASKS) {
    if (poll(&descriptor, 1, 5000) != 1) break;
    fixture_loop(host)->dispatch();
  }
  pthread_join(thread, NULL);
  snprintf(text, sizeof text, "runs=%u releases=%u main=%u elsewhere=%s", runs, releases, on_main,
           fixture_status(elsewhere));
  return fixture_complete(host, request, text, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
