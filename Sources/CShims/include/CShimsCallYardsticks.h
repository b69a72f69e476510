/* What calls into an instance are measured against: the least that any way to another process costs.
   Is provided because a Swift program that runs threads can only fork where the child touches nothing
   but what it was given. Needed as long as there is a benchmark of calls. */
#ifndef ORIEL_CSHIMS_CALL_YARDSTICKS_H
#define ORIEL_CSHIMS_CALL_YARDSTICKS_H

#include <stdint.h>

/* Goes to a child and back `count` times through a word in shared memory that both only look at, and
   writes the nanoseconds of each time. Gives 0 or a negated error number. */
int32_t oriel_shim_spin_round_trips(uint64_t *times, uint32_t count);

/* Goes to a child and back `count` times with packets of 64 bytes over a pair of SOCK_SEQPACKET
   sockets, and writes the nanoseconds of each time. Gives 0 or a negated error number. */
int32_t oriel_shim_packet_round_trips(uint64_t *times, uint32_t count);

#endif
