/* Provokes a SIGSEGV while the library is being loaded, before the entry. */
#include "../fixture.h"

__attribute__((constructor)) static void crash(void) {
  int *volatile nowhere = NULL;
  *(volatile int *)nowhere = 1;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  return fixture_complete(host, request, "never reached", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
