/* Provokes the host's services: asks what each line of the text says; returns what came of it. */
/*
 * Lines, each answered by one line that begins with it and '=':
 *   connect HOST PORT         a status and reason; with a connection, what the peer answers to "ping"
 *   async HOST PORT           the same with a callback
 *   impatient HOST PORT MS    the status of a blocking connection that waits so long
 *   socket HOST PORT          what can be done with the socket: name:errno, separated by spaces
 *   url URL                   a status and reason
 *   choose read|write PROMPT  a status, and of the file its name, flags and first bytes; with
 *                             "write" the file then begins with "changed"
 *   attachment read|write     the same of the first attachment, loaded as a descriptor
 *   flood COUNT HOST PORT     so many questions at once: how many began, and of those how many were
 *                             answered and released
 *   wrong                     the statuses of calls with wrong arguments
 *   exhaust HOST PORT         the same as async, with no descriptor left
 *   descriptors               how many descriptors are open
 * These end the request, or the process:
 *   late                      completes with a text, then logs what asking gives
 *   crash HOST PORT           crashes with a connection on its way
 *   pending HOST PORT         completes with 16 on their way, and logs what became of them
 *   hold HOST PORT            returns from begin with 16 on their way; prints what became of them
 *   wait HOST PORT            returns from begin; the answer completes the request
 */
#define _GNU_SOURCE /* strtok_r, MSG_FASTOPEN */

#include "../fixture.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "sockets.h"

#define FLOOD 64

static const oriel_host *the_host;
static oriel_request the_request;

static const oriel_host_network *network(void) {
  return (const oriel_host_network *)the_host->get_interface(the_host, ORIEL_ID_NETWORK);
}

static const oriel_host_open_url *open_url(void) {
  return (const oriel_host_open_url *)the_host->get_interface(the_host, ORIEL_ID_OPEN_URL);
}

static const oriel_host_files *files(void) {
  return (const oriel_host_files *)the_host->get_interface(the_host, ORIEL_ID_FILES);
}

/* MARK: - Waiting for callbacks */

/* What one or more questions wait with. */
typedef struct waiting {
  pthread_mutex_t mutex;
  pthread_cond_t change;
  unsigned answered, released;
  oriel_status status;
  int descriptor;
  char text[1025];
} waiting;

static void answered(void *context, oriel_status status, oriel_answer *answer) {
  waiting *place = context;
  pthread_mutex_lock(&place->mutex);
  place->answered++;
  place->status = status;
  place->descriptor = answer->descriptor;
  answer->descriptor = -1;
  snprintf(place->text, sizeof place->text, "%.*s", (int)answer->text.length,
           (const char *)answer->text.data);
  pthread_mutex_unlock(&place->mutex);
}

static void released(void *context) {
  waiting *place = context;
  pthread_mutex_lock(&place->mutex);
  place->released++;
  pthread_cond_broadcast(&place->change);
  pthread_mutex_unlock(&place->mutex);
}

static waiting new_waiting(void) {
  waiting place = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, ORIEL_OK, -1, ""};
  return place;
}

static oriel_answer_callback callback_for(waiting *place) {
  oriel_answer_callback callback = {sizeof callback, 0, place, answered, released};
  return callback;
}

static void wait_until_released(waiting *place, unsigned count) {
  pthread_mutex_lock(&place->mutex);
  while (place->released < count) pthread_cond_wait(&place->change, &place->mutex);
  pthread_mutex_unlock(&place->mutex);
}

/* MARK: - Connections */

/* Says "ping" and appends what comes back until the end. */
static void talk(fixture_text *report, int descriptor) {
  char reply[64];
  size_t length = 0;
  ssize_t count = write(descriptor, "ping\n", 5);
  shutdown(descriptor, SHUT_WR);
  while (count > 0 && length < sizeof reply) {
    count = read(descriptor, reply + length, sizeof reply - length);
    if (count > 0) length += (size_t)count;
  }
  fixture_append(report, " %.*s", (int)length, reply);
  close(descriptor);
}

