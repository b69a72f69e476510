#ifndef ORIEL_EXT_LOOP_H
#define ORIEL_EXT_LOOP_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_LOOP "oriel.loop/1"

/* Something to run on the main thread. The structure is copied; `context` is passed through. */
typedef struct oriel_task {
  uint32_t size;
  uint32_t reserved;
  void *ORIEL_NULLABLE context;
  /*
   * The work. Called at most once: not at all when the process ends before its turn.
   * [main]
   */
  void (*ORIEL_NULLABLE run)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
  /*
   * `context` is not needed any more: called exactly once for each task that was taken, after `run`
   * or instead of it, unless the process is killed. May be null.
   * [main]
   */
  void (*ORIEL_NULLABLE release)(void *ORIEL_NULLABLE context) ORIEL_NOEXCEPT;
} oriel_task;

/*
 * Offered by the host: the main thread's loop. After `begin` has returned the instance runs it. An
 * extension with a loop of its own stays in `begin`, waits for `poll_descriptor` to become readable
 * together with what else it waits for, and then calls `dispatch`.
 */
typedef struct oriel_host_loop {
  /*
   * A descriptor that is readable when `dispatch` has something to do. It belongs to Oriel: do not
   * read it, write it or close it. The same at each call.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL poll_descriptor)(int32_t *descriptor) ORIEL_NOEXCEPT;

  /*
   * Runs what waits for the main thread: tasks in the order in which they were added, and the main
   * queue. Returns when nothing waits; never blocks for more. Tasks added meanwhile run at the next
   * call.
   * ORIEL_E_WRONG_THREAD: not on the main thread.
   * [main]
   */
  oriel_status (*ORIEL_NONNULL dispatch)(void) ORIEL_NOEXCEPT;

  /*
   * Adds a task. With ORIEL_OK the task is taken; with any other status neither `run` nor `release`
   * is called.
   * ORIEL_E_INVALID_ARGUMENT: no `run`. ORIEL_E_TOO_LARGE: too many tasks wait.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL perform)(const oriel_task *task) ORIEL_NOEXCEPT;
} oriel_host_loop;

ORIEL_HEADER_END

#endif
