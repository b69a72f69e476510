/* The acts of the probe on the rest of the kernel's surface; see acts.h. */
#ifndef ORIEL_PROBE_KERNEL_H
#define ORIEL_PROBE_KERNEL_H

#include "common.h"
#include "files.h"

#include <linux/filter.h>
#include <mqueue.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <time.h>

/* MARK: - Every number */

/* Calls that an instance has whatever the arguments, from the policy page; they are not tried. */
static const int free_calls[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_lseek, SYS_close, SYS_dup, SYS_dup3, SYS_pipe2, SYS_fsync, SYS_fdatasync, SYS_ftruncate,
    SYS_fallocate, SYS_fadvise64, SYS_sendfile, SYS_copy_file_range, SYS_openat, 437 /* openat2 */,
    SYS_faccessat, 439 /* faccessat2 */, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs,
    SYS_fstatfs, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask,
    SYS_mkdirat, SYS_unlinkat, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_msync, SYS_mlock,
    SYS_munlock, SYS_exit, SYS_exit_group, SYS_futex, SYS_set_robust_list, SYS_set_tid_address,
    SYS_rseq, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getpgid, SYS_getsid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getpriority, SYS_getcpu, SYS_rt_sigaction, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_sigaltstack,
    SYS_restart_syscall, SYS_signalfd4, SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_pwait, 441 /* epoll_pwait2 */, SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime,
    SYS_timerfd_gettime, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime, SYS_clock_getres,
    SYS_gettimeofday, SYS_times, SYS_recvmsg, SYS_recvfrom, SYS_shutdown, SYS_getsockname,
    SYS_getpeername,
    SYS_getrandom, SYS_sysinfo, SYS_uname, SYS_getrusage,
    SYS_personality, /* -1 is the question that is allowed */
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_getrlimit
    SYS_getrlimit, SYS_setrlimit,
#endif
#ifdef SYS_open
    SYS_dup2, SYS_pipe, SYS_open, SYS_creat, SYS_access, SYS_stat, SYS_lstat, SYS_readlink, SYS_mkdir,
    SYS_rmdir, SYS_unlink, SYS_rename, SYS_getpgrp, SYS_pause, SYS_poll, SYS_select,
    SYS_epoll_create, SYS_epoll_wait, SYS_time,
#endif
#if defined __x86_64__
    /* uretprobe and uprobe: since 6.14 the kernel asks no filter about them, since its own
       trampolines make them, and answers everyone else with SIGILL. */
    335, 336,
#endif
};

/* Calls that end the instance: each has an act of its own. */
static const int ending_calls[] = {
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, 440 /* process_madvise */,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_bpf, SYS_mount,
    SYS_umount2, SYS_pivot_root, SYS_chroot, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, SYS_setns, SYS_unshare, SYS_open_by_handle_at, SYS_userfaultfd,
    SYS_swapon, SYS_swapoff, SYS_reboot,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
};

static int is_in(const int *list, size_t count, int number) {
  for (size_t i = 0; i < count; i++)
    if (list[i] == number) return 1;
  return 0;
}
#define IS_IN(list, number) is_in(list, sizeof list / sizeof list[0], number)

/* The first number that was not refused; -1 when there was none. */
static long long allowed_number = -1;

/* Each number that is not on the lists must fail with EPERM, EACCES or ENOSYS, whatever comes with
   it: the filter is asked before the kernel looks at the arguments. */
static long long every_number(void) {
  for (int number = 0; number <= 1100; number++) {
    if (IS_IN(free_calls, number) || IS_IN(ending_calls, number)) continue;
    if (syscall(number, -1, -1, -1, -1, -1, -1) < 0 &&
        (errno == EPERM || errno == EACCES || errno == ENOSYS))
      continue;
    allowed_number = number;
    return 0;
  }
  return ENOSYS;
}
static long long tell_allowed_number(void) { return allowed_number; }

#if defined __x86_64__
/* getpid by the numbers and the entry of 32-bit programs. */
static long long enter_32_bit(void) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
  return result < 0 ? -result : 0;
}
CALL(enter_x32, syscall(0x40000000 | SYS_getpid))
CALL(enter_x32_upper, syscall((long)(UPPER | 0x40000000) | SYS_getpid))
#else
CALL(enter_32_bit, syscall(SYS_ptrace, 0, 0, 0, 0))
CALL(enter_x32, syscall(SYS_ptrace, 0, 0, 0, 0))
CALL(enter_x32_upper, syscall(SYS_ptrace, 0, 0, 0, 0))
#endif

