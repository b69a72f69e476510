/* Provokes the end of the main thread inside the entry function: calls pthread_exit there. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <pthread.h>

const oriel_entry *oriel_extension_entry(void) { pthread_exit(NULL); }
