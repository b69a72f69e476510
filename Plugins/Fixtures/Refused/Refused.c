/* Provokes refusals of the sandbox, of each kind one, for the author's debug mode. */
/*
 * The text of the first item says how: "acts" does one act of each kind, from functions with names of
 * their own; "flood" makes 100,000 refused calls in one place and 1,000 at paths of their own;
 * "pointers" passes addresses where nothing is; "signals" blocks SIGSYS and takes it over in every
 * way there is before it is refused something; "threads" is refused on many threads at once, with
 * small stacks and on alternate ones; "die" is refused once and crashes. The answer has a line for each act: its name and errno.
 */
#define _GNU_SOURCE
#include "../fixture.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static fixture_text report;

static void note(const char *name, long result) {
  fixture_append(&report, "%s=%d\n", name, result < 0 ? errno : 0);
}

/* A number rather than a result. */
static void note_value(const char *name, long value) { fixture_append(&report, "%s=%ld\n", name, value); }

/* MARK: - One of each kind; none of these functions is exported */

static __attribute__((noinline)) void connect_somewhere(void) {
  note("socket", socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

static __attribute__((noinline)) void run_something(void) {
  char *const arguments[] = {"true", NULL};
  note("execve", execve("/usr/bin/true", arguments, environ));
}

static __attribute__((noinline)) void read_notes(void) {
  note("open", open("/home/somebody/notes.txt", O_RDONLY | O_CLOEXEC));
}

static __attribute__((noinline)) void write_to_system(void) {
  note("openat", openat(AT_FDCWD, "/usr/share/oriel-fixture", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static __attribute__((noinline)) void load_what_is_missing(void) {
  note_value("dlopen", dlopen("/opt/fixture/libmissing.so", RTLD_NOW) == NULL);
}

static __attribute__((noinline)) void call_what_is_not_listed(void) {
  note("unlisted", syscall(1023));
}

static void act_once(void) {
  connect_somewhere();
  run_something();
  read_notes();
  write_to_system();
  load_what_is_missing();
  call_what_is_not_listed();
  note("clone3", syscall(SYS_clone3, NULL, 0));
  note("missing-inside", open("/tmp/missing", O_RDONLY | O_CLOEXEC));
  note("mkdir", mkdir("/var/lib/fixture", 0700));
  note("beneath", chdir("/usr") == 0 ? openat(AT_FDCWD, "../home/./x", O_RDONLY) : 0);
}

/* MARK: - The others */

static void flood(void) {
  char path[64];
  for (int i = 0; i < 100000; i++) (void)socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; i < 1000; i++) {
    snprintf(path, sizeof path, "/home/file-%d", i);
    (void)open(path, O_RDONLY | O_CLOEXEC);
  }
}

static void pass_bad_pointers(void) {
  char *const edge = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sigset_t *const nowhere = (sigset_t *)8;
  munmap(edge + 4096, 4096);
  memset(edge, 'x', 4096);
  note("null", syscall(SYS_openat, AT_FDCWD, NULL, O_RDONLY));
  note("low", syscall(SYS_openat, AT_FDCWD, (char *)16, O_RDONLY));
  note("kernel", syscall(SYS_openat, AT_FDCWD, (char *)-4096L, O_RDONLY));
  note("high", syscall(SYS_openat, AT_FDCWD, (char *)0x00FFFFFFFFFFFFF0, O_RDONLY));
  note("unterminated", syscall(SYS_openat, AT_FDCWD, edge + 4000, O_RDONLY));
  memcpy(edge + 4096 - 8, "/home/x", 8);
  note("edge", syscall(SYS_openat, AT_FDCWD, edge + 4096 - 8, O_RDONLY));
  note("execve", syscall(SYS_execve, (char *)16, NULL, NULL));
  note("sigprocmask", syscall(SYS_rt_sigprocmask, SIG_BLOCK, nowhere, NULL, 8));
  note("sigprocmask-old", syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, nowhere, 8));
  note("sigprocmask-size", syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, NULL, 4));
  note("sigaction", syscall(SYS_rt_sigaction, SIGUSR1, nowhere, NULL, 8));
  note("sigaction-old", syscall(SYS_rt_sigaction, SIGSYS, NULL, nowhere, 8));
  note("sigaction-sys", syscall(SYS_rt_sigaction, SIGSYS, nowhere, NULL, 8));
  note("sigaction-size", syscall(SYS_rt_sigaction, SIGSYS, NULL, NULL, 4));
  note("sigsuspend", syscall(SYS_rt_sigsuspend, nowhere, 8));
  note("ppoll", syscall(SYS_ppoll, NULL, 0, NULL, nowhere, 8));
}

static volatile sig_atomic_t handled, handled_sys;

static void refuse_in_handler(int signal) {
  handled += signal == SIGUSR1 && socket(AF_INET, SOCK_DGRAM, 0) < 0 && errno == EPERM;
}

static void take_sigsys(int signal) { handled_sys += signal == SIGSYS; }

static void take_sigsys_over(void) {
  struct sigaction action, old;
  sigset_t all, now;
  sigfillset(&all);
  note("block", sigprocmask(SIG_BLOCK, &all, &now));
  note_value("was-blocked", sigismember(&now, SIGSYS));
  connect_somewhere();
  note("ask", sigprocmask(SIG_SETMASK, NULL, &now));
  note_value("is-blocked", sigismember(&now, SIGSYS));
  sigemptyset(&all);
  note("unblock", sigprocmask(SIG_SETMASK, &all, &now));
  note_value("was-blocked-then", sigismember(&now, SIGSYS));

  memset(&action, 0, sizeof action);
  action.sa_handler = take_sigsys;
  sigfillset(&action.sa_mask);
  note("take", sigaction(SIGSYS, &action, &old));
  note_value("was-default", old.sa_handler == SIG_DFL);
  connect_somewhere();
  note_value("handled-refusals", handled_sys);
  raise(SIGSYS);
  note_value("handled-own", handled_sys);
  note("look", sigaction(SIGSYS, NULL, &old));
  note_value("is-taken", old.sa_handler == take_sigsys && sigismember(&old.sa_mask, SIGINT) == 1);
  action.sa_handler = SIG_IGN;
  note("ignore", sigaction(SIGSYS, &action, NULL));
  connect_somewhere();
  raise(SIGSYS);

  action.sa_handler = refuse_in_handler;
  note("mask", sigaction(SIGUSR1, &action, NULL));
  note("look-at-mask", sigaction(SIGUSR1, NULL, &old));
  note_value("mask-has-it", sigismember(&old.sa_mask, SIGSYS));
  raise(SIGUSR1);
  note_value("handled-masked", handled);

  /* A handler that runs while its thread waits with everything blocked but its own signal. */
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  raise(SIGUSR1);
  sigdelset(&all, SIGUSR1);
  sigsuspend(&all);
  note_value("handled-suspended", handled);
  raise(SIGUSR1);
  struct timespec never = {60, 0};
  note("ppoll", ppoll(NULL, 0, &never, &all));
  note_value("handled-polling", handled);
  sigemptyset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}

static char alternate[65536];

static void *refuse_on_thread(void *context) {
  for (int i = 0; i < 50; i++) {
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM) return NULL;
    if (open("/home/x", O_RDONLY) >= 0 || errno != ENOENT) return NULL;
  }
  return context;
}

static void refuse_on_threads(void) {
  pthread_t threads[8];
  pthread_attr_t small;
  void *result;
  long good = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 32768);
  for (int i = 0; i < 8; i++) {
    if (pthread_create(&threads[i], &small, refuse_on_thread, &report) != 0) return;
  }
  for (int i = 0; i < 8; i++) {
    pthread_join(threads[i], &result);
    good += result == &report;
  }
  note_value("threads", good);

  stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = refuse_in_handler;
  action.sa_flags = SA_ONSTACK;
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  note_value("alternate-stack", handled);
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  char how[16] = "";
  oriel_item item = 0;
  oriel_bytes text;
  if (fixture_items(host)->input_item(request, 0, &item) == ORIEL_OK &&
      fixture_items(host)->text(item, &text) == ORIEL_OK && text.length < sizeof how) {
    memcpy(how, text.data, text.length);
  }
  if (strcmp(how, "acts") == 0) act_once();
  if (strcmp(how, "flood") == 0) flood();
  if (strcmp(how, "pointers") == 0) pass_bad_pointers();
  if (strcmp(how, "signals") == 0) take_sigsys_over();
  if (strcmp(how, "threads") == 0) refuse_on_threads();
  if (strcmp(how, "die") == 0) {
    static int *volatile nowhere = (int *)8;
    connect_somewhere();
    *nowhere = 0;
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
