/* What the parts of the trace share. Everything here may run in a signal handler. */
#ifndef ORIEL_CSHIMS_PRIVATE_TRACE_H
#define ORIEL_CSHIMS_PRIVATE_TRACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CShimsTrace.h"

/* The most bytes of a path, with its end. */
#define TRACE_PATH 4096
/* The most bytes of the name of a library or symbol, without an end: WireLimit.name. */
#define TRACE_NAME 255

/* Makes a system call and touches neither errno nor anything of the C library. Negated error number
   or result. A call that the diagnosing filter would trap gets the cookie as its sixth argument. */
static inline long trace_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long fourth __asm__("r10") = d, fifth __asm__("r8") = e, sixth __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long which __asm__("x8") = number;
  register long first __asm__("x0") = a, second __asm__("x1") = b, third __asm__("x2") = c;
  register long fourth __asm__("x3") = d, fifth __asm__("x4") = e, sixth __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
#else
#error "the trace knows x86-64 and aarch64 only"
#endif
}

/* A call as the instance made it. */
typedef struct trace_request {
  long number;
  uint64_t arguments[6];
  uint64_t program_counter; /* behind the instruction that made it */
} trace_request;

/* Copies memory that may not be there; the number of bytes up to the first that is not. */
size_t trace_copy(void *target, uint64_t address, size_t length);

/* What the caller believes to have set for SIGSYS; see trace_signals.c. Each gives the result of the
   call. `mask` is the interrupted thread's signal mask, which the handler's return puts in force. */
long trace_sigprocmask(const trace_request *call, uint64_t *mask);
long trace_sigaction(const trace_request *call);
long trace_sigsuspend(const trace_request *call);
long trace_ppoll(const trace_request *call);
/* Does what a SIGSYS that no filter caused would have done. */
void trace_forward(int number, void *info, void *context);

/* Which arguments of a call are paths; -1 for none. */
typedef struct trace_paths {
  int first, second;
  int first_folder, second_folder; /* arguments with the descriptors that relative ones begin at */
} trace_paths;
trace_paths trace_paths_of(long number);

/* Reads the path in an argument into `text`, made absolute and without "." and ".."; 0 when it
   cannot be read. A relative one whose folder is not known stays relative. */
int trace_read_path(char text[TRACE_PATH], const trace_request *call, int argument, int folder);

/* Where code lies. */
typedef struct trace_place {
  char library[TRACE_NAME + 1]; /* its file name */
  char symbol[TRACE_NAME + 1];  /* empty when nothing is known */
  uint64_t offset;              /* from the symbol, or from the library's beginning without one */
} trace_place;

/* Names the code before an address; 0 when it belongs to no library. */
int trace_name_place(trace_place *place, uint64_t address);
/* Whether an address belongs to the program itself, which is nothing of the extension's. */
int trace_is_program(uint64_t address);

/* Whether all callers are libdispatch's own, which tries to set the priority of its threads and to log
   that it could not: an extension neither asked for it nor can it change it. */
int trace_is_housekeeping(const uint64_t *addresses, size_t count);

/* The addresses of the callers, the interrupted code first; how many there are. */
size_t trace_collect(uint64_t addresses[ORIEL_SHIM_TRACE_FRAMES], uint64_t program_counter);

#endif
