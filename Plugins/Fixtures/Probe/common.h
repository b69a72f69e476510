/* What the acts of the probe share; see acts.h. */
#ifndef ORIEL_PROBE_COMMON_H
#define ORIEL_PROBE_COMMON_H

#define _GNU_SOURCE
#include "../fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NO_SUCH_ACT LLONG_MIN

extern char **environ;

/* What a 64-bit register may hold beside a 32-bit argument (CVE-2019-10063). */
#define UPPER 0xFFFFFFFF00000000UL

/* 0 when a call succeeded, else its errno. */
static long long outcome(long result) { return result < 0 ? errno : 0; }

/* The same for a call that gives a descriptor, which is closed. */
static long long closing(long descriptor) {
  if (descriptor < 0) return errno;
  close((int)descriptor);
  return 0;
}

/* The answer of an act that looks for what should not be there. */
static long long found(int is_there) { return is_there ? 0 : ENOENT; }

/* Acts that are one call. */
#define CALL(name, ...) \
  static long long name(void) { return outcome(__VA_ARGS__); }
/* Acts that are one call which gives a descriptor. */
#define OPENING(name, ...) \
  static long long name(void) { return closing(__VA_ARGS__); }

/* Numbers of calls that Debian 12's headers lack; they are the same on x86-64 and aarch64. */
#define NUMBER_CLONE3 435
#define NUMBER_MSEAL 462
#define NUMBER_CACHESTAT 451
#define NUMBER_FCHMODAT2 452
#define NUMBER_MAP_SHADOW_STACK 453
#define NUMBER_STATMOUNT 457
#define NUMBER_LISTMOUNT 458
#define NUMBER_LSM_GET_SELF 459
#define NUMBER_MEMFD_SECRET 447

#endif
