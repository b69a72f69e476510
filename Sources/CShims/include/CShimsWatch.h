#ifndef CSHIMS_WATCH_H
#define CSHIMS_WATCH_H

// Provided because Swift's Glibc module shows the flags of inotify as values of an enumeration, which
// cannot be combined. Can go when it shows them as numbers.

#include <stdint.h>
#include <sys/inotify.h>

/// Makes a close-on-exec inotify descriptor that never waits, or gives a negated error number.
int32_t oriel_shim_watch_create(void);

/// Watches a directory for everything that can change what is in it. Gives its number or a negated
/// error number.
int32_t oriel_shim_watch_add(int32_t watch, const char *path);

/// Watches a directory no longer. Gives 0 or a negated error number.
int32_t oriel_shim_watch_remove(int32_t watch, int32_t number);

#endif
