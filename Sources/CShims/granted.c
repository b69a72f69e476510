#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <unistd.h>

#include "CShimsInstance.h"
#include "CShimsKernel.h"

/* The longest path of a granted directory: "/groups/" and the longest name of a file. */
#define LONGEST_PATH 512

/* The shims give a negated error number. */
static int checked(int32_t result) {
  if (result >= 0) return result;
  errno = -result;
  return -1;
}

/* Attaches a tree and closes its descriptor. */
static int attach(int32_t tree, int root, const char *path) {
  if (checked(tree) < 0) return -1;
  int result = checked(oriel_shim_attach_tree(tree, root, path));
  int error = errno;
  close(tree);
  errno = error;
  return result;
}

/* Makes a part of the common root appear in the new one. */
static int show(const oriel_shim_root_entry *entry, int root, const char *hidden) {
  const char *name = entry->path + 1;
  if (entry->link != NULL) return symlinkat(entry->link, root, name);
  if (entry->is_file) {
    int file = openat(root, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    if (file < 0) return -1;
    close(file);
  } else if (mkdirat(root, name, 0755) < 0) {
    return -1;
  }
  /* The new root itself lies there, and something else will. */
  if (strcmp(entry->path, hidden) == 0) return 0;
  return attach(oriel_shim_clone_tree(AT_FDCWD, entry->path), root, name);
}

/* Makes the directory of a path in a root, with those above it. */
static int make_directories(int root, const char *path) {
  char part[LONGEST_PATH];
  size_t length = strlen(path);
  if (path[0] != '/' || length >= sizeof part) {
    errno = ENAMETOOLONG;
    return -1;
  }
  for (size_t i = 1; i <= length; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    memcpy(part, path + 1, i - 1);
    part[i - 1] = '\0';
    if (mkdirat(root, part, 0755) < 0 && errno != EEXIST) return -1;
  }
  return 0;
}

/* Attaches a granted directory, from which nothing may be executed. */
static int grant(const oriel_shim_tree *tree, int root) {
  if (make_directories(root, tree->path) < 0) return -1;
  if (checked(oriel_shim_attach_tree(tree->descriptor, root, tree->path + 1)) < 0) return -1;
  const unsigned long wanted = ST_NOSUID | ST_NODEV | ST_NOEXEC;
  struct statvfs status;
  int place = openat(root, tree->path + 1, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) return -1;
  int result = fstatvfs(place, &status);
  close(place);
  if (result < 0) return -1;
  if ((status.f_flag & wanted) == wanted) return 0;
  errno = ORIEL_SHIM_NOT_IN_FORCE;
  return -1;
}

static int fill(const oriel_shim_plan *plan, int root) {
  for (uint64_t i = 0; i < plan->root_entry_count; i++) {
    if (show(&plan->root_entries[i], root, plan->bundle_path) < 0) return -1;
  }
  for (uint64_t i = 0; i < plan->tree_count; i++) {
    if (grant(&plan->trees[i], root) < 0) return -1;
  }
  uint64_t restrictions =
      ORIEL_SHIM_MOUNT_READ_ONLY | ORIEL_SHIM_MOUNT_NO_SET_ID | ORIEL_SHIM_MOUNT_NO_DEVICES;
  if (checked(oriel_shim_restrict_tree(root, restrictions, 0)) < 0) return -1;
  return checked(oriel_shim_change_root(root));
}

int oriel_shim_enter_granted_root(const oriel_shim_plan *plan) {
  int root = checked(oriel_shim_new_tmpfs("128k"));
  if (root < 0) return -1;
  int result = checked(oriel_shim_attach_tree(root, AT_FDCWD, plan->bundle_path));
  if (result == 0) result = fill(plan, root);
  int error = errno;
  close(root);
  errno = error;
  return result;
}
