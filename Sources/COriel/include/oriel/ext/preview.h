#ifndef ORIEL_EXT_PREVIEW_H
#define ORIEL_EXT_PREVIEW_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_PREVIEW "oriel.preview/1"

/*
 * A small picture of an attachment, encoded as `type` says: "public.png" or "public.jpeg". `width`
 * and `height` are what its header says, in pixels: they may differ from what was preferred, and are
 * 2048 at most, and `image` has 1 MiB at most, unless the host has other limits. The host has read
 * no more than the header: decode it as carefully as any other input.
 */
typedef struct oriel_preview {
  uint32_t size;
  uint32_t width;
  uint32_t height;
  uint32_t reserved;
  oriel_bytes type;
  oriel_bytes image;
} oriel_preview;

/* Who is told when a preview is there. The structure is copied; `context` is passed through. */
typedef struct oriel_preview_callback {
  uint32_t size;
  uint32_t reserved;
  void *ORIEL_NULLABLE context;
  /*
   * The load ended: called exactly once for each load that was started, also when the host dies or
   * the request ends, unless the process is killed. With ORIEL_OK `preview` points to the picture:
   * the structure and what it points to are valid during the call. Else it is null and `status` is
   * ORIEL_E_NOT_FOUND (there is no preview), ORIEL_E_UNSUPPORTED (it is no PNG or JPEG),
   * ORIEL_E_TOO_LARGE, ORIEL_E_CANCELLED, ORIEL_E_HOST_GONE, ORIEL_E_DENIED, ORIEL_E_NO_MEMORY,
   * ORIEL_E_IO or ORIEL_E_INTERNAL. May come before `load` has returned.
   * [any]
   */
  void (*ORIEL_NULLABLE loaded)(
      void *ORIEL_NULLABLE context, oriel_status status,
      const oriel_preview *ORIEL_NULLABLE preview) ORIEL_NOEXCEPT;
  /*
   * `context` is not needed any more: called exactly once, after `loaded` returned. May be null.
   * [any]
   */
  void (*ORIEL_NULLABLE release)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
} oriel_preview_callback;

/* Offered by the host: small pictures of what input items carry. */
typedef struct oriel_host_preview {
  /*
   * Asks for a picture that fits into `width` × `height` pixels, neither of them 0; the host may
   * give another size. With ORIEL_OK `callback` is called exactly once, and `load` names the load
   * until then, for cancel_load of "oriel.attachments/1"; with any other status it is never called,
   * `release` included, and `load` is left as it was. `load` may be null.
   * ORIEL_E_INVALID_ARGUMENT: a side of 0, no `loaded` slot, or an attachment made here.
   * ORIEL_E_TOO_LARGE: ORIEL_MAX_LOADS run. ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL load)(
      oriel_attachment attachment, uint32_t width, uint32_t height,
      const oriel_preview_callback *callback, oriel_load *ORIEL_NULLABLE load) ORIEL_NOEXCEPT;
} oriel_host_preview;

ORIEL_HEADER_END

#endif
