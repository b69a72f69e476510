/* Provokes a failure of the dynamic linker: a function that no library has is missing. */
#include "../fixture.h"

void oriel_fixture_function_that_nobody_has(void);

static oriel_status begin(const oriel_host *host, oriel_request request) {
  oriel_fixture_function_that_nobody_has();
  return fixture_complete(host, request, "never reached", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
