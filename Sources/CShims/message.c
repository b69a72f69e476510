#include "CShimsMessage.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define CONTROL_SPACE CMSG_SPACE(ORIEL_SHIM_MAX_DESCRIPTORS * sizeof(int))

/// Control data, aligned as the kernel's header needs it.
union control {
  struct cmsghdr alignment;
  unsigned char bytes[CONTROL_SPACE];
};

_Static_assert(sizeof(int) == sizeof(int32_t), "a descriptor is a 32-bit integer");

int64_t oriel_shim_send(int32_t socket, const void *bytes, uint64_t length,
                        const int32_t *descriptors, uint32_t count) {
  if (count > ORIEL_SHIM_MAX_DESCRIPTORS) return -EINVAL;
  // An instance may not call sendmsg: nobody passes descriptors from there.
  while (count == 0) {
    ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
  struct iovec vector = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  union control control;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  for (;;) {
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
}

int64_t oriel_shim_receive(int32_t socket, void *bytes, uint64_t capacity, int32_t *descriptors,
                           uint32_t *count, uint32_t *flags) {
  struct iovec vector = {.iov_base = bytes, .iov_len = capacity};
  union control control;
  struct msghdr message;
  ssize_t received;
  *count = 0;
  *flags = 0;
  for (;;) {
    memset(&message, 0, sizeof message);
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control;
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received >= 0) break;
    if (errno != EINTR) return -errno;
  }
  uint32_t kept = 0;
  if (message.msg_flags & MSG_TRUNC) *flags |= ORIEL_SHIM_TRUNCATED;
  if (message.msg_flags & MSG_CTRUNC) *flags |= ORIEL_SHIM_CONTROL_TRUNCATED;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
      *flags |= ORIEL_SHIM_CONTROL_TRUNCATED;
      continue;
    }
    size_t size = header->cmsg_len - CMSG_LEN(0);
    for (size_t at = 0; at + sizeof(int) <= size; at += sizeof(int)) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + at, sizeof descriptor);
      if (kept < ORIEL_SHIM_MAX_DESCRIPTORS) {
        descriptors[kept++] = descriptor;
      } else {
        *flags |= ORIEL_SHIM_CONTROL_TRUNCATED;
        close(descriptor);
      }
    }
  }
  if (*flags & ORIEL_SHIM_CONTROL_TRUNCATED) {
    while (kept > 0) close(descriptors[--kept]);
  }
  *count = kept;
  return received;
}
