/* The acts of the probe on what a careless host leaves lying around; see acts.h. */
#ifndef ORIEL_PROBE_HYGIENE_H
#define ORIEL_PROBE_HYGIENE_H

#include "common.h"

#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>

/* Reads a small file whole, as a terminated text. */
static const char *read_text(const char *path) {
  static char text[65536];
  size_t length = 0;
  ssize_t count;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  while (length < sizeof text - 1 && (count = read(file, text + length, sizeof text - 1 - length)) > 0)
    length += (size_t)count;
  close(file);
  text[length] = 0;
  return text;
}

/* MARK: - Memory */

/* Nothing to be looked for stands anywhere in plain. */
#define VEIL 0x5A
/* "oriel-careless-secret-7f3a9c", which careless hosts of the tests hold. */
static const unsigned char secret[] = {
    0x35, 0x28, 0x33, 0x3F, 0x36, 0x77, 0x39, 0x3B, 0x28, 0x3F, 0x36, 0x3F, 0x29, 0x29, 0x77, 0x29,
    0x3F, 0x39, 0x28, 0x3F, 0x2E, 0x77, 0x6D, 0x3C, 0x69, 0x3B, 0x63, 0x39,
};

static bool region_has(const unsigned char *from, const unsigned char *to,
                       const unsigned char *veiled, size_t length) {
  const unsigned char *at = from;
  if ((size_t)(to - from) < length) return false;
  while ((at = memchr(at, veiled[0] ^ VEIL, (size_t)(to - at) - length + 1)) != NULL) {
    size_t same = 1;
    while (same < length && at[same] == (veiled[same] ^ VEIL)) same++;
    if (same == length) return true;
    if (++at > to - length) return false;
  }
  return false;
}

/* Looks through all memory of the process that is not simply a file of the system. */
static long long scan_memory(const unsigned char *veiled, size_t length) {
  static char maps[262144];
  size_t size = 0;
  ssize_t count;
  char *line = maps;
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  while (size < sizeof maps - 1 && (count = read(file, maps + size, sizeof maps - 1 - size)) > 0)
    size += (size_t)count;
  close(file);
  maps[size] = 0;
  while (*line != 0) {
    unsigned long from, to;
    char rights[8], *next = strchr(line, '\n');
    if (next == NULL) break;
    *next = 0;
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[0] == 'r' &&
        (rights[1] == 'w' || strchr(line, '/') == NULL) && strstr(line, "[v") == NULL &&
        region_has((const unsigned char *)from, (const unsigned char *)to, veiled, length))
      return 0;
    line = next + 1;
  }
  return ENOENT;
}
static long long find_secret(void) { return scan_memory(secret, sizeof secret); }

/* Looks for bytes that are given in hexadecimal digits and veiled. */
static long long scan_for(const char *digits) {
  static unsigned char veiled[256];
  size_t length = 0;
  unsigned value;
  while (length < sizeof veiled && sscanf(digits + 2 * length, "%2x", &value) == 1)
    veiled[length++] = (unsigned char)value;
  return length < 4 ? EINVAL : scan_memory(veiled, length);
}

/* MARK: - Environment and arguments */

