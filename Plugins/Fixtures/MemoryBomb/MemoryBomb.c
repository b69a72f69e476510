/* Provokes a lack of memory, in the way that the text of the first item names. */
#define _DEFAULT_SOURCE
#include "../fixture.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PIECE ((size_t)1 << 20)

/* Where results go that an optimiser must not take away. */
static unsigned char *volatile sink;

/* Takes memory piece by piece, and touches each page, until there is none. */
static void *fill(void) {
  for (;;) {
    unsigned char *piece = malloc(PIECE);
    sink = piece;
    if (piece == NULL) return NULL;
    for (size_t i = 0; i < PIECE; i += 4096) ((volatile unsigned char *)piece)[i] = 1;
  }
}

/* Reserves address space, and touches none of it, until there is none. */
static void *reserve(void) {
  for (;;) {
    unsigned char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sink = piece;
    if (piece == MAP_FAILED) return NULL;
  }
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  oriel_item item = 0;
  oriel_bytes way = {NULL, 0};
  char name[32] = {0};
  if (fixture_items(host)->input_item(request, 0, &item) != ORIEL_OK ||
      fixture_items(host)->text(item, &way) != ORIEL_OK || way.length >= sizeof name)
    return ORIEL_E_INVALID_ARGUMENT;
  memcpy(name, way.data, way.length);
  /* Each in the way in which programs fail that do not expect it. */
  if (strcmp(name, "fault") == 0) *(volatile unsigned char *)fill() = 1;
  if (strcmp(name, "reserve") == 0) *(volatile unsigned char *)reserve() = 1;
  if (strcmp(name, "abort") == 0 && fill() == NULL) abort();
  if (strcmp(name, "exit") == 0 && fill() == NULL) exit(3);
  if (strcmp(name, "survive") == 0 && fill() == NULL) _exit(0);
  return fixture_complete(host, request, "no bomb", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
