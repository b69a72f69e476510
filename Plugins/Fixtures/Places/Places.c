/* Provokes the sandbox from every place that code runs in; returns "place act=errno" lines. */
/*
 * The places: an IFUNC resolver, which the loader calls while it still relocates the library; a
 * constructor; the entry; begin; a second thread; a signal handler. The sandbox must answer the
 * same acts the same way in all of them. The last acts are controls, which are allowed or queries.
 */
#include "../Probe/acts.h"

static const char *const names[] = {
    "open:/etc/passwd", "list:/home", "write:/x", "exec:/usr/bin/true", "socket", "socket-unix",
    "socket-netlink", "connect-dgram", "fork", "kill-parent", "signal-thread", "clone-user",
    "keyctl", "perf", "io-uring", "setuid", "seccomp", "mmap-rwx", "mprotect-exec", "raise-limit",
    /* Controls. */
    "memfd", "random", "socketpair", "getpid", "no-new-privs", "seccomp-mode", "uid-map",
};

#define COUNT (sizeof names / sizeof names[0])

static long long in_resolver[COUNT], in_constructor[COUNT], in_entry[COUNT], in_begin[COUNT],
    in_thread[COUNT], in_handler[COUNT];

/* None of the acts needs the host, which is not known in the first places. */
static void probe(long long *results) {
  for (size_t i = 0; i < COUNT; i++) results[i] = act(NULL, names[i]);
}

static int resolved(void) { return 1; }

/* Static, so that its relocation is among the last, when the calls below are bound already. */
static int (*resolve(void))(void) {
  probe(in_resolver);
  return resolved;
}
static int indirect(void) __attribute__((ifunc("resolve")));

__attribute__((constructor)) static void construct(void) { probe(in_constructor); }

static void *run_thread(void *context) {
  probe(in_thread);
  return context;
}

static void handle(int signal) {
  (void)signal;
  probe(in_handler);
}

static void describe(fixture_text *report, const char *place, const long long *results) {
  for (size_t i = 0; i < COUNT; i++)
    fixture_append(report, "%s %s=%lld\n", place, names[i], results[i]);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  struct sigaction action;
  pthread_t thread;
  probe(in_begin);
  if (pthread_create(&thread, NULL, run_thread, NULL) != 0) return ORIEL_E_INTERNAL;
  pthread_join(thread, NULL);
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  if (sigaction(SIGUSR1, &action, NULL) != 0 || raise(SIGUSR1) != 0) return ORIEL_E_INTERNAL;

  if (indirect() != 1) return ORIEL_E_INTERNAL;
  describe(&report, "resolver", in_resolver);
  describe(&report, "constructor", in_constructor);
  describe(&report, "entry", in_entry);
  describe(&report, "begin", in_begin);
  describe(&report, "thread", in_thread);
  describe(&report, "handler", in_handler);
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};

static const void *get_interface(const char *id) {
  return strcmp(id, ORIEL_ID_REQUEST) == 0 ? (const void *)&table : NULL;
}

static const oriel_entry entry = {(uint32_t)sizeof(oriel_entry), ORIEL_ABI_VERSION, get_interface};

const oriel_entry *oriel_extension_entry(void) {
  probe(in_entry);
  return &entry;
}
