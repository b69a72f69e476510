/* What the sandbox costs: the times of a launch's steps. */
#ifndef ORIEL_CSHIMS_PRIVATE_MARKS_H
#define ORIEL_CSHIMS_PRIVATE_MARKS_H

#include <time.h>

#include "CShimsInstance.h"

static inline uint64_t oriel_shim_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time); /* not a system call */
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Notes that a step ended: what the sandbox costs is told by every launch. */
static inline void mark(oriel_shim_confinement *result, int step) {
  if (result->mark_count >= ORIEL_SHIM_MOST_MARKS) return;
  result->marks[result->mark_count++] = (oriel_shim_mark){.step = step, .nanoseconds = oriel_shim_now()};
}

#endif