static void do_connect(fixture_text *report, const char *host, unsigned port) {
  oriel_answer answer = {sizeof answer, 99, {NULL, 0}};
  oriel_bytes name = fixture_bytes(host);
  oriel_status status = network()->connect_blocking(the_request, &name, port, 0, &answer);
  fixture_append(report, "%s %.*s", fixture_status(status), (int)answer.text.length,
                 (const char *)answer.text.data);
  if (answer.descriptor >= 0) talk(report, answer.descriptor);
}

static void do_async(fixture_text *report, const char *host, unsigned port) {
  waiting place = new_waiting();
  oriel_answer_callback callback = callback_for(&place);
  oriel_bytes name = fixture_bytes(host);
  oriel_ask ask = 0;
  oriel_status status = network()->connect(the_request, &name, port, &callback, &ask);
  if (status == ORIEL_OK) {
    wait_until_released(&place, 1);
    status = place.status;
  }
  fixture_append(report, "%s %s", fixture_status(status), place.text);
  if (place.descriptor >= 0) talk(report, place.descriptor);
}

static void do_exhaust(fixture_text *report, const char *host, unsigned port) {
  int taken[1024], count = 0, descriptor;
  while (count < 1024 && (descriptor = dup(1)) >= 0) taken[count++] = descriptor;
  do_async(report, host, port);
  while (count > 0) close(taken[--count]);
}

static void do_impatient(fixture_text *report, const char *host, unsigned port, unsigned time) {
  oriel_answer answer = {sizeof answer, 99, {NULL, 0}};
  oriel_bytes name = fixture_bytes(host);
  oriel_status status = network()->connect_blocking(the_request, &name, port, time, &answer);
  fixture_append(report, "%s %d", fixture_status(status), (int)answer.descriptor);
}

static void do_socket(fixture_text *report, const char *host, unsigned port) {
  oriel_answer answer = {sizeof answer, 99, {NULL, 0}};
  oriel_bytes name = fixture_bytes(host);
  oriel_status status = network()->connect_blocking(the_request, &name, port, 0, &answer);
  fixture_append(report, "%s", fixture_status(status));
  if (status != ORIEL_OK) return;
  report_socket_acts(report, answer.descriptor, port);
  close(answer.descriptor);
}

static void do_flood(fixture_text *report, unsigned count, const char *host, unsigned port) {
  waiting place = new_waiting();
  oriel_answer_callback callback = callback_for(&place);
  oriel_bytes name = fixture_bytes(host);
  oriel_ask asks[FLOOD];
  unsigned begun = 0, too_large = 0;
  for (unsigned i = 0; i < count && i < FLOOD; i++) {
    oriel_status status = network()->connect(the_request, &name, port, &callback, &asks[begun]);
    if (status == ORIEL_OK) begun++;
    if (status == ORIEL_E_TOO_LARGE) too_large++;
  }
  for (unsigned i = 0; i < begun; i++) network()->cancel(asks[i]);
  wait_until_released(&place, begun);
  fixture_append(report, "begun=%u too-large=%u answered=%u released=%u", begun, too_large,
                 place.answered, place.released);
}

/* MARK: - The user */

static void finish_question(fixture_text *report, waiting *place, oriel_status status) {
  if (status == ORIEL_OK) {
    wait_until_released(place, 1);
    status = place->status;
  }
  fixture_append(report, "%s %s", fixture_status(status), place->text);
}

static void do_url(fixture_text *report, const char *text) {
  waiting place = new_waiting();
  oriel_answer_callback callback = callback_for(&place);
  oriel_bytes url = fixture_bytes(text);
  finish_question(report, &place, open_url()->open(the_request, &url, &callback, NULL));
}

static void do_choose(fixture_text *report, int writes, const char *prompt) {
  waiting place = new_waiting();
  oriel_answer_callback callback = callback_for(&place);
  oriel_bytes words = fixture_bytes(prompt);
  uint32_t mode = writes ? ORIEL_FILE_READ_WRITE : ORIEL_FILE_READ;
  finish_question(report, &place,
                  files()->choose(the_request, mode, &words, &callback, NULL));
  if (place.descriptor >= 0) report_file(report, place.descriptor, writes);
}

