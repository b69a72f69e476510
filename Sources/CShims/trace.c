/* The handler of the diagnosing filter's SIGSYS: gives each trapped call its result, and tells those
   that the sandbox refused. See CShimsTrace.h for what it must not do. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "private/trace.h"

/* The C library's headers leave it out. */
#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif

/* WirePacket.version, and the bytes of a packet's header: type, version, length, id. */
#define WIRE_VERSION 1
#define WIRE_HEADER 16

#define PATHS 2
#define PACKET                                                                    \
  (WIRE_HEADER + 8 + 1 + 4 + 4 + 6 * 8 + 4 + PATHS * (4 + TRACE_PATH) + 4 +       \
   ORIEL_SHIM_TRACE_FRAMES * (2 * (4 + TRACE_NAME) + 8))

/* Room for one report: too much for the stack of a signal handler. */
typedef struct trace_slot {
  int is_taken;
  size_t length;
  char paths[PATHS][TRACE_PATH];
  trace_place place;
  unsigned char packet[PACKET];
} trace_slot;

/* More reports at once than this are only counted. Untouched they take no memory. */
#define SLOTS 8
static trace_slot slots[SLOTS];

/* What the instance sees; written before the filter is attached. */
static oriel_shim_visible visible_folders;
/* -1 as long as nothing is told. */
static int channel = -1;
/* All refusals, those told one by one, and the last number that was told. */
static uint64_t total, told, told_total;
/* What was told; 0 is an empty place. */
#define SEEN (2 * ORIEL_SHIM_TRACE_REPORTS)
static uint64_t seen[SEEN];

/* MARK: - Packets */

static void put_bytes(trace_slot *slot, const void *bytes, size_t count) {
  if (count > PACKET - slot->length) count = PACKET - slot->length; /* sized so that it fits */
  memcpy(slot->packet + slot->length, bytes, count);
  slot->length += count;
}

static void put_number(trace_slot *slot, uint64_t number, size_t width) {
  put_bytes(slot, &number, width); /* little-endian, as the wire is */
}

static void put_text(trace_slot *slot, const char *text) {
  size_t length = strlen(text);
  put_number(slot, length, 4);
  put_bytes(slot, text, length);
}

static void put_header(unsigned char packet[WIRE_HEADER], size_t length) {
  const uint16_t type = ORIEL_SHIM_TRACE_MESSAGE, version = WIRE_VERSION;
  const uint32_t payload = (uint32_t)(length - WIRE_HEADER);
  memset(packet, 0, WIRE_HEADER);
  memcpy(packet, &type, sizeof type);
  memcpy(packet + 2, &version, sizeof version);
  memcpy(packet + 4, &payload, sizeof payload);
}

static int send_packet(const void *packet, size_t length, int flags) {
  return trace_call(SYS_sendto, channel, (long)packet, (long)length, flags | MSG_NOSIGNAL, 0, 0) >= 0;
}

/* Tells how many there are, and nothing else. */
static void tell_total(uint64_t count, int flags) {
  unsigned char packet[WIRE_HEADER + 8 + 1] = {0};
  put_header(packet, sizeof packet);
  memcpy(packet + WIRE_HEADER, &count, sizeof count);
  if (send_packet(packet, sizeof packet, flags)) {
    __atomic_store_n(&told_total, count, __ATOMIC_RELAXED);
  }
}

/* MARK: - Slots, and what was told before */

static trace_slot *take_slot(void) {
  for (int i = 0; i < SLOTS; i++) {
    if (__atomic_exchange_n(&slots[i].is_taken, 1, __ATOMIC_ACQUIRE) == 0) return &slots[i];
  }
  return NULL;
}

static void give_back(trace_slot *slot) { __atomic_store_n(&slot->is_taken, 0, __ATOMIC_RELEASE); }

static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3ULL; /* FNV-1a */
  }
  return hash;
}

