#ifndef ORIEL_EXT_CONTAINER_H
#define ORIEL_EXT_CONTAINER_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_CONTAINER "oriel.container/1"

/*
 * Offered by the host: directories that are kept between requests. Files in them can be read,
 * written, renamed and removed, but never executed or loaded; there are no links, locks, modes or
 * times to set. Another instance may use the same directory at the same time: write a new file and
 * rename it over the old one. What goes over ORIEL_LIMIT_CONTAINER ends the process.
 *
 * All bytes belong to Oriel and stay valid as long as the process.
 */
typedef struct oriel_host_container {
  /*
   * The absolute path of this extension's own directory.
   * ORIEL_E_DENIED: the entitlement "container" is not granted.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL directory)(oriel_bytes *path) ORIEL_NOEXCEPT;

  /*
   * The absolute path of the directory that extensions of one publisher share as the group
   * `identifier`, such as "group.com.example.shared".
   * ORIEL_E_DENIED: the entitlement "app-group" is not granted for this group.
   * ORIEL_E_INVALID_ARGUMENT: an identifier that is not UTF-8. ORIEL_E_TOO_LARGE:
   * ORIEL_MAX_NAME_LENGTH.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL group_directory)(const oriel_bytes *identifier, oriel_bytes *path)
      ORIEL_NOEXCEPT;
} oriel_host_container;

ORIEL_HEADER_END

#endif
