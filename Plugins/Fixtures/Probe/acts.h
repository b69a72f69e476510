/*
 * The acts of the probe. Each function returns 0 or an errno; the queries return a value.
 *
 * Files, "act:/path":  open read write list stat exec unlink mkdir symlink-to chmod dlopen inotify
 * Refused acts:        socket socket-unix socket-netlink abstract-connect fork exec kill-parent
 *                      kill-all ptrace unshare-user unshare-mount clone-user setns mount chroot
 *                      mmap-rwx mprotect-exec memfd-map-exec temporary-map-exec keyctl bpf perf
 *                      io-uring userfaultfd
 *                      process-vm personality prlimit-parent setuid sethostname nice-down dumpable
 *                      seccomp seccomp-listener name-to-handle open-by-handle own-memory
 *                      signal-queue signal-thread connect-dgram stdin-tty raise-limit shm msgget
 *                      mq-open module reboot
 * Allowed acts:        temporary-file own-bundle thread memfd socketpair random clock time-zone
 *                      signal-own-thread
 * Queries:             getpid getuid descriptors environment threads-max capabilities
 *                      no-new-privs seccomp-mode
 *                      net-interfaces (how many there are besides lo), uid-map (how many user ids
 *                      the process's namespace knows); either is -errno when nothing tells it
 */
#ifndef ORIEL_PROBE_ACTS_H
#define ORIEL_PROBE_ACTS_H

#define _GNU_SOURCE
#include "../fixture.h"
#include "sockets.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NO_SUCH_ACT LLONG_MIN

extern char **environ;

/* 0 when a call succeeded, else its errno. */
static long long outcome(long result) { return result < 0 ? errno : 0; }

/* The same for a call that gives a descriptor, which is closed. */
static long long closing(long descriptor) {
  if (descriptor < 0) return errno;
  close((int)descriptor);
  return 0;
}

/* MARK: - Files */

static long long read_file(const char *path) {
  char byte;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t count;
  int error;
  if (descriptor < 0) return errno;
  count = read(descriptor, &byte, 1);
  error = errno;
  close(descriptor);
  return count < 0 ? error : 0;
}

static long long write_file(const char *path) {
  int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
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

static long long act_on_file(const char *name, const char *path) {
  struct stat information;
  if (strcmp(name, "open") == 0) return closing(open(path, O_RDONLY | O_CLOEXEC));
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
  return NO_SUCH_ACT;
}

/* MARK: - Processes */

static long long fork_child(void) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
  return 0;
}

static long long clone_user(void) {
  long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid((pid_t)child, NULL, 0);
  return 0;
}

/* The parent, or a neighbour where the parent is outside the process namespace and has no number. */
static pid_t someone_else(void) { return getppid() != 0 ? getppid() : 2; }

static long long read_parent_memory(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)environ, 1};
  return outcome(process_vm_readv(someone_else(), &here, 1, &there, 1, 0));
}

static void *nothing(void *context) { return context; }

static long long start_thread(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, nothing, NULL);
  if (error == 0) pthread_join(thread, NULL);
  return error;
}

static void *wait_there(void *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

/* How many threads can be started besides this one, at most 1,000. */
static long long count_threads(void) {
  static pthread_t threads[1000];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t small;
  long long count = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_mutex_lock(&gate);
  while (count < 1000 && pthread_create(&threads[count], &small, wait_there, &gate) == 0) count++;
  pthread_mutex_unlock(&gate);
  for (long long i = 0; i < count; i++) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&small);
  return count;
}

static long long raise_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return errno;
  limit.rlim_max += 1;
  return outcome(setrlimit(RLIMIT_NOFILE, &limit));
}

/* MARK: - Memory */

static long long map_executable_memory(void) {
  void *memory =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, 4096);
  return 0;
}

static long long make_memory_executable(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long long result;
  if (memory == MAP_FAILED) return errno;
  result = outcome(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
  munmap(memory, 4096);
  return result;
}

static long long map_executable_memfd(void) {
  int descriptor = memfd_create("probe", MFD_CLOEXEC);
  void *memory;
  int error;
  if (descriptor < 0) return errno;
  if (write(descriptor, "\xc3", 1) != 1) return errno;
  memory = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0);
  error = errno;
  close(descriptor);
  if (memory == MAP_FAILED) return error;
  munmap(memory, 1);
  return 0;
}

static long long write_own_memory(void) {
  static int value;
  int descriptor = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  int error;
  ssize_t count;
  if (descriptor < 0) return errno;
  count = pwrite(descriptor, "x", 1, (off_t)(size_t)&value);
  error = errno;
  close(descriptor);
  return count < 0 ? error : 0;
}

