/* Provokes the host's side of the channel: plays a valid conversation with mutations from a seed. */
/*
 * The text of the first item is the seed. One conversation in eight stays as it is and says so in
 * its first log line. All bytes go straight into the channel, descriptor 3, behind the back of the
 * runner's code in this process, which goes on reading answers.
 */
#define _GNU_SOURCE
#include "../fixture.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* Numbers of messages that an instance sends, and the first and last of all. */
enum { BEGAN = 35, PART = 36, COMPLETE = 37, CANCEL = 38, FINISH_WORK = 39, LOAD = 40,
       CANCEL_LOAD = 41, LOG = 42, DIED = 43, FIRST = 1, LAST = 63 };

enum { HEADER = 16, LARGEST = HEADER + 65536 + 64, MOST = 32 };

typedef struct packet {
  size_t length;
  unsigned char bytes[LARGEST];
} packet;

static packet packets[MOST];
static unsigned count;
static uint64_t state;

/* SplitMix64. */
static uint64_t next(void) {
  uint64_t mixed = state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

static size_t below(size_t limit) { return limit == 0 ? 0 : (size_t)(next() % limit); }

/* Appends a little-endian number to a packet. */
static void number(packet *to, uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size && to->length < LARGEST; i++)
    to->bytes[to->length++] = (unsigned char)(value >> (8 * i));
}

/* Appends a length and bytes. */
static void text(packet *to, const char *characters) {
  size_t length = strlen(characters);
  number(to, length, 4);
  for (size_t i = 0; i < length; i++) number(to, (unsigned char)characters[i], 1);
}

/* Writes the length of the payload into the header. */
static void close_packet(packet *made) {
  uint64_t payload = made->length - HEADER;
  for (unsigned i = 0; i < 4; i++) made->bytes[4 + i] = (unsigned char)(payload >> (8 * i));
}

/* Begins the next packet. */
static packet *open_packet(uint16_t type, uint64_t id) {
  packet *made = &packets[count++];
  made->length = 0;
  number(made, type, 2);
  number(made, 1, 2);
  number(made, 0, 4);
  number(made, id, 8);
  return made;
}

static void add_log(const char *line) {
  packet *made = open_packet(LOG, 0);
  number(made, 3, 1);
  text(made, line);
  close_packet(made);
}

static void add_part(uint64_t content, size_t length) {
  packet *made = open_packet(PART, content);
  number(made, length, 4);
  for (size_t i = 0; i < length; i++) number(made, i, 1);
  close_packet(made);
}

static void add_load(uint64_t id) {
  packet *made = open_packet(LOAD, id);
  number(made, 0, 4);
  text(made, "public.data");
  number(made, 1 + below(3), 1);
  close_packet(made);
}

/* An answer with one item and an attachment, inline or in content 0 of so many bytes. */
static void add_complete(uint64_t content, uint32_t flags) {
  packet *made = open_packet(COMPLETE, 0);
  number(made, 1, 4);
  number(made, 1, 1), text(made, "title");
  number(made, 1, 1), text(made, "text");
  number(made, 0, 1);
  number(made, 1, 4);
  number(made, 1, 1), text(made, "name.dat");
  number(made, 1, 4);
  text(made, "public.data");
  if (content == 0) {
    number(made, 0, 1), text(made, "inline");
  } else {
    number(made, 1, 1), number(made, 0, 4), number(made, content, 8);
  }
  number(made, 0, 4);
  number(made, flags, 4);
  close_packet(made);
}

static void add_cancel(void) {
  packet *made = open_packet(CANCEL, 0);
  text(made, "org.oriel.fixture");
  number(made, 7, 8);
  text(made, "cancels");
  number(made, 1, 4), number(made, 0, 4);
  text(made, "org.oriel.fixture"), number(made, 8, 8), text(made, "item");
  close_packet(made);
}

/* Makes a valid conversation. */
static void compose(void) {
  uint64_t content = 0;
  uint32_t works = 0;
  for (size_t i = below(4); i > 0; i--) add_log("a line");
  for (uint64_t load = 1, loads = below(4); load <= loads; load++) {
    add_load(load);
    if (below(4) == 0) close_packet(open_packet(CANCEL_LOAD, load));
  }
  for (size_t parts = below(4); parts > 0; parts--) {
    size_t length = below(2) == 0 ? 65532 : 1 + below(300);
    add_part(0, length);
    content += length;
  }
  if (below(4) == 0) {
    add_cancel();
  } else {
    works = (uint32_t)below(2);
    add_complete(content, works);
  }
  if (works) add_log("works on"), close_packet(open_packet(FINISH_WORK, 0));
}

