/* Wakes a thread of another process through memory that both map. Is provided because Swift has no
   atomic operations on memory that it did not make, and no futex. */
#ifndef ORIEL_CSHIMS_BELL_H
#define ORIEL_CSHIMS_BELL_H

#include <stdint.h>

/* What is told with a ringing. What the numbers mean is a matter of those who tell. */
typedef struct oriel_shim_note {
  uint32_t kind;
  uint32_t number;
  uint32_t start;
  uint32_t length;
  uint32_t count;
  int32_t error;
  uint64_t value;
} oriel_shim_note;

/* One direction between two threads, in shared memory: who rings raises the count, who listens waits
   for that. The two directions lie in different pairs of cache lines, which processors fetch together,
   so that neither side's writing disturbs the other's reading; what one side writes beside its note
   comes behind it in the same line.
   Everything that the peer wrote before it rang is seen by who heard it. A peer that is not trusted
   can write anything here at any time: that causes wake-ups for nothing or none, never more. */
typedef struct oriel_shim_bell {
  uint32_t word;      /* twice the count; 1 is added while somebody sleeps */
  uint32_t processor; /* where the ringing thread ran, plus 1; 0 is unknown */
  oriel_shim_note note;
  uint64_t rest;
} oriel_shim_bell;

/* What one side knows of a bell, in memory of its process alone. */
typedef struct oriel_shim_bell_side {
  uint32_t count;   /* how often this side rang or heard ringing */
  uint32_t stopped; /* not 0: nothing is waited for any more; any thread may set it */
  uint32_t misses;  /* how often in a row waiting awake was in vain */
} oriel_shim_bell_side;

/* How a wait ended. */
#define ORIEL_SHIM_BELL_RANG 0
#define ORIEL_SHIM_BELL_LATE 1
#define ORIEL_SHIM_BELL_STOPPED 2

/* Rings with a note. Calls the kernel only when somebody sleeps. */
void oriel_shim_bell_ring(oriel_shim_bell *bell, oriel_shim_bell_side *own,
                          const oriel_shim_note *note);

/* Says that this side is about to write what comes behind the bell: its processor fetches the first
   line of that while the rest of what is to be told is thought of. */
void oriel_shim_bell_expect(const oriel_shim_bell *bell);

/* Waits until the bell has another count than at the last time: first `spins` times awake, which is
   left out where the peer needs this very processor and mostly where it was in vain before, then
   asleep until `deadline` (nanoseconds of the monotonic clock; 0 is for ever). Copies the note when
   it rang. */
int32_t oriel_shim_bell_wait(oriel_shim_bell *bell, oriel_shim_bell_side *own, uint32_t spins,
                             uint64_t deadline, oriel_shim_note *note);

/* Looks for another count, so often again, and never sleeps: ORIEL_SHIM_BELL_RANG with the note, or
   ORIEL_SHIM_BELL_LATE. Where waiting awake is not worth it, it looks once. */
int32_t oriel_shim_bell_listen(oriel_shim_bell *bell, oriel_shim_bell_side *own, uint32_t spins,
                               oriel_shim_note *note);

/* Ends the waits of a side, now and later; any thread may call it. */
void oriel_shim_bell_stop(oriel_shim_bell *bell, oriel_shim_bell_side *side);

/* How many processors this thread may run on. */
int32_t oriel_shim_processor_count(void);

/* The monotonic clock in nanoseconds. */
uint64_t oriel_shim_now(void);

#endif