/* MARK: - What is allowed, and queries */

static long long read_own_bundle(const oriel_host *host) {
  char path[4096];
  oriel_bytes directory;
  if (fixture_bundle(host)->resource_directory(&directory) != ORIEL_OK) return EINVAL;
  snprintf(path, sizeof path, "%.*s/Info.plist", (int)directory.length,
           (const char *)directory.data);
  return read_file(path);
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

static long long count_descriptors(void) {
  long long count = 0;
  for (int descriptor = 0; descriptor < 4096; descriptor++)
    if (fcntl(descriptor, F_GETFD) >= 0) count++;
  return count;
}

static long long count_environment(void) {
  long long count = 0;
  while (environ != NULL && environ[count] != NULL) count++;
  return count;
}

/* Maps a file that this process wrote itself as code. */
static long long map_executable_file(const oriel_host *host) {
  char path[4096];
  oriel_bytes directory;
  int descriptor, error;
  void *memory;
  if (fixture_bundle(host)->temporary_directory(&directory) != ORIEL_OK) return EINVAL;
  snprintf(path, sizeof path, "%.*s/code", (int)directory.length, (const char *)directory.data);
  descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0700);
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

/* The highest capability in the bounding set or the permitted set plus one; 0 when there is none. */
static long long find_capability(void) {
  struct { uint32_t version; int pid; } header = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2] = {{0, 0, 0}, {0, 0, 0}};
  if (syscall(SYS_capget, &header, sets) != 0) return -errno;
  for (int i = 63; i >= 0; i--) {
    uint32_t bit = (uint32_t)1 << (i % 32);
    if ((sets[i / 32].permitted | sets[i / 32].effective) & bit) return i + 1;
    if (prctl(PR_CAPBSET_READ, i, 0, 0, 0) == 1) return i + 1;
  }
  return 0;
}

/* MARK: - The list */

typedef long long (*plain_act)(void);
typedef long long (*host_act)(const oriel_host *);

static long long inet(void) { return closing(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }
static long long unix_socket(void) { return closing(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }
static long long netlink(void) { return closing(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0)); }
static long long run_true(void) { return execute("/bin/true"); }
static long long kill_parent(void) { return outcome(kill(someone_else(), 0)); }
static long long kill_all(void) { return outcome(kill(-1, 0)); }
static long long trace(void) { return outcome(ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }
static long long unshare_user(void) { return outcome(unshare(CLONE_NEWUSER)); }
static long long unshare_mount(void) { return outcome(unshare(CLONE_NEWNS)); }
static long long set_namespace(void) { return outcome(setns(0, 0)); }
static long long mount_temporary(void) { return outcome(mount("t", "/tmp", "tmpfs", 0, NULL)); }
static long long change_root(void) { return outcome(chroot("/tmp")); }
static long long keyring(void) { return outcome(syscall(SYS_keyctl, 0, -3, 0, 0, 0)); }
static long long bpf_program(void) { return outcome(syscall(SYS_bpf, 0, NULL, 0)); }
static long long perf(void) { return closing(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0)); }
static long long io_ring(void) { return closing(syscall(SYS_io_uring_setup, 1, NULL)); }
static long long user_fault(void) { return closing(syscall(SYS_userfaultfd, O_CLOEXEC)); }
static long long persona(void) { return outcome(syscall(SYS_personality, 0x0040000)); }
static long long limit_parent(void) {
  struct rlimit limit;
  return outcome(prlimit(someone_else(), RLIMIT_NOFILE, NULL, &limit));
}
static long long become_root(void) { return outcome(setuid(0)); }
static long long name_host(void) { return outcome(sethostname("probe", 5)); }
static long long nice_down(void) { return outcome(setpriority(PRIO_PROCESS, 0, -20)); }
static long long dumpable(void) { return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }
static long long filter(void) { return outcome(syscall(SYS_seccomp, 1, 0, NULL)); }
static long long listener(void) { return outcome(syscall(SYS_seccomp, 1, 1 << 3, NULL)); }
static long long handle_of_name(void) {
  return outcome(syscall(SYS_name_to_handle_at, AT_FDCWD, "/", NULL, NULL, 0));
}
static long long open_handle(void) { return closing(syscall(SYS_open_by_handle_at, 0, NULL, 0)); }
static long long queue_signal(void) {
  return outcome(syscall(SYS_rt_sigqueueinfo, someone_else(), 0, NULL));
}
static long long signal_thread(void) {
  return outcome(syscall(SYS_tgkill, someone_else(), someone_else(), 0));
}
static long long signal_own_thread(void) {
  return outcome(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0));
}
static long long count_users(void) {
  long long first, outside, length, count = 0;
  FILE *map = fopen("/proc/self/uid_map", "re");
  if (map == NULL) return -errno;
  while (fscanf(map, "%lld %lld %lld", &first, &outside, &length) == 3) count += length;
  fclose(map);
  return count;
}
static long long type_into_terminal(void) { return outcome(syscall(SYS_ioctl, 0, 0x5412, "x")); }
static long long shared_memory(void) { return outcome(syscall(SYS_shmget, 0, 4096, 01600)); }
static long long message_queue(void) { return outcome(syscall(SYS_msgget, 0, 01600)); }
static long long open_queue(void) {
  return closing(syscall(SYS_mq_open, "probe", O_RDWR | O_CREAT, 0600, NULL));
}
static long long load_module(void) { return outcome(syscall(SYS_init_module, NULL, 0, "")); }
static long long restart(void) { return outcome(syscall(SYS_reboot, 0, 0, 0, NULL)); }
static long long memory_file(void) { return closing(memfd_create("probe", MFD_CLOEXEC)); }
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
static long long own_pid(void) { return getpid(); }
static long long own_uid(void) { return getuid(); }
static long long no_new_privs(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); }
static long long seccomp_mode(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0); }

