#ifndef ORIEL_EXT_PROGRESS_H
#define ORIEL_EXT_PROGRESS_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_PROGRESS "oriel.progress/1"

/*
 * How far a load is, in units that the host chooses, such as bytes: `completed` of `total`. `total`
 * is 0 while the host does not know it; else `completed` is not above it. Later values may be lower
 * than earlier ones. The host sets `size`; for `current` the caller does, before the call.
 */
typedef struct oriel_progress {
  uint32_t size;
  uint32_t reserved;
  uint64_t completed;
  uint64_t total;
} oriel_progress;

/* Who hears how far a load is. The structure is copied; `context` is passed through. */
typedef struct oriel_progress_callback {
  uint32_t size;
  uint32_t reserved;
  void *ORIEL_NULLABLE context;
  /*
   * The load has got on: the newest value, about 20 times a second at most, and not at all when the
   * host says nothing. Never called after the callback of the load. `progress` is never null and
   * valid during the call.
   * [any]
   */
  void (*ORIEL_NULLABLE advanced)(
      void *ORIEL_NULLABLE context, const oriel_progress *ORIEL_NONNULL progress) ORIEL_NOEXCEPT;
  /*
   * `context` is not needed any more: called exactly once for each callback that was taken, after
   * the load has ended, unless the process is killed. May be null.
   * [any]
   */
  void (*ORIEL_NULLABLE release)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
} oriel_progress_callback;

/*
 * Offered by the host: what happens while the host makes the content of a load, and why a load
 * failed. Loads are those of "oriel.attachments/1" and "oriel.preview/1".
 */
typedef struct oriel_host_progress {
  /*
   * Has `callback` called as the load gets on. With ORIEL_OK it is taken; with any other status
   * neither of its slots is called.
   * ORIEL_E_STALE: the load has ended. ORIEL_E_INVALID_ARGUMENT: no `advanced` slot, or the load is
   * watched already.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL watch)(oriel_load load, const oriel_progress_callback *callback)
      ORIEL_NOEXCEPT;

  /*
   * How far a load is that is watched: the newest value that has arrived.
   * ORIEL_E_STALE: the load has ended. ORIEL_E_NOT_FOUND: no value has arrived.
   * ORIEL_E_INVALID_ARGUMENT: `progress->size`.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL current)(oriel_load load, oriel_progress *progress) ORIEL_NOEXCEPT;

  /*
   * Why a load failed, as the host's program says it: from the time when its callback is called
   * until the terminal call. For load 0 it is the last load that failed in a blocking slot on the
   * calling thread. The bytes stay valid until the request has ended.
   * ORIEL_E_NOT_FOUND: the load did not fail, the host said no more than the status, or this is the
   * failure of more than 1,024 loads.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL failure)(oriel_load load, oriel_error *failure) ORIEL_NOEXCEPT;
} oriel_host_progress;

ORIEL_HEADER_END

#endif
