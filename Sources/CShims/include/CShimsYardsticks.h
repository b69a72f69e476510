#ifndef CSHIMS_YARDSTICKS_H
#define CSHIMS_YARDSTICKS_H

// What a launch is measured against. Provided because a Swift program that runs threads can only
// fork where the child does nothing but end, which Swift cannot promise. Needed as long as there
// is a benchmark of launches.

#include <stdint.h>

/// Forks a child that ends at once, and waits for it. Gives 0 or a negated error number.
int32_t oriel_shim_fork_and_wait(void);

/// Starts a program with posix_spawn and an empty environment, and waits for it. Gives its exit
/// code, or a negated error number.
int32_t oriel_shim_spawn_and_wait(const char *path);

/// Asks for the parent process `count` times. A loop in C, so that the system call alone is measured.
void oriel_shim_ask_for_parent(uint32_t count);

/// Opens a folder and closes it, `count` times. Gives 0 or a negated error number.
int32_t oriel_shim_open_and_close(const char *path, uint32_t count);

/// Opens, reads to the end and closes `count` files of a directory. `paths` holds their paths, each
/// with a zero at its end. Gives 0 or a negated error number.
int32_t oriel_shim_read_files(int32_t directory, const char *paths, uint32_t count);

/// Asks for the status of `count` files as `oriel_shim_read_files` reads them.
int32_t oriel_shim_stat_files(int32_t directory, const char *paths, uint32_t count);

#endif
