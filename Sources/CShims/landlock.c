#include "private/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Debian 12's <linux/landlock.h> ends at ABI 2; newer fields and bits are repeated from the kernel's
   ABI. Delete when the oldest supported system has them. */
struct ruleset_attributes {
  uint64_t handled_access_fs;
  uint64_t handled_access_net; /* ABI 4 */
  uint64_t scoped;             /* ABI 6 */
};
#define ACCESS_FS_TRUNCATE (1ULL << 14)
#define ACCESS_NET_ALL 3ULL /* bind and connect TCP */
#define SCOPE_ALL 3ULL      /* abstract Unix sockets and signals */
#define LOG_SAME_EXEC_OFF 1U /* ABI 7: an instance cannot fill the system's log with its refusals */

static uint64_t handled_files(int abi) {
  if (abi >= 5) return (1ULL << 16) - 1;
  if (abi >= 3) return (1ULL << 15) - 1;
  if (abi >= 2) return (1ULL << 14) - 1;
  return (1ULL << 13) - 1;
}

static size_t ruleset_size(int abi) {
  if (abi >= 6) return sizeof(struct ruleset_attributes);
  if (abi >= 4) return offsetof(struct ruleset_attributes, scoped);
  return offsetof(struct ruleset_attributes, handled_access_net);
}

/* No right to execute anywhere: the dynamic linker does not need it, and execve is then refused. */
static uint64_t granted_access(int writable) {
  uint64_t access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  if (!writable) return access;
  return access | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
         LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER | ACCESS_FS_TRUNCATE;
}

static int add_grants(const oriel_shim_plan *plan, int ruleset, uint64_t handled) {
  for (uint64_t i = 0; i < plan->grant_count; i++) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = granted_access(plan->grants[i].writable) & handled,
        .parent_fd = open(plan->grants[i].path, O_PATH | O_CLOEXEC),
    };
    if (rule.parent_fd < 0) {
      if (errno == ENOENT) continue; /* an optional part of the view that this system lacks */
      return -1;
    }
    long result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int error = errno;
    close(rule.parent_fd);
    errno = error;
    if (result < 0) return -1;
  }
  return 0;
}

int oriel_shim_apply_landlock(const oriel_shim_plan *plan) {
  struct ruleset_attributes attributes = {
      .handled_access_fs = handled_files(plan->landlock_abi),
      .handled_access_net = ACCESS_NET_ALL,
      .scoped = SCOPE_ALL,
  };
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes,
                             ruleset_size(plan->landlock_abi), 0);
  if (ruleset < 0) return -1;
  int result = add_grants(plan, ruleset, attributes.handled_access_fs);
  if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, ruleset,
                                           plan->landlock_abi >= 7 ? LOG_SAME_EXEC_OFF : 0);
  int error = errno; /* of the call that failed; closing must not change it */
  close(ruleset);
  errno = error;
  return result;
}
