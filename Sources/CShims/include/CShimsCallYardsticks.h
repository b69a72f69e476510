/* What calls into an instance are measured against: the least that any way to another process costs.
   Is provided because a Swift program that runs threads can only fork where the child touches nothing
   but what it was given. Needed as long as there is a benchmark of calls. */
#ifndef ORIEL_CSHIMS_CALL_YARDSTICKS_H
#define ORIEL_CSHIMS_CALL_YARDSTICKS_H

#include <stdint.h>

/* Goes to a child and back `count` times through a word in shared memory that both only look at, and
   writes the nanoseconds of each time. The child runs on a processor alone, unless its number is
   negative. Gives 0 or a negated error number. */
int32_t oriel_shim_spin_round_trips(uint64_t *times, uint32_t count, int32_t processor);

/* Lets this thread, and those that it starts later, run on a processor alone; a negative number lets it
   run on all. Gives 0 or a negated error number. */
int32_t oriel_shim_run_on(int32_t processor);

/* The number of a processor that this thread may run on, the `index`th one; -1 when there is none. */
int32_t oriel_shim_processor(int32_t index);

/* Goes to a child and back `count` times with packets of 64 bytes over a pair of SOCK_SEQPACKET
   sockets, and writes the nanoseconds of each time. The child runs on a processor alone, unless its
   number is negative. Gives 0 or a negated error number. */
int32_t oriel_shim_packet_round_trips(uint64_t *times, uint32_t count, int32_t processor);

#endif
