/* Calls that the filter stops until a supervisor has looked at them. */
#ifndef ORIEL_CSHIMS_SUPERVISOR_H
#define ORIEL_CSHIMS_SUPERVISOR_H

#include <stdint.h>

/* A call as the kernel saw it. */
typedef struct oriel_shim_call {
  int32_t number;
  uint32_t architecture; /* AUDIT_ARCH_* */
  uint64_t instruction;  /* address behind the call */
  uint64_t arguments[6]; /* also those that the call does not have */
} oriel_shim_call;

/* Takes the next stopped call from a filter's listener. Gives 0, or a negated errno; -ENOENT when
   its process has ended meanwhile. */
int32_t oriel_shim_take_call(int32_t listener, oriel_shim_call *call);

#endif
