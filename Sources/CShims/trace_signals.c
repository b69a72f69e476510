/* SIGSYS belongs to the trace. A thread that blocked it would be ended by the kernel at the next
   refusal, and a library that took it over would break every later call; so the calls that could do
   either are trapped, too, and done without SIGSYS. What the caller believes to have set is
   remembered and given back when it asks. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>

#include "private/trace.h"

#define SYS_BIT (1ULL << (SIGSYS - 1))

/* The kernel's struct sigaction on x86-64 and aarch64, which is not the C library's. */
typedef struct kernel_action {
  uint64_t handler;
  uint64_t flags;
  uint64_t restorer;
  uint64_t mask;
} kernel_action;

/* What the process believes to have set for SIGSYS. */
static kernel_action believed_action;
/* The signals in whose handlers it believes SIGSYS to be blocked. */
static uint64_t believed_masks;
/* Whether this thread believes to have SIGSYS blocked. */
static __thread unsigned char believes_blocked;

static long repeat(const trace_request *call, uint64_t first, uint64_t second, uint64_t third) {
  return trace_call(call->number, (long)first, (long)second, (long)third,
                    (long)call->arguments[3], (long)call->arguments[4], ORIEL_SHIM_TRACE_COOKIE);
}

long trace_sigprocmask(const trace_request *call, uint64_t *mask) {
  const uint64_t *arguments = call->arguments;
  uint64_t wanted = 0, now = *mask, nothing = SYS_BIT;
  int had_blocked = believes_blocked;
  int has_set = arguments[1] != 0 && trace_copy(&wanted, arguments[1], sizeof wanted) == sizeof wanted;
  /* The handler runs with the thread's own mask, so this changes and gives what it should. */
  long result = repeat(call, arguments[0], arguments[1], arguments[2]);
  if (result < 0) return result;
  trace_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&nothing, (long)&now, sizeof now, 0,
             ORIEL_SHIM_TRACE_COOKIE);
  *mask = now & ~SYS_BIT;
  if (has_set) {
    int names = (wanted & SYS_BIT) != 0;
    switch (arguments[0]) {
      case SIG_BLOCK: believes_blocked |= names; break;
      case SIG_UNBLOCK: believes_blocked &= !names; break;
      default: believes_blocked = (unsigned char)names;
    }
  }
  /* The kernel has just written there. */
  if (arguments[2] != 0 && had_blocked) *(uint64_t *)(uintptr_t)arguments[2] |= SYS_BIT;
  return result;
}

/* SIGSYS itself: nothing changes but what the process believes. */
static long believe_action(const trace_request *call) {
  const uint64_t *arguments = call->arguments;
  kernel_action wanted, old = believed_action;
  if (arguments[1] != 0 && trace_copy(&wanted, arguments[1], sizeof wanted) != sizeof wanted) {
    return -EFAULT;
  }
  /* Checks the size of the set and writes the real action, which shows that there is room. */
  long result = repeat(call, SIGSYS, 0, arguments[2]);
  if (result < 0) return result;
  if (arguments[1] != 0) believed_action = wanted;
  if (arguments[2] != 0) memcpy((void *)(uintptr_t)arguments[2], &old, sizeof old);
  return result;
}

long trace_sigaction(const trace_request *call) {
  const uint64_t *arguments = call->arguments;
  uint64_t signal = arguments[0] & 0xFFFFFFFF, bit = 1ULL << ((signal - 1) & 63);
  kernel_action wanted;
  if (signal == SIGSYS) return believe_action(call);
  /* An address that cannot be read is left to the kernel to refuse. */
  if (arguments[1] == 0 || trace_copy(&wanted, arguments[1], sizeof wanted) != sizeof wanted) {
    wanted.mask = 0;
  }
  uint64_t action = (wanted.mask & SYS_BIT) != 0 ? (uint64_t)(uintptr_t)&wanted : arguments[1];
  int had_mask = (__atomic_load_n(&believed_masks, __ATOMIC_RELAXED) & bit) != 0;
  int names = (wanted.mask & SYS_BIT) != 0;
  wanted.mask &= ~SYS_BIT;
  long result = repeat(call, arguments[0], action, arguments[2]);
  if (result < 0) return result;
  if (arguments[1] != 0 && names) __atomic_fetch_or(&believed_masks, bit, __ATOMIC_RELAXED);
  if (arguments[1] != 0 && !names) __atomic_fetch_and(&believed_masks, ~bit, __ATOMIC_RELAXED);
  /* The kernel has just written there. */
  if (arguments[2] != 0 && had_mask) {
    ((kernel_action *)(uintptr_t)arguments[2])->mask |= SYS_BIT;
  }
  return result;
}

/* The address of a copy of a set without SIGSYS, or the same address when it cannot be read. */
static uint64_t without_sigsys(uint64_t address, uint64_t *copy) {
  if (address == 0 || trace_copy(copy, address, sizeof *copy) != sizeof *copy) return address;
  *copy &= ~SYS_BIT;
  return (uint64_t)(uintptr_t)copy;
}

long trace_sigsuspend(const trace_request *call) {
  uint64_t copy;
  return repeat(call, without_sigsys(call->arguments[0], &copy), call->arguments[1], 0);
}

long trace_ppoll(const trace_request *call) {
  const uint64_t *arguments = call->arguments;
  uint64_t copy, set = without_sigsys(arguments[3], &copy);
  return trace_call(call->number, (long)arguments[0], (long)arguments[1], (long)arguments[2],
                    (long)set, (long)arguments[4], ORIEL_SHIM_TRACE_COOKIE);
}

void trace_forward(int number, void *info, void *context) {
  const kernel_action action = believed_action;
  /* Process 1 of a namespace ignores what would end another one. */
  if (action.handler == (uint64_t)(uintptr_t)SIG_DFL ||
      action.handler == (uint64_t)(uintptr_t)SIG_IGN) {
    return;
  }
  if ((action.flags & SA_SIGINFO) != 0) {
    ((void (*)(int, void *, void *))(uintptr_t)action.handler)(number, info, context);
  } else {
    ((void (*)(int))(uintptr_t)action.handler)(number);
  }
}