static void do_attachment(fixture_text *report, int writes) {
  const oriel_host_attachments *attachments = fixture_attachments(the_host);
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  oriel_bytes type;
  oriel_status status = fixture_items(the_host)->input_item(the_request, 0, &item);
  if (status == ORIEL_OK) status = fixture_items(the_host)->attachment(item, 0, &attachment);
  if (status == ORIEL_OK) status = attachments->type_at(attachment, 0, &type);
  if (status == ORIEL_OK)
    status = attachments->load_blocking(attachment, &type, ORIEL_FORM_DESCRIPTOR, 0, &loaded);
  fixture_append(report, "%s", fixture_status(status));
  if (status != ORIEL_OK) return;
  report_file(report, loaded.descriptor, writes);
  loaded.descriptor = -1;
  attachments->release_loaded(&loaded);
}

/* MARK: - Misuse */

static void do_wrong(fixture_text *report) {
  waiting place = new_waiting();
  oriel_answer_callback good = callback_for(&place), bad = good;
  oriel_bytes name = fixture_bytes("localhost"), none = fixture_bytes(""), prompt = none;
  oriel_answer answer = {sizeof answer, 99, {NULL, 0}};
  oriel_ask ask = 7;
  static char large[ORIEL_MAX_URL_LENGTH + 1];
  oriel_bytes too_large = {large, sizeof large}, not_text = {"\xff", 1};
  memset(large, 'a', sizeof large);
#define SAY(call) fixture_append(report, "%s ", fixture_status(call))
  SAY(network()->connect(the_request, NULL, 1, &good, &ask));
  SAY(network()->connect(the_request, &none, 1, &good, &ask));
  SAY(network()->connect(the_request, &not_text, 1, &good, &ask));
  SAY(network()->connect(the_request, &too_large, 1, &good, &ask));
  SAY(network()->connect(the_request, &name, 0, &good, &ask));
  SAY(network()->connect(the_request, &name, 65536, &good, &ask));
  SAY(network()->connect(the_request, &name, 1, NULL, &ask));
  bad.answered = NULL;
  SAY(network()->connect(the_request, &name, 1, &bad, &ask));
  bad = good;
  bad.size = 8;
  SAY(network()->connect(the_request, &name, 1, &bad, &ask));
  bad = good;
  bad.reserved = 1;
  SAY(network()->connect(the_request, &name, 1, &bad, &ask));
  SAY(network()->connect(the_request + 1, &name, 1, &good, &ask));
  SAY(network()->connect_blocking(the_request, &name, 1, 0, NULL));
  answer.size = 0;
  SAY(network()->connect_blocking(the_request, &name, 1, 0, &answer));
  SAY(network()->cancel(0));
  SAY(network()->cancel(the_request));
  SAY(open_url()->open(the_request, &too_large, &good, &ask));
  SAY(open_url()->open(the_request, &none, &good, &ask));
  SAY(open_url()->cancel(1));
  SAY(files()->choose(the_request, 0, &prompt, &good, &ask));
  SAY(files()->choose(the_request, 3, &prompt, &good, &ask));
  SAY(files()->choose(the_request, ORIEL_FILE_READ, &too_large, &good, &ask));
#undef SAY
  fixture_append(report, "ask=%u answered=%u released=%u", (unsigned)ask, place.answered,
                 place.released);
}

static void do_descriptors(fixture_text *report) {
  DIR *directory = opendir("/proc/self/fd");
  unsigned count = 0;
  if (directory == NULL) return;
  while (readdir(directory) != NULL) count++;
  closedir(directory);
  fixture_append(report, "%u", count);
}

/* MARK: - Ends */

static waiting last;

static void answer_completes(void *context, oriel_status status, oriel_answer *answer) {
  char text[64];
  (void)context;
  (void)answer;
  snprintf(text, sizeof text, "answered with %s", fixture_status(status));
  fixture_write_log(the_host, text);
  fixture_complete(the_host, the_request, text, 0);
}

