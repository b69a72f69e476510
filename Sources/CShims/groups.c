#include "CShimsInstance.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "CShimsKernel.h"

/* The group lists processes by their numbers in the reader's pid namespace. */
int oriel_shim_join_control_group(int processes) {
  char text[32], own[16];
  if (write(processes, "0", 1) != 1) return errno;
  ssize_t length = pread(processes, text, sizeof text - 1, 0);
  if (length < 0) return errno;
  text[length] = '\0';
  snprintf(own, sizeof own, "%d\n", (int)getpid());
  return strcmp(text, own) == 0 ? 0 : ORIEL_SHIM_NOT_IN_FORCE;
}

int oriel_shim_enter_control_group(int processes) {
  if (processes < 0) return 0;
  errno = oriel_shim_join_control_group(processes);
  return errno == 0 ? unshare(CLONE_NEWCGROUP) : -1;
}
