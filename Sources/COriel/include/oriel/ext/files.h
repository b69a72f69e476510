#ifndef ORIEL_EXT_FILES_H
#define ORIEL_EXT_FILES_H

#include <oriel/answer.h>
#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_FILES "oriel.files/1"

/* The longest text that is shown to a user who chooses, in bytes. */
#define ORIEL_MAX_PROMPT_LENGTH ((uint64_t)1024)

/* What the extension wants to do with the file. */
#define ORIEL_FILE_READ ((uint32_t)1)
#define ORIEL_FILE_READ_WRITE ((uint32_t)2)

/*
 * Offered by the host: files that the user chooses, which needs the entitlement
 * "user-selected-files:read", or "user-selected-files:read-write" for either mode.
 */
typedef struct oriel_host_files {
  /*
   * Asks the host to let the user choose a file. `mode` is one of ORIEL_FILE_*; `prompt` says for
   * what and may be empty. With ORIEL_OK `callback` is called exactly once, and `ask` names the
   * question until then; with any other status it is never called, `release` included, and `ask` is
   * left as it was. `ask` may be null.
   *
   * The answer's descriptor is the regular file, open as `mode` says, with its offset at 0 and its
   * content as it was; its text is the file's name without a folder. Its status is ORIEL_OK, or
   * ORIEL_E_NOT_FOUND (the user chose none, or the file is gone), ORIEL_E_DENIED (not granted, or
   * the file may not be opened), ORIEL_E_UNSUPPORTED (this host lets nobody choose, or it is no
   * regular file), ORIEL_E_CANCELLED, ORIEL_E_HOST_GONE, ORIEL_E_NO_MEMORY, ORIEL_E_IO or
   * ORIEL_E_INTERNAL.
   *
   * ORIEL_E_INVALID_ARGUMENT: unknown mode, no `answered` slot, or a prompt that is not UTF-8.
   * ORIEL_E_TOO_LARGE: ORIEL_MAX_PROMPT_LENGTH, or ORIEL_MAX_ASKS questions wait.
   * ORIEL_E_ALREADY_FINISHED. ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL choose)(
      oriel_request request, uint32_t mode, const oriel_bytes *prompt,
      const oriel_answer_callback *callback, oriel_ask *ORIEL_NULLABLE ask) ORIEL_NOEXCEPT;

  /*
   * Gives up a question: its callback comes with ORIEL_E_CANCELLED, or with the answer if that was
   * first.
   * ORIEL_E_STALE: the question has its answer.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL cancel)(oriel_ask ask) ORIEL_NOEXCEPT;
} oriel_host_files;

ORIEL_HEADER_END

#endif
