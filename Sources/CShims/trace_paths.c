/* Reads what a call points to without following the pointer: it may point nowhere. */
#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <string.h>
#include <sys/syscall.h>

#include "private/trace.h"

#define PAGE 4096 /* the smallest page there is: no copy crosses one */

/* Whether the kernel can read eight bytes, aligned so that they lie on one page. */
static int is_readable(uint64_t address) {
  /* It reads the set before it finds that there is no such way to use it. */
  return trace_call(SYS_rt_sigprocmask, -1, (long)(address & ~7ULL), 0, 8, 0,
                    ORIEL_SHIM_TRACE_COOKIE) != -EFAULT;
}

size_t trace_copy(void *target, uint64_t address, size_t length) {
  char *bytes = target;
  size_t copied = 0;
  /* The kernel copies into a memory file and says how far it came. */
  long file = trace_call(SYS_memfd_create, (long)"oriel-trace", MFD_CLOEXEC, 0, 0, 0, 0);
  while (copied < length) {
    uint64_t place = address + copied;
    size_t part = PAGE - place % PAGE;
    if (part > length - copied) part = length - copied;
    if (file < 0) {
      /* No descriptor is left; then only another thread that unmaps it now could do harm. */
      if (!is_readable(place)) break;
      memcpy(bytes + copied, (const void *)(uintptr_t)place, part);
    } else {
      long written = trace_call(SYS_pwrite64, file, (long)place, (long)part, 0, 0, 0);
      if (written <= 0) break;
      long read = trace_call(SYS_pread64, file, (long)(bytes + copied), written, 0, 0, 0);
      if (read != written) break;
      part = (size_t)read;
    }
    copied += part;
  }
  if (file >= 0) trace_call(SYS_close, file, 0, 0, 0, 0, 0);
  return copied;
}

/* Reads the terminated string at an address; 0 when it has no end, or none within the room. */
static int read_string(char *text, size_t room, uint64_t address) {
  /* Most paths are short, and each copy has a price. */
  for (size_t length = room < 256 ? room : 256;; length = room) {
    size_t count = trace_copy(text, address, length);
    if (memchr(text, '\0', count) != NULL) return 1;
    if (count < length || length == room) return 0;
  }
}

/* Writes the path of a folder, without a slash at its end; 0 when nobody knows it. */
static size_t folder_path(char *text, size_t room, int descriptor) {
  if (descriptor == AT_FDCWD) {
    long length = trace_call(SYS_getcwd, (long)text, (long)room, 0, 0, 0, 0);
    if (length <= 1 || text[0] != '/') return 0;
    return (size_t)length - 1;
  }
  char link[sizeof "/proc/self/fd/" + 10] = "/proc/self/fd/";
  char digits[10];
  size_t count = 0, length = strlen(link);
  if (descriptor < 0) return 0;
  do {
    digits[count++] = (char)('0' + descriptor % 10);
    descriptor /= 10;
  } while (descriptor > 0);
  while (count > 0) link[length++] = digits[--count];
  link[length] = '\0';
  long written = trace_call(SYS_readlinkat, AT_FDCWD, (long)link, (long)text, (long)room, 0,
                            ORIEL_SHIM_TRACE_COOKIE);
  return written > 0 && text[0] == '/' ? (size_t)written : 0;
}

/* Takes ".", ".." and doubled slashes out of an absolute path. */
static void normalise(char *path) {
  char *end = path;
  for (const char *rest = path; *rest != '\0';) {
    while (*rest == '/') rest++;
    size_t length = strcspn(rest, "/");
    if (length == 2 && rest[0] == '.' && rest[1] == '.') {
      while (end > path && *--end != '/') continue;
    } else if (length > 0 && !(length == 1 && rest[0] == '.')) {
      *end++ = '/';
      memmove(end, rest, length);
      end += length;
    }
    rest += length;
  }
  if (end == path) *end++ = '/';
  *end = '\0';
}

