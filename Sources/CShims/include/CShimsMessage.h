#ifndef CSHIMS_MESSAGE_H
#define CSHIMS_MESSAGE_H

// Packets with descriptors. Provided because the CMSG macros and the layout of control messages
// cannot be expressed in Swift. Can go when the standard library offers SCM_RIGHTS.

#include <stdint.h>

/// The most descriptors that one packet may carry.
#define ORIEL_SHIM_MAX_DESCRIPTORS 16

/// The packet was longer than the buffer; its rest is lost.
#define ORIEL_SHIM_TRUNCATED 1u
/// The packet carried more descriptors than were asked for, or other control data; all are closed.
#define ORIEL_SHIM_CONTROL_TRUNCATED 2u

/// Sends one packet with descriptors and never raises SIGPIPE.
/// Gives the number of bytes sent, or a negated error number.
int64_t oriel_shim_send(int32_t socket, const void *bytes, uint64_t length,
                        const int32_t *descriptors, uint32_t count);

/// Receives one packet; descriptors arrive close-on-exec. `descriptors` has room for
/// ORIEL_SHIM_MAX_DESCRIPTORS. When the control data was truncated, none is kept open.
/// Gives the number of bytes received, or a negated error number.
int64_t oriel_shim_receive(int32_t socket, void *bytes, uint64_t capacity, int32_t *descriptors,
                           uint32_t *count, uint32_t *flags);

#endif
