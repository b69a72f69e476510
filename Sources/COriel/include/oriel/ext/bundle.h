#ifndef ORIEL_EXT_BUNDLE_H
#define ORIEL_EXT_BUNDLE_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_BUNDLE "oriel.bundle/1"

/* What `limit` tells, and its unit. */
#define ORIEL_LIMIT_MEMORY ((uint32_t)1)            /* bytes of address space */
#define ORIEL_LIMIT_THREADS ((uint32_t)2)           /* threads of the instance */
#define ORIEL_LIMIT_DESCRIPTORS ((uint32_t)3)       /* open descriptors */
#define ORIEL_LIMIT_FILE_SIZE ((uint32_t)4)         /* bytes of one file or returned attachment */
#define ORIEL_LIMIT_TEMPORARY_STORAGE ((uint32_t)5) /* bytes in the temporary directory */
#define ORIEL_LIMIT_REQUEST_TIME ((uint32_t)6)      /* milliseconds from begin to the outcome */
#define ORIEL_LIMIT_GRACE_TIME ((uint32_t)7)        /* milliseconds after the outcome or a cancel */
#define ORIEL_LIMIT_LOG ((uint32_t)8)               /* bytes of log lines and captured output */
#define ORIEL_LIMIT_MEMORY_IN_USE ((uint32_t)9)     /* bytes of heap and stacks, or in use */
#define ORIEL_LIMIT_PROCESSOR_TIME ((uint32_t)10)   /* milliseconds of all threads together */
#define ORIEL_LIMIT_PROCESSOR_SHARE ((uint32_t)11)  /* percent of one, where it is bounded */
#define ORIEL_LIMIT_CONTAINER ((uint32_t)12)        /* bytes in the container */
#define ORIEL_LIMIT_MESSAGES ((uint32_t)13)         /* calls that reach the host, log lines apart */
#define ORIEL_LIMIT_LOADS ((uint32_t)14)            /* loads under way at a time */
#define ORIEL_LIMIT_RETURNED_CONTENTS ((uint32_t)15) /* large representations of an answer */
#define ORIEL_LIMIT_RETURNED_ITEMS ((uint32_t)16)   /* items of an answer */
#define ORIEL_LIMIT_RETURNED_BYTES ((uint32_t)17)   /* bytes of all returned attachments */
#define ORIEL_LIMIT_START_TIME ((uint32_t)18)       /* milliseconds until the library is loaded */

/*
 * Offered by the host: what this extension is and what it has been given. All bytes belong to Oriel
 * and stay valid as long as the process.
 */
typedef struct oriel_host_bundle {
  /*
   * The bundle's identifier, such as "com.example.photoblog".
   * [any]
   */
  oriel_status (*ORIEL_NONNULL identifier)(oriel_bytes *identifier) ORIEL_NOEXCEPT;

  /*
   * The name shown to people, in the language of `locale` when the bundle has it.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL display_name)(oriel_bytes *name) ORIEL_NOEXCEPT;

  /*
   * The extension point that the request came through, such as "org.oriel.share".
   * [any]
   */
  oriel_status (*ORIEL_NONNULL extension_point)(oriel_bytes *identifier) ORIEL_NOEXCEPT;

  /*
   * The absolute path of the bundle, as seen from the sandbox; read-only. Resources lie in it.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL resource_directory)(oriel_bytes *path) ORIEL_NOEXCEPT;

  /*
   * The absolute path of a writable, empty directory that vanishes with the process.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL temporary_directory)(oriel_bytes *path) ORIEL_NOEXCEPT;

  /*
   * The user's locale as the host knows it, such as "de_AT.UTF-8".
   * ORIEL_E_NOT_FOUND: the host does not say.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL locale)(oriel_bytes *locale) ORIEL_NOEXCEPT;

  /*
   * The user's time zone, such as "Europe/Vienna".
   * ORIEL_E_NOT_FOUND: the host does not say.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL time_zone)(oriel_bytes *name) ORIEL_NOEXCEPT;

  /*
   * One limit of this instance; `which` is one of ORIEL_LIMIT_*.
   * ORIEL_E_NOT_FOUND: unknown, or not limited.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL limit)(uint32_t which, uint64_t *value) ORIEL_NOEXCEPT;

  /*
   * Whether the host granted the entitlement `name`: `granted` becomes 1 or 0, 0 also for names
   * that nobody knows.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL has_entitlement)(const oriel_bytes *name, uint32_t *granted)
      ORIEL_NOEXCEPT;
} oriel_host_bundle;

ORIEL_HEADER_END

#endif
