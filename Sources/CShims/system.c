#include "CShimsSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008u
#endif

_Static_assert(EPOLLIN == ORIEL_SHIM_READABLE && EPOLLOUT == ORIEL_SHIM_WRITABLE &&
                   EPOLLERR == ORIEL_SHIM_FAILED && EPOLLHUP == ORIEL_SHIM_HUNG_UP,
               "the event bits are the kernel's");
_Static_assert((F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == ORIEL_SHIM_SEAL_ALL,
               "the seal bits are the kernel's");

/// The result of a call that gives -1 on failure, as this header promises it.
static int32_t checked(long result) { return result < 0 ? -errno : (int32_t)result; }

const char *oriel_shim_error_name(int32_t error) { return strerrorname_np(error); }

const char *oriel_shim_error_message(int32_t error) { return strerrordesc_np(error); }

/// The kernel's `struct open_how`, which Debian 12's glibc does not wrap.
struct open_how_copy {
  uint64_t flags, mode, resolve;
};
_Static_assert(sizeof(struct open_how_copy) == 24, "OPEN_HOW_SIZE_VER0");

int32_t oriel_shim_openat2(int32_t directory, const char *path, uint64_t flags, uint64_t mode,
                           uint64_t resolve) {
  struct open_how_copy how = {.flags = flags | O_CLOEXEC, .mode = mode, .resolve = resolve};
  for (;;) {
    long result = syscall(SYS_openat2, directory, path, &how, sizeof how);
    // EAGAIN: a concurrent rename made the walk unsafe to judge; the kernel asks for another try.
    if (result >= 0 || (errno != EINTR && errno != EAGAIN)) return checked(result);
  }
}

int32_t oriel_shim_memory_file(const char *name) {
  int result = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  if (result < 0 && errno == EINVAL) {
    result = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  }
  return checked(result);
}

int32_t oriel_shim_seal(int32_t descriptor) {
  return checked(fcntl(descriptor, F_ADD_SEALS, ORIEL_SHIM_SEAL_ALL));
}

int32_t oriel_shim_seals(int32_t descriptor) { return checked(fcntl(descriptor, F_GET_SEALS)); }

int64_t oriel_shim_file_system_type(int32_t descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return -errno;
  return (int64_t)(uint32_t)status.f_type;
}

int32_t oriel_shim_pidfd_open(int32_t process) {
  return checked(syscall(SYS_pidfd_open, process, 0));
}

int32_t oriel_shim_pidfd_send_signal(int32_t pidfd, int32_t signal) {
  return checked(syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0));
}

/// The first published layout of the kernel's `struct pidfd_info` (6.13, exit code since 6.15).
struct pidfd_info_copy {
  uint64_t mask, cgroup;
  uint32_t pid, tgid, ppid, ids[8];
  int32_t exit_code;
};
_Static_assert(sizeof(struct pidfd_info_copy) == 64, "PIDFD_INFO_SIZE_VER0");
#define PIDFD_GET_INFO_COPY _IOWR(0xFF, 11, struct pidfd_info_copy)
#define PIDFD_INFO_EXIT_COPY 8u

int32_t oriel_shim_pidfd_exit_status(int32_t pidfd, int32_t *status) {
  struct pidfd_info_copy info;
  memset(&info, 0, sizeof info);
  info.mask = PIDFD_INFO_EXIT_COPY;
  if (ioctl(pidfd, PIDFD_GET_INFO_COPY, &info) != 0) return -errno;
  if (!(info.mask & PIDFD_INFO_EXIT_COPY)) return -ENODATA;
  *status = info.exit_code;
  return 0;
}

int32_t oriel_shim_pidfd_reap(int32_t pidfd, int32_t *status) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  // 3 is P_PIDFD, which older headers lack.
  while (waitid((idtype_t)3, (id_t)pidfd, &info, WEXITED | WNOHANG) != 0) {
    if (errno != EINTR) return -errno;
  }
  if (info.si_pid == 0) return 0;
  if (info.si_code == CLD_EXITED) {
    *status = (info.si_status & 0xff) << 8;
  } else {
    *status = (info.si_status & 0x7f) | (info.si_code == CLD_DUMPED ? 0x80 : 0);
  }
  return 1;
}

int32_t oriel_shim_epoll_create(void) { return checked(epoll_create1(EPOLL_CLOEXEC)); }

/// One epoll_ctl call.
static int32_t control(int32_t epoll, int operation, int32_t descriptor, uint32_t events,
                       uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return checked(epoll_ctl(epoll, operation, descriptor, &event));
}

int32_t oriel_shim_epoll_add(int32_t epoll, int32_t descriptor, uint32_t events, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, events, token);
}

int32_t oriel_shim_epoll_modify(int32_t epoll, int32_t descriptor, uint32_t events,
                                uint64_t token) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, events, token);
}

int32_t oriel_shim_epoll_remove(int32_t epoll, int32_t descriptor) {
  return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int32_t oriel_shim_epoll_wait(int32_t epoll, oriel_shim_event *events, uint32_t capacity,
                              int32_t milliseconds) {
  struct epoll_event found[64];
  if (capacity == 0 || capacity > 64) return -EINVAL;
  int count = epoll_wait(epoll, found, (int)capacity, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int at = 0; at < count; at++) {
    events[at].token = found[at].data.u64;
    events[at].events = found[at].events;
    events[at].reserved = 0;
  }
  return count;
}

int32_t oriel_shim_timer_create(void) {
  return checked(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
}

int32_t oriel_shim_timer_set(int32_t timer, uint64_t deadline) {
  struct itimerspec value = {0};
  value.it_value.tv_sec = (time_t)(deadline / 1000000000u);
  value.it_value.tv_nsec = (long)(deadline % 1000000000u);
  return checked(timerfd_settime(timer, TFD_TIMER_ABSTIME, &value, NULL));
}

int32_t oriel_shim_event_create(void) { return checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

/// The most descriptors that a spawned program can get.
#define SPAWN_LIMIT 16

int32_t oriel_shim_spawn(const char *path, char *const *arguments, char *const *environment,
                         const oriel_shim_spawn_descriptor *descriptors, uint32_t count,
                         int32_t close_from) {
  if (count > SPAWN_LIMIT) return -EINVAL;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return -error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -error;
  }
  // Copies above every target, so that no dup2 in the child overwrites a source still needed.
  int copies[SPAWN_LIMIT];
  uint32_t made = 0;
  for (; error == 0 && made < count; made++) {
    copies[made] = fcntl(descriptors[made].source, F_DUPFD_CLOEXEC, close_from + SPAWN_LIMIT);
    if (copies[made] < 0) {
      error = errno;
      break;
    }
  }
  for (uint32_t at = 0; error == 0 && at < count; at++) {
    error = posix_spawn_file_actions_adddup2(&actions, copies[at], descriptors[at].target);
  }
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, close_from);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (error == 0) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (error == 0) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (error == 0) {
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  pid_t process = -1;
  if (error == 0) {
    error = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  }
  while (made > 0) close(copies[--made]);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error != 0 ? -error : process;
}

int32_t oriel_shim_pipe(int32_t *ends) { return checked(pipe2(ends, O_CLOEXEC)); }

int32_t oriel_shim_duplicate(int32_t descriptor) {
  return checked(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

int32_t oriel_shim_set_non_blocking(int32_t descriptor, int32_t enabled) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  flags = enabled ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  return checked(fcntl(descriptor, F_SETFL, flags));
}

int32_t oriel_shim_set_close_on_exec(int32_t descriptor, int32_t enabled) {
  return checked(fcntl(descriptor, F_SETFD, enabled ? FD_CLOEXEC : 0));
}
