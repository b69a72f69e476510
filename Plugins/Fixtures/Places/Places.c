/* Provokes the sandbox from every place that code runs in; returns "act kind errno…" lines. */
/*
 * The places: an IFUNC resolver, which the loader calls while it still relocates the library; a
 * constructor; the entry; begin; a second thread; a signal handler. The sandbox must answer every act
 * of the probe the same way in all of them. A line names an act, its kind, and its answer in each.
 *
 * With a file `plan` in the bundle that holds "place act", only that act is done, in that place: for
 * acts that end the instance.
 */
#include "../Probe/acts.h"

enum { RESOLVER, CONSTRUCTOR, ENTRY, BEGIN, THREAD, HANDLER, PLACES };
static const char *const places[PLACES] = {"resolver", "constructor", "entry",
                                           "begin",    "thread",      "handler"};

static long long results[PLACES][ACT_COUNT];

/* Reads which act shall be done here; NULL when it is every one, "" when it is none. */
static const char *read_plan(int place) {
  static char text[256];
  int file = open("/extension/plan", O_RDONLY | O_CLOEXEC);
  size_t length = strlen(places[place]);
  ssize_t count;
  if (file < 0) return NULL;
  count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  return strncmp(text, places[place], length) == 0 && text[length] == ' ' ? text + length + 1 : "";
}

/* None of the acts needs the host, which is not known in the first places. */
static void probe(int place) {
  const char *planned = read_plan(place);
  for (size_t i = 0; i < ACT_COUNT; i++) {
    if (planned != NULL ? strcmp(planned, acts[i].name) != 0
                        : acts[i].kind == ENDING || acts[i].kind == AMOUNT)
      continue;
    results[place][i] = act(NULL, acts[i].name);
  }
}

static int resolved(void) { return 1; }

/* Static, so that its relocation is among the last, when the calls below are bound already. */
static int (*resolve(void))(void) {
  probe(RESOLVER);
  return resolved;
}
static int indirect(void) __attribute__((ifunc("resolve")));

__attribute__((constructor)) static void construct(void) { probe(CONSTRUCTOR); }

static void *run_thread(void *context) {
  probe(THREAD);
  return context;
}

static void handle(int signal) {
  (void)signal;
  probe(HANDLER);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  struct sigaction action;
  pthread_t thread;
  probe(BEGIN);
  if (pthread_create(&thread, NULL, run_thread, NULL) != 0) return ORIEL_E_INTERNAL;
  pthread_join(thread, NULL);
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  if (sigaction(SIGUSR1, &action, NULL) != 0 || raise(SIGUSR1) != 0) return ORIEL_E_INTERNAL;

  if (indirect() != 1) return ORIEL_E_INTERNAL;
  for (size_t i = 0; i < ACT_COUNT; i++) {
    if (acts[i].kind == ENDING || acts[i].kind == AMOUNT) continue;
    fixture_append(&report, "%s %c", acts[i].name, acts[i].kind);
    for (int place = 0; place < PLACES; place++)
      fixture_append(&report, " %lld", results[place][i]);
    fixture_append(&report, "\n");
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};

static const void *get_interface(const char *id) {
  return strcmp(id, ORIEL_ID_REQUEST) == 0 ? (const void *)&table : NULL;
}

static const oriel_entry entry = {(uint32_t)sizeof(oriel_entry), ORIEL_ABI_VERSION, get_interface};

const oriel_entry *oriel_extension_entry(void) {
  probe(ENTRY);
  return &entry;
}
