/* Catches, inside an instance, the ends that a plain wait status cannot name. */
#ifndef ORIEL_CSHIMS_GUARD_H
#define ORIEL_CSHIMS_GUARD_H

#include <stddef.h>

/* Calls body(context). When the thread is unwound out of it (pthread_exit, cancellation), calls
   unwound(context) instead of letting the thread go on; unwound must not return.
   Is provided because pthread_cleanup_push is a C macro. */
void oriel_shim_call_guarded(void (*body)(void *), void (*unwound)(void *), void *context);

/* Installs handlers for SIGABRT and for faults (SIGSEGV, SIGBUS, SIGILL) that send a prepared packet on
   `channel`, with the peak of the address space and the private memory, in bytes, in its last sixteen
   bytes. That of SIGABRT then exits
   with 128 + SIGABRT; after the others the fault ends the process as it would have.
   Is provided because an instance is PID 1 of its namespace, which the default action of a signal
   that it sends to itself does not end: abort() would end it by a later SIGSEGV instead; and because
   nobody can look at the memory of a process that has ended.
   The packets are copied; each has `length` bytes, at most 256. Returns 0, or -1 and errno. */
int oriel_shim_prepare_last_words(int channel, const void *abort_packet, const void *fault_packet,
                                  size_t length);

/* Makes C++'s std::terminate call report(type) first, with the mangled name of the exception in
   flight or NULL. Does nothing where the library behind `handle` brings no C++ runtime.
   Is provided because the two C++ symbols are looked up and called by type. */
void oriel_shim_report_terminate(void *handle, void (*report)(const char *type));

/* Makes threads that ask for no size of stack get one of so many bytes.
   Is provided because the call is a GNU extension. Returns 0, or a negated errno. */
int oriel_shim_set_thread_stack(size_t size);

#endif
