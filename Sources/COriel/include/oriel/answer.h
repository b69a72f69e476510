#ifndef ORIEL_ANSWER_H
#define ORIEL_ANSWER_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

/*
 * Questions: what an extension asks of its host because the sandbox does not let it do that itself,
 * as ext/network.h, ext/open-url.h and ext/files.h have it. A question has an answer exactly once,
 * also when the host dies or the request ends. Questions are asked while a request runs: not after
 * its terminal call, nor after the host has told it to stop.
 */

/* Names a question until it has its answer; 0 is never one. */
typedef uint64_t oriel_ask;

/* The questions of a request that may wait for an answer at the same time. */
#define ORIEL_MAX_ASKS ((uint64_t)16)

/*
 * An answer. `descriptor` is what was asked for, close-on-exec, or -1. `text` tells, for people, why
 * there is nothing, or with ORIEL_OK what a slot's comment says; it may be empty. The host sets
 * `size`; for a blocking slot the caller does, before the call. Other fields must not be changed,
 * but for `descriptor`.
 */
typedef struct oriel_answer {
  uint32_t size;
  int32_t descriptor;
  oriel_bytes text;
} oriel_answer;

/* Who is told of an answer. The structure is copied; `context` is passed through. */
typedef struct oriel_answer_callback {
  uint32_t size;
  uint32_t reserved;
  void *ORIEL_NULLABLE context;
  /*
   * The answer is there: called exactly once for each question that was asked, unless the process
   * is killed. `status` is ORIEL_OK or one that the slot's comment names. `answer` is never null; it
   * and its text are valid during the call. To keep the descriptor, copy it out and set the field to
   * -1: what is left there is closed. May come before the slot that asked has returned.
   * [any]
   */
  void (*ORIEL_NULLABLE answered)(
      void *ORIEL_NULLABLE context, oriel_status status, oriel_answer *ORIEL_NONNULL answer)
      ORIEL_NOEXCEPT;
  /*
   * `context` is not needed any more: called exactly once, after `answered` returned. May be null.
   * [any]
   */
  void (*ORIEL_NULLABLE release)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
} oriel_answer_callback;

ORIEL_HEADER_END

#endif
