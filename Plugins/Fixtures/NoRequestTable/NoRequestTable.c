/* Provokes a load failure: the extension offers no table at all. */
#include "../fixture.h"

static const void *get_interface(const char *id) {
  (void)id;
  return NULL;
}

static const oriel_entry entry = {sizeof(oriel_entry), ORIEL_ABI_VERSION, get_interface};

const oriel_entry *oriel_extension_entry(void) { return &entry; }
