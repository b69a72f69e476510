/* Provokes a load failure: the entry was made for ABI version 99. */
#include "../fixture.h"

static const void *get_interface(const char *id) {
  (void)id;
  return NULL;
}

static const oriel_entry entry = {sizeof(oriel_entry), 99, get_interface};

const oriel_entry *oriel_extension_entry(void) { return &entry; }
