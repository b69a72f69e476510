/* Provokes a load failure: the request table has no begin. */
#include "../fixture.h"

static const oriel_extension_request table = {NULL, NULL, NULL};
FIXTURE_ENTRY(table)
