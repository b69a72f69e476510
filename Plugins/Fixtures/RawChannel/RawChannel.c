/* Provokes the host's side of the channel: does on descriptor 3 what the first item's text says. */
/*
 * One step a line: "s HEX" sends a packet, "n COUNT HEX" sends it so many times, "p SIZE HEX" fills
 * it with zeros up to a size, "w" shuts the channel for writing, "c" closes it, "e" exits. After the
 * last step begin returns, and nothing more is said.
 */
#define _GNU_SOURCE
#include "../fixture.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static unsigned char bytes[1 << 20];

/* Reads bytes in hexadecimal; gives their number. */
static size_t read_bytes(const char *digits) {
  size_t length = 0;
  unsigned value;
  while (length < sizeof bytes && sscanf(digits, "%2x", &value) == 1) {
    bytes[length++] = (unsigned char)value;
    digits += 2;
  }
  return length;
}

/* Sends the bytes; false when the host has closed its end. */
static int send_bytes(size_t length) {
  while (send(3, bytes, length, MSG_NOSIGNAL) < 0)
    if (errno != EAGAIN && errno != EINTR && errno != ENOBUFS) return 0;
  return 1;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static char steps[65537];
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes text;
  char *rest = steps, *step;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  memcpy(steps, text.data, text.length < sizeof steps ? text.length : sizeof steps - 1);
  while ((step = strtok_r(NULL, "\n", &rest)) != NULL) {
    unsigned long amount = 0;
    char *digits = step + 2;
    if (step[0] == 'n' || step[0] == 'p') amount = strtoul(step + 2, &digits, 10), digits++;
    memset(bytes, 0, sizeof bytes);
    switch (step[0]) {
      case 's': (void)send_bytes(read_bytes(digits)); break;
      case 'n':
        for (size_t length = read_bytes(digits); amount > 0 && send_bytes(length); amount--) {}
        break;
      case 'p':
        (void)read_bytes(digits);
        (void)send_bytes(amount < sizeof bytes ? amount : sizeof bytes);
        break;
      case 'w': (void)shutdown(3, SHUT_WR); break;
      case 'c': (void)close(3); break;
      case 'e': _exit(0);
      default: return ORIEL_E_INVALID_ARGUMENT;
    }
  }
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