static const struct { const char *name; plain_act act; } plain_acts[] = {
    {"socket", inet}, {"socket-unix", unix_socket}, {"socket-netlink", netlink},
    {"abstract-connect", connect_abstract}, {"fork", fork_child}, {"exec", run_true},
    {"kill-parent", kill_parent}, {"kill-all", kill_all}, {"ptrace", trace},
    {"unshare-user", unshare_user}, {"unshare-mount", unshare_mount}, {"clone-user", clone_user},
    {"setns", set_namespace}, {"mount", mount_temporary}, {"chroot", change_root},
    {"mmap-rwx", map_executable_memory}, {"mprotect-exec", make_memory_executable},
    {"memfd-map-exec", map_executable_memfd}, {"keyctl", keyring}, {"bpf", bpf_program},
    {"perf", perf}, {"io-uring", io_ring}, {"userfaultfd", user_fault},
    {"process-vm", read_parent_memory}, {"personality", persona}, {"prlimit-parent", limit_parent},
    {"setuid", become_root}, {"sethostname", name_host}, {"nice-down", nice_down},
    {"dumpable", dumpable}, {"seccomp", filter}, {"seccomp-listener", listener},
    {"name-to-handle", handle_of_name}, {"open-by-handle", open_handle},
    {"own-memory", write_own_memory}, {"signal-queue", queue_signal},
    {"stdin-tty", type_into_terminal}, {"raise-limit", raise_limit}, {"shm", shared_memory},
    {"msgget", message_queue}, {"mq-open", open_queue}, {"module", load_module},
    {"reboot", restart}, {"thread", start_thread}, {"memfd", memory_file}, {"socketpair", make_pair},
    {"random", random_bytes}, {"clock", read_clock}, {"time-zone", read_time_zone},
    {"getpid", own_pid}, {"getuid", own_uid}, {"descriptors", count_descriptors},
    {"environment", count_environment}, {"threads-max", count_threads},
    {"capabilities", find_capability}, {"no-new-privs", no_new_privs},
    {"seccomp-mode", seccomp_mode}, {"connect-dgram", send_to_abstract},
    {"signal-thread", signal_thread}, {"signal-own-thread", signal_own_thread},
    {"net-interfaces", count_interfaces}, {"uid-map", count_users},
};

static const struct { const char *name; host_act act; } host_acts[] = {
    {"temporary-file", write_temporary_file},
    {"own-bundle", read_own_bundle},
    {"temporary-map-exec", map_executable_file},
};

/* Does the act with this name. */
static long long act(const oriel_host *host, const char *name) {
  const char *path = strchr(name, ':');
  if (path != NULL) {
    char verb[32];
    snprintf(verb, sizeof verb, "%.*s", (int)(path - name < 31 ? path - name : 31), name);
    return act_on_file(verb, path + 1);
  }
  for (size_t i = 0; i < sizeof plain_acts / sizeof plain_acts[0]; i++)
    if (strcmp(plain_acts[i].name, name) == 0) return plain_acts[i].act();
  for (size_t i = 0; i < sizeof host_acts / sizeof host_acts[0]; i++)
    if (strcmp(host_acts[i].name, name) == 0) return host_acts[i].act(host);
  return NO_SUCH_ACT;
}

#endif
