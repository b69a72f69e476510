/* Provokes an unwinding across the boundary: begin throws a C++ exception; for the text "memory" that
   of an allocation which failed. */
#include "../fixture.h"

#include <new>
#include <stdexcept>

static oriel_status throwing(const oriel_host *host, oriel_request request) {
  oriel_item item = 0;
  oriel_bytes text = {nullptr, 0};
  if (fixture_items(host)->input_item(request, 0, &item) == ORIEL_OK &&
      fixture_items(host)->text(item, &text) == ORIEL_OK && text.length == 6 &&
      memcmp(text.data, "memory", 6) == 0) {
    /* More than any limit allows; volatile, so that no compiler leaves it out. */
    volatile size_t size = (size_t)1 << 46;
    *static_cast<volatile char *>(new char[size]) = 1;
  }
  throw std::runtime_error("thrown out of begin");
}

/* The cast takes the promise not to throw, as a C++ author before C++17 would without noticing. */
static const oriel_extension_request table = {
    reinterpret_cast<oriel_status (*)(const oriel_host *, oriel_request) noexcept>(throwing),
    nullptr, nullptr};
FIXTURE_ENTRY(table)
