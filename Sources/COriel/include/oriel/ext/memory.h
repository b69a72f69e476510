#ifndef ORIEL_EXT_MEMORY_H
#define ORIEL_EXT_MEMORY_H

#include <oriel/macros.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_MEMORY "oriel.memory/1"

/* How near the instance is to its bound of memory. */
/* About 80 %: let go of caches and of what can be made again. */
#define ORIEL_PRESSURE_WARNING ((uint32_t)1)
/* About 95 %: give memory back, or finish with what there is; soon allocations fail. */
#define ORIEL_PRESSURE_CRITICAL ((uint32_t)2)

/*
 * Offered by an extension that wants to hear when its memory becomes scarce. The table is optional,
 * and so is its slot. The bound is ORIEL_LIMIT_MEMORY_IN_USE, or ORIEL_LIMIT_MEMORY where that is
 * nearer. Where no control group counts memory, it is looked at a few times a second: an extension
 * that allocates faster may reach the bound first.
 */
typedef struct oriel_extension_memory {
  /*
   * The level has risen to `level`, one of ORIEL_PRESSURE_*; higher ones may be added. It is not
   * told that it fell again; after it fell well below, the next rise may be told again. Called from
   * `begin` on, while other slots run.
   * [any]
   */
  void (*ORIEL_NULLABLE pressure)(uint32_t level) ORIEL_NOEXCEPT;
} oriel_extension_memory;

ORIEL_HEADER_END

#endif
