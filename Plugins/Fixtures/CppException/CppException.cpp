/* Provokes an unwinding across the boundary: begin throws a C++ exception. */
#include "../fixture.h"

#include <stdexcept>

static oriel_status throwing(const oriel_host *, oriel_request) {
  throw std::runtime_error("thrown out of begin");
}

/* The cast takes the promise not to throw, as a C++ author before C++17 would without noticing. */
static const oriel_extension_request table = {
    reinterpret_cast<oriel_status (*)(const oriel_host *, oriel_request) noexcept>(throwing),
    nullptr, nullptr};
FIXTURE_ENTRY(table)
