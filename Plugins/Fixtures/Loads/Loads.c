/* Provokes loads of every kind: does what each line of the text says; returns "line=answer". */
/*
 *   types              the types of all attachments
 *   bytes|file|url T   waits for the first attachment as type T; with what the host says of a failure
 *   async T            the same with a callback, and how far it was told to be
 *   cancel T           gives up as soon as the load gets on
 *   start T            starts a load and leaves it
 *   keep T             keeps an open file until `drop`
 *   preview W H        the picture that fits into W × H pixels
 *   again N L          does the line L so many times, and answers with the last one
 *   wait               until the host says stop; then gives up
 *   crash              ends by SIGSEGV
 *
 * `stop` logs what became of all callbacks, and a host that is gone has it printed: each must be
 * told and released once, and no word about how far a load is may come after its end.
 */
#define _GNU_SOURCE
#include "../fixture.h"

#include <oriel/ext/preview.h>
#include <oriel/ext/progress.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* One load with its callbacks; kept as long as the process. */
typedef struct load {
  struct load *next;
  unsigned told, released, watched, watch_released, advanced, late;
  oriel_status status;
  uint64_t length, completed, total, checksum;
  uint32_t width, height;
  char type[64];
} load;

static const oriel_host *the_host;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static load *loads;
static int is_cancelled;
static oriel_loaded kept;
static fixture_text report;

static const oriel_host_progress *progress_table(void) {
  return (const oriel_host_progress *)the_host->get_interface(the_host, ORIEL_ID_PROGRESS);
}

static const oriel_host_preview *preview_table(void) {
  return (const oriel_host_preview *)the_host->get_interface(the_host, ORIEL_ID_PREVIEW);
}

static load *new_load(void) {
  load *made = (load *)calloc(1, sizeof *made);
  if (made == NULL) abort();
  pthread_mutex_lock(&lock);
  made->next = loads;
  loads = made;
  pthread_mutex_unlock(&lock);
  return made;
}

