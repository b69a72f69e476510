/* Provokes a SIGSEGV: stores through a null pointer in begin. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  int *volatile nowhere = NULL;
  (void)host, (void)request;
  *(volatile int *)nowhere = 1;
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
