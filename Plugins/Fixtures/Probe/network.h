/* The acts of the probe on sockets; see acts.h. */
#ifndef ORIEL_PROBE_NETWORK_H
#define ORIEL_PROBE_NETWORK_H

#include "common.h"

#include <net/if.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un abstract = {.sun_family = AF_UNIX, .sun_path = "\0oriel-probe"};
#define ABSTRACT_LENGTH ((socklen_t)(offsetof(struct sockaddr_un, sun_path) + 12))

OPENING(inet, socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
OPENING(inet6, socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0))
OPENING(inet_upper, syscall(SYS_socket, UPPER | AF_INET, UPPER | SOCK_STREAM, UPPER))
OPENING(raw_socket, socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, 1))
OPENING(packet_socket, socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0))
OPENING(unix_socket, socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
OPENING(unix_datagram, socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
OPENING(netlink, socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0))
OPENING(crypto_socket, socket(38 /* AF_ALG */, SOCK_SEQPACKET | SOCK_CLOEXEC, 0))
OPENING(machine_socket, socket(40 /* AF_VSOCK */, SOCK_STREAM | SOCK_CLOEXEC, 0))

/* Every family and type. */
static long long every_socket(void) {
  for (unsigned long family = 0; family < 64; family++)
    for (unsigned long type = 0; type < 11; type++)
      for (int upper = 0; upper < 2; upper++) {
        long made = syscall(SYS_socket, family | (upper ? UPPER : 0), type, 0);
        if (made >= 0) close((int)made);
        if (made >= 0 || errno != EPERM) return 0;
      }
  return EPERM;
}

/* Every family and type of a pair but the two that an instance has. */
static long long every_pair(void) {
  int pair[2];
  for (unsigned long family = 0; family < 64; family++)
    for (unsigned long type = 0; type < 11; type++) {
      if (family == AF_UNIX && (type == SOCK_STREAM || type == SOCK_SEQPACKET)) continue;
      /* Of a Unix socket the kernel makes a datagram socket when it is asked for a raw one. */
      if (syscall(SYS_socketpair, UPPER | family, UPPER | type, 0, pair) == 0) {
        close(pair[0]);
        close(pair[1]);
        return 0;
      }
      if (errno != EPERM) return 0;
    }
  return EPERM;
}

static int pair[2];

static long long open_pair(void) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0 ? 0 : errno;
}

static long long close_pair(long result) {
  int error = errno;
  close(pair[0]);
  close(pair[1]);
  return result < 0 ? error : 0;
}

/* Acts that are one call on a pair of sockets. */
#define ON_PAIR(name, ...)           \
  static long long name(void) {      \
    long long opened = open_pair();  \
    if (opened != 0) return opened;  \
    return close_pair(__VA_ARGS__);  \
  }

static int one = 1;
static char answer[256];
static socklen_t answer_length = sizeof answer;

ON_PAIR(bind_socket, bind(pair[0], (struct sockaddr *)&abstract, ABSTRACT_LENGTH))
ON_PAIR(connect_socket, connect(pair[0], (struct sockaddr *)&abstract, ABSTRACT_LENGTH))
ON_PAIR(listen_socket, listen(pair[0], 1))
ON_PAIR(accept_socket, accept(pair[0], NULL, NULL))
ON_PAIR(accept_socket_4, accept4(pair[0], NULL, NULL, SOCK_CLOEXEC))
ON_PAIR(pass_credentials, setsockopt(pair[0], SOL_SOCKET, 16 /* SO_PASSCRED */, &one, sizeof one))
ON_PAIR(force_buffer, setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &one, sizeof one))
ON_PAIR(peer_credentials, getsockopt(pair[0], SOL_SOCKET, 17 /* SO_PEERCRED */, answer, &answer_length))
ON_PAIR(peer_groups, getsockopt(pair[0], SOL_SOCKET, 59 /* SO_PEERGROUPS */, answer, &answer_length))
ON_PAIR(peer_process, getsockopt(pair[0], SOL_SOCKET, 77 /* SO_PEERPIDFD */, answer, &answer_length))
ON_PAIR(peer_label, getsockopt(pair[0], SOL_SOCKET, 31 /* SO_PEERSEC */, answer, &answer_length))
ON_PAIR(peer_name, getpeername(pair[0], (struct sockaddr *)answer, &answer_length))
CALL(credentials_of_host, getsockopt(3, SOL_SOCKET, 17, answer, &answer_length))
CALL(process_of_host, getsockopt(3, SOL_SOCKET, 77, answer, &answer_length))
ON_PAIR(network_of_socket, ioctl(pair[0], 0x894C /* SIOCGSKNS */))
ON_PAIR(list_interfaces, ioctl(pair[0], 0x8912 /* SIOCGIFCONF */, answer))
ON_PAIR(owner_of_socket, ioctl(pair[0], 0x8902 /* SIOCSPGRP */, &one))
ON_PAIR(file_of_socket, ioctl(pair[0], 0x89E0 /* SIOCUNIXFILE */))
ON_PAIR(type_of_socket, getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &one, &answer_length))

