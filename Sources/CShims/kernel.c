#include "CShimsKernel.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

// <sys/mount.h> and <linux/mount.h> of glibc 2.36 cannot be included together; what is needed of the
// first is part of the kernel's ABI and repeated here.
extern int mount(const char *source, const char *target, const char *type, unsigned long flags,
                 const void *data);
extern int umount2(const char *target, int flags);
#define PROPAGATION_RECURSIVE (1UL << 14)
#define PROPAGATION_PRIVATE (1UL << 18)
#define PROPAGATION_SLAVE (1UL << 19)
#define UNMOUNT_DETACH 2

_Static_assert(ORIEL_SHIM_MOUNT_READ_ONLY == MOUNT_ATTR_RDONLY, "kernel ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_SET_ID == MOUNT_ATTR_NOSUID, "kernel ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_DEVICES == MOUNT_ATTR_NODEV, "kernel ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_EXECUTION == MOUNT_ATTR_NOEXEC, "kernel ABI");
_Static_assert(ORIEL_SHIM_MOUNT_READ_ONLY == ST_RDONLY, "glibc ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_SET_ID == ST_NOSUID, "glibc ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_DEVICES == ST_NODEV, "glibc ABI");
_Static_assert(ORIEL_SHIM_MOUNT_NO_EXECUTION == ST_NOEXEC, "glibc ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_MOUNT == CLONE_NEWNS, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_CGROUP == CLONE_NEWCGROUP, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_UTS == CLONE_NEWUTS, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_IPC == CLONE_NEWIPC, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_USER == CLONE_NEWUSER, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_PID == CLONE_NEWPID, "kernel ABI");
_Static_assert(ORIEL_SHIM_NAMESPACE_NETWORK == CLONE_NEWNET, "kernel ABI");

static int32_t result_of(long result) { return result < 0 ? -errno : (int32_t)result; }

int32_t oriel_shim_clone_tree(int32_t directory, const char *path) {
  unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_SYMLINK_NOFOLLOW;
  if (path[0] == '\0') flags |= AT_EMPTY_PATH;
  return result_of(syscall(SYS_open_tree, directory, path, flags));
}

int32_t oriel_shim_attach_tree(int32_t tree, int32_t directory, const char *path) {
  return result_of(syscall(SYS_move_mount, tree, "", directory, path, MOVE_MOUNT_F_EMPTY_PATH));
}

int32_t oriel_shim_restrict_tree(int32_t tree, uint64_t attributes, int32_t recursive) {
  struct mount_attr change = {.attr_set = attributes, .propagation = PROPAGATION_PRIVATE};
  unsigned flags = AT_EMPTY_PATH | (recursive ? AT_RECURSIVE : 0);
  if (syscall(SYS_mount_setattr, tree, "", flags, &change, sizeof change) < 0) return -errno;
  struct statvfs status;
  if (fstatvfs(tree, &status) < 0) return -errno;
  // The bits that statvfs shows are the same ones.
  return (attributes & ~status.f_flag) == 0 ? 0 : -ORIEL_SHIM_NOT_IN_FORCE;
}

int32_t oriel_shim_forbids_execution(int32_t descriptor) {
  struct statvfs status;
  if (fstatvfs(descriptor, &status) < 0) return -errno;
  return (status.f_flag & ST_NOEXEC) != 0;
}

static int32_t new_mount(const char *type, const char *key, const char *value, unsigned attributes) {
  int context = (int)syscall(SYS_fsopen, type, FSOPEN_CLOEXEC);
  if (context < 0) return -errno;
  long result = 0;
  if (key != NULL) result = syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, key, value, 0);
  if (result == 0) result = syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0);
  if (result == 0) result = syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, attributes);
  int32_t mount = result_of(result);
  close(context);
  return mount;
}

