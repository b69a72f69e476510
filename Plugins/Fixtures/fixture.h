/*
 * What the fixtures in C and C++ share: the entry, the host's tables, and completing with a text.
 * A fixture is a folder with one source file whose first line says what it provokes.
 */
#ifndef ORIEL_FIXTURE_H
#define ORIEL_FIXTURE_H

#include <oriel/oriel.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Defines the entry of a fixture whose only table is the oriel_extension_request `table`. */
#define FIXTURE_ENTRY(table)                                                        \
  static const void *fixture_get_interface(const char *id) ORIEL_NOEXCEPT {         \
    return strcmp(id, ORIEL_ID_REQUEST) == 0 ? (const void *)&table : NULL;         \
  }                                                                                 \
  static const oriel_entry fixture_entry = {                                        \
      (uint32_t)sizeof(oriel_entry), ORIEL_ABI_VERSION, fixture_get_interface};     \
  const oriel_entry *oriel_extension_entry(void) ORIEL_NOEXCEPT { return &fixture_entry; }

/* The same of a fixture that has the oriel_extension_lifecycle `lifecycle` too. */
#define FIXTURE_ENTRY_WITH_LIFECYCLE(table, lifecycle)                              \
  static const void *fixture_get_interface(const char *id) ORIEL_NOEXCEPT {         \
    if (strcmp(id, ORIEL_ID_LIFECYCLE) == 0) return (const void *)&lifecycle;       \
    return strcmp(id, ORIEL_ID_REQUEST) == 0 ? (const void *)&table : NULL;         \
  }                                                                                 \
  static const oriel_entry fixture_entry = {                                        \
      (uint32_t)sizeof(oriel_entry), ORIEL_ABI_VERSION, fixture_get_interface};     \
  const oriel_entry *oriel_extension_entry(void) ORIEL_NOEXCEPT { return &fixture_entry; }

static inline const oriel_host_request *fixture_requests(const oriel_host *host) {
  return (const oriel_host_request *)host->get_interface(host, ORIEL_ID_REQUEST);
}

static inline const oriel_host_items *fixture_items(const oriel_host *host) {
  return (const oriel_host_items *)host->get_interface(host, ORIEL_ID_ITEMS);
}

static inline const oriel_host_attachments *fixture_attachments(const oriel_host *host) {
  return (const oriel_host_attachments *)host->get_interface(host, ORIEL_ID_ATTACHMENTS);
}

static inline const oriel_host_log *fixture_log(const oriel_host *host) {
  return (const oriel_host_log *)host->get_interface(host, ORIEL_ID_LOG);
}

static inline const oriel_host_bundle *fixture_bundle(const oriel_host *host) {
  return (const oriel_host_bundle *)host->get_interface(host, ORIEL_ID_BUNDLE);
}

static inline const oriel_host_loop *fixture_loop(const oriel_host *host) {
  return (const oriel_host_loop *)host->get_interface(host, ORIEL_ID_LOOP);
}

/* The bytes of a terminated string. */
static inline oriel_bytes fixture_bytes(const char *text) {
  oriel_bytes bytes = {text, strlen(text)};
  return bytes;
}

/* A text that grows line by line, up to what an item may hold. */
typedef struct fixture_text {
  size_t length;
  char characters[65536];
} fixture_text;

/* Appends a formatted piece; what does not fit is cut off. */
static inline void fixture_append(fixture_text *text, const char *format, ...) {
  va_list arguments;
  size_t room = sizeof text->characters - text->length;
  int written;
  va_start(arguments, format);
  written = vsnprintf(text->characters + text->length, room, format, arguments);
  va_end(arguments);
  if (written > 0) text->length += (size_t)written < room ? (size_t)written : room - 1;
}

/* The name of a status, without ORIEL_E_. */
static inline const char *fixture_status(oriel_status status) {
  switch (status) {
    case ORIEL_OK: return "OK";
    case ORIEL_E_INTERNAL: return "INTERNAL";
    case ORIEL_E_INVALID_ARGUMENT: return "INVALID_ARGUMENT";
    case ORIEL_E_STALE: return "STALE";
    case ORIEL_E_ALREADY_FINISHED: return "ALREADY_FINISHED";
    case ORIEL_E_UNSUPPORTED: return "UNSUPPORTED";
    case ORIEL_E_NOT_FOUND: return "NOT_FOUND";
    case ORIEL_E_TOO_LARGE: return "TOO_LARGE";
    case ORIEL_E_TIMEOUT: return "TIMEOUT";
    case ORIEL_E_CANCELLED: return "CANCELLED";
    case ORIEL_E_HOST_GONE: return "HOST_GONE";
    case ORIEL_E_DENIED: return "DENIED";
    case ORIEL_E_NO_MEMORY: return "NO_MEMORY";
    case ORIEL_E_IO: return "IO";
    case ORIEL_E_WRONG_THREAD: return "WRONG_THREAD";
    default: return "UNKNOWN";
  }
}

/* Writes a log line at the level "notice". */
static inline void fixture_write_log(const oriel_host *host, const char *text) {
  oriel_bytes message = fixture_bytes(text);
  fixture_log(host)->write(ORIEL_LOG_NOTICE, &message);
}

/* Completes the request with one item that holds `text`. */
static inline oriel_status fixture_complete(
    const oriel_host *host, oriel_request request, const char *text, uint32_t flags) {
  const oriel_host_items *items = fixture_items(host);
  oriel_bytes bytes = fixture_bytes(text);
  oriel_item item = 0;
  oriel_status status = items->create(request, &item);
  if (status == ORIEL_OK) status = items->set_text(item, &bytes);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, &item, 1, NULL, 0, flags);
}

/* Cancels the request with the domain "org.oriel.fixture". */
static inline oriel_status fixture_cancel(
    const oriel_host *host, oriel_request request, int64_t code, const char *text) {
  oriel_error error = {0, code, {NULL, 0}, {NULL, 0}};
  error.domain = fixture_bytes("org.oriel.fixture");
  error.text = fixture_bytes(text);
  return fixture_requests(host)->cancel_request(request, &error, NULL, 0);
}

#endif
