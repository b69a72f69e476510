#include "CShimsYardsticks.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Waits for a child and gives its exit code, or a negated error number.
static int32_t wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -ECHILD;
}

int32_t oriel_shim_fork_and_wait(void) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) _exit(0);
  return wait_for(child);
}

int32_t oriel_shim_spawn_and_wait(const char *path) {
  char *arguments[] = {(char *)(uintptr_t)path, 0};
  char *environment[] = {0};
  pid_t child = 0;
  int error = posix_spawn(&child, path, 0, 0, arguments, environment);
  if (error != 0) return -error;
  return wait_for(child);
}

void oriel_shim_ask_for_parent(uint32_t count) {
  for (uint32_t i = 0; i < count; i++) (void)syscall(SYS_getppid);
}

int32_t oriel_shim_open_and_close(const char *path, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return -errno;
    close(folder);
  }
  return 0;
}

int32_t oriel_shim_read_files(int32_t directory, const char *paths, uint32_t count) {
  char buffer[1 << 16];
  for (uint32_t i = 0; i < count; i++, paths += strlen(paths) + 1) {
    int file = openat(directory, paths, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -errno;
    ssize_t length;
    while ((length = read(file, buffer, sizeof buffer)) > 0) {
    }
    int error = errno;
    close(file);
    if (length < 0) return -error;
  }
  return 0;
}

int32_t oriel_shim_stat_files(int32_t directory, const char *paths, uint32_t count) {
  for (uint32_t i = 0; i < count; i++, paths += strlen(paths) + 1) {
    struct stat status;
    if (fstatat(directory, paths, &status, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
  }
  return 0;
}
