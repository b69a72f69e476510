#ifndef ORIEL_EXT_ATTACHMENTS_H
#define ORIEL_EXT_ATTACHMENTS_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_ATTACHMENTS "oriel.attachments/1"

/*
 * The form a load gives. Nothing is converted: the form only says how the same content arrives.
 *   BYTES       in memory, a private copy
 *   DESCRIPTOR  a descriptor with its own offset at 0, close-on-exec; read-only, unless the host
 *               offers the file for writing and "user-selected-files:read-write" was granted
 *   URL         text: for a file, a file: URL of a copy in the temporary directory that lives as
 *               long as the request; for an attachment that is a URL, that URL
 */
#define ORIEL_FORM_BYTES ((uint32_t)1)
#define ORIEL_FORM_DESCRIPTOR ((uint32_t)2)
#define ORIEL_FORM_URL ((uint32_t)3)

/*
 * A loaded representation. It belongs to the extension until release_loaded, also after the
 * terminal call. `bytes` holds the bytes or the text of the URL, else it is empty; `descriptor` is
 * -1 unless the form is DESCRIPTOR. To keep the descriptor, copy it out and set the field to -1.
 * Other fields must not be changed. The host sets `size`; for load_blocking the caller does, before
 * the call.
 */
typedef struct oriel_loaded {
  uint32_t size;
  uint32_t form;
  oriel_bytes bytes;
  int32_t descriptor;
  uint32_t reserved;
  uint64_t token;
} oriel_loaded;

/* Who is told when a load ends. The structure is copied; `context` is passed through. */
typedef struct oriel_load_callback {
  uint32_t size;
  uint32_t reserved;
  void *ORIEL_NULLABLE context;
  /*
   * The load ended: called exactly once for each load that was started, also when the host dies or
   * the request ends, unless the process is killed. With ORIEL_OK `loaded` points to the result:
   * the structure is valid during the call and may be copied; what it holds is the extension's
   * until release_loaded. Else `loaded` is null and `status` is ORIEL_E_NOT_FOUND (no such type),
   * ORIEL_E_UNSUPPORTED (not in this form), ORIEL_E_TOO_LARGE, ORIEL_E_CANCELLED,
   * ORIEL_E_HOST_GONE, ORIEL_E_DENIED, ORIEL_E_NO_MEMORY, ORIEL_E_IO or ORIEL_E_INTERNAL. May come
   * before `load` has returned.
   * [any]
   */
  void (*ORIEL_NULLABLE loaded)(
      void *ORIEL_NULLABLE context, oriel_status status, oriel_loaded *ORIEL_NULLABLE loaded)
      ORIEL_NOEXCEPT;
  /*
   * `context` is not needed any more: called exactly once, after `loaded` returned. May be null.
   * [any]
   */
  void (*ORIEL_NULLABLE release)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
} oriel_load_callback;

/*
 * Offered by the host: what items carry. An attachment is one thing in one or more types, the best
 * first. Types are identifiers such as "public.jpeg".
 */