/* Whether a refusal is to be told: it was not before, and there is room for one more. */
static int is_new(uint64_t hash) {
  if (hash == 0) hash = 1;
  for (size_t i = 0; i < SEEN; i++) {
    uint64_t *place = &seen[(hash + i) % SEEN], found = __atomic_load_n(place, __ATOMIC_RELAXED);
    if (found == hash) return 0;
    if (found != 0) continue;
    if (__atomic_fetch_add(&told, 1, __ATOMIC_RELAXED) >= ORIEL_SHIM_TRACE_REPORTS) return 0;
    return __atomic_compare_exchange_n(place, &found, hash, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  return 0;
}

/* MARK: - Paths */

/* Whether a folder of the list is the path or lies above it. */
static int is_beneath(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Whether something else than the root lies in a folder: what the host granted this instance. */
static int is_mounted(const char *folder) {
  struct stat root, there;
  const long cookie = ORIEL_SHIM_TRACE_COOKIE;
  return trace_call(SYS_newfstatat, AT_FDCWD, (long)"/", (long)&root, 0, 0, cookie) == 0 &&
         trace_call(SYS_newfstatat, AT_FDCWD, (long)folder, (long)&there, 0, 0, cookie) == 0 &&
         root.st_dev != there.st_dev;
}

/* Whether the instance would see the file if it were there. Of /proc it sees itself alone. */
static int is_visible(const char *path) {
  if (path[0] != '/') return 1;
  if (is_beneath(path, "/proc")) {
    const char *rest = path + 5;
    return rest[0] == '\0' || is_beneath(rest, "/self") || is_beneath(rest, "/thread-self") ||
           (rest[1] >= '0' && rest[1] <= '9');
  }
  for (uint64_t i = 0; i < visible_folders.count; i++) {
    if (is_beneath(path, visible_folders.folders[i])) return 1;
  }
  if (is_beneath(path, "/container")) return is_mounted("/container");
  if (is_beneath(path, "/groups") && path[7] == '/') {
    char folder[TRACE_NAME] = "";
    size_t length = 8 + strcspn(path + 8, "/");
    if (length < sizeof folder) memcpy(folder, path, length);
    return is_mounted(folder);
  }
  return 0;
}

/* Reads the paths of a call; whether one of them lies outside of what the instance sees. */
static int read_paths(trace_slot *slot, const trace_request *call) {
  trace_paths where = trace_paths_of(call->number);
  slot->paths[0][0] = slot->paths[1][0] = '\0';
  int is_outside = 0;
  if (where.first >= 0 && trace_read_path(slot->paths[0], call, where.first, where.first_folder)) {
    is_outside = !is_visible(slot->paths[0]);
  }
  if (where.second >= 0 &&
      trace_read_path(slot->paths[1], call, where.second, where.second_folder)) {
    is_outside |= !is_visible(slot->paths[1]);
  }
  return is_outside;
}

/* MARK: - Reports */

static void tell(trace_slot *slot, const trace_request *call, int error) {
  uint64_t addresses[ORIEL_SHIM_TRACE_FRAMES], hash = 0xCBF29CE484222325ULL;
  size_t frames = trace_collect(addresses, call->program_counter);
  if (trace_is_housekeeping(addresses, frames)) return;
  uint64_t count = __atomic_add_fetch(&total, 1, __ATOMIC_RELAXED);
  if (__atomic_load_n(&told, __ATOMIC_RELAXED) >= ORIEL_SHIM_TRACE_REPORTS) {
    /* The number is told now and then, should the instance end without a last word. */
    if ((count & (count - 1)) == 0) tell_total(count, MSG_DONTWAIT);
    return;
  }
  hash = mix(hash, &call->number, sizeof call->number);
  hash = mix(hash, &error, sizeof error);
  hash = mix(hash, addresses, frames * sizeof addresses[0]);
  if (slot->paths[0][0] != '\0') {
    for (int i = 0; i < PATHS; i++) hash = mix(hash, slot->paths[i], strlen(slot->paths[i]));
  } else {
    /* Behind the last argument of a call there is whatever its register held. */
    hash = mix(hash, call->arguments, 2 * sizeof call->arguments[0]);
  }
  if (!is_new(hash)) return;

  slot->length = WIRE_HEADER;
  put_number(slot, count, 8);
  put_number(slot, 1, 1);
  put_number(slot, (uint64_t)call->number, 4);
  put_number(slot, (uint64_t)error, 4);
  for (int i = 0; i < 6; i++) put_number(slot, call->arguments[i], 8);
  int paths = slot->paths[1][0] != '\0' ? 2 : slot->paths[0][0] != '\0' ? 1 : 0;
  put_number(slot, (uint64_t)paths, 4);
  for (int i = 0; i < paths; i++) put_text(slot, slot->paths[i]);
  put_number(slot, frames, 4);
  for (size_t i = 0; i < frames; i++) {
    trace_name_place(&slot->place, addresses[i]);
    put_text(slot, slot->place.library);
    put_text(slot, slot->place.symbol);
    put_number(slot, slot->place.offset, 8);
  }
  put_header(slot->packet, slot->length);
  if (send_packet(slot->packet, slot->length, MSG_DONTWAIT)) {
    __atomic_store_n(&told_total, count, __ATOMIC_RELAXED);
  }
}

/* Tells a refusal, or counts it. What failed for another reason than the sandbox is none. */
static void consider(const trace_request *call, int error, int is_repeated) {
  if (__atomic_load_n(&channel, __ATOMIC_ACQUIRE) < 0) return;
  const int may_be_missing = is_repeated && (error == ENOENT || error == ENOTDIR);
  const int is_refusal = !is_repeated || error == EACCES || error == EPERM || error == EROFS;
  if (!may_be_missing && !is_refusal) return;
  trace_slot *slot = take_slot();
  if (slot == NULL) {
    if (is_refusal) __atomic_add_fetch(&total, 1, __ATOMIC_RELAXED);
    return;
  }
  if (read_paths(slot, call) || is_refusal) tell(slot, call, error);
  give_back(slot);
}

/* MARK: - The handler */

static trace_request request_of(const ucontext_t *context, long number) {
#if defined(__x86_64__)
  const greg_t *registers = context->uc_mcontext.gregs;
  return (trace_request){
      .number = number,
      .arguments = {(uint64_t)registers[REG_RDI], (uint64_t)registers[REG_RSI],
                    (uint64_t)registers[REG_RDX], (uint64_t)registers[REG_R10],
                    (uint64_t)registers[REG_R8], (uint64_t)registers[REG_R9]},
      .program_counter = (uint64_t)registers[REG_RIP],
  };
#else
  trace_request request = {.number = number, .program_counter = context->uc_mcontext.pc};
  for (int i = 0; i < 6; i++) request.arguments[i] = context->uc_mcontext.regs[i];
  return request;
#endif
}

static void set_result(ucontext_t *context, long result) {
#if defined(__x86_64__)
  context->uc_mcontext.gregs[REG_RAX] = result;
#else
  context->uc_mcontext.regs[0] = (uint64_t)result;
#endif
}

static long repeat(const trace_request *call, ucontext_t *context) {
  const uint64_t *arguments = call->arguments;
  switch (call->number) {
    case SYS_rt_sigaction: return trace_sigaction(call);
    case SYS_rt_sigsuspend: return trace_sigsuspend(call);
    case SYS_ppoll: return trace_ppoll(call);
    case SYS_rt_sigprocmask: {
      /* The kernel's part of the set: the C library's is longer than what the kernel made. */
      uint64_t mask;
      memcpy(&mask, &context->uc_sigmask, sizeof mask);
      long result = trace_sigprocmask(call, &mask);
      memcpy(&context->uc_sigmask, &mask, sizeof mask);
      return result;
    }
    default:
      return trace_call(call->number, (long)arguments[0], (long)arguments[1], (long)arguments[2],
                        (long)arguments[3], (long)arguments[4], ORIEL_SHIM_TRACE_COOKIE);
  }
}

static void handle(int number, siginfo_t *info, void *pointer) {
  ucontext_t *context = pointer;
  if (info->si_code != SYS_SECCOMP) {
    trace_forward(number, info, pointer);
    return;
  }
  /* The filter's data: the error of a refused call, or 0 for one to be repeated. */
  const int refusal = info->si_errno;
  const trace_request call = request_of(context, info->si_syscall);
  const long result = refusal != 0 ? -refusal : repeat(&call, context);
  set_result(context, result);
  if (result < 0 && result >= -4095) consider(&call, (int)-result, refusal == 0);
}

int oriel_shim_trace_install(const oriel_shim_visible *visible) {
  uint64_t addresses[ORIEL_SHIM_TRACE_FRAMES];
  visible_folders = *visible;
  /* Binds what is bound at the first call, here, where it may take the dynamic linker's time. */
  (void)trace_collect(addresses, (uint64_t)(uintptr_t)oriel_shim_trace_install + 1);
  (void)trace_is_program(addresses[0]);
  struct sigaction action = {
      .sa_sigaction = handle,
      /* The thread's own mask stays in force, also for the calls that change it. */
      .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART,
  };
  sigemptyset(&action.sa_mask);
  return sigaction(SIGSYS, &action, NULL);
}

void oriel_shim_trace_begin(int descriptor) {
  __atomic_store_n(&channel, descriptor, __ATOMIC_RELEASE);
}

void oriel_shim_trace_flush(void) {
  uint64_t count = __atomic_load_n(&total, __ATOMIC_RELAXED);
  if (__atomic_load_n(&channel, __ATOMIC_ACQUIRE) < 0) return;
  if (count != __atomic_load_n(&told_total, __ATOMIC_RELAXED)) tell_total(count, 0);
}
