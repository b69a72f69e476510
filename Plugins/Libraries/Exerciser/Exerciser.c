/* Functions of every kind that an interface can describe, and some that misbehave. Nothing here knows
   of Oriel. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Numbers. */
int8_t narrow(int8_t number) { return (int8_t)-number; }
uint64_t wide(uint64_t number) { return number; }
float halve(float number) { return number / 2; }
double add(int32_t left, uint16_t middle, double right) { return left + middle + right; }
_Bool is_even(int64_t number) { return number % 2 == 0; }
void nothing(void) {}

/* 64 bytes in and one number out: what a call costs. */
uint32_t sum(const uint8_t *bytes, uint32_t count) {
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; i++) total += bytes[i];
  return total;
}

/* The same for memory of any length, of which the first byte alone is looked at. */
uint32_t peek(const uint8_t *bytes, uint32_t count) { return count > 0 ? bytes[0] : 0; }

/* The same of memory that is only handed over. */
uint32_t first(const uint8_t *bytes, uint64_t count) { return count > 0 ? bytes[0] : 0; }

/* Arguments of both kinds, as many as registers hold, and more. */
double mixed(int8_t a, float b, uint64_t c, double d, _Bool e, int16_t f, float g) {
  return a * 1e6 + b + (double)(c >> 60) * 1e3 + d * 1e4 + e * 1e5 + f * 1e7 + g;
}
float halves(float a, double b, float c, float d, double e, float f, float g, float h) {
  return (float)(a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * h);
}
int64_t seven(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f, int64_t g) {
  return a + b * 10 + c * 100 + d * 1000 + (int64_t)e * 10000 + (int64_t)f * 100000 + g * 1000000;
}
double nine(double a, double b, double c, double d, double e, double f, double g, double h, double i) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

/* Takes its time. */
uint32_t nap(uint32_t milliseconds) {
  usleep(milliseconds * 1000);
  return milliseconds;
}

/* Texts. */
const char *greeting(void) { return "hello"; }
char *shout(const char *text) {
  char *copy = strdup(text);
  for (char *at = copy; at != NULL && *at != 0; at++) {
    if (*at >= 'a' && *at <= 'z') *at -= 'a' - 'A';
  }
  return copy;
}
static int released;
void give_back(void *memory) {
  released++;
  free(memory);
}
int released_count(void) { return released; }

/* Structures. */
typedef struct point {
  double x, y;
} point;
typedef struct named_point {
  uint8_t tag;
  point place;
  const char *name;
  int16_t counts[3];
} named_point;
point mirror(point place) { return (point){-place.x, -place.y}; }
void describe(named_point *out, int16_t start) {
  *out = (named_point){7, {1.5, -2.5}, "somewhere", {start, (int16_t)(start + 1), (int16_t)(start + 2)}};
}
double length_of(const named_point *place) {
  return place->place.x + place->place.y + place->counts[2] + (double)strlen(place->name);
}

/* Results through parameters, and errors. */
int divide(int32_t dividend, int32_t divisor, int32_t *quotient, int32_t *rest) {
  if (divisor == 0) {
    errno = EDOM;
    return -1;
  }
  *quotient = dividend / divisor;
  *rest = dividend % divisor;
  return 0;
}
int fill(uint8_t *bytes, uint32_t *count) {
  if (*count < 3) return 1;
  memcpy(bytes, "abc", 3);
  *count = 3;
  return 0;
}
/* Says that there is more than there was room for. */
int overstate(uint8_t *bytes, uint32_t *count) {
  bytes[0] = 1;
  *count = 0xFFFFFFFF;
  return 0;
}

/* Handles. */
typedef struct counter {
  int64_t value;
} counter;
counter *counter_new(int64_t start) {
  counter *made = malloc(sizeof *made);
  if (made != NULL) made->value = start;
  return made;
}
int64_t counter_add(counter *counted, int64_t number) { return counted->value += number; }
void counter_free(counter *counted) { free(counted); }

/* Functions of the host. */
int32_t twice(int32_t (*ask)(int32_t number), int32_t number) { return ask(ask(number)); }
int32_t ask_often(int32_t (*ask)(int32_t number), int32_t count) {
  int32_t total = 0;
  for (int32_t i = 0; i < count; i++) total += ask(1);
  return total;
}
void ask_for_ever(int32_t (*ask)(int32_t number)) {
  for (;;) ask(1);
}
static int32_t (*kept)(int32_t);
void keep(int32_t (*ask)(int32_t)) { kept = ask; }
int32_t use_kept(int32_t number) { return kept == NULL ? -1 : kept(number); }
typedef struct work {
  int32_t (*ask)(int32_t);
  int32_t number;
  int32_t answer;
} work;
static void *ask_on_thread(void *context) {
  work *asked = context;
  asked->answer = asked->ask(asked->number);
  return NULL;
}
int32_t from_thread(int32_t (*ask)(int32_t), int32_t number) {
  work asked = {ask, number, 0};
  pthread_t thread;
  if (pthread_create(&thread, NULL, ask_on_thread, &asked) != 0) return -1;
  pthread_join(thread, NULL);
  return asked.answer;
}

/* A table of data and functions. */
typedef struct tool {
  const char *name;
  int32_t version;
  const char *const *parts;
  const int16_t *weights;
  int32_t (*apply)(const struct tool *self, int32_t number);
  int32_t (*missing)(void);
} tool;
static int32_t apply(const tool *self, int32_t number) { return number * self->version; }
static const char *const parts[3] = {"head", NULL, "handle"};
static const int16_t weights[3] = {300, 0, -20};
static const tool the_tool = {"hammer", 3, parts, weights, apply, NULL};
const tool *get_tool(void) { return &the_tool; }

/* A number of arguments that is not fixed. */
int32_t add_all(int32_t count, ...) {
  va_list list;
  va_start(list, count);
  int32_t total = 0;
  for (int32_t i = 0; i < count; i++) total += va_arg(list, int32_t);
  va_end(list);
  return total;
}

/* An object whose fields the host sets, as zlib's stream. */
typedef struct window {
  const uint8_t *next;
  uint32_t left;
  uint64_t total;
} window;
void skip(const char *text, int32_t count, const char **rest) { *rest = text + count; }

int window_open(window *opened) { return opened->total == 0 ? 0 : 1; }
int window_step(window *stepped) {
  while (stepped->left > 0) {
    stepped->total += *stepped->next++;
    stepped->left--;
  }
  return 0;
}
int window_close(window *closed) { return closed->total > 0 ? 0 : 1; }

/* What must not harm a host. */
void crash(void) {
  volatile uintptr_t nowhere = 16;
  *(volatile int *)nowhere = 1;
}
void hang(void) {
  for (;;) pause();
}
void spin(void) {
  static volatile unsigned turns;
  for (;;) turns++;
}
void leave(void) { _exit(3); }
void end_thread(void) { pthread_exit(NULL); }
void stop_calling(void) { abort(); }
void overrun(uint8_t *bytes, uint64_t count) { memset(bytes, 0xFF, count + 4096); }
uint8_t *borrow(uint64_t count) { return count > 0 ? (uint8_t *)greeting() : NULL; }
