/* Provokes every kind of load: each attachment in each form, async and blocking, all given back. */
#define _GNU_SOURCE
#include "../fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* One load that the main thread waits for. */
typedef struct pending {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  unsigned calls, releases;
  oriel_status status;
  oriel_loaded loaded;
} pending;

static fixture_text report;

/* FNV-1a, 64 bit: simple enough to be written down again in a test. */
static uint64_t checksum(uint64_t hash, const unsigned char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static void loaded(void *context, oriel_status status, oriel_loaded *result) {
  pending *load = context;
  pthread_mutex_lock(&load->mutex);
  load->calls++;
  load->status = status;
  if (result != NULL) load->loaded = *result;
  pthread_mutex_unlock(&load->mutex);
}

static void release(void *context) {
  pending *load = context;
  pthread_mutex_lock(&load->mutex);
  load->releases++;
  pthread_cond_signal(&load->changed);
  pthread_mutex_unlock(&load->mutex);
}

/* Loads with a callback and waits until its context was released. */
static oriel_status load_async(const oriel_host_attachments *attachments, oriel_attachment attachment,
                               const oriel_bytes *type, uint32_t form, oriel_loaded *result) {
  static pending load = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, ORIEL_OK,
                         {0, 0, {NULL, 0}, -1, 0, 0}};
  oriel_load_callback callback = {sizeof callback, 0, &load, loaded, release};
  oriel_status status;
  load.calls = load.releases = 0;
  status = attachments->load(attachment, type, form, &callback, NULL);
  if (status != ORIEL_OK) return status;
  pthread_mutex_lock(&load.mutex);
  while (load.releases == 0) pthread_cond_wait(&load.changed, &load.mutex);
  pthread_mutex_unlock(&load.mutex);
  if (load.calls != 1) return ORIEL_E_INTERNAL;
  *result = load.loaded;
  return load.status;
}

/* Reads a descriptor to its end and returns how many bytes it held, or -1. */
static long long sum_descriptor(int descriptor, uint64_t *hash) {
  unsigned char buffer[65536];
  long long total = 0;
  ssize_t count;
  while ((count = read(descriptor, buffer, sizeof buffer)) > 0) {
    *hash = checksum(*hash, buffer, (size_t)count);
    total += count;
  }
  return count < 0 ? -1 : total;
}

