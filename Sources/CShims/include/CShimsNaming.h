#ifndef CSHIMS_NAMING_H
#define CSHIMS_NAMING_H

// Provided because Swift's Glibc module shows neither renameat2, getdents64 nor syncfs. Can go
// when it does.

#include <stdint.h>

/// Moves a name to another directory and fails when the new name is taken; with `exchange` not 0 both
/// names must be there and change places in one step. Gives 0 or a negated error number.
int32_t oriel_shim_move(
    int32_t from, const char *old_name, int32_t to, const char *new_name, int32_t exchange);

/// Reads the next entries of a directory as `struct linux_dirent64`. Gives the number of bytes, 0 at
/// the end, or a negated error number.
int32_t oriel_shim_read_directory(int32_t directory, void *buffer, uint32_t size);

/// Brings all changes of a file system to its storage. Gives 0 or a negated error number.
int32_t oriel_shim_synchronize_file_system(int32_t file);

#endif
