/* The author's debug mode: an instance tells what the sandbox refused it. */
#ifndef ORIEL_CSHIMS_TRACE_H
#define ORIEL_CSHIMS_TRACE_H

#include <stdint.h>

/* The low 32 bits of the sixth argument of a call that the trace itself repeats: the diagnosing
   filter lets it pass. It opens nothing: every call that it stands for is allowed anyway. */
#define ORIEL_SHIM_TRACE_COOKIE 0x4F72696Cu

/* How many different refusals are told one by one; later ones are only counted. */
#define ORIEL_SHIM_TRACE_REPORTS 256
/* How many callers of a refused call are told. */
#define ORIEL_SHIM_TRACE_FRAMES 8
/* The WireType of the message that tells them. */
#define ORIEL_SHIM_TRACE_MESSAGE 44

/* Folders that the instance sees: nothing is told of a file that is missing in one of them. */
typedef struct oriel_shim_visible {
  const char *const *folders; /* without a slash at their end; they live as long as the process */
  uint64_t count;
} oriel_shim_visible;

/* Installs the handler of SIGSYS that the diagnosing filter needs, before that filter is attached.
   The handler gives each trapped call the result that it would have had with the ordinary filter.
   It allocates nothing, takes no lock, follows no pointer of the caller and works in any thread, in
   signal handlers and inside the dynamic linker. From then on the calling process can no longer
   block or take over SIGSYS, and does not notice. Returns 0, or -1 and errno. */
int oriel_shim_trace_install(const oriel_shim_visible *visible);

/* Begins to tell refusals on a channel: the call, its arguments and callers, in packets that are
   dropped, and counted, when the channel has no room for them. */
void oriel_shim_trace_begin(int channel);

/* Tells how many refusals there were so far, unless that was told before. */
void oriel_shim_trace_flush(void);

#endif
