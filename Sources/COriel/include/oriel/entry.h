#ifndef ORIEL_ENTRY_H
#define ORIEL_ENTRY_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

/* The version of this ABI. It changes only when an interface id cannot express a change. */
#define ORIEL_ABI_VERSION 1u

/*
 * What the instance offers. The object and all tables it gives out live as long as the process, are
 * the same at each call, and are never written to.
 */
typedef struct oriel_host oriel_host;
struct oriel_host {
  uint32_t size;
  uint32_t abi_version;
  /*
   * The table of functions with the id `id`, as a pointer to the structure that the header of that
   * id names: ORIEL_ID_ITEMS gives a `const oriel_host_items *`. Null when this host does not offer
   * it. May be called from the first call of the entry on. `id` is a terminated string, read during
   * the call.
   * [any]
   */
  const void *ORIEL_NULLABLE (*ORIEL_NONNULL get_interface)(const oriel_host *host, const char *id)
      ORIEL_NOEXCEPT;
};

/*
 * What the extension offers: a static object that is never written to. The instance reads it once.
 */
typedef struct oriel_entry oriel_entry;
struct oriel_entry {
  uint32_t size;
  uint32_t abi_version;
  /*
   * The extension's table with the id `id`, or null when it has none. ORIEL_ID_REQUEST is required,
   * ORIEL_ID_LIFECYCLE and ORIEL_ID_MEMORY are not. Called after the entry function, also for ids
   * this extension has never heard of. The table must be static and the same at each call; `id` is
   * a terminated string, valid during the call.
   * [any]
   */
  const void *ORIEL_NULLABLE (*ORIEL_NULLABLE get_interface)(const char *ORIEL_NONNULL id)
      ORIEL_NOEXCEPT;
};

/*
 * The one symbol an extension exports. Called once, right after the library was loaded, before
 * anything else; it only returns the address of the static entry. Null, or an entry whose
 * `abi_version` this host does not know, is a load failure.
 * [main]
 */
ORIEL_EXPORT const oriel_entry *ORIEL_NULLABLE oriel_extension_entry(void) ORIEL_NOEXCEPT;

ORIEL_HEADER_END

#endif
