#include "CShimsGuard.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
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
  unsigned char abort[256];
  unsigned char fault[256];
} last_words;

/* What the prepared packets end with, in bytes; 0 where it cannot be told. */
typedef struct memory_use {
  uint64_t peak_address_space;
  uint64_t private_memory;
} memory_use;

/* A number of KiB of /proc/self/status, in bytes; 0 when it is not there. */
static uint64_t size_in_status(const char *text, ssize_t length, const char *key) {
  const ssize_t keyed = (ssize_t)strlen(key);
  for (ssize_t at = 0; at + keyed < length; at++) {
    if (memcmp(text + at, key, keyed) != 0) continue;
    uint64_t kibibytes = 0;
    for (at += keyed; at < length && text[at] != '\n'; at++) {
      if (text[at] >= '0' && text[at] <= '9') kibibytes = kibibytes * 10 + (uint64_t)(text[at] - '0');
    }
    return kibibytes * 1024;
  }
  return 0;
}

/* Uses only what is allowed in a signal handler. */
static memory_use memory_in_use(void) {
  memory_use use = {0, 0};
  char text[2048];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return use;
  ssize_t length = read(file, text, sizeof text);
  close(file);
  use.peak_address_space = size_in_status(text, length, "VmPeak:");
  use.private_memory = size_in_status(text, length, "VmData:");
  return use;
}

/* Sends a prepared packet that ends with what memory is in use. */
static void send_with_memory(unsigned char *packet) {
  memory_use use = memory_in_use();
  memcpy(packet + last_words.length - sizeof use, &use, sizeof use);
  (void)send(last_words.channel, packet, last_words.length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void on_abort(int signal) {
  send_with_memory(last_words.abort);
  _exit(128 + signal);
}

/* The default action is in force again: when this returns, what faulted does so again and ends the
   process. A signal that somebody sent would not, as before. */
static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  static atomic_flag has_spoken = ATOMIC_FLAG_INIT;
  int error = errno;
  if (info->si_code > 0 && !atomic_flag_test_and_set(&has_spoken)) send_with_memory(last_words.fault);
  errno = error;
}

int oriel_shim_prepare_last_words(int channel, const void *abort_packet, const void *fault_packet,
                                  size_t length) {
  if (length > sizeof last_words.abort || length < sizeof(memory_use)) {
    errno = EMSGSIZE;
    return -1;
  }
  last_words.channel = channel;
  last_words.length = length;
  memcpy(last_words.abort, abort_packet, length);
  memcpy(last_words.fault, fault_packet, length);
  struct sigaction action = {.sa_handler = on_abort};
  if (sigaction(SIGABRT, &action, NULL) < 0) return -1;
  /* Not SIGTRAP: a breakpoint goes on behind itself. Where no stack is left the kernel ends the
     process without the handler. */
  struct sigaction fault = {.sa_flags = SA_SIGINFO | SA_RESETHAND};
  fault.sa_sigaction = on_fault;
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    if (sigaction(faults[i], &fault, NULL) < 0) return -1;
  }
  return 0;
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

int oriel_shim_set_thread_stack(size_t size) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return -error;
  error = pthread_attr_setstacksize(&attributes, size);
  if (error == 0) error = pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  return -error;
}