int trace_read_path(char text[TRACE_PATH], const trace_request *call, int argument, int folder) {
  text[0] = '\0';
  if (!read_string(text, TRACE_PATH, call->arguments[argument])) {
    text[0] = '\0';
    return 0;
  }
  if (text[0] != '/') {
    /* An empty one means a descriptor. */
    if (text[0] == '\0') return 0;
    int descriptor = folder < 0 ? AT_FDCWD : (int)call->arguments[folder];
    size_t length = strlen(text);
    size_t before = folder_path(text + length + 1, TRACE_PATH - length - 1, descriptor);
    if (before == 0 || length + before + 2 > TRACE_PATH - length - 1) return 1;
    /* folder/text, moved to the front. */
    char *both = text + length + 1;
    both[before] = '/';
    memcpy(both + before + 1, text, length);
    memmove(text, both, before + 1 + length);
    text[before + 1 + length] = '\0';
  }
  normalise(text);
  return 1;
}

/* MARK: - Which arguments are paths */

typedef struct trace_shape {
  int number;
  trace_paths paths;
} trace_shape;

/* A path, one beneath a folder's descriptor, and two of each. */
#define AT(number, path) {number, {path, -1, -1, -1}}
#define BENEATH(number, folder, path) {number, {path, -1, folder, -1}}
#define TWO(number) {number, {0, 1, -1, -1}}
#define TWO_BENEATH(number) {number, {1, 3, 0, 2}}

static const trace_shape shapes[] = {
    BENEATH(SYS_openat, 0, 1), BENEATH(SYS_openat2, 0, 1), BENEATH(SYS_newfstatat, 0, 1),
    BENEATH(SYS_statx, 0, 1), BENEATH(SYS_faccessat, 0, 1), BENEATH(SYS_faccessat2, 0, 1),
    BENEATH(SYS_readlinkat, 0, 1), BENEATH(SYS_mkdirat, 0, 1), BENEATH(SYS_unlinkat, 0, 1),
    BENEATH(SYS_mknodat, 0, 1), BENEATH(SYS_fchmodat, 0, 1), BENEATH(SYS_fchownat, 0, 1),
    BENEATH(SYS_utimensat, 0, 1), BENEATH(SYS_execveat, 0, 1), BENEATH(SYS_name_to_handle_at, 0, 1),
    BENEATH(SYS_inotify_add_watch, -1, 1), BENEATH(SYS_symlinkat, 1, 2),
    AT(SYS_execve, 0), AT(SYS_chdir, 0), AT(SYS_statfs, 0), AT(SYS_truncate, 0),
    AT(SYS_setxattr, 0), AT(SYS_lsetxattr, 0), AT(SYS_removexattr, 0), AT(SYS_lremovexattr, 0),
    AT(SYS_acct, 0), AT(SYS_mq_open, 0), AT(SYS_mq_unlink, 0),
    TWO_BENEATH(SYS_renameat2), TWO_BENEATH(SYS_linkat),
#ifdef SYS_renameat
    TWO_BENEATH(SYS_renameat),
#endif
#ifdef SYS_open /* aarch64 has none of these */
    AT(SYS_open, 0), AT(SYS_creat, 0), AT(SYS_stat, 0), AT(SYS_lstat, 0), AT(SYS_access, 0),
    AT(SYS_readlink, 0), AT(SYS_mkdir, 0), AT(SYS_rmdir, 0), AT(SYS_unlink, 0), AT(SYS_chmod, 0),
    AT(SYS_chown, 0), AT(SYS_lchown, 0), AT(SYS_mknod, 0), AT(SYS_symlink, 1), TWO(SYS_rename),
    TWO(SYS_link),
#endif
};

trace_paths trace_paths_of(long number) {
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    if (shapes[i].number == number) return shapes[i].paths;
  }
  return (trace_paths){-1, -1, -1, -1};
}