/* MARK: - Terminals and descriptors */

static long long type_into(int descriptor, unsigned long upper) {
  return outcome(syscall(SYS_ioctl, descriptor, upper | 0x5412 /* TIOCSTI */, "x"));
}
static long long type_into_terminal(void) { return type_into(0, 0); }
static long long type_into_terminal_upper(void) { return type_into(0, UPPER); }
static long long type_into_output(void) { return type_into(1, 0); }
static long long type_into_output_upper(void) { return type_into(1, UPPER); }
static long long type_into_output_odd(void) { return type_into(1, 0x0000000100000000UL); }
static long long select_console(unsigned long upper) {
  char command[2] = {2, 0};
  return outcome(syscall(SYS_ioctl, 1, upper | 0x541C /* TIOCLINUX */, command));
}
static long long paste_from_console(void) { return select_console(0); }
static long long paste_from_console_upper(void) { return select_console(UPPER); }
static long long is_output_terminal(void) { return isatty(1) ? 0 : errno; }

/* Every request of terminals but the five that an instance has, and those of files and kinds of
   devices with a history, on every descriptor, each also with other upper bits. */
static long long every_request(void) {
  static const unsigned long others[] = {
      1 /* FIBMAP */, 0x40086602 /* FS_IOC_SETFLAGS */, 0x80086601 /* FS_IOC_GETFLAGS */,
      0x40049409 /* FICLONE */, 0x4020940D /* FICLONERANGE */, 0xC0189436 /* FIDEDUPERANGE */,
      0xC020660B /* FS_IOC_FIEMAP */, 0xC0045877 /* FIFREEZE */, 0x5452 /* FIOASYNC */,
      0x8901 /* FIOSETOWN */, 0x8902 /* SIOCSPGRP */, 0x8912, 0x8914, 0x89A0, 0x894C /* SIOCGSKNS */,
      0xB701 /* NS_GET_USERNS */, 0xB702 /* NS_GET_PARENT */, 0xC040FF0B /* PIDFD_GET_INFO */,
      0x400454CA /* TUNSETIFF */, 0xAE01 /* KVM_CREATE_VM */, 0x4B3A /* KDSETMODE */,
      0x40045201 /* RNDADDTOENTCNT */, 0x40085203 /* RNDADDENTROPY */, 0x2400 /* PERF */,
      0xC0502100 /* SECCOMP_IOCTL_NOTIF_RECV */, 0x4010AA00 /* UFFDIO */,
  };
  for (int descriptor = 0; descriptor < 4; descriptor++)
    for (int upper = 0; upper < 2; upper++) {
      for (unsigned long request = 0x5400; request < 0x5480; request++) {
        if (request == 0x5401 || request == 0x541B || request == 0x5421 || request == 0x5450 ||
            request == 0x5451)
          continue;
        if (syscall(SYS_ioctl, descriptor, (upper ? UPPER : 0) | request, answer) >= 0 ||
            errno != EPERM)
          return 0;
      }
      for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (syscall(SYS_ioctl, descriptor, (upper ? UPPER : 0) | others[i], answer) >= 0 ||
            errno != EPERM)
          return 0;
    }
  return EPERM;
}

/* Every command of fcntl but the nine that an instance has. */
static long long every_command(void) {
  for (unsigned long command = 5; command < 1060; command++) {
    if (command == 48) command = 1024;
    if (command == 1030 || (command >= 1032 && command <= 1034)) continue;
    for (int upper = 0; upper < 2; upper++)
      if (syscall(SYS_fcntl, 0, (upper ? UPPER : 0) | command, 0) >= 0 || errno != EPERM) return 0;
  }
  return EPERM;
}
static long long enlarge_pipe(void) {
  int ends[2], error;
  long result;
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  result = fcntl(ends[1], 1031 /* F_SETPIPE_SZ */, 1 << 20);
  error = errno;
  close(ends[0]);
  close(ends[1]);
  return result < 0 ? error : 0;
}

/* MARK: - Facilities */

