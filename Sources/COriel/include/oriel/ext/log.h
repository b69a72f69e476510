#ifndef ORIEL_EXT_LOG_H
#define ORIEL_EXT_LOG_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_LOG "oriel.log/1"

#define ORIEL_LOG_DEBUG ((uint32_t)1)
#define ORIEL_LOG_INFO ((uint32_t)2)
#define ORIEL_LOG_NOTICE ((uint32_t)3)
#define ORIEL_LOG_WARNING ((uint32_t)4)
#define ORIEL_LOG_ERROR ((uint32_t)5)

/*
 * Offered by the host: log lines. The host shows them with the request they belong to; standard
 * output and standard error are captured as well.
 */
typedef struct oriel_host_log {
  /*
   * Writes one line. `level` is one of ORIEL_LOG_*; `message` is text of at most
   * ORIEL_MAX_LOG_LENGTH bytes, copied, shown with control characters escaped.
   * ORIEL_E_TOO_LARGE: the line is too long, or it does not fit into what is left of
   * ORIEL_LIMIT_LOG; it is dropped, and a shorter one may still fit. ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL write)(uint32_t level, const oriel_bytes *message) ORIEL_NOEXCEPT;
} oriel_host_log;

ORIEL_HEADER_END

#endif
