#ifndef ORIEL_STATUS_H
#define ORIEL_STATUS_H

#include <stdint.h>

/*
 * What every function that can fail returns: ORIEL_OK, or one of the negative values below. The set
 * is closed for ABI version 1. Any other value that an extension returns, positive ones included,
 * counts as ORIEL_E_INTERNAL, and the host is told that number.
 *
 * A slot's comment lists the statuses that say something about that slot. Besides those, every slot
 * that takes a handle may return ORIEL_E_STALE, every slot that takes a pointer
 * ORIEL_E_INVALID_ARGUMENT, and every slot ORIEL_E_NO_MEMORY and ORIEL_E_INTERNAL. Results are
 * written to out parameters only with ORIEL_OK, unless a comment says otherwise; after any other
 * status they hold what they held before.
 */
typedef int32_t oriel_status;

#define ORIEL_OK ((oriel_status)0)
/* A fault of Oriel, or a status outside this list. */
#define ORIEL_E_INTERNAL ((oriel_status)-1)
/* A null pointer, text that is not UTF-8, an unknown constant, a wrong size, a reserved field that
   is not zero, or an object of the wrong kind. */
#define ORIEL_E_INVALID_ARGUMENT ((oriel_status)-2)
/* A handle that is 0, forged, of another request, released, or ended with its request. */
#define ORIEL_E_STALE ((oriel_status)-3)
/* The request already has its outcome: the first complete or cancel wins. */
#define ORIEL_E_ALREADY_FINISHED ((oriel_status)-4)
/* Understood, but not offered by this host or not for this object. */
#define ORIEL_E_UNSUPPORTED ((oriel_status)-5)
/* No such thing: no value was set, no type conforms, the index is past the end. */
#define ORIEL_E_NOT_FOUND ((oriel_status)-6)
/* Over a named maximum, or over a limit of the instance. */
#define ORIEL_E_TOO_LARGE ((oriel_status)-7)
/* The time given with the call has passed. */
#define ORIEL_E_TIMEOUT ((oriel_status)-8)
/* Stopped by cancel_load, by the request's end, or by the host. */
#define ORIEL_E_CANCELLED ((oriel_status)-9)
/* The host is gone; what needs it cannot be done any more. */
#define ORIEL_E_HOST_GONE ((oriel_status)-10)
/* The host or the sandbox does not allow it. */
#define ORIEL_E_DENIED ((oriel_status)-11)
/* Out of memory. */
#define ORIEL_E_NO_MEMORY ((oriel_status)-12)
/* Reading or writing failed below: a file that vanished, a full disk. */
#define ORIEL_E_IO ((oriel_status)-13)
/* The call is not allowed on this thread. */
#define ORIEL_E_WRONG_THREAD ((oriel_status)-14)

#endif
