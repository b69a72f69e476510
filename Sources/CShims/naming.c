#include "CShimsNaming.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int32_t oriel_shim_move(
    int32_t from, const char *old_name, int32_t to, const char *new_name, int32_t exchange) {
  uint32_t flags = exchange != 0 ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  int result = renameat2(from, old_name, to, new_name, flags);
  return result < 0 ? -errno : 0;
}

int32_t oriel_shim_read_directory(int32_t directory, void *buffer, uint32_t size) {
  long count = syscall(SYS_getdents64, directory, buffer, size);
  return count < 0 ? -errno : (int32_t)count;
}

int32_t oriel_shim_synchronize_file_system(int32_t file) {
  return syncfs(file) < 0 ? -errno : 0;
}
