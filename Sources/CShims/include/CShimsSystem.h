#ifndef CSHIMS_SYSTEM_H
#define CSHIMS_SYSTEM_H

// System calls that Swift's Glibc module does not offer: variadic ones, ones without a wrapper in
// glibc 2.36, and ones whose header the module leaves out. Each gives its result, or a negated
// error number. A function can go when the Glibc module offers the call.

#include <stdint.h>

/// The name of an error number, as "ENOENT": a string constant, or NULL.
const char *oriel_shim_error_name(int32_t error);
/// The untranslated message of an error number: a string constant, or NULL.
const char *oriel_shim_error_message(int32_t error);

/// Opens a path as openat2 does. `resolve` holds the RESOLVE bits below.
int32_t oriel_shim_openat2(int32_t directory, const char *path, uint64_t flags, uint64_t mode,
                           uint64_t resolve);
#define ORIEL_SHIM_RESOLVE_NO_XDEV 0x01u
#define ORIEL_SHIM_RESOLVE_NO_MAGICLINKS 0x02u
#define ORIEL_SHIM_RESOLVE_NO_SYMLINKS 0x04u
#define ORIEL_SHIM_RESOLVE_BENEATH 0x08u

/// Makes a close-on-exec memory file that takes seals and can never be executed where the kernel
/// has MFD_NOEXEC_SEAL (6.3), else one that is merely not executed.
int32_t oriel_shim_memory_file(const char *name);
/// Forbids further changes of a memory file: SHRINK, GROW, WRITE and SEAL.
int32_t oriel_shim_seal(int32_t descriptor);
/// The seals of a memory file.
int32_t oriel_shim_seals(int32_t descriptor);
#define ORIEL_SHIM_SEAL_ALL 0x0fu
/// The magic number of the file system that a descriptor lies on.
int64_t oriel_shim_file_system_type(int32_t descriptor);
#define ORIEL_SHIM_TMPFS_MAGIC 0x01021994
#define ORIEL_SHIM_CGROUP2_MAGIC 0x63677270

/// A close-on-exec descriptor for a process.
int32_t oriel_shim_pidfd_open(int32_t process);
/// Sends a signal to the process of a descriptor.
int32_t oriel_shim_pidfd_send_signal(int32_t pidfd, int32_t signal);
/// The wait status of a process that ended, also after another process reaped it. Linux 6.15.
int32_t oriel_shim_pidfd_exit_status(int32_t pidfd, int32_t *status);
/// Reaps a child by its descriptor: 1 and its wait status, 0 while it runs.
int32_t oriel_shim_pidfd_reap(int32_t pidfd, int32_t *status);

/// One readiness report of an epoll descriptor.
typedef struct oriel_shim_event {
  uint64_t token;
  uint32_t events;
  uint32_t reserved;
} oriel_shim_event;
#define ORIEL_SHIM_READABLE 0x001u
#define ORIEL_SHIM_WRITABLE 0x004u
#define ORIEL_SHIM_FAILED 0x008u
#define ORIEL_SHIM_HUNG_UP 0x010u

int32_t oriel_shim_epoll_create(void);
int32_t oriel_shim_epoll_add(int32_t epoll, int32_t descriptor, uint32_t events, uint64_t token);
int32_t oriel_shim_epoll_modify(int32_t epoll, int32_t descriptor, uint32_t events,
                                uint64_t token);
int32_t oriel_shim_epoll_remove(int32_t epoll, int32_t descriptor);
/// Waits for events, at most `capacity` (64 or fewer); -1 waits without end.
int32_t oriel_shim_epoll_wait(int32_t epoll, oriel_shim_event *events, uint32_t capacity,
                              int32_t milliseconds);

/// A close-on-exec, non-blocking timer of the monotonic clock.
int32_t oriel_shim_timer_create(void);
/// Sets a timer to an absolute time in nanoseconds; 0 stops it.
int32_t oriel_shim_timer_set(int32_t timer, uint64_t deadline);

/// A close-on-exec, non-blocking event counter.
int32_t oriel_shim_event_create(void);

/// A descriptor of this process and the number it gets in the spawned one.
typedef struct oriel_shim_spawn_descriptor {
  int32_t source;
  int32_t target;
} oriel_shim_spawn_descriptor;

/// Starts a program in a session of its own with exactly the given descriptors, default signal
/// dispositions and an empty signal mask. Every number from `close_from` on is closed.
/// Gives the process identifier. Changes nothing in the calling process.
int32_t oriel_shim_spawn(const char *path, char *const *arguments, char *const *environment,
                         const oriel_shim_spawn_descriptor *descriptors, uint32_t count,
                         int32_t close_from);

/// Makes a close-on-exec pipe: the reading end, then the writing end.
int32_t oriel_shim_pipe(int32_t *ends);
/// Duplicates a descriptor, close-on-exec.
int32_t oriel_shim_duplicate(int32_t descriptor);
/// Sets or clears O_NONBLOCK.
int32_t oriel_shim_set_non_blocking(int32_t descriptor, int32_t enabled);
/// Sets or clears FD_CLOEXEC.
int32_t oriel_shim_set_close_on_exec(int32_t descriptor, int32_t enabled);

#endif
