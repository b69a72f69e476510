// Runs a program and breaks one of its system calls, to find out what is left on the disk.
//
// usage: oriel-call-breaker kill|half N PROGRAM ARGUMENT…
//        oriel-call-breaker fail N ERRNO PROGRAM ARGUMENT…
//
// Calls are counted from 1, over all threads, from the first one that changes something on the disk.
// "kill" ends the program before call N, "half" lets a write write half of its bytes first, and "fail"
// lets call N and all later ones that change something give the error ERRNO without doing anything.
// Exits with 0 when the program ended before call N, 1 when the call was broken, 3 when the program
// ended by a signal of its own, and 2 when this program is at a loss.

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum mode { MODE_KILL, MODE_HALF, MODE_FAIL };

static void give_up(const char *what) {
  perror(what);
  exit(2);
}

// Whether an open may make a file: openat2 has its flags in memory of the program.
static bool makes_file(pid_t thread, const struct __ptrace_syscall_info *info) {
  if (info->entry.nr == SYS_openat) return (info->entry.args[2] & O_CREAT) != 0;
  struct open_how how;
  struct iovec here = {&how, sizeof how};
  struct iovec there = {(void *)(uintptr_t)info->entry.args[2], sizeof how};
  if (process_vm_readv(thread, &here, 1, &there, 1, 0) != sizeof how) return false;
  return (how.flags & O_CREAT) != 0;
}

// Whether a call changes something on the disk.
static bool changes(pid_t thread, const struct __ptrace_syscall_info *info) {
  switch (info->entry.nr) {
    case SYS_openat:
    case SYS_openat2: return makes_file(thread, info);
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev: return info->entry.args[0] > 2;
    case SYS_mkdirat:
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
    case SYS_renameat2:
    case SYS_linkat:
    case SYS_unlinkat:
#ifdef SYS_renameat
    case SYS_renameat:
#endif
#ifdef SYS_rename
    case SYS_rename:
    case SYS_mkdir:
#endif
      return true;
    default: return false;
  }
}

// Replaces the number of a call that is about to be made by one that does nothing.
static void skip(pid_t thread) {
#if defined(__x86_64__)
  if (ptrace(PTRACE_POKEUSER, thread, offsetof(struct user_regs_struct, orig_rax), -1L) != 0) {
    give_up("PTRACE_POKEUSER");
  }
#elif defined(__aarch64__)
  int number = -1;
  struct iovec part = {&number, sizeof number};
  if (ptrace(PTRACE_SETREGSET, thread, NT_ARM_SYSTEM_CALL, &part) != 0) give_up("PTRACE_SETREGSET");
#else
#error "only x86-64 and AArch64 are known"
#endif
}

// Replaces what a call has given.
static void answer(pid_t thread, long value) {
  struct user_regs_struct registers;
  struct iovec part = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &part) != 0) give_up("PTRACE_GETREGSET");
#if defined(__x86_64__)
  registers.rax = (unsigned long)value;
#else
  registers.regs[0] = (unsigned long)value;
#endif
  if (ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &part) != 0) give_up("PTRACE_SETREGSET");
}

// Replaces the third argument of a call that is about to be made.
static void shorten(pid_t thread, uint64_t count) {
  struct user_regs_struct registers;
  struct iovec part = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &part) != 0) give_up("PTRACE_GETREGSET");
#if defined(__x86_64__)
  registers.rdx = count;
#else
  registers.regs[2] = count;
#endif
  if (ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &part) != 0) give_up("PTRACE_SETREGSET");
}

// Ends the program and waits for all of it.
static int end(pid_t program) {
  kill(program, SIGKILL);
  while (waitpid(-1, NULL, __WALL) > 0) {
  }
  return 1;
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  enum mode mode = strcmp(arguments[1], "kill") == 0   ? MODE_KILL
                   : strcmp(arguments[1], "half") == 0 ? MODE_HALF
                                                       : MODE_FAIL;
  long target = atol(arguments[2]);
  char **program = arguments + (mode == MODE_FAIL ? 4 : 3);
  long error = mode == MODE_FAIL ? atol(arguments[3]) : 0;
  pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) give_up("PTRACE_TRACEME");
    raise(SIGSTOP);
    execv(program[0], program);
    give_up(program[0]);
  }
  int status;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) give_up("waitpid");
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                 PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, child, NULL, options) != 0) give_up("PTRACE_SETOPTIONS");
  if (ptrace(PTRACE_SYSCALL, child, NULL, NULL) != 0) give_up("PTRACE_SYSCALL");
  long calls = 0;
  bool is_armed = false, was_broken = false;
  pid_t failing = 0, halved = 0;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) give_up("waitpid");
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != child) continue;
      if (WIFSIGNALED(status)) return 3;
      return was_broken ? 1 : 0;
    }
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
      struct __ptrace_syscall_info info;
      if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0) {
        give_up("PTRACE_GET_SYSCALL_INFO");
      }
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        bool is_change = changes(thread, &info);
        is_armed = is_armed || is_change;
        if (is_armed) calls++;
        if (mode == MODE_KILL && calls == target) return end(child);
        if (mode == MODE_HALF && calls == target) {
          bool is_write = info.entry.nr == SYS_write && is_change;
          if (!is_write) return end(child);
          shorten(thread, info.entry.args[2] / 2);
          halved = thread;
        }
        if (mode == MODE_FAIL && calls >= target && is_change) {
          was_broken = true;
          skip(thread);
          failing = thread;
        }
      } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (thread == halved) return end(child);
        if (thread == failing) {
          answer(thread, -error);
          failing = 0;
        }
      }
      signal = 0;
    } else if (signal == SIGTRAP || (signal == SIGSTOP && thread != child)) {
      signal = 0;  // a new thread, or the program after exec
    }
    ptrace(PTRACE_SYSCALL, thread, NULL, signal);
  }
}
