/* The acts of the probe on processes, signals, privileges and priorities; see acts.h. */
#ifndef ORIEL_PROBE_PROCESSES_H
#define ORIEL_PROBE_PROCESSES_H

#include "common.h"
#include "files.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

/* MARK: - New processes */

static long long reap(long child) {
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid((pid_t)child, NULL, 0);
  return 0;
}

static long long fork_child(void) { return reap(fork()); }
static long long fork_by_clone(void) { return reap(syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL)); }
static long long fork_upper(void) {
  return reap(syscall(SYS_clone, UPPER | SIGCHLD, NULL, NULL, NULL, NULL));
}
static long long fork_orphan(void) {
  return reap(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL));
}
#ifdef SYS_fork
static long long fork_directly(void) { return reap(syscall(SYS_fork)); }
#else
static long long fork_directly(void) { return fork_child(); }
#endif
static long long fork_by_clone3(void) {
  uint64_t arguments[11] = {0, 0, 0, 0, SIGCHLD, 0, 0, 0, 0, 0, 0};
  return reap(syscall(NUMBER_CLONE3, arguments, sizeof arguments));
}
static long long spawn(void) {
  pid_t child;
  char *const arguments[] = {(char *)"true", NULL};
  int error = posix_spawn(&child, "/usr/bin/true", NULL, NULL, arguments, environ);
  return error != 0 ? error : reap(child);
}
/* Every new namespace, at a fork and at a thread, with and without other upper bits. */
static long long clone_namespaces(void) {
  static const unsigned long flags[] = {
      CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS,
      CLONE_NEWCGROUP,
  };
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
    if (reap(syscall(SYS_clone, flags[i] | SIGCHLD, NULL, NULL, NULL, NULL)) == 0) return 0;
    if (reap(syscall(SYS_clone, UPPER | flags[i] | SIGCHLD, NULL, NULL, NULL, NULL)) == 0) return 0;
  }
  return EPERM;
}
static long long clone_user(void) {
  return reap(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL));
}

static int run_cloned(void *context) {
  (void)context;
  syscall(SYS_exit, 0);
  return 0;
}
/* A thread that shares less than threads do: each could have the limit of descriptors once more. */
static long long clone_thread_without(int missing) {
  static char stack[65536] __attribute__((aligned(16)));
  static int identifier;
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
              CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  __atomic_store_n(&identifier, 1, __ATOMIC_SEQ_CST);
  if (clone(run_cloned, stack + sizeof stack, flags & ~missing, NULL, &identifier, NULL,
            &identifier) < 0)
    return errno;
  while (__atomic_load_n(&identifier, __ATOMIC_SEQ_CST) != 0) sched_yield();
  return 0;
}
static long long clone_thread(void) { return clone_thread_without(0); }
static long long clone_without_files(void) { return clone_thread_without(CLONE_FILES); }
static long long clone_without_fs(void) { return clone_thread_without(CLONE_FS); }

static void *nothing(void *context) { return context; }
static long long start_thread(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, nothing, NULL);
  if (error == 0) pthread_join(thread, NULL);
  return error;
}

/* MARK: - Other programs */

static long long run_true(void) { return execute("/bin/true"); }
static long long run_linker(void) {
  char *const arguments[] = {(char *)"ld.so", (char *)"--help", NULL};
  execve("/lib64/ld-linux-x86-64.so.2", arguments, environ);
  return errno;
}
static long long run_at(void) {
  char *const arguments[] = {(char *)"x", NULL};
  int file = open("/proc/self/exe", O_PATH | O_CLOEXEC), error;
  syscall(SYS_execveat, file < 0 ? 0 : file, "", arguments, environ, AT_EMPTY_PATH);
  error = errno;
  if (file >= 0) close(file);
  return error;
}
static long long run_memory_file(void) {
  char *const arguments[] = {(char *)"x", NULL};
  int file = memfd_create("probe", 0), error;
  if (file < 0) return errno;
  if (write(file, "#!/bin/true\n", 12) != 12) return errno;
  syscall(SYS_execveat, file, "", arguments, environ, UPPER | AT_EMPTY_PATH);
  error = errno;
  close(file);
  return error;
}