int32_t oriel_shim_new_tmpfs(const char *size) {
  return new_mount("tmpfs", "size", size, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

int32_t oriel_shim_new_proc(void) {
  return new_mount("proc", NULL, NULL, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
}

int32_t oriel_shim_set_propagation(int32_t is_private) {
  unsigned long kind = is_private ? PROPAGATION_PRIVATE : PROPAGATION_SLAVE;
  return result_of(mount(NULL, "/", NULL, PROPAGATION_RECURSIVE | kind, NULL));
}

int32_t oriel_shim_change_root(int32_t directory) {
  if (fchdir(directory) < 0) return -errno;
  // The old root is put over the new one and then detached from there: no directory is needed.
  if (syscall(SYS_pivot_root, ".", ".") < 0) return -errno;
  if (umount2(".", UNMOUNT_DETACH) < 0) return -errno;
  // What is gone cannot be detached again.
  if (umount2(".", UNMOUNT_DETACH) == 0) return -ORIEL_SHIM_NOT_IN_FORCE;
  return result_of(chdir("/"));
}

// The namespaces of a process; that of its children has no file before the first one.
static const struct {
  int32_t bit;
  const char *path;
} namespace_files[] = {
    {CLONE_NEWUSER, "/proc/self/ns/user"},     {CLONE_NEWNS, "/proc/self/ns/mnt"},
    {CLONE_NEWNET, "/proc/self/ns/net"},       {CLONE_NEWIPC, "/proc/self/ns/ipc"},
    {CLONE_NEWUTS, "/proc/self/ns/uts"},       {CLONE_NEWCGROUP, "/proc/self/ns/cgroup"},
    {CLONE_NEWPID, "/proc/self/ns/pid_for_children"},
};
#define NAMESPACE_FILES (sizeof namespace_files / sizeof *namespace_files)

static ino_t namespace_number(size_t index) {
  struct stat status = {0};
  return stat(namespace_files[index].path, &status) == 0 ? status.st_ino : 0;
}

int32_t oriel_shim_unshare(int32_t namespaces, int32_t *failed) {
  ino_t before[NAMESPACE_FILES];
  for (size_t i = 0; i < NAMESPACE_FILES; i++) before[i] = namespace_number(i);
  *failed = namespaces & CLONE_NEWUSER ? CLONE_NEWUSER : namespaces;
  if (unshare(namespaces) < 0) {
    int error = errno;
    // One after another they tell which one cannot be made; the caller ends in any case.
    for (size_t i = 0; i < NAMESPACE_FILES; i++) {
      int32_t bit = namespaces & namespace_files[i].bit;
      if (bit == 0 || unshare(bit) == 0) continue;
      *failed = bit;
      return -errno;
    }
    return -error;
  }
  for (size_t i = 0; i < NAMESPACE_FILES; i++) {
    int32_t bit = namespaces & namespace_files[i].bit;
    if (bit == 0 || bit == CLONE_NEWPID || namespace_number(i) != before[i]) continue;
    *failed = bit;
    return -ORIEL_SHIM_NOT_IN_FORCE;
  }
  return 0;
}

int32_t oriel_shim_become_user(uint32_t user, uint32_t group) {
  if (setgroups(0, NULL) < 0) return -errno;
  if (setresgid(group, group, group) < 0) return -errno;
  if (setresuid(user, user, user) < 0) return -errno;
  uid_t users[3] = {0};
  gid_t groups[3] = {0};
  if (getresuid(&users[0], &users[1], &users[2]) < 0) return -errno;
  if (getresgid(&groups[0], &groups[1], &groups[2]) < 0) return -errno;
  for (int i = 0; i < 3; i++) {
    if (users[i] != user || groups[i] != group) return -ORIEL_SHIM_NOT_IN_FORCE;
  }
  if (getgroups(0, NULL) != 0) return -ORIEL_SHIM_NOT_IN_FORCE;
  // Changing ids cleared it, and without it the maps of a user namespace cannot be opened.
  return result_of(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
}

int32_t oriel_shim_adopt_orphans(void) {
  int adopts = 0;
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) return -errno;
  if (prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0) < 0) return -errno;
  return adopts == 1 ? 0 : -ORIEL_SHIM_NOT_IN_FORCE;
}

int32_t oriel_shim_new_session_keyring(void) {
  return result_of(syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 ? -1 : 0);
}

int32_t oriel_shim_set_host_name(const char *name) {
  struct utsname now = {0};
  /* The name of the host's domain came with the namespace. */
  if (setdomainname("", 0) < 0 || sethostname(name, strlen(name)) < 0 || uname(&now) < 0) return -errno;
  bool is_named = strcmp(now.nodename, name) == 0 && now.domainname[0] == '\0';
  return is_named ? 0 : -ORIEL_SHIM_NOT_IN_FORCE;
}

int32_t oriel_shim_fork(void) { return result_of(fork()); }

int32_t oriel_shim_watch_children(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) < 0) return -errno;
  return result_of(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

void oriel_shim_acknowledge_children(int32_t descriptor) {
  struct signalfd_siginfo report;
  while (read(descriptor, &report, sizeof report) > 0) continue;
}

const char *oriel_shim_library_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

const char *oriel_shim_variable(int32_t index) { return environ == NULL ? NULL : environ[index]; }

void oriel_shim_print_by_line(void) { (void)setvbuf(stdout, NULL, _IOLBF, 0); }

int32_t oriel_shim_is_filtered(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 2; }

int32_t oriel_shim_landlock_abi(void) {
  long level = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return result_of(level);
}
