/* Provokes a load failure: the entry function returns null. */
#include "../fixture.h"

const oriel_entry *oriel_extension_entry(void) { return NULL; }
