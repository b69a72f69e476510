/* The acts of the probe that need a socket; see acts.h. */
#ifndef ORIEL_PROBE_SOCKETS_H
#define ORIEL_PROBE_SOCKETS_H

#include <errno.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static long long connect_abstract(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0oriel-probe"};
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  long result;
  int error;
  if (descriptor < 0) return errno;
  result = connect(descriptor, (struct sockaddr *)&address,
                   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 12));
  error = errno;
  close(descriptor);
  return result < 0 ? error : 0;
}

/* A datagram socket needs no connection to name whom it sends to, and no socket() to be made. */
static long long send_to_abstract(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0oriel-probe"};
  int pair[2];
  ssize_t count;
  int error;
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  count = sendto(pair[0], "x", 1, MSG_DONTWAIT, (struct sockaddr *)&address,
                 (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 12));
  error = errno;
  close(pair[0]);
  close(pair[1]);
  return count < 0 ? error : 0;
}

/* Network interfaces besides lo: as /proc lists them, or as any socket at hand names them. */
static long long count_interfaces(void) {
  long long count = 0;
  char line[512];
  struct ifreq request;
  int pair[2], error = 0, answers = 0;
  FILE *list = fopen("/proc/self/net/dev", "re");
  if (list != NULL) {
    while (fgets(line, sizeof line, list) != NULL)
      if (strchr(line, ':') != NULL && strstr(line, "lo:") == NULL) count++;
    fclose(list);
    return count;
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return -errno;
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
  close(pair[0]);
  close(pair[1]);
  return answers > 0 || error == ENODEV ? count : -error;
}

static long long make_pair(void) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
  close(pair[0]);
  close(pair[1]);
  return 0;
}

#endif