static void released_prints(void *context) {
  released(context);
  if (last.released == ORIEL_MAX_ASKS)
    printf("answered=%u released=%u status=%s\n", last.answered, last.released,
           fixture_status(last.status));
}

/* Returns 1 when the act has ended the request, or leaves that to others. */
static int do_last(const char *act, const char *host, unsigned port) {
  oriel_bytes name = fixture_bytes(host);
  oriel_answer_callback callback = callback_for(&last);
  if (strcmp(act, "late") == 0) {
    last = new_waiting();
    fixture_complete(the_host, the_request, "done", 0);
    fixture_write_log(the_host, fixture_status(network()->connect(
                                    the_request, &name, 1, &callback, NULL)));
  } else if (strcmp(act, "crash") == 0) {
    last = new_waiting();
    network()->connect(the_request, &name, port, &callback, NULL);
    *(volatile int *)NULL = 1;
  } else if (strcmp(act, "pending") == 0) {
    last = new_waiting();
    for (unsigned i = 0; i < ORIEL_MAX_ASKS; i++)
      network()->connect(the_request, &name, port, &callback, NULL);
    fixture_complete(the_host, the_request, "left 16 questions", 0);
  } else if (strcmp(act, "hold") == 0) {
    last = new_waiting();
    callback.release = released_prints;
    for (unsigned i = 0; i < ORIEL_MAX_ASKS; i++)
      network()->connect(the_request, &name, port, &callback, NULL);
  } else if (strcmp(act, "wait") == 0) {
    callback.answered = answer_completes;
    callback.release = NULL;
    if (network()->connect(the_request, &name, port, &callback, NULL) == ORIEL_OK)
      fixture_write_log(the_host, "waiting");
  } else {
    return 0;
  }
  return 1;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  static char lines[65537];
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes text;
  char *rest = lines, *line;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  the_host = host;
  the_request = request;
  memcpy(lines, text.data, text.length < sizeof lines ? text.length : sizeof lines - 1);
  while ((line = strtok_r(NULL, "\n", &rest)) != NULL) {
    char act[16] = "", first[300] = "";
    unsigned number = 0, other = 0;
    fixture_append(&report, "%s=", line);
    sscanf(line, "%15s %299s %u %u", act, first, &number, &other);
    if (do_last(act, first, number)) return ORIEL_OK;
    if (strcmp(act, "connect") == 0) do_connect(&report, first, number);
    if (strcmp(act, "async") == 0) do_async(&report, first, number);
    if (strcmp(act, "exhaust") == 0) do_exhaust(&report, first, number);
    if (strcmp(act, "impatient") == 0) do_impatient(&report, first, number, other);
    if (strcmp(act, "socket") == 0) do_socket(&report, first, number);
    if (strcmp(act, "url") == 0) do_url(&report, line + 4);
    if (strcmp(act, "choose") == 0) do_choose(&report, first[0] == 'w', line + 7);
    if (strcmp(act, "attachment") == 0) do_attachment(&report, first[0] == 'w');
    if (strcmp(act, "descriptors") == 0) do_descriptors(&report);
    if (strcmp(act, "wrong") == 0) do_wrong(&report);
    if (strcmp(act, "flood") == 0) {
      char host_name[300] = "";
      sscanf(line, "%*s %u %299s %u", &number, host_name, &other);
      do_flood(&report, number, host_name, other);
    }
    fixture_append(&report, "\n");
  }
  return fixture_complete(host, request, report.characters, 0);
}

static void host_cancelled(oriel_request request, uint32_t reason) {
  char text[32];
  (void)request;
  snprintf(text, sizeof text, "cancelled for reason %u", (unsigned)reason);
  fixture_write_log(the_host, text);
}

static void stop(void) {
  char text[64];
  if (last.answered == 0) return;
  snprintf(text, sizeof text, "answered=%u released=%u", last.answered, last.released);
  fixture_write_log(the_host, text);
}

static const oriel_extension_request table = {begin, host_cancelled, NULL};
static const oriel_extension_lifecycle lifecycle = {NULL, stop};
FIXTURE_ENTRY_WITH_LIFECYCLE(table, lifecycle)