CALL(keyring, syscall(SYS_keyctl, 0, -3, 0, 0, 0))
CALL(join_keyring, syscall(SYS_keyctl, 1, NULL))
CALL(user_keyring, syscall(SYS_keyctl, 0, -4, 0, 0, 0))
CALL(add_key, syscall(SYS_add_key, "user", "probe", "x", 1, -2))
CALL(request_key, syscall(SYS_request_key, "user", "probe", NULL, -2))
static long long io_ring(void) {
  static uint32_t parameters[30];
  return closing(syscall(425, 1, parameters));
}
CALL(enter_ring, syscall(426, 0, 0, 0, 0, NULL, 0))
CALL(register_ring, syscall(427, -1, 0, NULL, 0))
static long long old_asynchronous_io(void) {
  unsigned long context = 0;
  return outcome(syscall(SYS_io_setup, 1, &context));
}
static long long perf(void) {
  static uint32_t attributes[32] = {1 /* software */, 128};
  return closing(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
}
static long long load_program(void) {
  static uint64_t attributes[16] = {1 | (uint64_t)4 << 32, 4 | (uint64_t)1 << 32};
  return closing(syscall(SYS_bpf, 0, attributes, sizeof attributes));
}
CALL(bpf_nothing, syscall(SYS_bpf, 0, NULL, 0))
OPENING(fanotify, syscall(SYS_fanotify_init, 0x200, 0))
OPENING(inotify, inotify_init1(IN_CLOEXEC))
static long long handle_of_name(void) {
  struct { uint32_t bytes; int type; char handle[128]; } handle = {128, 0, {0}};
  int mount;
  return outcome(syscall(SYS_name_to_handle_at, AT_FDCWD, "/usr/lib", &handle, &mount, 0));
}
OPENING(open_handle, syscall(SYS_open_by_handle_at, 0, NULL, 0))
CALL(disk_quota, syscall(SYS_quotactl, 0x800001 << 8, "/", 0, answer))
CALL(disk_quota_by_file, syscall(443, 0, 0, 0, NULL))
CALL(personality_code, syscall(SYS_personality, 0x0400000))
CALL(personality_code_upper, syscall(SYS_personality, UPPER | 0x0400000))
CALL(personality_layout, syscall(SYS_personality, 0x0040000))
#ifdef SYS_modify_ldt
CALL(local_descriptors, syscall(SYS_modify_ldt, 0, answer, 16))
CALL(thread_base, syscall(SYS_arch_prctl, 0x1003, answer))
CALL(port_level, syscall(SYS_iopl, 3))
CALL(port_range, syscall(SYS_ioperm, 0x80, 1, 1))
#else
CALL(local_descriptors, syscall(1100))
CALL(thread_base, syscall(1100))
CALL(port_level, syscall(SYS_ptrace, 0, 0, 0, 0))
CALL(port_range, syscall(SYS_ptrace, 0, 0, 0, 0))
#endif
static struct sock_filter permissive[] = {{0x06, 0, 0, 0x7FFF0000}};
static struct sock_fprog program = {1, permissive};
CALL(filter_strict, syscall(SYS_seccomp, 0, 0, NULL))
CALL(filter, syscall(SYS_seccomp, 1, 0, &program))
CALL(filter_upper, syscall(SYS_seccomp, UPPER | 1, UPPER, &program))
OPENING(listener, syscall(SYS_seccomp, 1, 1 << 3, &program))
CALL(filter_by_prctl, syscall(SYS_prctl, 22, 2, &program, 0, 0))
static long long landlock_ruleset(void) {
  uint64_t attributes[2] = {1, 0};
  return closing(syscall(444, attributes, 8, 0));
}
CALL(landlock_restrict, syscall(446, -1, 0))
CALL(mount_status, syscall(NUMBER_STATMOUNT, 0, 0, 0, 0))
CALL(mount_list, syscall(NUMBER_LISTMOUNT, 0, 0, 0, 0))
CALL(label_of_self, syscall(NUMBER_LSM_GET_SELF, 0, 0, 0, 0))
static long long move_pages_between(int call) {
  int from[2], to[2], error;
  struct iovec part = {answer, 1};
  long result;
  if (pipe2(from, O_CLOEXEC | O_NONBLOCK) != 0 || pipe2(to, O_CLOEXEC | O_NONBLOCK) != 0)
    return errno;
  if (write(from[1], "x", 1) != 1) return errno;
  if (call == 0) result = syscall(SYS_vmsplice, to[1], &part, 1, 0);
  else if (call == 1) result = syscall(SYS_splice, from[0], NULL, to[1], NULL, 1, 2);
  else result = syscall(SYS_tee, from[0], to[1], 1, 2);
  error = errno;
  for (int i = 0; i < 2; i++) {
    close(from[i]);
    close(to[i]);
  }
  return result < 0 ? error : 0;
}
static long long gift_pages(void) { return move_pages_between(0); }
static long long splice_pages(void) { return move_pages_between(1); }
static long long tee_pages(void) { return move_pages_between(2); }
CALL(shared_memory, syscall(SYS_shmget, 0, 4096, 01600))
CALL(shared_memory_status, syscall(SYS_shmctl, 0, 14 /* SHM_INFO */, answer))
CALL(message_queue, syscall(SYS_msgget, 0, 01600))
CALL(semaphores, syscall(SYS_semget, 0, 1, 01600))
OPENING(open_queue, syscall(SYS_mq_open, "probe", O_RDWR | O_CREAT, 0600, NULL))
CALL(kernel_log, syscall(SYS_syslog, 10, NULL, 0))
CALL(accounting, syscall(SYS_acct, NULL))
CALL(hang_up, syscall(SYS_vhangup))
static struct timespec zero_time;
CALL(set_clock, syscall(SYS_clock_settime, CLOCK_REALTIME, &zero_time))
CALL(set_time, syscall(SYS_settimeofday, NULL, NULL))
static long long adjust_clock(void) {
  static struct timex adjustment;
  return outcome(syscall(SYS_adjtimex, &adjustment));
}
CALL(flush_everything, syscall(SYS_sync))
CALL(flush_file_system, syscall(SYS_syncfs, 0))
CALL(read_ahead, syscall(SYS_readahead, 0, 0, 0))

/* MARK: - Mounts, namespaces and modules */

CALL(unshare_user, unshare(CLONE_NEWUSER))
CALL(unshare_mount, unshare(CLONE_NEWNS))
CALL(unshare_files, syscall(SYS_unshare, UPPER | CLONE_FILES))
CALL(set_namespace, setns(0, 0))
CALL(mount_temporary, mount("t", "/tmp", "tmpfs", 0, NULL))
CALL(remount_root, mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL))
CALL(unmount_proc, umount2("/proc", MNT_DETACH))
CALL(unmount_upper, syscall(SYS_umount2, "/tmp", UPPER | MNT_DETACH))
CALL(change_root, chroot("/tmp"))
CALL(turn_root, syscall(SYS_pivot_root, "/tmp", "/tmp"))
OPENING(open_mount_tree, syscall(428, AT_FDCWD, "/", 1))
CALL(move_mount_tree, syscall(429, -1, "", -1, "", 4))
OPENING(open_file_system, syscall(430, "tmpfs", 0))
CALL(configure_file_system, syscall(431, -1, 6, NULL, NULL, 0))
CALL(make_mount, syscall(432, -1, 0, 0))
OPENING(pick_file_system, syscall(433, AT_FDCWD, "/", 0))
CALL(change_mount, syscall(442, AT_FDCWD, "/", 0, NULL, 0))
CALL(load_module, syscall(SYS_init_module, NULL, 0, ""))
CALL(load_module_file, syscall(SYS_finit_module, 0, "", 0))
CALL(remove_module, syscall(SYS_delete_module, "probe", 0))
CALL(load_kernel, syscall(SYS_kexec_load, 0, 0, NULL, 0))
#ifdef SYS_kexec_file_load
CALL(load_kernel_file, syscall(SYS_kexec_file_load, -1, -1, 0, NULL, 0))
#else
CALL(load_kernel_file, syscall(SYS_kexec_load, 0, 0, NULL, 0))
#endif
CALL(swap_on, syscall(SYS_swapon, "/tmp/x", 0))
CALL(swap_off, syscall(SYS_swapoff, "/tmp/x"))
CALL(restart, syscall(SYS_reboot, 0, 0, 0, NULL))

#endif
