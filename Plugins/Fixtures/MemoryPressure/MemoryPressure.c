/* Provokes pressure: reserves memory until it has heard both levels, and returns them. */
#define _DEFAULT_SOURCE
#include "../fixture.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#define PIECE ((size_t)1 << 20)

static _Atomic uint32_t heard[4];
static _Atomic uint32_t count;

static void pressure(uint32_t level) ORIEL_NOEXCEPT {
  uint32_t place = atomic_fetch_add(&count, 1);
  if (place < 4) atomic_store(&heard[place], level);
}

static void pause_a_little(void) {
  const struct timespec time = {0, 20 * 1000 * 1000};
  nanosleep(&time, NULL);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  uint64_t limit = 0, pieces = 0;
  oriel_item item = 0;
  oriel_bytes text = {NULL, 0};
  if (fixture_bundle(host)->limit(ORIEL_LIMIT_MEMORY_IN_USE, &limit) != ORIEL_OK)
    return ORIEL_E_UNSUPPORTED;
  if (fixture_items(host)->input_item(request, 0, &item) == ORIEL_OK &&
      fixture_items(host)->text(item, &text) == ORIEL_OK && text.length == 8 &&
      memcmp(text.data, "pressure", 8) == 0) {
    /* Most of it at once, then in steps that are seen; never more than fits. */
    uint64_t step = limit / PIECE / 100 * 60;
    while (atomic_load(&count) < 2 && pieces < limit / PIECE) {
      for (uint64_t i = 0; i < step && pieces < limit / PIECE; i++, pieces++) {
        if (mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) ==
            MAP_FAILED)
          pieces = limit / PIECE;
      }
      step = limit / PIECE / 20;
      for (int i = 0; i < 20 && atomic_load(&count) < 2; i++) pause_a_little();
    }
  }
  fixture_append(&report, "heard");
  for (uint32_t i = 0; i < atomic_load(&count) && i < 4; i++)
    fixture_append(&report, " %u", (unsigned)atomic_load(&heard[i]));
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
static const oriel_extension_memory memory = {pressure};

static const void *get_interface(const char *id) ORIEL_NOEXCEPT {
  if (strcmp(id, ORIEL_ID_MEMORY) == 0) return &memory;
  return strcmp(id, ORIEL_ID_REQUEST) == 0 ? (const void *)&table : NULL;
}
static const oriel_entry entry = {(uint32_t)sizeof(oriel_entry), ORIEL_ABI_VERSION, get_interface};
const oriel_entry *oriel_extension_entry(void) ORIEL_NOEXCEPT { return &entry; }
