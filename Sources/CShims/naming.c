#include "CShimsNaming.h"

#include <errno.h>
#include <stdio.h>

int32_t oriel_shim_rename_new(int32_t directory, const char *old_name, const char *new_name) {
  int result = renameat2(directory, old_name, directory, new_name, RENAME_NOREPLACE);
  return result < 0 ? -errno : 0;
}