static const uint64_t odd[] = {0,      1,          0x7f,       0xff,       0xffff,
                               0x8000, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
                               0x8000000000000000, 0xffffffffffffffff};

/* Changes the conversation in one way. */
static void mutate(void) {
  if (count == 0) return;
  size_t place = below(count), other = below(count);
  packet *one = &packets[place], *two = &packets[other];
  switch (below(10)) {
    case 0: /* bits */
      for (size_t flips = 1 + below(8); flips > 0 && one->length > 0; flips--)
        one->bytes[below(one->length)] ^= (unsigned char)(1u << below(8));
      break;
    case 1: /* cut */
      one->length = below(one->length + 1);
      if (below(2) == 0 && one->length > HEADER) close_packet(one);
      break;
    case 2: /* left out */
      memmove(one, one + 1, (count - place - 1) * sizeof *one);
      count--;
      break;
    case 3: /* twice */
      if (count < MOST) packets[count] = *one, count++;
      break;
    case 4: { /* in another order */
      static packet spare;
      spare = *one, *one = *two, *two = spare;
      break;
    }
    case 5: /* the end of another message */
      if (one->length > 0 && two->length > 0) {
        size_t from = below(two->length), to = below(one->length), rest = two->length - from;
        if (rest > LARGEST - to) rest = LARGEST - to;
        memmove(one->bytes + to, two->bytes + from, rest);
        one->length = to + rest;
        if (below(2) == 0 && one->length >= HEADER) close_packet(one);
      }
      break;
    case 6: { /* a number of 1, 2, 4 or 8 bytes */
      size_t size = (size_t)1 << below(4);
      if (one->length < size) break;
      size_t at = below(one->length - size + 1);
      uint64_t value = odd[below(sizeof odd / sizeof *odd)];
      for (size_t i = 0; i < size; i++) one->bytes[at + i] = (unsigned char)(value >> (8 * i));
      break;
    }
    case 7: /* the type */
      if (one->length < 2) break;
      one->bytes[0] = (unsigned char)(FIRST + below(LAST - FIRST + 1));
      one->bytes[1] = below(4) == 0 ? (unsigned char)next() : 0;
      break;
    case 8: /* the id */
      for (unsigned i = 8; i < HEADER && i < one->length; i++)
        one->bytes[i] = (unsigned char)(odd[below(sizeof odd / sizeof *odd)] >> (8 * (i - 8)));
      break;
    default: /* noise in a packet of its own, with a header in half of the cases */
      if (count >= MOST) break;
      if (below(2) == 0) {
        packet *noise = open_packet((uint16_t)(FIRST + below(LAST - FIRST + 1)), below(4));
        for (size_t left = below(200); left > 0; left--) number(noise, next(), 1);
        close_packet(noise);
      } else {
        packet *noise = &packets[count++];
        noise->length = 0;
        for (size_t left = 1 + below(64); left > 0; left--) number(noise, next(), 1);
      }
      break;
  }
}

/* Sends everything; the queue may be full for a while. */
static void play(void) {
  for (unsigned i = 0; i < count; i++) {
    while (send(3, packets[i].bytes, packets[i].length, MSG_NOSIGNAL) < 0)
      if (errno != EAGAIN && errno != EINTR) return;
  }
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes seed;
  char digits[32] = "";
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &seed);
  if (status != ORIEL_OK) return status;
  memcpy(digits, seed.data, seed.length < sizeof digits ? seed.length : sizeof digits - 1);
  state = strtoull(digits, NULL, 10);

  size_t mutations = below(8);
  if (mutations == 0) add_log("valid");
  compose();
  for (; mutations > 0; mutations--) mutate();
  play();
  switch (below(16)) {
    case 0: _exit((int)below(8));
    case 1: (void)shutdown(3, SHUT_WR); break;
    case 2: (void)close(3); break;
    case 3: return fixture_complete(host, request, "once more", 0);
    case 4: abort();
    default: break;
  }
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
