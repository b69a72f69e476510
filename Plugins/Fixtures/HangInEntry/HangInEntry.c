/* Provokes the timeout of the start: the entry function never returns. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <unistd.h>

const oriel_entry *oriel_extension_entry(void) {
  for (;;) pause();
}