/* FNV-1a. */
static uint64_t checksum(const void *data, uint64_t length) {
  const unsigned char *bytes = (const unsigned char *)data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (uint64_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static void told(load *it, oriel_status status) {
  pthread_mutex_lock(&lock);
  it->told++;
  it->status = status;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void loaded(void *context, oriel_status status, oriel_loaded *content) {
  load *it = (load *)context;
  if (content != NULL) {
    it->length = content->bytes.length;
    it->checksum = checksum(content->bytes.data, content->bytes.length);
    fixture_attachments(the_host)->release_loaded(content);
  }
  told(it, status);
}

static void previewed(void *context, oriel_status status, const oriel_preview *preview) {
  load *it = (load *)context;
  if (preview != NULL) {
    it->length = preview->image.length;
    it->checksum = checksum(preview->image.data, preview->image.length);
    it->width = preview->width;
    it->height = preview->height;
    snprintf(it->type, sizeof it->type, "%.*s", (int)preview->type.length,
             (const char *)preview->type.data);
  }
  told(it, status);
}

static void released(void *context) {
  pthread_mutex_lock(&lock);
  ((load *)context)->released++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void advanced(void *context, const oriel_progress *progress) {
  load *it = (load *)context;
  pthread_mutex_lock(&lock);
  it->advanced++;
  it->late += it->told != 0;
  it->completed = progress->completed;
  it->total = progress->total;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void watch_released(void *context) {
  pthread_mutex_lock(&lock);
  ((load *)context)->watch_released++;
  pthread_mutex_unlock(&lock);
}

/* What the host's program says of a failure. */
static void append_failure(oriel_load handle) {
  oriel_error failure;
  if (progress_table()->failure(handle, &failure) != ORIEL_OK) return;
  fixture_append(&report, " %.*s %lld %.*s", (int)failure.domain.length,
                 (const char *)failure.domain.data, (long long)failure.code,
                 (int)failure.text.length, (const char *)failure.text.data);
}

static oriel_attachment first_attachment(oriel_request request) {
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  if (fixture_items(the_host)->input_item(request, 0, &item) == ORIEL_OK)
    fixture_items(the_host)->attachment(item, 0, &attachment);
  return attachment;
}

static void list_types(oriel_request request) {
  uint64_t attachments = 0, types = 0;
  oriel_item item = 0;
  fixture_items(the_host)->input_item(request, 0, &item);
  fixture_items(the_host)->attachment_count(item, &attachments);
  for (uint64_t i = 0; i < attachments; i++) {
    oriel_attachment attachment = 0;
    fixture_items(the_host)->attachment(item, i, &attachment);
    fixture_attachments(the_host)->type_count(attachment, &types);
    for (uint64_t j = 0; j < types; j++) {
      oriel_bytes type;
      if (fixture_attachments(the_host)->type_at(attachment, j, &type) == ORIEL_OK)
        fixture_append(&report, "%s%.*s", j > 0 ? "," : " ", (int)type.length,
                       (const char *)type.data);
    }
  }
}

static void load_blocking(oriel_attachment attachment, const char *type, uint32_t form, int keeps) {
  oriel_bytes name = fixture_bytes(type);
  oriel_loaded content = {.size = sizeof content, .descriptor = -1};
  oriel_status status =
      fixture_attachments(the_host)->load_blocking(attachment, &name, form, 0, &content);
  fixture_append(&report, " %s", fixture_status(status));
  if (status != ORIEL_OK) {
    append_failure(0);
    return;
  }
  if (form == ORIEL_FORM_DESCRIPTOR) {
    static unsigned char bytes[1 << 20];
    ssize_t count = pread(content.descriptor, bytes, sizeof bytes, 0);
    fixture_append(&report, " %zd %016llx", count,
                   (unsigned long long)checksum(bytes, count > 0 ? (uint64_t)count : 0));
  } else if (form == ORIEL_FORM_URL) {
    fixture_append(&report, " %.*s", (int)content.bytes.length, (const char *)content.bytes.data);
  } else {
    fixture_append(&report, " %llu %016llx", (unsigned long long)content.bytes.length,
                   (unsigned long long)checksum(content.bytes.data, content.bytes.length));
  }
  if (keeps)
    kept = content;
  else
    fixture_attachments(the_host)->release_loaded(&content);
}

/* Starts a load and watches it; gives up at the first word, or waits for the end, or leaves it. */
static void load_async(oriel_attachment attachment, const char *type, int cancels, int waits) {
  load *it = new_load();
  oriel_bytes name = fixture_bytes(type);
  oriel_load handle = 0;
  oriel_load_callback callback = {sizeof callback, 0, it, loaded, released};
  oriel_progress_callback watcher = {sizeof watcher, 0, it, advanced, watch_released};
  oriel_progress progress = {sizeof progress, 0, 0, 0};
  oriel_status status = fixture_attachments(the_host)->load(attachment, &name, ORIEL_FORM_BYTES,
                                                            &callback, &handle);
  fixture_append(&report, " %s", fixture_status(status));
  if (status != ORIEL_OK) {
    it->told = it->released = 1;
    return;
  }
  if (progress_table()->watch(handle, &watcher) == ORIEL_OK) it->watched = 1;
  if (!waits) return;
  pthread_mutex_lock(&lock);
  if (cancels) {
    while (it->advanced == 0 && it->told == 0) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    fixture_append(&report, " current %s", fixture_status(
                                               progress_table()->current(handle, &progress)));
    fixture_append(&report, " cancel %s",
                   fixture_status(fixture_attachments(the_host)->cancel_load(handle)));
    pthread_mutex_lock(&lock);
  }
  while (it->released == 0) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  fixture_append(&report, " %s %llu %016llx", fixture_status(it->status),
                 (unsigned long long)it->length, (unsigned long long)it->checksum);
  fixture_append(&report, " words %u last %llu/%llu", it->advanced,
                 (unsigned long long)it->completed, (unsigned long long)it->total);
  fixture_append(&report, " then %s", fixture_status(progress_table()->watch(handle, &watcher)));
  if (it->status != ORIEL_OK) append_failure(handle);
}

static void load_preview(oriel_attachment attachment, unsigned width, unsigned height) {
  load *it = new_load();
  oriel_load handle = 0;
  oriel_preview_callback callback = {sizeof callback, 0, it, previewed, released};
  oriel_status status = preview_table()->load(attachment, width, height, &callback, &handle);
  fixture_append(&report, " %s", fixture_status(status));
  if (status != ORIEL_OK) {
    it->told = it->released = 1;
    return;
  }
  pthread_mutex_lock(&lock);
  while (it->released == 0) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  fixture_append(&report, " %s", fixture_status(it->status));
  if (it->status == ORIEL_OK)
    fixture_append(&report, " %s %ux%u %llu %016llx", it->type, it->width, it->height,
                   (unsigned long long)it->length, (unsigned long long)it->checksum);
  else
    append_failure(handle);
}

/* Does one line; 0 when the request has ended. */
static int perform(oriel_request request, const char *line) {
  char word[16] = "", argument[256] = "";
  int place = 0;
  unsigned times = 0, width = 0, height = 0;
  int *volatile nowhere = NULL;
  oriel_attachment attachment = first_attachment(request);
  if (sscanf(line, "again %u %n", &times, &place) == 1) {
    size_t before = report.length;
    while (times-- > 0) {
      report.length = before;
      if (!perform(request, line + place)) return 0;
    }
    return 1;
  }
  fixture_append(&report, "%s=", line);
  sscanf(line, "%15s %255s", word, argument);
  if (strcmp(word, "types") == 0) list_types(request);
  if (strcmp(word, "bytes") == 0) load_blocking(attachment, argument, ORIEL_FORM_BYTES, 0);
  if (strcmp(word, "file") == 0) load_blocking(attachment, argument, ORIEL_FORM_DESCRIPTOR, 0);
  if (strcmp(word, "url") == 0) load_blocking(attachment, argument, ORIEL_FORM_URL, 0);
  if (strcmp(word, "keep") == 0) load_blocking(attachment, argument, ORIEL_FORM_DESCRIPTOR, 1);
  if (strcmp(word, "drop") == 0)
    fixture_append(&report, " %s",
                   fixture_status(fixture_attachments(the_host)->release_loaded(&kept)));
  if (strcmp(word, "async") == 0) load_async(attachment, argument, 0, 1);
  if (strcmp(word, "cancel") == 0) load_async(attachment, argument, 1, 1);
  if (strcmp(word, "start") == 0) load_async(attachment, argument, 0, 0);
  if (sscanf(line, "preview %u %u", &width, &height) == 2) load_preview(attachment, width, height);
  if (strcmp(word, "crash") == 0) *(volatile int *)nowhere = 1;
  if (strcmp(word, "wait") == 0) {
    pthread_mutex_lock(&lock);
    while (!is_cancelled) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    if (loads == NULL || loads->status != ORIEL_E_HOST_GONE)
      fixture_cancel(the_host, request, 1, report.characters);
    return 0;
  }
  fixture_append(&report, "\n");
  return 1;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static char script[4096];
  oriel_item item = 0;
  oriel_bytes text = {NULL, 0};
  the_host = host;
  fixture_items(host)->input_item(request, 0, &item);
  fixture_items(host)->text(item, &text);
  snprintf(script, sizeof script, "%.*s", (int)text.length, (const char *)text.data);
  for (char *line = strtok(script, "\n"); line != NULL; line = strtok(NULL, "\n"))
    if (!perform(request, line)) return ORIEL_OK;
  return fixture_complete(host, request, report.characters, 0);
}

/* What became of all callbacks. */
static void summarize(char *line, size_t size) {
  unsigned count = 0, once = 0, watched = 0, watched_once = 0, late = 0;
  pthread_mutex_lock(&lock);
  for (load *it = loads; it != NULL; it = it->next) {
    count++;
    once += it->told == 1 && it->released == 1;
    watched += it->watched;
    watched_once += it->watched && it->watch_released == 1;
    late += it->late;
  }
  pthread_mutex_unlock(&lock);
  snprintf(line, size, "loads=%u once=%u watched=%u once=%u late=%u", count, once, watched,
           watched_once, late);
}

static void host_cancelled(oriel_request request, uint32_t reason) {
  (void)request;
  pthread_mutex_lock(&lock);
  is_cancelled = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  if (reason == ORIEL_CANCEL_HOST_GONE) {
    char line[128];
    summarize(line, sizeof line);
    printf("%s status=%s\n", line, fixture_status(loads == NULL ? ORIEL_OK : loads->status));
  }
}

static void stop(void) {
  char line[128];
  summarize(line, sizeof line);
  fixture_write_log(the_host, line);
}

static const oriel_extension_request table = {begin, host_cancelled, NULL};
static const oriel_extension_lifecycle lifecycle = {NULL, stop};
FIXTURE_ENTRY_WITH_LIFECYCLE(table, lifecycle)
