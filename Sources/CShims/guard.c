#include "CShimsGuard.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void oriel_shim_call_guarded(void (*body)(void *), void (*unwound)(void *), void *context) {
  pthread_cleanup_push(unwound, context);
  body(context);
  pthread_cleanup_pop(0);
}

static struct {
  int channel;
  size_t length;
  unsigned char packet[256];
} last_words;

static void send_last_words(int signal) {
  (void)send(last_words.channel, last_words.packet, last_words.length, MSG_NOSIGNAL | MSG_DONTWAIT);
  _exit(128 + signal);
}

int oriel_shim_report_abort(int channel, const void *packet, size_t length) {
  if (length > sizeof last_words.packet) {
    errno = EMSGSIZE;
    return -1;
  }
  last_words.channel = channel;
  last_words.length = length;
  memcpy(last_words.packet, packet, length);
  struct sigaction action = {.sa_handler = send_last_words};
  return sigaction(SIGABRT, &action, NULL);
}

static void (*terminate_report)(const char *);
static void *(*current_exception_type)(void);

static void on_terminate(void) {
  const char *name = NULL;
  if (current_exception_type != NULL) {
    /* A std::type_info is a vtable pointer followed by the mangled name (Itanium C++ ABI 2.9.4). */
    const void *const *type = current_exception_type();
    if (type != NULL) name = (const char *)type[1];
  }
  terminate_report(name);
  abort();
}

void oriel_shim_report_terminate(void *handle, void (*report)(const char *type)) {
  void *(*set_terminate)(void (*)(void)) = NULL;
  /* POSIX lets dlsym's result be used as a function; ISO C has no cast for it, hence the copies. */
  void *symbol = dlsym(handle, "_ZSt13set_terminatePFvvE");
  if (symbol == NULL) return;
  memcpy(&set_terminate, &symbol, sizeof symbol);
  symbol = dlsym(handle, "__cxa_current_exception_type");
  memcpy(&current_exception_type, &symbol, sizeof symbol);
  terminate_report = report;
  set_terminate(on_terminate);
}
