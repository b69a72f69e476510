#ifndef ORIEL_EXT_REQUEST_H
#define ORIEL_EXT_REQUEST_H

#include <oriel/entry.h>
#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

/* The id of both tables: the extension's, and the host's. */
#define ORIEL_ID_REQUEST "oriel.request/1"

/* Why host_cancelled is called: the host asked, the time is over, or the host is gone. */
#define ORIEL_CANCEL_BY_HOST ((uint32_t)1)
#define ORIEL_CANCEL_DEADLINE ((uint32_t)2)
#define ORIEL_CANCEL_HOST_GONE ((uint32_t)3)

/*
 * Offered by the extension: how a request reaches it. `begin` is required; the others may be null.
 */
typedef struct oriel_extension_request {
  /*
   * A request begins. The extension may finish it before it returns, or later from any thread;
   * after `begin` has returned the instance runs the main thread's loop. `host` lives as long as
   * the process, `request` until it has ended. Any status but ORIEL_OK cancels the request with the
   * domain "oriel.status" and the status as code (ORIEL_E_INTERNAL for a value outside the list in
   * status.h), unless the extension gave an outcome before.
   * [main]
   */
  oriel_status (*ORIEL_NULLABLE begin)(
      const oriel_host *ORIEL_NONNULL host, oriel_request request) ORIEL_NOEXCEPT;

  /*
   * The request should stop, for one of the reasons ORIEL_CANCEL_*. Called at most once, and never
   * after the terminal call. The extension has the grace time (ORIEL_LIMIT_GRACE_TIME) to clean up
   * and to call cancel_request; then the instance is killed. Without this slot the instance is
   * killed at once.
   * [any]
   */
  void (*ORIEL_NULLABLE host_cancelled)(oriel_request request, uint32_t reason) ORIEL_NOEXCEPT;

  /*
   * The grace time of work kept with ORIEL_COMPLETE_KEEP_WORKING is over: save what must be saved
   * and return; the instance is killed soon after. Called at most once, only after such a
   * completion.
   * [any]
   */
  void (*ORIEL_NULLABLE expiring)(oriel_request request) ORIEL_NOEXCEPT;
} oriel_extension_request;

/* Flags of complete_request. */
/* Work goes on after the outcome, until finish_work or the end of the grace time. */
#define ORIEL_COMPLETE_KEEP_WORKING ((uint32_t)1)

/*
 * Offered by the host: how a request ends. The first call of complete_request or cancel_request
 * that returns ORIEL_OK is the terminal call: it is the outcome, whichever thread made it, and all
 * handles of items, attachments and loads of the request end with it. Loads that still run then get
 * their callback with ORIEL_E_CANCELLED, and their release, before the process ends in good order;
 * tasks that still wait for the main thread then are released without having run (ext/loop.h).
 */
typedef struct oriel_host_request {
  /*
   * The request is done; the host gets the outcome at once and does not wait for the extension to
   * end. `items` are `count` handles made with oriel_host_items.create for this request, in the
   * order the host shall see, each once; `errors` says which input items could not be handled. Both
   * arrays are read during the call, and are null only with a count of 0. `flags` is 0 or
   * ORIEL_COMPLETE_*. The process ends when `begin` and all callbacks have returned, or, with
   * ORIEL_COMPLETE_KEEP_WORKING, when finish_work is called.
   * ORIEL_E_ALREADY_FINISHED: the request has its outcome; the call changes nothing. It is logged
   * where the log still has room, and the status is the same where it has none.
   * ORIEL_E_INVALID_ARGUMENT: unknown flag, an input item or a repeated one among `items`, an
   * attachment without a type, or an item in `errors` that is no input item. ORIEL_E_TOO_LARGE:
   * more than ORIEL_MAX_ITEMS items or errors; an error's domain or text that is too long; an
   * attachment over ORIEL_LIMIT_FILE_SIZE; or more attachments, or more in them, than one answer
   * can carry: how many depends on their sizes, since small ones travel in the message. ORIEL_E_IO:
   * a file given with add_descriptor could not be read, or what is returned could not be stored.
   * ORIEL_E_HOST_GONE: nobody is left to take the outcome. After every status but ORIEL_OK and
   * ORIEL_E_ALREADY_FINISHED the request is as it was before, and either terminal call may be tried
   * again.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL complete_request)(
      oriel_request request, const oriel_item *ORIEL_NULLABLE items, uint64_t count,
      const oriel_item_error *ORIEL_NULLABLE errors, uint64_t error_count, uint32_t flags)
      ORIEL_NOEXCEPT;

  /*
   * The request failed or the user gave up. `error` is required; `errors` adds what is known of
   * single input items, and is null only with a count of 0. All is read during the call.
   * Statuses as complete_request.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL cancel_request)(
      oriel_request request, const oriel_error *error,
      const oriel_item_error *ORIEL_NULLABLE errors, uint64_t error_count) ORIEL_NOEXCEPT;

  /*
   * The work kept with ORIEL_COMPLETE_KEEP_WORKING is done; the process ends when all callbacks
   * have returned.
   * ORIEL_E_INVALID_ARGUMENT: no outcome was given yet. ORIEL_E_ALREADY_FINISHED: no work was kept,
   * or it was finished before.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL finish_work)(oriel_request request) ORIEL_NOEXCEPT;
} oriel_host_request;

ORIEL_HEADER_END

#endif
