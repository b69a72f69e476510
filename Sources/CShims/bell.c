#include "CShimsBell.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "private/relax.h"

_Static_assert(sizeof(oriel_shim_bell) == 48, "what comes behind a bell is aligned to 16 bytes");
_Static_assert(offsetof(oriel_shim_bell, word) == 0, "both sides agree on the place of the count");

// Waiting awake that was in vain so often in a row is tried at every sixteenth wait only.
enum { PATIENCE = 3, PAUSE = 16 };

// The bytes of a cache line.
enum { LINE = 64 };

// Futexes in shared memory: no FUTEX_PRIVATE_FLAG.
static long futex(uint32_t *word, int operation, uint32_t value, const struct timespec *time) {
  return syscall(SYS_futex, word, operation, value, time, NULL, FUTEX_BITSET_MATCH_ANY);
}

uint64_t oriel_shim_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void oriel_shim_bell_ring(oriel_shim_bell *bell, oriel_shim_bell_side *own,
                          const oriel_shim_note *note) {
  own->count++;
  bell->note = *note;
  __atomic_store_n(&bell->processor, (uint32_t)sched_getcpu() + 1, __ATOMIC_RELAXED);
  // An exchange cannot be kept busy by a peer that writes here all the time.
  uint32_t before = __atomic_exchange_n(&bell->word, own->count << 1, __ATOMIC_SEQ_CST);
  if (before & 1) (void)futex(&bell->word, FUTEX_WAKE, INT_MAX, NULL);
}

void oriel_shim_bell_expect(const oriel_shim_bell *bell) {
  // Not the bell's own line, which the other side looks at all the time.
  oriel_shim_fetch_for_writing((const char *)bell + LINE);
}

void oriel_shim_bell_stop(oriel_shim_bell *bell, oriel_shim_bell_side *side) {
  __atomic_store_n(&side->stopped, 1, __ATOMIC_SEQ_CST);
  // Who is about to sleep compares the word, so this one must differ from what it saw.
  (void)__atomic_fetch_and(&bell->word, ~1u, __ATOMIC_SEQ_CST);
  (void)futex(&bell->word, FUTEX_WAKE, INT_MAX, NULL);
}

// Takes a new count and its note over; gives whether there is one.
static inline int hears(const oriel_shim_bell *bell, oriel_shim_bell_side *own, uint32_t *word,
                        oriel_shim_note *note) {
  *word = __atomic_load_n(&bell->word, __ATOMIC_ACQUIRE);
  uint32_t count = *word >> 1;
  // The top bit of a count is lost in the word.
  if (count == (own->count & (UINT32_MAX >> 1))) return 0;
  own->count = count;
  // What comes behind the bell is looked at next.
  __builtin_prefetch((const char *)bell + LINE);
  // Read once, whatever a peer writes meanwhile: the compiler must not look a second time.
  *note = *(const volatile oriel_shim_note *)&bell->note;
  return 1;
}

// Whether waiting awake is worth it: the peer runs elsewhere, and it was not in vain lately.
static inline int may_spin(const oriel_shim_bell *bell, oriel_shim_bell_side *own) {
  if (own->misses >= PATIENCE && own->misses % PAUSE != 0) {
    own->misses++;
    return 0;
  }
  uint32_t processor = __atomic_load_n(&bell->processor, __ATOMIC_RELAXED);
  return processor != (uint32_t)sched_getcpu() + 1;
}

int32_t oriel_shim_bell_listen(oriel_shim_bell *bell, oriel_shim_bell_side *own, uint32_t spins,
                               oriel_shim_note *note) {
  uint32_t word;
  if (hears(bell, own, &word, note)) return ORIEL_SHIM_BELL_RANG;
  if (spins == 0 || !may_spin(bell, own)) return ORIEL_SHIM_BELL_LATE;
  for (uint32_t i = 0; i < spins; i++) {
    oriel_shim_relax();
    if (hears(bell, own, &word, note)) {
      own->misses = 0;
      return ORIEL_SHIM_BELL_RANG;
    }
  }
  own->misses++;
  return ORIEL_SHIM_BELL_LATE;
}

int32_t oriel_shim_bell_wait(oriel_shim_bell *bell, oriel_shim_bell_side *own, uint32_t spins,
                             uint64_t deadline, oriel_shim_note *note) {
  if (oriel_shim_bell_listen(bell, own, spins, note) == ORIEL_SHIM_BELL_RANG) {
    return ORIEL_SHIM_BELL_RANG;
  }
  uint32_t word;
  const struct timespec time = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  for (int is_first = 1;; is_first = 0) {
    if (hears(bell, own, &word, note)) return ORIEL_SHIM_BELL_RANG;
    // Looked at here, too, since a peer can keep this thread from falling asleep, though not at first:
    // the kernel lets nobody sleep whose time is over.
    if (!is_first && deadline != 0 && oriel_shim_now() >= deadline) return ORIEL_SHIM_BELL_LATE;
    if (__atomic_load_n(&own->stopped, __ATOMIC_RELAXED)) return ORIEL_SHIM_BELL_STOPPED;
    uint32_t asleep = word | 1;
    if (!__atomic_compare_exchange_n(&bell->word, &word, asleep, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_RELAXED))
      continue;
    // Looked at after the mark was set: who stops clears the mark after having said so.
    if (__atomic_load_n(&own->stopped, __ATOMIC_SEQ_CST)) return ORIEL_SHIM_BELL_STOPPED;
    // FUTEX_WAIT_BITSET takes a point in time, not a duration. Whatever ends it, the loop looks.
    (void)futex(&bell->word, FUTEX_WAIT_BITSET, asleep, deadline == 0 ? NULL : &time);
  }
}

int32_t oriel_shim_processor_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return CPU_COUNT(&set);
}
