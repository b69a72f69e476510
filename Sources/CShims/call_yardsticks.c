#include "CShimsCallYardsticks.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CShimsBell.h"
#include "private/relax.h"

enum { PACKET = 64 };

// One word a cache line pair: what one side writes is all that the other must fetch.
typedef struct words {
  _Alignas(128) uint32_t there;
  _Alignas(128) uint32_t back;
} words;

static inline void wait_for(const uint32_t *word, uint32_t value) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value) oriel_shim_relax();
}

// Ends a child that may wait for ever, and reaps it.
static int32_t end(pid_t child, int32_t result) {
  kill(child, SIGKILL);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  return result;
}

// The child must not outlive the thread that measures: it would keep a processor busy.
static void follow_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

int32_t oriel_shim_run_on(int32_t processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < CPU_SETSIZE; i++) {
    if (processor < 0 || processor == i) CPU_SET(i, &set);
  }
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : -errno;
}

int32_t oriel_shim_processor(int32_t index) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  for (int i = 0; i < CPU_SETSIZE; i++) {
    if (CPU_ISSET(i, &set) && index-- == 0) return i;
  }
  return -1;
}

int32_t oriel_shim_spin_round_trips(uint64_t *times, uint32_t count, int32_t processor) {
  words *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return -errno;
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    munmap(shared, sizeof *shared);
    return -error;
  }
  if (child == 0) {
    follow_parent();
    if (processor >= 0) (void)oriel_shim_run_on(processor);
    for (uint32_t i = 1; i <= count; i++) {
      wait_for(&shared->there, i);
      __atomic_store_n(&shared->back, i, __ATOMIC_RELEASE);
    }
    _exit(0);
  }
  for (uint32_t i = 1; i <= count; i++) {
    uint64_t start = oriel_shim_now();
    __atomic_store_n(&shared->there, i, __ATOMIC_RELEASE);
    wait_for(&shared->back, i);
    times[i - 1] = oriel_shim_now() - start;
  }
  (void)end(child, 0);
  munmap(shared, sizeof *shared);
  return 0;
}

int32_t oriel_shim_packet_round_trips(uint64_t *times, uint32_t count, int32_t processor) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  char packet[PACKET] = {0};
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  if (child == 0) {
    follow_parent();
    if (processor >= 0) (void)oriel_shim_run_on(processor);
    close(ends[0]);
    while (recv(ends[1], packet, sizeof packet, 0) > 0) {
      if (send(ends[1], packet, sizeof packet, MSG_NOSIGNAL) < 0) break;
    }
    _exit(0);
  }
  close(ends[1]);
  int32_t result = 0;
  for (uint32_t i = 0; i < count && result == 0; i++) {
    uint64_t start = oriel_shim_now();
    if (send(ends[0], packet, sizeof packet, MSG_NOSIGNAL) < 0 ||
        recv(ends[0], packet, sizeof packet, 0) <= 0) {
      result = errno == 0 ? -ECONNRESET : -errno;
    }
    times[i] = oriel_shim_now() - start;
  }
  close(ends[0]);
  return end(child, result);
}