/* MARK: - Signals */

/* The parent, or a neighbour where the parent is outside the process namespace and has no number. */
static pid_t someone_else(void) { return getppid() != 0 ? getppid() : 2; }

CALL(kill_parent, kill(someone_else(), 0))
CALL(kill_group, kill(0, 0))
CALL(kill_group_upper, syscall(SYS_kill, UPPER, 0))
CALL(kill_all, kill(-1, 0))
CALL(kill_all_upper, syscall(SYS_kill, 0xFFFFFFFFUL, 0))
CALL(kill_own_group, kill(-getpid(), 0))
CALL(kill_group_of_parent, kill(-someone_else(), 0))
CALL(signal_thread, syscall(SYS_tgkill, someone_else(), someone_else(), 0))
CALL(signal_thread_of_all, syscall(SYS_tgkill, -1, 1, 0))
#ifdef SYS_tkill
CALL(signal_by_tkill, syscall(SYS_tkill, someone_else(), 0))
#else
CALL(signal_by_tkill, kill(someone_else(), 0))
#endif
static siginfo_t queued;
CALL(queue_signal, syscall(SYS_rt_sigqueueinfo, someone_else(), SIGUSR2, &queued))
static long long queue_own_signal(void) {
  queued.si_code = SI_QUEUE;
  return outcome(syscall(SYS_rt_sigqueueinfo, getpid(), 0, &queued));
}
CALL(queue_thread_signal,
     syscall(SYS_rt_tgsigqueueinfo, someone_else(), someone_else(), SIGUSR2, &queued))
OPENING(open_own_process, syscall(SYS_pidfd_open, getpid(), 0))
OPENING(open_parent_process, syscall(SYS_pidfd_open, someone_else(), 0))
CALL(signal_process, syscall(SYS_pidfd_send_signal, 0, 0, NULL, 0))
CALL(signal_own_process, syscall(SYS_pidfd_send_signal, -10000, 0, NULL, 0))
OPENING(take_descriptor, syscall(SYS_pidfd_getfd, 0, 0, 0))
CALL(compare_processes, syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0))
CALL(own_signals, fcntl(1, F_SETOWN, getpid()))
static long long own_signals_of_all(void) {
  struct { int type, pid; } owner = {1, 0};
  return outcome(fcntl(1, 15 /* F_SETOWN_EX */, &owner));
}
CALL(choose_signal, fcntl(1, 10 /* F_SETSIG */, SIGUSR1))
static long long signal_driven(void) {
  int on = 1;
  return outcome(ioctl(1, FIOASYNC, &on));
}
static long long signal_driven_owner(void) {
  int owner = getpid();
  return outcome(ioctl(1, 0x8901 /* FIOSETOWN */, &owner));
}
static long long make_timer(void) {
  timer_t timer;
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_NONE;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return errno;
  timer_delete(timer);
  return 0;
}
CALL(signal_own_thread, syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0))
CALL(signal_self, kill(getpid(), 0))

/* MARK: - Other processes */

static long long read_parent_memory(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)environ, 1};
  return outcome(process_vm_readv(someone_else(), &here, 1, &there, 1, 0));
}
static long long write_parent_memory(void) {
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {(void *)environ, 1};
  return outcome(process_vm_writev(someone_else(), &here, 1, &there, 1, 0));
}
CALL(trace, ptrace(PTRACE_TRACEME, 0, NULL, NULL))
CALL(attach, syscall(SYS_ptrace, PTRACE_ATTACH, someone_else(), NULL, NULL))
CALL(seize, syscall(SYS_ptrace, UPPER | PTRACE_SEIZE, someone_else(), NULL, NULL))
CALL(advise_process, syscall(440, -1, NULL, 0, 4, 0))
static long long limit_of(pid_t process) {
  struct rlimit limit;
  return outcome(prlimit(process, RLIMIT_NOFILE, NULL, &limit));
}
static long long limit_parent(void) { return limit_of(someone_else()); }
static long long limit_neighbour(void) { return limit_of(2); }

