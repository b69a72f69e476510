#ifndef CSHIMS_NETWORK_H
#define CSHIMS_NETWORK_H

// Names, addresses and connections, whose structures are unions that Swift can only cast. Each
// function gives its result, or a negated error number.

#include <stdint.h>

/// An address of the Internet Protocol: 4 or 16 bytes in network order.
typedef struct oriel_shim_address {
  uint8_t bytes[16];
  uint32_t length;
} oriel_shim_address;

/// Resolves a name to addresses for TCP, at most `capacity`, each once, in the order to try them.
/// May take long. -ENOENT: there is no such name, or it has no address. -EAGAIN: no answer now.
int32_t oriel_shim_resolve(const char *name, oriel_shim_address *addresses, uint32_t capacity);

/// Begins to connect a close-on-exec TCP socket that does not wait, and gives it. The result of the
/// connection is there when the socket is writable.
int32_t oriel_shim_connect(const oriel_shim_address *address, uint16_t port);
/// How the connection of a writable socket ended: 0, or a negated error number.
int32_t oriel_shim_connection_result(int32_t socket);

/// Whether packets to an address would not leave this machine: 1 or 0. Sends none.
int32_t oriel_shim_is_own_address(const oriel_shim_address *address);

#endif
