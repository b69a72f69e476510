/* What can be done with a descriptor that the host passed; see Services.c. */
#ifndef ORIEL_SERVICES_SOCKETS_H
#define ORIEL_SERVICES_SOCKETS_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int result_of(long value) { return value < 0 ? errno : 0; }

/* Tries everything with a connected socket; each answer is 0 or an error number. */
static void report_socket_acts(fixture_text *report, int descriptor, unsigned port) {
  struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
  struct sockaddr_in elsewhere = {.sin_family = AF_INET};
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  struct iovec vector = {.iov_base = "x", .iov_len = 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
  int yes = 1, count;
  char byte;
  elsewhere.sin_port = htons((uint16_t)port);
  elsewhere.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
#define ACT(name, value) fixture_append(report, " " name ":%d", result_of(value))
  ACT("write", write(descriptor, "x", 1));
  ACT("send", send(descriptor, "x", 1, MSG_NOSIGNAL));
  ACT("poll", poll(&wait, 1, 0));
  ACT("fionread", ioctl(descriptor, FIONREAD, &count));
  ACT("getsockname", getsockname(descriptor, (struct sockaddr *)&name, &size));
  size = sizeof name;
  ACT("getpeername", getpeername(descriptor, (struct sockaddr *)&name, &size));
  fixture_append(report, " cloexec:%d", fcntl(descriptor, F_GETFD) & FD_CLOEXEC);
  fixture_append(report, " nonblock:%d", (fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0);
  ACT("disconnect", connect(descriptor, &nowhere, sizeof nowhere));
  ACT("connect", connect(descriptor, (struct sockaddr *)&elsewhere, sizeof elsewhere));
  ACT("fastopen", sendto(descriptor, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL,
                         (struct sockaddr *)&elsewhere, sizeof elsewhere));
  ACT("fastopen-alone", sendto(descriptor, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL, NULL, 0));
  ACT("fastopen-nowhere", sendto(descriptor, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL, &nowhere,
                                 sizeof nowhere));
  ACT("sendto", sendto(descriptor, "x", 1, MSG_NOSIGNAL, (struct sockaddr *)&elsewhere,
                       sizeof elsewhere));
  ACT("sendmsg", sendmsg(descriptor, &message, MSG_NOSIGNAL));
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  memcpy(CMSG_DATA(&control.header), &descriptor, sizeof descriptor);
  ACT("sendmsg-rights", sendmsg(descriptor, &message, MSG_NOSIGNAL));
  ACT("bind", bind(descriptor, (struct sockaddr *)&elsewhere, sizeof elsewhere));
  ACT("listen", listen(descriptor, 1));
  ACT("accept", accept(descriptor, NULL, NULL));
  ACT("setsockopt", setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes));
  ACT("nodelay", setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes));
  ACT("tcp-info", getsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, &size));
  ACT("socket", socket(AF_INET, SOCK_STREAM, 0));
  ACT("shutdown", shutdown(descriptor, SHUT_WR));
  ACT("recv", recv(descriptor, &byte, 1, 0));
#undef ACT
  /* Ended by both sides, it must still not become the socket of another connection. */
  while (recv(descriptor, &byte, 1, 0) > 0) continue;
  fixture_append(report, " connect-after-end:%d",
                 result_of(connect(descriptor, (struct sockaddr *)&elsewhere, sizeof elsewhere)));
  fixture_append(report, " fastopen-after-end:%d",
                 result_of(sendto(descriptor, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL,
                                  (struct sockaddr *)&elsewhere, sizeof elsewhere)));
}

/* Tells how a file is open and how it begins; writes to it if that is wanted. */
static void report_file(fixture_text *report, int descriptor, int writes) {
  char bytes[16];
  struct stat status;
  ssize_t count = read(descriptor, bytes, sizeof bytes);
  int kind = fstat(descriptor, &status) == 0 ? S_ISREG(status.st_mode) != 0 : -1;
  fixture_append(report, " access:%d regular:%d cloexec:%d read:%.*s",
                 fcntl(descriptor, F_GETFL) & O_ACCMODE, kind,
                 fcntl(descriptor, F_GETFD) & FD_CLOEXEC, count > 0 ? (int)count : 0, bytes);
  if (writes) fixture_append(report, " write:%d", result_of(pwrite(descriptor, "changed", 7, 0)));
  close(descriptor);
}

#endif