/* Opens the file that a file: URL names, with its percent escapes taken out. */
static int open_url(const oriel_bytes *url) {
  static const char prefix[] = "file://";
  const char *text = url->data;
  char path[4096];
  size_t length = 0, i = sizeof prefix - 1;
  if (url->length < i || memcmp(text, prefix, i) != 0) return -1;
  for (; i < url->length && length < sizeof path - 1; i++) {
    if (text[i] == '%' && i + 2 < url->length) {
      char digits[3] = {text[i + 1], text[i + 2], 0};
      path[length++] = (char)strtol(digits, NULL, 16);
      i += 2;
    } else {
      path[length++] = text[i];
    }
  }
  path[length] = 0;
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* Notes what one load gave: its length and checksum, the same for every form of a file. */
static void note(const char *form, const char *way, oriel_status status, const oriel_loaded *result) {
  uint64_t hash = 0xcbf29ce484222325u;
  long long length = -1;
  fixture_append(&report, "  %s %s: ", form, way);
  if (status != ORIEL_OK) {
    fixture_append(&report, "%s\n", fixture_status(status));
    return;
  }
  if (result->form == ORIEL_FORM_DESCRIPTOR) {
    length = sum_descriptor(result->descriptor, &hash);
  } else if (result->form == ORIEL_FORM_URL) {
    int descriptor = open_url(&result->bytes);
    if (descriptor >= 0) {
      length = sum_descriptor(descriptor, &hash);
      close(descriptor);
    } else {
      fixture_append(&report, "%.*s\n", (int)result->bytes.length, (const char *)result->bytes.data);
      return;
    }
  } else {
    length = (long long)result->bytes.length;
    hash = checksum(hash, result->bytes.data, result->bytes.length);
  }
  fixture_append(&report, "%lld bytes %016llx\n", length, (unsigned long long)hash);
}

/* Loads one attachment in every form and way; keeps the bytes as an attachment of `copy`. */
static oriel_status echo_attachment(const oriel_host_attachments *attachments,
                                    oriel_attachment attachment, oriel_item copy) {
  static const char *const forms[] = {"bytes", "descriptor", "URL"};
  oriel_attachment back = 0;
  oriel_bytes type, name;
  uint64_t types = 0;
  oriel_status status = attachments->type_count(attachment, &types);
  if (status != ORIEL_OK) return status;
  status = attachments->suggested_name(attachment, &name);
  fixture_append(&report, " attachment %.*s\n", status == ORIEL_OK ? (int)name.length : 1,
                 status == ORIEL_OK ? (const char *)name.data : "-");
  status = attachments->create(copy, &back);
  if (status != ORIEL_OK) return status;
  if (attachments->suggested_name(attachment, &name) == ORIEL_OK)
    attachments->set_suggested_name(back, &name);

  for (uint64_t i = 0; i < types; i++) {
    status = attachments->type_at(attachment, i, &type);
    if (status != ORIEL_OK) return status;
    fixture_append(&report, " type %.*s\n", (int)type.length, (const char *)type.data);
    for (uint32_t form = ORIEL_FORM_BYTES; form <= ORIEL_FORM_URL; form++) {
      oriel_loaded result = {sizeof result, 0, {NULL, 0}, -1, 0, 0};
      status = attachments->load_blocking(attachment, &type, form, 10000, &result);
      note(forms[form - 1], "blocking", status, &result);
      if (form == ORIEL_FORM_BYTES && status == ORIEL_OK) {
        status = attachments->add_bytes(back, &type, &result.bytes);
        if (status != ORIEL_OK) fixture_append(&report, "  not added: %s\n", fixture_status(status));
      }
      attachments->release_loaded(&result);
      memset(&result, 0, sizeof result);
      result.descriptor = -1;
      status = load_async(attachments, attachment, &type, form, &result);
      note(forms[form - 1], "async", status, &result);
      if (status == ORIEL_OK) attachments->release_loaded(&result);
    }
  }
  return ORIEL_OK;
}

/* Makes an item like `item`, and notes what `item` holds. */
static oriel_status echo_item(const oriel_host *host, oriel_item item, oriel_item copy) {
  const oriel_host_items *items = fixture_items(host);
  oriel_bytes bytes;
  uint64_t count = 0;
  oriel_status status = items->attachment_count(item, &count);
  fixture_append(&report, "item\n");
  if (items->title(item, &bytes) == ORIEL_OK) {
    fixture_append(&report, " title %.*s\n", (int)bytes.length, (const char *)bytes.data);
    items->set_title(copy, &bytes);
  }
  if (items->text(item, &bytes) == ORIEL_OK) {
    fixture_append(&report, " text %.*s\n", (int)bytes.length, (const char *)bytes.data);
    items->set_text(copy, &bytes);
  }
  if (items->user_info(item, &bytes) == ORIEL_OK) {
    fixture_append(&report, " user info %llu bytes\n", (unsigned long long)bytes.length);
    items->set_user_info(copy, &bytes);
  }
  for (uint64_t i = 0; status == ORIEL_OK && i < count; i++) {
    oriel_attachment attachment = 0;
    status = items->attachment(item, i, &attachment);
    if (status == ORIEL_OK) status = echo_attachment(fixture_attachments(host), attachment, copy);
  }
  return status;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  oriel_item copies[ORIEL_MAX_ITEMS] = {0}, item = 0;
  oriel_bytes text;
  uint64_t count = 0, made = 0;
  oriel_status status = items->input_count(request, &count);
  /* The last item returned is the report; the ones before it are copies of the input. */
  for (uint64_t i = 0; status == ORIEL_OK && i < count && i < ORIEL_MAX_ITEMS - 1; i++) {
    status = items->input_item(request, i, &item);
    if (status == ORIEL_OK) status = items->create(request, &copies[made]);
    if (status == ORIEL_OK) status = echo_item(host, item, copies[made++]);
  }
  if (status == ORIEL_OK) status = items->create(request, &copies[made]);
  text.data = report.characters;
  text.length = report.length;
  if (status == ORIEL_OK) status = items->set_text(copies[made++], &text);
  if (status != ORIEL_OK) return status;
  return fixture_requests(host)->complete_request(request, copies, made, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
