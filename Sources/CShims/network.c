#include "CShimsNetwork.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// A socket address of either version.
union socket_address {
  struct sockaddr any;
  struct sockaddr_in version4;
  struct sockaddr_in6 version6;
};

/// Fills a socket address; gives its size, or 0 for what is no address.
static socklen_t fill(union socket_address *result, const oriel_shim_address *address,
                      uint16_t port) {
  memset(result, 0, sizeof *result);
  if (address->length == 4) {
    result->version4.sin_family = AF_INET;
    result->version4.sin_port = htons(port);
    memcpy(&result->version4.sin_addr, address->bytes, 4);
    return sizeof result->version4;
  }
  if (address->length != 16) return 0;
  result->version6.sin6_family = AF_INET6;
  result->version6.sin6_port = htons(port);
  memcpy(&result->version6.sin6_addr, address->bytes, 16);
  return sizeof result->version6;
}

/// Takes a socket address apart; gives 0 for one of another family.
static int take(oriel_shim_address *result, const struct sockaddr *address) {
  memset(result, 0, sizeof *result);
  if (address->sa_family == AF_INET) {
    struct sockaddr_in version4;
    memcpy(&version4, address, sizeof version4);
    memcpy(result->bytes, &version4.sin_addr, 4);
    result->length = 4;
    return 1;
  }
  if (address->sa_family != AF_INET6) return 0;
  struct sockaddr_in6 version6;
  memcpy(&version6, address, sizeof version6);
  memcpy(result->bytes, &version6.sin6_addr, 16);
  result->length = 16;
  return 1;
}

int32_t oriel_shim_resolve(const char *name, oriel_shim_address *addresses, uint32_t capacity) {
  struct addrinfo hints;
  struct addrinfo *list = NULL;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_protocol = IPPROTO_TCP;
  int result = getaddrinfo(name, NULL, &hints, &list);
  switch (result) {
    case 0: break;
    case EAI_NONAME:
    case EAI_NODATA:
    case EAI_ADDRFAMILY:
    case EAI_FAIL: return -ENOENT;
    case EAI_AGAIN: return -EAGAIN;
    case EAI_MEMORY: return -ENOMEM;
    case EAI_SYSTEM: return errno != 0 ? -errno : -EIO;
    default: return -EIO;
  }
  uint32_t count = 0;
  for (const struct addrinfo *entry = list; entry != NULL && count < capacity;
       entry = entry->ai_next) {
    oriel_shim_address address;
    if (entry->ai_addr == NULL || !take(&address, entry->ai_addr)) continue;
    uint32_t place = 0;
    while (place < count && memcmp(&addresses[place], &address, sizeof address) != 0) place++;
    if (place == count) addresses[count++] = address;
  }
  freeaddrinfo(list);
  return count > 0 ? (int32_t)count : -ENOENT;
}

int32_t oriel_shim_connect(const oriel_shim_address *address, uint16_t port) {
  union socket_address target;
  socklen_t size = fill(&target, address, port);
  if (size == 0) return -EINVAL;
  int descriptor =
      socket(target.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
  if (descriptor < 0) return -errno;
  // Whoever gets the socket may not set options: small messages must not wait for each other.
  int yes = 1;
  (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(descriptor, &target.any, size) != 0 && errno != EINPROGRESS && errno != EINTR) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  return descriptor;
}

int32_t oriel_shim_connection_result(int32_t socket) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return -errno;
  return -error;
}

int32_t oriel_shim_is_own_address(const oriel_shim_address *address) {
  union socket_address target, own;
  oriel_shim_address source;
  socklen_t size = fill(&target, address, 9);
  if (size == 0) return -EINVAL;
  // Connecting a datagram socket only looks up the route and the address to send from, which is the
  // target itself for every address of this machine.
  int descriptor = socket(target.any.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_UDP);
  if (descriptor < 0) return -errno;
  socklen_t own_size = sizeof own;
  int result = 0;
  if (connect(descriptor, &target.any, size) == 0 &&
      getsockname(descriptor, &own.any, &own_size) == 0 && take(&source, &own.any))
    result = memcmp(&source, address, sizeof source) == 0;
  close(descriptor);
  return result;
}
