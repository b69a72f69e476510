#ifndef ORIEL_VALUES_H
#define ORIEL_VALUES_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

/*
 * Handles. A handle names an object of one request; 0 is never one. Each holds a generation, so a
 * handle that was made up, belongs to another request or has ended gets ORIEL_E_STALE and does no
 * harm. All handles of items, attachments and loads end with the request's terminal call.
 */
typedef uint64_t oriel_request;
typedef uint64_t oriel_item;
typedef uint64_t oriel_attachment;
typedef uint64_t oriel_load;

/*
 * Bytes or text: `length` bytes from `data`, not terminated. Text is UTF-8; text from an extension
 * that is not valid UTF-8 gets ORIEL_E_INVALID_ARGUMENT. `data` may be null when `length` is 0.
 *
 * Given to Oriel: read only during the call. Received from Oriel: read-only, valid until the
 * request has ended, unless the slot says otherwise.
 */
typedef struct oriel_bytes {
  const void *ORIEL_NULLABLE data;
  uint64_t length;
} oriel_bytes;

/*
 * Why a request, or one item of it, failed. `domain` is a reverse-DNS name that gives `code` its
 * meaning (ORIEL_MAX_NAME_LENGTH); `text` is one sentence for people (ORIEL_MAX_TEXT_LENGTH).
 *
 * Fixed for ever, without a `size`: it is part of oriel_item_error. `reserved` is zero.
 */
typedef struct oriel_error {
  uint64_t reserved;
  int64_t code;
  oriel_bytes domain;
  oriel_bytes text;
} oriel_error;

/*
 * Why one input item could not be handled. Fixed for ever, without a `size`: it is the element of
 * an array, whose stride is part of every binary. `reserved` is zero.
 */
typedef struct oriel_item_error {
  uint64_t reserved;
  oriel_item item;
  oriel_error error;
} oriel_item_error;

/* Maximum lengths in bytes. Longer values from an extension get ORIEL_E_TOO_LARGE. */
#define ORIEL_MAX_TYPE_LENGTH ((uint64_t)255)
#define ORIEL_MAX_NAME_LENGTH ((uint64_t)255)
#define ORIEL_MAX_TEXT_LENGTH ((uint64_t)65536)
#define ORIEL_MAX_USER_INFO_LENGTH ((uint64_t)65536)
#define ORIEL_MAX_LOG_LENGTH ((uint64_t)4096)

/* Maximum counts: items of a request, attachments of an item, types of an attachment, loads of a
   request that run at the same time. */
#define ORIEL_MAX_ITEMS ((uint64_t)64)
#define ORIEL_MAX_ATTACHMENTS ((uint64_t)256)
#define ORIEL_MAX_TYPES ((uint64_t)16)
#define ORIEL_MAX_LOADS ((uint64_t)64)

ORIEL_HEADER_END

#endif