typedef struct oriel_host_attachments {
  /*
   * How many types the attachment is registered with: 1 to ORIEL_MAX_TYPES for an input attachment;
   * one made here has none until the first is added.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL type_count)(oriel_attachment attachment, uint64_t *count)
      ORIEL_NOEXCEPT;

  /*
   * The registered type at `index`. The bytes stay valid until the request has ended.
   * ORIEL_E_NOT_FOUND: `index` is not below the count.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL type_at)(
      oriel_attachment attachment, uint64_t index, oriel_bytes *type) ORIEL_NOEXCEPT;

  /*
   * The first registered type that is `type` or conforms to it: "public.image" finds "public.jpeg".
   * The bytes stay valid until the request has ended.
   * ORIEL_E_NOT_FOUND: none does.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL conforming_type)(
      oriel_attachment attachment, const oriel_bytes *type, oriel_bytes *registered_type)
      ORIEL_NOEXCEPT;

  /*
   * The file name to suggest for the content, without a folder. The bytes stay valid until the
   * request has ended, or for an attachment made here until the name is set again.
   * ORIEL_E_NOT_FOUND: it has none.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL suggested_name)(oriel_attachment attachment, oriel_bytes *name)
      ORIEL_NOEXCEPT;

  /*
   * Starts to load the content as `type`, which is registered or conformed to, in one of
   * ORIEL_FORM_*. With ORIEL_OK `callback` is called exactly once, and `load` names the load until
   * then; with any other status it is never called, `release` included, and `load` is left
   * as it was. `load` may be null.
   * ORIEL_E_INVALID_ARGUMENT: unknown form, no `loaded` slot, or an attachment made here.
   * ORIEL_E_NOT_FOUND: no registered type conforms. ORIEL_E_TOO_LARGE: ORIEL_MAX_LOADS run.
   * ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL load)(
      oriel_attachment attachment, const oriel_bytes *type, uint32_t form,
      const oriel_load_callback *callback, oriel_load *ORIEL_NULLABLE load) ORIEL_NOEXCEPT;

  /*
   * Loads as `load` and waits for the result, `timeout_ms` at most; 0 waits as long as the request
   * lives. `loaded->size` is set by the caller; the rest is filled with ORIEL_OK, and is empty
   * otherwise (descriptor -1, token 0), so that release_loaded is always allowed.
   * ORIEL_E_TIMEOUT: the load was given up. ORIEL_E_WRONG_THREAD: called on the Oriel thread, which
   * would wait for itself. Else the statuses of `load` and of its callback.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL load_blocking)(
      oriel_attachment attachment, const oriel_bytes *type, uint32_t form, uint32_t timeout_ms,
      oriel_loaded *loaded) ORIEL_NOEXCEPT;

  /*
   * Gives up a load: its callback comes with ORIEL_E_CANCELLED, or with the result if that was
   * first.
   * ORIEL_E_STALE: the load has ended.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL cancel_load)(oriel_load load) ORIEL_NOEXCEPT;

  /*
   * Gives back what a load gave: frees `bytes`, closes `descriptor` unless it is -1, and empties
   * the structure, so that a second call does nothing. A structure with token 0 is empty.
   * ORIEL_E_STALE: the token is unknown; nothing was closed or freed.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL release_loaded)(oriel_loaded *loaded) ORIEL_NOEXCEPT;

  /*
   * Makes an attachment at the end of an item made here. It needs at least one type before the item
   * is returned.
   * ORIEL_E_INVALID_ARGUMENT: an input item. ORIEL_E_TOO_LARGE: the item has ORIEL_MAX_ATTACHMENTS.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL create)(oriel_item item, oriel_attachment *attachment)
      ORIEL_NOEXCEPT;

  /*
   * Sets the suggested name of an attachment made here; copied. ORIEL_MAX_NAME_LENGTH; no "/" in
   * it.
   * ORIEL_E_INVALID_ARGUMENT: not UTF-8, empty, a folder, or an input attachment.
   * ORIEL_E_TOO_LARGE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL set_suggested_name)(
      oriel_attachment attachment, const oriel_bytes *name) ORIEL_NOEXCEPT;

  /*
   * Adds `bytes` as the content of type `type` to an attachment made here; copied.
   * ORIEL_MAX_TYPE_LENGTH, ORIEL_MAX_TYPES.
   * ORIEL_E_INVALID_ARGUMENT: no valid type, a type the attachment already has, or an input
   * attachment. ORIEL_E_TOO_LARGE: more than a maximum, or than a file may have
   * (ORIEL_LIMIT_FILE_SIZE).
   * [any]
   */
  oriel_status (*ORIEL_NONNULL add_bytes)(
      oriel_attachment attachment, const oriel_bytes *type, const oriel_bytes *bytes)
      ORIEL_NOEXCEPT;

  /*
   * Adds what the regular file or memfd `descriptor` holds as the content of type `type`, from
   * offset 0 to its end; read when the request completes. The descriptor is duplicated; the caller
   * keeps its own.
   * ORIEL_E_INVALID_ARGUMENT also: `descriptor` is not open, not open for reading, or no regular
   * file. A file that is too large by then, or cannot be read, fails complete_request. Else as
   * add_bytes.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL add_descriptor)(
      oriel_attachment attachment, const oriel_bytes *type, int32_t descriptor) ORIEL_NOEXCEPT;
} oriel_host_attachments;

ORIEL_HEADER_END

#endif
