#ifndef ORIEL_EXT_LIFECYCLE_H
#define ORIEL_EXT_LIFECYCLE_H

#include <oriel/entry.h>
#include <oriel/macros.h>
#include <oriel/status.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_LIFECYCLE "oriel.lifecycle/1"

/*
 * Offered by an extension that wants to know when its process begins and ends. The table is
 * optional, and either slot may be null.
 */
typedef struct oriel_extension_lifecycle {
  /*
   * The instance is ready: called once, after the entry and before the first request, in the
   * finished sandbox. `host` lives as long as the process. Any status but ORIEL_OK is a load
   * failure that names the status (ORIEL_E_INTERNAL for a value outside the list in status.h); no
   * request follows, and `stop` is not called.
   * [main]
   */
  oriel_status (*ORIEL_NULLABLE start)(const oriel_host *ORIEL_NONNULL host) ORIEL_NOEXCEPT;

  /*
   * The process is about to end in good order: called at most once, after the last request, with
   * little time; all loads have had their callbacks by then, and all tasks their release. It is not
   * called when the instance is killed, so nothing may depend on it.
   * [main]
   */
  void (*ORIEL_NULLABLE stop)(void) ORIEL_NOEXCEPT;
} oriel_extension_lifecycle;

ORIEL_HEADER_END

#endif