/* Sends a descriptor over a pair and over the channel (CVE-2021-0920 needed floods of them). */
static long long send_descriptor(int socket) {
  union { char bytes[CMSG_SPACE(sizeof(int))]; struct cmsghdr header; } control;
  struct iovec part = {(void *)"x", 1};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  memset(&control, 0, sizeof control);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(&control.header), &socket, sizeof socket);
  return outcome(syscall(SYS_sendmsg, socket, &message, MSG_DONTWAIT));
}
ON_PAIR(pass_descriptor, (errno = (int)send_descriptor(pair[0])) == 0 ? 0 : -1)
static long long pass_host_descriptor(void) { return send_descriptor(3); }
ON_PAIR(send_many, syscall(SYS_sendmmsg, pair[0], NULL, 0, 0))
ON_PAIR(receive_many, syscall(SYS_recvmmsg, pair[0], NULL, 0, 0, NULL))
ON_PAIR(send_connecting, syscall(SYS_sendto, pair[0], "x", 1, MSG_DONTWAIT | 0x20000000, NULL, 0))
ON_PAIR(send_connecting_upper,
        syscall(SYS_sendto, pair[0], "x", 1, UPPER | MSG_DONTWAIT | 0x20000000, NULL, 0))
ON_PAIR(send_to_address,
        syscall(SYS_sendto, pair[0], "x", 1, MSG_DONTWAIT, &abstract, (long)ABSTRACT_LENGTH))
ON_PAIR(send_to_address_upper,
        syscall(SYS_sendto, pair[0], "x", 1, MSG_DONTWAIT, &abstract, UPPER | ABSTRACT_LENGTH))
ON_PAIR(send_to_peer, send(pair[0], "x", 1, MSG_NOSIGNAL))

static long long connect_abstract(void) {
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), error;
  long result;
  if (descriptor < 0) return errno;
  result = connect(descriptor, (struct sockaddr *)&abstract, ABSTRACT_LENGTH);
  error = errno;
  close(descriptor);
  return result < 0 ? error : 0;
}

/* A datagram socket needs no connection to name whom it sends to, and no socket() to be made. */
static long long send_to_abstract(void) {
  int datagram[2], error;
  ssize_t count;
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, datagram) != 0) return errno;
  count = sendto(datagram[0], "x", 1, MSG_DONTWAIT, (struct sockaddr *)&abstract, ABSTRACT_LENGTH);
  error = errno;
  close(datagram[0]);
  close(datagram[1]);
  return count < 0 ? error : 0;
}

/* Network interfaces besides lo: as /proc lists them, or as any socket at hand names them. */
static long long count_interfaces(void) {
  long long count = 0;
  char line[512];
  struct ifreq request;
  int error = 0, answers = 0;
  FILE *list = fopen("/proc/self/net/dev", "re");
  if (list != NULL) {
    while (fgets(line, sizeof line, list) != NULL)
      if (strchr(line, ':') != NULL && strstr(line, "lo:") == NULL) count++;
    fclose(list);
    return count;
  }
  if (open_pair() != 0) return -errno;
  for (int index = 1; index <= 64; index++) {
    memset(&request, 0, sizeof request);
    request.ifr_ifindex = index;
    if (ioctl(pair[0], SIOCGIFNAME, &request) == 0) {
      answers++;
      if (strcmp(request.ifr_name, "lo") != 0) count++;
    } else {
      error = errno;
    }
  }
  close_pair(0);
  return answers > 0 || error == ENODEV ? count : -error;
}
static long long find_interface(void) { return found(count_interfaces() > 0); }

ON_PAIR(make_pair, 0)

#endif