static long long find_variable(void) {
  static const char *const known[] = {"HOME=/tmp", "TMPDIR=/tmp", "LANG=", "TZ=", "LC_"};
  for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      if (strncmp(*variable, known[i], strlen(known[i])) == 0) is_known = true;
    if (!is_known) return 0;
  }
  return ENOENT;
}
static long long find_loader_variable(void) {
  static const char *const names[] = {"LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "GLIBC_TUNABLES",
                                      "GCONV_PATH", "LOCPATH", "MALLOC_ARENA_MAX", "PATH"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (getenv(names[i]) != NULL) return 0;
  return ENOENT;
}
static long long find_argument(void) {
  static const char expected[] = "oriel-runner";
  char line[256];
  int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t count;
  if (file < 0) return errno;
  count = read(file, line, sizeof line);
  close(file);
  return found(count != sizeof expected || memcmp(line, expected, sizeof expected) != 0);
}
static long long count_environment(void) {
  long long count = 0;
  while (environ != NULL && environ[count] != NULL) count++;
  return count;
}

/* MARK: - Descriptors */

static long long count_descriptors(void) {
  long long count = 0;
  for (int descriptor = 0; descriptor < 4096; descriptor++)
    if (fcntl(descriptor, F_GETFD) >= 0) count++;
  return count;
}

/* A descriptor that is neither a standard one nor the channel nor a wake-up of this process. */
static long long find_descriptor(void) {
  static const char *const known[] = {"/dev/null", "pipe:[", "socket:[", "anon_inode:[eventfd]",
                                      "anon_inode:[eventpoll]", "anon_inode:[timerfd]"};
  for (int descriptor = 0; descriptor < 4096; descriptor++) {
    char path[64], target[256] = "";
    bool is_known = false;
    if (fcntl(descriptor, F_GETFD) < 0) continue;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    if (readlink(path, target, sizeof target - 1) < 0) return 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      if (strncmp(target, known[i], strlen(known[i])) == 0) is_known = true;
    /* Sockets and pipes of others would be known kinds too: the channel alone is one beyond 2. */
    if (descriptor > 3 && (strncmp(target, "socket:", 7) == 0 || strncmp(target, "pipe:", 5) == 0))
      is_known = false;
    if (!is_known) return 0;
  }
  return ENOENT;
}
static long long find_folder_descriptor(void) {
  for (int descriptor = 0; descriptor < 4096; descriptor++) {
    struct stat information;
    if (fstat(descriptor, &information) == 0 && S_ISDIR(information.st_mode)) return 0;
  }
  return ENOENT;
}
/* Flags of the standard input that another instance of the same fork server would see. */
static long long input_flags(void) { return fcntl(0, F_GETFL); }
CALL(mark_input, fcntl(0, F_SETFL, O_APPEND | O_NONBLOCK))

/* MARK: - The process */

static long long find_folder(void) {
  char path[256];
  return found(getcwd(path, sizeof path) == NULL || strcmp(path, "/tmp") != 0);
}
static long long find_mask(void) {
  mode_t mask = umask(022);
  umask(mask);
  return found(mask != 022);
}
static long long find_blocked_signal(void) {
  sigset_t mask;
  if (sigprocmask(SIG_SETMASK, NULL, &mask) != 0) return errno;
  for (int number = 1; number < NSIG; number++)
    if (number != SIGUSR1 && sigismember(&mask, number) == 1) return 0;
  return ENOENT;
}
static long long find_disposition(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    /* Oriel's own, for an instance's last words; the first is of the place that calls this. */
    if (number == SIGUSR1 || number == SIGABRT || number == SIGSEGV || number == SIGBUS ||
        number == SIGILL || sigaction(number, NULL, &action) != 0)
      continue;
    if (number == SIGPIPE ? action.sa_handler != SIG_IGN : action.sa_handler != SIG_DFL) return 0;
  }
  return ENOENT;
}
/* A field of /proc/self/stat, counted from 1; its second one may hold anything. */
static long long status_field(int number) {
  const char *text = read_text("/proc/self/stat"), *at = text == NULL ? NULL : strrchr(text, ')');
  if (at == NULL) return -1;
  for (int field = 2; field < number; field++)
    if ((at = strchr(at + 1, ' ')) == NULL) return -1;
  return strtoll(at + 1, NULL, 10);
}
static long long find_terminal(void) {
  if (status_field(7) != 0) return 0;
  return closing(open("/dev/tty", O_RDWR | O_CLOEXEC));
}
static long long find_session(void) { return found(getsid(0) != getpid() || getpgid(0) != getpid()); }
static long long find_parent(void) { return found(getppid() != 0); }
static long long find_host_name(void) {
  struct utsname names;
  if (uname(&names) != 0) return errno;
  if (strcmp(names.nodename, "oriel") != 0) return 0;
  /* The GNU name of the field, which POSIX does not have. */
  return found(names.domainname[0] != 0 && strcmp(names.domainname, "(none)") != 0);
}
static long long find_user(void) {
  gid_t groups[256];
  int count = getgroups(256, groups);
  if (getuid() == 0 || geteuid() == 0 || getgid() == 0 || getegid() == 0) return 0;
  for (int i = 0; i < count; i++)
    if (groups[i] == 0) return 0;
  return ENOENT;
}
/* The hexadecimal or decimal number of a line of /proc/self/status. */
static long long status_line(const char *name, int base) {
  const char *text = read_text("/proc/self/status"), *line = text == NULL ? NULL : strstr(text, name);
  return line == NULL ? -1 : strtoll(line + strlen(name), NULL, base);
}
static long long find_capability_line(void) {
  static const char *const names[] = {"\nCapInh:\t", "\nCapPrm:\t", "\nCapEff:\t", "\nCapBnd:\t",
                                      "\nCapAmb:\t"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (status_line(names[i], 16) != 0) return 0;
  return ENOENT;
}
static long long find_open_filter(void) {
  return found(status_line("\nNoNewPrivs:\t", 10) != 1 || status_line("\nSeccomp:\t", 10) != 2);
}
static long long find_dumpable(void) { return found(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0); }
static long long find_personality(void) { return found(personality(0xFFFFFFFF) != 0); }
static long long find_priority(void) {
  errno = 0;
  return found(getpriority(PRIO_PROCESS, 0) < 5 || sched_getscheduler(0) != SCHED_OTHER);
}
static long long find_memory_privilege(void) {
  const char *text = read_text("/proc/self/oom_score_adj");
  return found(text == NULL || strtol(text, NULL, 10) < 500);
}
static long long find_core_size(void) {
  struct rlimit limit;
  return found(getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_max != 0);
}
static long long find_control_group(void) {
  const char *text = read_text("/proc/self/cgroup");
  for (const char *line = text; line != NULL && *line != 0;) {
    const char *end = strchr(line, '\n');
    if (end == NULL) break;
    /* The path is the last field: the namespace makes it the root. */
    if (end - line < 2 || end[-1] != '/' || end[-2] != ':') return 0;
    line = end + 1;
  }
  return text == NULL ? EACCES : ENOENT;
}
static long long find_process(void) {
  /* Processes that /proc shows besides this one. */
  DIR *directory = opendir("/proc");
  struct dirent *entry;
  long long others = 0;
  if (directory == NULL) return errno;
  while ((entry = readdir(directory)) != NULL)
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && strcmp(entry->d_name, "1") != 0)
      others++;
  closedir(directory);
  return found(others > 0);
}

static long long own_pid(void) { return getpid(); }
static long long own_uid(void) { return getuid(); }
static long long no_new_privs(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); }
static long long seccomp_mode(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0); }
static long long random_bytes(void) {
  char bytes[16];
  return outcome(syscall(SYS_getrandom, bytes, sizeof bytes, 0));
}
static long long read_clock(void) {
  struct timespec now;
  return outcome(clock_gettime(CLOCK_REALTIME, &now));
}
static long long read_time_zone(void) {
  time_t now = time(NULL);
  struct tm parts;
  tzset();
  return localtime_r(&now, &parts) != NULL ? 0 : EINVAL;
}

static long long count_users(void) {
  long long first, outside, length, count = 0;
  FILE *map = fopen("/proc/self/uid_map", "re");
  if (map == NULL) return -errno;
  while (fscanf(map, "%lld %lld %lld", &first, &outside, &length) == 3) count += length;
  fclose(map);
  return count;
}

#endif
