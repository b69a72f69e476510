/* The file rules of an instance: a second opinion behind its mounts. */
#ifndef ORIEL_CSHIMS_LANDLOCK_H
#define ORIEL_CSHIMS_LANDLOCK_H

#include "../include/CShimsInstance.h"

/* Puts the rules of a plan up for the calling thread, at the plan's level, which is above 0. Returns 0,
   or -1 and errno. */
int oriel_shim_apply_landlock(const oriel_shim_plan *plan);

#endif
