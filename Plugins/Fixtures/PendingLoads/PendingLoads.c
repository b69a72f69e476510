/* Provokes an end with work pending: 32 loads and a task, then the terminal call inside begin. */
/*
 * The line that `stop` logs counts what became of them. Loaded and released must be 32 and the
 * task released once; nothing may happen twice, and the task may not run.
 */
#include "../fixture.h"

#include <stdatomic.h>

#define LOADS 32

static const oriel_host *the_host;
static atomic_uint calls[LOADS], releases[LOADS], task_runs, task_releases;
static unsigned started;

static void loaded(void *context, oriel_status status, oriel_loaded *content) {
  (void)status;
  atomic_fetch_add(&calls[(size_t)context], 1);
  if (content != NULL) fixture_attachments(the_host)->release_loaded(content);
}

static void release(void *context) { atomic_fetch_add(&releases[(size_t)context], 1); }

static void run_task(void *context) {
  (void)context;
  atomic_fetch_add(&task_runs, 1);
}

static void release_task(void *context) {
  (void)context;
  atomic_fetch_add(&task_releases, 1);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_task task = {sizeof task, 0, NULL, run_task, release_task};
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  oriel_bytes type;
  oriel_status status = fixture_items(host)->input_item(request, 0, &item);
  the_host = host;
  if (status == ORIEL_OK) status = fixture_items(host)->attachment(item, 0, &attachment);
  if (status == ORIEL_OK) status = attachments->type_at(attachment, 0, &type);
  while (status == ORIEL_OK && started < LOADS) {
    oriel_load_callback callback = {
        sizeof callback, 0, (void *)(size_t)started, loaded, release};
    status = attachments->load(attachment, &type, ORIEL_FORM_BYTES, &callback, NULL);
    if (status == ORIEL_OK) started++;
  }
  if (status == ORIEL_OK) status = fixture_loop(host)->perform(&task);
  if (status != ORIEL_OK) return status;
  return fixture_complete(host, request, "left 32 loads and a task", 0);
}

static void stop(void) {
  unsigned once = 0, released_once = 0, more = 0;
  char line[128];
  for (size_t i = 0; i < LOADS; i++) {
    once += atomic_load(&calls[i]) == 1;
    released_once += atomic_load(&releases[i]) == 1;
    more += atomic_load(&calls[i]) > 1 || atomic_load(&releases[i]) > 1;
  }
  snprintf(line, sizeof line,
           "started=%u loaded=%u released=%u twice=%u task-run=%u task-released=%u", started, once,
           released_once, more, atomic_load(&task_runs), atomic_load(&task_releases));
  fixture_write_log(the_host, line);
}

static const oriel_extension_request table = {begin, NULL, NULL};
static const oriel_extension_lifecycle lifecycle = {NULL, stop};
FIXTURE_ENTRY_WITH_LIFECYCLE(table, lifecycle)
