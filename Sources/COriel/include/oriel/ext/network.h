#ifndef ORIEL_EXT_NETWORK_H
#define ORIEL_EXT_NETWORK_H

#include <oriel/answer.h>
#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_NETWORK "oriel.network/1"

/* The longest name of a host, in bytes. */
#define ORIEL_MAX_HOST_NAME_LENGTH ((uint64_t)255)

/*
 * Offered by the host: connections, which need the entitlement "network-client:HOST:PORT".
 *
 * The sandbox has no network. The host looks the name up, compares each address with what was
 * granted, connects, and passes the connected socket. With it everything works that needs nothing
 * but the socket: read, write, send, recv, shutdown, poll, getsockname, getpeername. It waits, until
 * the extension makes it non-blocking; small writes are sent at once (TCP_NODELAY). Refused are
 * connecting it anew, binding, listening, options, and sending to an address. It lives as long as
 * the process at most.
 */
typedef struct oriel_host_network {
  /*
   * Asks for a TCP connection to `port` (1 to 65535) of `host`: a name in ASCII, an address of
   * version 4 as four decimal numbers, or one of version 6 in hexadecimal groups, with or without
   * brackets. A name that looks like a number, such as "127.1", is neither. With ORIEL_OK `callback`
   * is called exactly once, and `ask` names the question until then; with any other status it is
   * never called, `release` included, and `ask` is left as it was. `ask` may be null.
   *
   * The answer's descriptor is the socket. Its status is ORIEL_OK, or ORIEL_E_DENIED (not granted,
   * or every address is one that the grant does not cover), ORIEL_E_INVALID_ARGUMENT (neither
   * a name nor an address), ORIEL_E_NOT_FOUND (no such name), ORIEL_E_IO (not reached),
   * ORIEL_E_TIMEOUT (no answer in the time that the host gives), ORIEL_E_CANCELLED,
   * ORIEL_E_HOST_GONE, ORIEL_E_NO_MEMORY or ORIEL_E_INTERNAL.
   *
   * ORIEL_E_INVALID_ARGUMENT: no `answered` slot, a host that is empty or not UTF-8, or no port.
   * ORIEL_E_TOO_LARGE: ORIEL_MAX_HOST_NAME_LENGTH, or ORIEL_MAX_ASKS questions wait.
   * ORIEL_E_ALREADY_FINISHED. ORIEL_E_HOST_GONE.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL connect)(
      oriel_request request, const oriel_bytes *host, uint32_t port,
      const oriel_answer_callback *callback, oriel_ask *ORIEL_NULLABLE ask) ORIEL_NOEXCEPT;

  /*
   * Asks as `connect` and waits for the answer, `timeout_ms` at most; 0 waits as long as the request
   * runs. `answer->size` is set by the caller; the rest is filled whatever the status, with -1 as
   * the descriptor unless the status is ORIEL_OK. The socket is the caller's, who closes it; the
   * text stays valid until the request has ended.
   * ORIEL_E_TIMEOUT also: the question was given up. ORIEL_E_WRONG_THREAD: called on the Oriel
   * thread, which would wait for itself. Else the statuses of `connect` and of its answer.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL connect_blocking)(
      oriel_request request, const oriel_bytes *host, uint32_t port, uint32_t timeout_ms,
      oriel_answer *answer) ORIEL_NOEXCEPT;

  /*
   * Gives up a question: its callback comes with ORIEL_E_CANCELLED, or with the answer if that was
   * first.
   * ORIEL_E_STALE: the question has its answer.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL cancel)(oriel_ask ask) ORIEL_NOEXCEPT;
} oriel_host_network;

ORIEL_HEADER_END

#endif
