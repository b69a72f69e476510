#ifndef ORIEL_MACROS_H
#define ORIEL_MACROS_H

/*
 * What every header of Oriel is written with. An author needs none of these macros but
 * ORIEL_EXPORT, and that one only to define the entry in a library whose symbols are hidden by
 * default.
 *
 * Words used in all comments:
 *   host       the program that started the request; it runs in another process
 *   instance   the sandboxed process that loaded this extension; one request lives in it
 *   extension  this library
 *
 * Threads. An instance starts with two threads: the main thread, and the Oriel thread, which serves
 * the channel to the host. The last line of the comment of every function and slot is one of these
 * tags, and no other:
 *   [main]  Main thread only. The instance calls it there; where the extension calls it, another
 *           thread gets ORIEL_E_WRONG_THREAD.
 *   [any]   Any thread, at any time, also while other slots run. The extension may call it from
 *           every thread it has. Where the instance calls it, it does so on the Oriel thread:
 *           return soon, never wait there for the main thread or for a load.
 *
 * Unwinding. No C++ exception, longjmp or pthread_exit may leave a function that the instance
 * called; the instance then ends with an outcome that names what happened.
 *
 * Layout. 64-bit and little-endian. Fixed-width integers only, and no hidden padding. A table of
 * functions never changes once published (new behaviour has a new id). Fields named `reserved` are
 * zero; anything else in one that Oriel reads gets ORIEL_E_INVALID_ARGUMENT.
 *
 * A structure of data that may grow begins with `size`, which whoever fills the structure sets to
 * sizeof, and it grows only at its end. One without `size` is fixed for ever: so is every structure
 * that is part of another or of an array. Where the two sides know different sizes:
 *   offer    oriel_host, oriel_entry, and oriel_loaded where the host fills it: what is there to be
 *            read. Fields beyond `size` are absent; fields the reader does not know are ignored.
 *   request  oriel_load_callback, oriel_task: what somebody asks for. Bytes beyond the structure
 *            that the reader knows must be zero, since they would ask for something it cannot do;
 *            else it answers ORIEL_E_INVALID_ARGUMENT.
 * A structure shorter than the first version of this header had it is refused in either case.
 */

#if defined(__GNUC__) || defined(__clang__)
#define ORIEL_EXPORT __attribute__((visibility("default")))
#else
#define ORIEL_EXPORT
#endif

/* Since C++17 the promise not to throw is part of a function's type. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define ORIEL_NOEXCEPT noexcept
#else
#define ORIEL_NOEXCEPT
#endif

/*
 * Clang, and through it Swift, checks which pointers may be null; other compilers see nothing.
 *   ORIEL_NULLABLE  null has a meaning, which the comment tells
 *   ORIEL_NONNULL   never null: the host promises it
 *   no mark         must not be null; the host checks it and answers ORIEL_E_INVALID_ARGUMENT
 */
#if defined(__clang__)
#define ORIEL_NULLABLE _Nullable
#define ORIEL_NONNULL _Nonnull
#define ORIEL_NULLABILITY_BEGIN                                   \
  _Pragma("clang diagnostic push")                                \
  _Pragma("clang diagnostic ignored \"-Wnullability-extension\"") \
  _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"")
#define ORIEL_NULLABILITY_END _Pragma("clang diagnostic pop")
#else
#define ORIEL_NULLABLE
#define ORIEL_NONNULL
#define ORIEL_NULLABILITY_BEGIN
#define ORIEL_NULLABILITY_END
#endif

#if defined(__cplusplus)
#define ORIEL_C_BEGIN extern "C" {
#define ORIEL_C_END }
#else
#define ORIEL_C_BEGIN
#define ORIEL_C_END
#endif

/* Around the declarations of every header. */
#define ORIEL_HEADER_BEGIN ORIEL_C_BEGIN ORIEL_NULLABILITY_BEGIN
#define ORIEL_HEADER_END ORIEL_NULLABILITY_END ORIEL_C_END

#endif
