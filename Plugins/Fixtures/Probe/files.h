/* The acts of the probe on files; see acts.h. */
#ifndef ORIEL_PROBE_FILES_H
#define ORIEL_PROBE_FILES_H

#include "common.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>

static long long read_file(const char *path) {
  char byte;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t count;
  int error;
  if (descriptor < 0) return errno;
  count = read(descriptor, &byte, 1);
  error = errno;
  close(descriptor);
  return count < 0 ? error : 0;
}

static long long write_file(const char *path) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
  ssize_t count;
  int error;
  if (descriptor < 0) return errno;
  count = write(descriptor, "x", 1);
  error = errno;
  close(descriptor);
  return count < 0 ? error : 0;
}

static long long list_directory(const char *path) {
  DIR *directory = opendir(path);
  if (directory == NULL) return errno;
  closedir(directory);
  return 0;
}

static long long execute(const char *path) {
  char *const arguments[] = {(char *)path, NULL};
  execve(path, arguments, environ);
  return errno;
}

static long long watch(const char *path) {
  int descriptor = inotify_init1(IN_CLOEXEC);
  long result;
  int error;
  if (descriptor < 0) return errno;
  result = inotify_add_watch(descriptor, path, IN_ALL_EVENTS);
  error = errno;
  close(descriptor);
  return result < 0 ? error : 0;
}

static long long load_library(const char *path) {
  errno = 0;
  if (dlopen(path, RTLD_NOW | RTLD_LOCAL) != NULL) return 0;
  return errno != 0 ? errno : ENOEXEC;
}

/* Opens a file as a place, which asks nobody, and then the same file through its descriptor. */
static long long open_by_place(const char *path, int flags) {
  char again[64];
  int place = open(path, O_PATH | O_CLOEXEC), descriptor, error;
  if (place < 0) return errno;
  snprintf(again, sizeof again, "/proc/self/fd/%d", place);
  descriptor = open(again, flags | O_CLOEXEC);
  error = errno;
  close(place);
  if (descriptor < 0) return error;
  close(descriptor);
  return 0;
}

