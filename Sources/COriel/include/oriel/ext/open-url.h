#ifndef ORIEL_EXT_OPEN_URL_H
#define ORIEL_EXT_OPEN_URL_H

#include <oriel/answer.h>
#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_OPEN_URL "oriel.open-url/1"

/* The longest URL, in bytes. */
#define ORIEL_MAX_URL_LENGTH ((uint64_t)4096)

/*
 * Offered by the host: showing a URL to the user in whatever opens it, which needs the entitlement
 * "open-url:SCHEME". The host decides each time, and may ask the user.
 */
typedef struct oriel_host_open_url {
  /*
   * Asks the host to open `url`: absolute and in ASCII, everything else percent-encoded. "http" and
   * "https" need a host. Never opened, whatever is granted, are schemes that name files or hold what
   * they show ("file", "data", "javascript" ...), URLs with credentials, with a backslash, a space
   * or a control character, also an encoded one, and with "." or ".." as a part of the path. With
   * ORIEL_OK `callback` is called exactly once, and `ask` names the question until then; with any
   * other status it is never called, `release` included, and `ask` is left as it was. `ask` may be
   * null.
   *
   * The answer's status is ORIEL_OK (opened), or ORIEL_E_DENIED (not granted, never opened, or the
   * host or the user does not want to), ORIEL_E_INVALID_ARGUMENT (no URL, or one that is written in
   * a way that is not taken), ORIEL_E_UNSUPPORTED (this host opens none), ORIEL_E_CANCELLED,
   * ORIEL_E_HOST_GONE, ORIEL_E_NO_MEMORY or ORIEL_E_INTERNAL; its text says why.
   *
   * ORIEL_E_INVALID_ARGUMENT: no `answered` slot, or a URL that is empty or not UTF-8.
   * ORIEL_E_TOO_LARGE: ORIEL_MAX_URL_LENGTH, or ORIEL_MAX_ASKS questions wait.
   * ORIEL_E_ALREADY_FINISHED. ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL open)(
      oriel_request request, const oriel_bytes *url, const oriel_answer_callback *callback,
      oriel_ask *ORIEL_NULLABLE ask) ORIEL_NOEXCEPT;

  /*
   * Gives up a question: its callback comes with ORIEL_E_CANCELLED, or with the answer if that was
   * first. What the user sees already stays.
   * ORIEL_E_STALE: the question has its answer.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL cancel)(oriel_ask ask) ORIEL_NOEXCEPT;
} oriel_host_open_url;

ORIEL_HEADER_END

#endif