/* MARK: - Privileges and priorities */

CALL(become_root, setuid(0))
CALL(become_root_group, setgid(0))
CALL(become_root_all, syscall(SYS_setresuid, 0, 0, 0))
CALL(become_root_upper, syscall(SYS_setresuid, UPPER, UPPER, UPPER))
CALL(take_groups, syscall(SYS_setgroups, 0, NULL))
CALL(become_root_files, (syscall(SYS_setfsuid, -1), -1))
static long long set_capabilities(void) {
  struct { uint32_t version; int pid; } header = {0x20080522, 0};
  uint32_t sets[6] = {0};
  return outcome(syscall(SYS_capset, &header, sets));
}
CALL(new_session, syscall(SYS_setsid))
CALL(new_group, syscall(SYS_setpgid, 0, 0))
CALL(name_host, sethostname("probe", 5))
CALL(name_domain, setdomainname("probe", 5))
CALL(nice_down, setpriority(PRIO_PROCESS, 0, -20))
CALL(nice_other, syscall(SYS_setpriority, PRIO_USER, getuid(), 19))
static long long real_time(void) {
  struct sched_param one = {.sched_priority = 1};
  return outcome(sched_setscheduler(0, SCHED_FIFO, &one));
}
static long long move_processors(void) {
  unsigned long one[16] = {~0UL};
  return outcome(syscall(SYS_sched_setaffinity, 0, sizeof one, one));
}
static long long set_deadline(void) {
  uint64_t attributes[6] = {48 | (uint64_t)6 << 32, 0, 0, 1000000, 2000000, 2000000};
  return outcome(syscall(SYS_sched_setattr, 0, attributes, 0));
}
CALL(disk_priority, syscall(SYS_ioprio_set, 1, 0, 1 << 13))
CALL(dumpable, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
CALL(dumpable_upper, syscall(SYS_prctl, UPPER | PR_SET_DUMPABLE, 1, 0, 0, 0))

/* Every option of prctl but the five that an instance has. */
static long long prctl_options(void) {
  for (unsigned long option = 0; option < 120; option++) {
    if (option == 3 || option == 15 || option == 16 || option == 21 || option == 39) continue;
    for (int upper = 0; upper < 2; upper++) {
      unsigned long value = option | (upper ? UPPER : 0);
      if (syscall(SYS_prctl, value, -1, -1, -1, -1) >= 0 || errno != EPERM) return 0;
    }
  }
  if (prctl(0x59616d61 /* PR_SET_PTRACER */, -1, 0, 0, 0) == 0) return 0;
  return EPERM;
}

/* Every limit, one above what it is. */
static long long raise_limits(void) {
  for (int resource = 0; resource < 16; resource++) {
    struct rlimit limit, raised;
    if (getrlimit(resource, &limit) != 0 || limit.rlim_max == RLIM_INFINITY) continue;
    raised = limit;
    raised.rlim_max += 1;
    if (setrlimit(resource, &raised) == 0 || prlimit(0, resource, &raised, NULL) == 0) return 0;
    raised.rlim_max = RLIM_INFINITY;
    if (setrlimit(resource, &raised) == 0) return 0;
    raised.rlim_cur = RLIM_INFINITY;
    if (setrlimit(resource, &raised) == 0) return 0;
  }
  return EPERM;
}
static long long raise_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return errno;
  limit.rlim_max += 1;
  return outcome(setrlimit(RLIMIT_NOFILE, &limit));
}

/* The highest capability in any set plus one; 0 when there is none. */
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

#endif