static long long act_on_file(const char *name, const char *path) {
  struct stat information;
  if (strcmp(name, "open") == 0) return closing(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (strcmp(name, "read") == 0) return read_file(path);
  if (strcmp(name, "write") == 0) return write_file(path);
  if (strcmp(name, "list") == 0) return list_directory(path);
  if (strcmp(name, "stat") == 0) return outcome(stat(path, &information));
  if (strcmp(name, "exec") == 0) return execute(path);
  if (strcmp(name, "unlink") == 0) return outcome(unlink(path));
  if (strcmp(name, "mkdir") == 0) return outcome(mkdir(path, 0700));
  if (strcmp(name, "symlink-to") == 0) {
    unlink("/tmp/probe-link");
    if (symlink(path, "/tmp/probe-link") != 0) return errno;
    return read_file("/tmp/probe-link");
  }
  if (strcmp(name, "chmod") == 0) return outcome(chmod(path, 04777));
  if (strcmp(name, "dlopen") == 0) return load_library(path);
  if (strcmp(name, "inotify") == 0) return watch(path);
  if (strcmp(name, "truncate") == 0) return closing(open(path, O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (strcmp(name, "tmpfile") == 0) return closing(open(path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (strcmp(name, "place-read") == 0) return open_by_place(path, O_RDONLY);
  if (strcmp(name, "place-write") == 0) return open_by_place(path, O_RDWR);
  return NO_SUCH_ACT;
}

/* MARK: - Leaving the tree */

/* Opens what lies above a folder, step by step. */
static long long climb(const char *from, const char *target) {
  char path[512] = "";
  int directory = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC), descriptor, error;
  if (directory < 0) return errno;
  for (int i = 0; i < 60; i++) strcat(path, "../");
  strcat(path, target);
  descriptor = openat(directory, path, O_RDONLY | O_CLOEXEC);
  error = errno;
  close(directory);
  if (descriptor < 0) return error;
  close(descriptor);
  return 0;
}
static long long climb_from_bundle(void) { return climb("/extension", "etc/passwd"); }
static long long climb_from_temporary(void) { return climb("/tmp", "etc/passwd"); }
static long long climb_from_library(void) { return climb("/usr/lib", "etc/passwd"); }
static long long climb_from_root_link(void) { return climb("/proc/self/root", "etc/passwd"); }
static long long climb_from_task(void) { return climb("/proc/self/task/1/cwd", "etc/passwd"); }

static long long change_folder_up(void) {
  long long result;
  for (int i = 0; i < 60; i++)
    if (chdir("..") != 0) return errno;
  result = read_file("etc/passwd");
  if (chdir("/tmp") != 0) return errno;
  return result;
}

/* Any descriptor that is a folder outside, as CVE-2024-21626 used. */
static long long open_through_descriptors(void) {
  for (int i = 0; i < 256; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d/etc/passwd", i);
    if (read_file(path) == 0) return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d/../../../../../../etc/passwd", i);
    if (read_file(path) == 0) return 0;
    if (closing(openat(i, "etc/passwd", O_RDONLY | O_CLOEXEC)) == 0) return 0;
    if (closing(openat(i, "../../../../../../etc/passwd", O_RDONLY | O_CLOEXEC)) == 0) return 0;
  }
  return ENOENT;
}

/* The files behind this process's mappings, the runner's program among them. */
static long long open_mapped_files(void) {
  DIR *directory = opendir("/proc/self/map_files");
  struct dirent *entry;
  long long result = ENOENT;
  if (directory == NULL) return errno;
  while (result != 0 && (entry = readdir(directory)) != NULL)
    if (entry->d_name[0] != '.')
      result = closing(openat(dirfd(directory), entry->d_name, O_RDONLY | O_CLOEXEC));
  closedir(directory);
  return result;
}

/* MARK: - Making and changing what should not be */

static void make_temporary(void) {
  close(open("/tmp/probe-file", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static long long cleaning(long result) {
  int error = errno;
  unlink("/tmp/probe-file");
  unlink("/tmp/probe-other");
  return result < 0 ? error : 0;
}

static long long link_file(void) {
  make_temporary();
  return cleaning(link("/tmp/probe-file", "/tmp/probe-other"));
}
static long long link_runner(void) {
  return cleaning(linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "/tmp/probe-other", AT_SYMLINK_FOLLOW));
}
static long long link_unnamed(void) {
  char path[64];
  long result;
  int file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  result = linkat(AT_FDCWD, path, AT_FDCWD, "/tmp/probe-other", AT_SYMLINK_FOLLOW);
  if (result < 0) result = linkat(file, "", AT_FDCWD, "/tmp/probe-other", AT_EMPTY_PATH);
  close(file);
  return cleaning(result);
}
static long long make_symlink(void) { return cleaning(symlink("/etc/passwd", "/tmp/probe-other")); }
static long long make_symlink_at(void) {
  return cleaning(symlinkat("/", AT_FDCWD, "/tmp/probe-other"));
}
static long long rename_leaving_device(void) {
  make_temporary();
  return cleaning(
      syscall(SYS_renameat2, AT_FDCWD, "/tmp/probe-file", AT_FDCWD, "/tmp/probe-other", 4));
}
static long long rename_leaving_device_upper(void) {
  make_temporary();
  return cleaning(syscall(
      SYS_renameat2, AT_FDCWD, "/tmp/probe-file", AT_FDCWD, "/tmp/probe-other", UPPER | 5));
}
static long long make_node(mode_t mode) {
  return cleaning(mknod("/tmp/probe-other", mode | 0600, (dev_t)(1 << 8 | 3)));
}
static long long make_device(void) { return make_node(S_IFCHR); }
static long long make_block_device(void) { return make_node(S_IFBLK); }
static long long make_fifo(void) { return make_node(S_IFIFO); }
static long long make_socket_node(void) { return make_node(S_IFSOCK); }
static long long make_node_at(void) {
  return cleaning(mknodat(AT_FDCWD, "/tmp/probe-other", S_IFCHR | 0600, 0));
}

static long long change_temporary(int what) {
  long result = -1;
  make_temporary();
  if (what == 0) result = chmod("/tmp/probe-file", 06777);
  if (what == 1) result = syscall(NUMBER_FCHMODAT2, AT_FDCWD, "/tmp/probe-file", 06777, 0);
  if (what == 2) result = chown("/tmp/probe-file", 0, 0);
  if (what == 3) result = syscall(SYS_setxattr, "/tmp/probe-file", "user.x", "x", 1, 0);
  if (what == 4) result = utimensat(AT_FDCWD, "/tmp/probe-file", NULL, 0);
  if (what == 5) result = truncate("/tmp/probe-file", 0);
  if (what == 6) result = fchmodat(AT_FDCWD, "/tmp/probe-file", 04755, 0);
  if (what == 7) result = lchown("/tmp/probe-file", 0, 0);
  return cleaning(result);
}
static long long set_mode(void) { return change_temporary(0); }
static long long set_mode_new(void) { return change_temporary(1); }
static long long set_owner(void) { return change_temporary(2); }
static long long set_attribute(void) { return change_temporary(3); }
static long long set_times(void) { return change_temporary(4); }
static long long cut_by_path(void) { return change_temporary(5); }
static long long set_mode_at(void) { return change_temporary(6); }
static long long set_link_owner(void) { return change_temporary(7); }

/* A mode with set-id bits at creation: what counts is whether the bits are there. */
static long long create_set_id(void) {
  struct stat information;
  int file = open("/tmp/probe-file", O_WRONLY | O_CREAT | O_CLOEXEC, 06777), harmless;
  if (file < 0) return errno;
  /* The mount is nosuid and noexec, and nothing can be executed at all. */
  harmless = fstat(file, &information) == 0 && execute("/tmp/probe-file") != 0;
  close(file);
  unlink("/tmp/probe-file");
  return harmless ? EPERM : 0;
}

static long long lock_file(int how) {
  struct flock range;
  int file, error;
  long result;
  file = open(how < 2 ? "/tmp/probe-file" : "/usr/lib", how < 2 ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  memset(&range, 0, sizeof range);
  range.l_type = F_WRLCK;
  result = how == 0 ? fcntl(file, F_SETLK, &range) : syscall(SYS_flock, file, 6);
  error = errno;
  close(file);
  if (how < 2) unlink("/tmp/probe-file");
  return result < 0 ? error : 0;
}
static long long lock_range(void) { return lock_file(0); }
static long long lock_whole(void) { return lock_file(1); }
static long long lock_system_file(void) { return lock_file(2); }

CALL(rename_bundle_file, rename("/extension/Info.plist", "/extension/Other.plist"))
CALL(rename_into_bundle, rename("/tmp", "/extension/tmp"))
CALL(rename_root_folder, rename("/usr", "/other"))
CALL(exchange_bundle, syscall(SYS_renameat2, AT_FDCWD, "/extension", AT_FDCWD, "/tmp", 2))
CALL(remove_mount_point, rmdir("/extension"))

/* Bytes that are code, in a file that this process wrote itself. */
static long long map_written_code(const char *path) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0700), error;
  void *memory;
  if (descriptor < 0) return errno;
  if (write(descriptor, "\xc3", 1) != 1) return errno;
  memory = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0);
  error = errno;
  close(descriptor);
  unlink(path);
  if (memory == MAP_FAILED) return error;
  munmap(memory, 1);
  return 0;
}
static long long map_temporary_code(void) { return map_written_code("/tmp/probe-code"); }
static long long map_unnamed_code(void) {
  int descriptor = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0700), error;
  void *memory;
  if (descriptor < 0) return errno;
  if (write(descriptor, "\xc3", 1) != 1) return errno;
  memory = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_SHARED, descriptor, 0);
  error = errno;
  close(descriptor);
  if (memory == MAP_FAILED) return error;
  munmap(memory, 1);
  return 0;
}

/* A library of the system, copied to where this process may write. */
static long long load_copied_library(void) {
  static char buffer[65536];
  int source = open("/lib64/ld-linux-x86-64.so.2", O_RDONLY | O_CLOEXEC);
  int copy = open("/tmp/probe-file", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  ssize_t count;
  long long result;
  if (source < 0) source = open("/lib/ld-linux-aarch64.so.1", O_RDONLY | O_CLOEXEC);
  if (source < 0 || copy < 0) return errno;
  while ((count = read(source, buffer, sizeof buffer)) > 0)
    if (write(copy, buffer, (size_t)count) != count) return errno;
  close(source);
  close(copy);
  result = load_library("/tmp/probe-file");
  unlink("/tmp/probe-file");
  return result;
}

/* MARK: - What is allowed */

/* Everything a program does with files in its temporary folder. */
static long long use_temporary_folder(void) {
  int file, unnamed;
  if (mkdir("/tmp/probe-folder", 0700) != 0) return errno;
  file = open("/tmp/probe-folder/a", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  if (write(file, "text", 4) != 4 || ftruncate(file, 2) != 0 || fsync(file) != 0) return errno;
  close(file);
  if (rename("/tmp/probe-folder/a", "/tmp/probe-folder/b") != 0) return errno;
  if (syscall(SYS_renameat2, AT_FDCWD, "/tmp/probe-folder/b", AT_FDCWD, "/tmp/probe-folder/c", 1))
    return errno;
  if (list_directory("/tmp/probe-folder") != 0 || unlink("/tmp/probe-folder/c") != 0) return errno;
  if (rmdir("/tmp/probe-folder") != 0) return errno;
  unnamed = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return closing(unnamed);
}

static long long write_temporary_file(const oriel_host *host) {
  char path[4096];
  oriel_bytes directory;
  long long result;
  if (fixture_bundle(host)->temporary_directory(&directory) != ORIEL_OK) return EINVAL;
  snprintf(path, sizeof path, "%.*s/probe", (int)directory.length, (const char *)directory.data);
  result = write_file(path);
  if (result == 0) result = read_file(path);
  unlink(path);
  return result;
}

static long long read_own_bundle(const oriel_host *host) {
  char path[4096];
  oriel_bytes directory;
  if (fixture_bundle(host)->resource_directory(&directory) != ORIEL_OK) return EINVAL;
  snprintf(path, sizeof path, "%.*s/Info.plist", (int)directory.length,
           (const char *)directory.data);
  return read_file(path);
}

static long long map_executable_file(const oriel_host *host) {
  char path[4096];
  oriel_bytes directory;
  if (fixture_bundle(host)->temporary_directory(&directory) != ORIEL_OK) return EINVAL;
  snprintf(path, sizeof path, "%.*s/code", (int)directory.length, (const char *)directory.data);
  return map_written_code(path);
}

#endif
