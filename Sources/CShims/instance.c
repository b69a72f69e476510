#include "CShimsInstance.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CShimsKernel.h"
#include "CShimsMessage.h"
#include "private/landlock.h"
#include "private/marks.h"

/* An instance owns its standard descriptors and the channel; the supervisor's socket is closed
   before anything of an extension runs. */
#define CHANNEL 3
#define SUPERVISOR 4
#define FIRST_FREE_DESCRIPTOR 5

/* Reports what the kernel called a success and what is not so. */
static int not_in_force(void) {
  errno = ORIEL_SHIM_NOT_IN_FORCE;
  return -1;
}

/* The kernel's sets have so many bits. */
#define MOST_CAPABILITIES 64

static int drop_capabilities(void) {
  for (int capability = 0; capability < MOST_CAPABILITIES; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) continue;
    if (errno != EINVAL) return -1;
    break; /* EINVAL ends the list: the kernel knows no such capability */
  }
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0) return -1;
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  return (int)syscall(SYS_capset, &header, none);
}

/* Before the capabilities go, which it takes one of. */
static int lock_secure_bits(void) {
  int bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
             SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE |
             SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  return prctl(PR_SET_SECUREBITS, bits, 0, 0, 0);
}

static int forbid_new_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : not_in_force();
}

/* Every capability in any set of this thread, the bounding set included. */
static uint64_t remaining_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  /* All are set until the kernel has said otherwise. */
  struct __user_cap_data_struct data[2] = {{~0U, ~0U, ~0U}, {~0U, ~0U, ~0U}};
  if (syscall(SYS_capget, &header, data) < 0) return UINT64_MAX;
  uint64_t all = 0;
  for (int i = 0; i < 2; i++) {
    uint32_t word = data[i].effective | data[i].permitted | data[i].inheritable;
    all |= (uint64_t)word << (32 * i);
  }
  for (int capability = 0; capability < MOST_CAPABILITIES; capability++) {
    int bounded = prctl(PR_CAPBSET_READ, capability, 0, 0, 0);
    if (bounded < 0) return capability > 0 && errno == EINVAL ? all : UINT64_MAX;
    if (bounded > 0) all |= 1ULL << capability;
  }
  return all;
}

#define LIMIT_COUNT 12

typedef struct {
  __rlimit_resource_t resource;
  uint64_t value;
} resource_limit;

static void list_limits(const oriel_shim_limits *limits, resource_limit all[LIMIT_COUNT]) {
  const resource_limit list[LIMIT_COUNT] = {
      {RLIMIT_AS, limits->address_space},
      {RLIMIT_DATA, limits->private_memory}, /* all of its kind since Linux 4.7, not the heap alone */
      {RLIMIT_CPU, limits->cpu_seconds},
      {RLIMIT_NPROC, limits->threads},
      {RLIMIT_NOFILE, limits->descriptors},
      {RLIMIT_FSIZE, limits->file_size},
      {RLIMIT_CORE, 0},
      {RLIMIT_MEMLOCK, 65536},
      {RLIMIT_MSGQUEUE, 0},
      {RLIMIT_NICE, 0},
      {RLIMIT_RTPRIO, 0},
      {RLIMIT_SIGPENDING, 256},
  };
  for (int i = 0; i < LIMIT_COUNT; i++) all[i] = list[i];
}

/* All limits but that of descriptors. */
static int apply_limits(const oriel_shim_limits *limits) {
  resource_limit all[LIMIT_COUNT];
  list_limits(limits, all);
  for (int i = 0; i < LIMIT_COUNT; i++) {
    if (all[i].resource == RLIMIT_NOFILE) continue;
    struct rlimit limit = {all[i].value, all[i].value};
    if (setrlimit(all[i].resource, &limit) < 0) return -1;
  }
  return 0;
}

/* Later than the others: the kernel compares it with the descriptors that are on their way between
   all processes of the user, and refuses to pass the filter's listener beyond it. */
static int apply_descriptor_limit(const oriel_shim_limits *limits) {
  struct rlimit limit = {limits->descriptors, limits->descriptors};
  return setrlimit(RLIMIT_NOFILE, &limit);
}

/* How many limits are not in force as they should be. */
static int count_wrong_limits(const oriel_shim_limits *limits) {
  resource_limit all[LIMIT_COUNT];
  int wrong = 0;
  list_limits(limits, all);
  for (int i = 0; i < LIMIT_COUNT; i++) {
    struct rlimit limit = {~all[i].value, ~all[i].value};
    if (getrlimit(all[i].resource, &limit) < 0 || limit.rlim_cur != all[i].value ||
        limit.rlim_max != all[i].value) {
      wrong++;
    }
  }
  return wrong;
}

static int is_same_file(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static int duplicate(int source, int target) {
  struct stat wanted, now;
  if (dup2(source, target) < 0 || fstat(source, &wanted) < 0 || fstat(target, &now) < 0) return -1;
  return is_same_file(&wanted, &now) ? 0 : not_in_force();
}

static int arrange_descriptors(const oriel_shim_plan *plan) {
  /* An open file of its own: flags set on the fork server's would show in every other instance. */
  int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input < 0 || duplicate(input, STDIN_FILENO) < 0) return -1;
  if (duplicate(plan->standard_output, STDOUT_FILENO) < 0) return -1;
  if (duplicate(plan->standard_error, STDERR_FILENO) < 0) return -1;
  if (duplicate(plan->request_socket, CHANNEL) < 0) return -1;
  if (duplicate(plan->supervisor, SUPERVISOR) < 0) return -1;
  if (syscall(SYS_close_range, FIRST_FREE_DESCRIPTOR, ~0U, 0) < 0) return -1;
  /* Two that were open, which one call closes with all others. */
  const int known[] = {plan->bundle_tree, plan->request_socket};
  for (int i = 0; i < 2; i++) {
    if (known[i] >= FIRST_FREE_DESCRIPTOR && fcntl(known[i], F_GETFD) >= 0) return not_in_force();
  }
  return 0;
}

static int attach_bundle(const oriel_shim_plan *plan) {
  struct stat wanted, now;
  int result = oriel_shim_attach_tree(plan->bundle_tree, AT_FDCWD, plan->bundle_path);
  if (result < 0) {
    errno = -result;
    return -1;
  }
  if (fstat(plan->bundle_tree, &wanted) < 0 || stat(plan->bundle_path, &now) < 0) return -1;
  return is_same_file(&wanted, &now) ? 0 : not_in_force();
}

static int enter_temporary(const oriel_shim_plan *plan) {
  struct stat wanted, now;
  if (chdir(plan->temporary_path) < 0) return -1;
  if (stat(plan->temporary_path, &wanted) < 0 || stat(".", &now) < 0) return -1;
  return is_same_file(&wanted, &now) ? 0 : not_in_force();
}

/* unshare() with every bit at once; when it fails, the step of the one that cannot be made. */
static int separate(void) {
  static const struct {
    int bit, step;
  } each[] = {{CLONE_NEWNS, ORIEL_SHIM_STEP_NAMESPACES},
              {CLONE_NEWIPC, ORIEL_SHIM_STEP_IPC_NAMESPACE},
              {CLONE_NEWUTS, ORIEL_SHIM_STEP_UTS_NAMESPACE}};
  if (unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS) == 0) return ORIEL_SHIM_STEP_DONE;
  int error = errno;
  for (int i = 0; i < 3; i++) {
    if (unshare(each[i].bit) < 0) return each[i].step;
  }
  errno = error;
  return ORIEL_SHIM_STEP_NAMESPACES;
}

/* Whatever the fork server handles or blocks is its own business. */
static int reset_signals(void) {
  for (int number = 1; number <= SIGRTMAX; number++) {
    /* Two cannot be handled, and the C library keeps those below SIGRTMIN for itself. */
    if (number == SIGKILL || number == SIGSTOP || (number >= 32 && number < SIGRTMIN)) continue;
    /* Writing to a pipe that the host has closed at its cap is an error, not an end. */
    struct sigaction wanted = {.sa_handler = number == SIGPIPE ? SIG_IGN : SIG_DFL};
    struct sigaction now = {.sa_handler = SIG_ERR};
    if (sigaction(number, &wanted, NULL) < 0 || sigaction(number, NULL, &now) < 0) return -1;
    if (now.sa_handler != wanted.sa_handler) return not_in_force();
  }
  sigset_t none, now;
  sigemptyset(&none);
  sigfillset(&now);
  if (sigprocmask(SIG_SETMASK, &none, NULL) < 0 || sigprocmask(SIG_BLOCK, NULL, &now) < 0) return -1;
  return sigisemptyset(&now) ? 0 : not_in_force();
}

/* A host with real-time threads hands their policy on; an instance under it would starve the system. */
static int use_ordinary_scheduling(void) {
  int policy = sched_getscheduler(0);
  if (policy < 0) return -1;
  policy &= ~SCHED_RESET_ON_FORK;
  if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE) return 0;
  struct sched_param none = {0};
  if (sched_setscheduler(0, SCHED_OTHER, &none) < 0) return -1;
  return sched_getscheduler(0) == SCHED_OTHER ? 0 : not_in_force();
}

static int error_of(int result) { return result < 0 ? errno : 0; }

/* errno of opening a path, 0 when it opens. */
static int opening_error(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

static int attach(const struct sock_filter *filter, uint64_t length, unsigned flags) {
  const struct sock_fprog program = {
      .len = (unsigned short)length,
      .filter = (struct sock_filter *)filter,
  };
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* Attaches the filter and hands its listener to the supervisor, which names the calls that end an
   instance. Returns the failed step, or ORIEL_SHIM_STEP_DONE. */
static int apply_filter(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  int listener = attach(plan->filter, plan->filter_length, SECCOMP_FILTER_FLAG_NEW_LISTENER);
  /* A process tree has one listener at most; some container managers have theirs already. */
  if (listener < 0 && errno == EBUSY) {
    result->supervisor_error = EBUSY;
    if (attach(plan->unsupervised_filter, plan->filter_length, 0) < 0) return ORIEL_SHIM_STEP_FILTER;
  } else if (listener < 0) {
    return ORIEL_SHIM_STEP_FILTER;
  } else if (listener >= FIRST_FREE_DESCRIPTOR) {
    int64_t sent =
        oriel_shim_send(SUPERVISOR, &plan->request, sizeof plan->request, &listener, 1);
    if (sent < 0) {
      errno = (int)-sent;
      return ORIEL_SHIM_STEP_SUPERVISOR;
    }
    close(listener);
  } /* Else it is no new descriptor: nothing was attached, as the measurements will show. */
  close(SUPERVISOR);
  return attach(plan->closing_filter, plan->closing_filter_length, 0) < 0
             ? ORIEL_SHIM_STEP_FILTER : ORIEL_SHIM_STEP_DONE;
}

/* A number of at most 9 digits from a small file; INT32_MIN when there is none. */
static int32_t read_number(const char *path) {
  char text[12] = {0};
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return INT32_MIN;
  ssize_t length = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  return length > 0 ? atoi(text) : INT32_MIN;
}

static void measure_temporary(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  struct stat place, root;
  struct statvfs status;
  if (stat(plan->temporary_path, &place) < 0 || stat("/", &root) < 0 ||
      place.st_dev == root.st_dev || statvfs(plan->temporary_path, &status) < 0) {
    return;
  }
  const unsigned long wanted = ST_NOSUID | ST_NODEV | ST_NOEXEC;
  result->temporary_storage = (uint64_t)status.f_blocks * status.f_frsize;
  result->temporary_is_restricted = (status.f_flag & wanted) == wanted;
}

/* What can be measured before the filter takes the calls for it away. */
static void measure_before_filter(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  char self[16] = {0};
  oriel_shim_identify(&result->surroundings);
  struct stat canary;
  result->view_device = stat(plan->canary_path, &canary) == 0 ? canary.st_dev : 0;
  result->process_id = getpid();
  result->session_leader = getsid(0) == result->process_id;
  result->root_writable_error = opening_error("/canary-write", O_WRONLY | O_CREAT);
  if (readlink("/proc/self", self, sizeof self - 1) > 0) result->proc_process_id = atoi(self);
  result->visible_processes_error = opening_error("/proc/2", O_PATH);
  result->out_of_memory_score = read_number("/proc/self/oom_score_adj");
  measure_temporary(plan, result);
  result->capabilities = remaining_capabilities();
  result->secure_bits = prctl(PR_GET_SECUREBITS, 0, 0, 0, 0);
  result->dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

static void measure_behind_filter(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  result->no_new_privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  result->filter_mode = prctl(PR_GET_SECCOMP, 0, 0, 0, 0);
  result->refused_call_error = error_of(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  result->writable_code_error = code == MAP_FAILED ? errno : 0;
  result->landlock_canary_error = opening_error(plan->canary_path, O_RDONLY);
  result->wrong_limits = count_wrong_limits(&plan->limits);
  result->landlock_grant_error = opening_error(plan->bundle_path, O_RDONLY | O_DIRECTORY);
  int free_descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  result->lowest_free_descriptor = free_descriptor;
  if (free_descriptor >= 0) close(free_descriptor);
}

/* The way from a fresh fork to a confined process. Returns the failed step with errno set. */
static int confine(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  if (reset_signals() < 0) return ORIEL_SHIM_STEP_SIGNALS;
  mark(result, ORIEL_SHIM_STEP_SIGNALS);
  if (setsid() < 0) return ORIEL_SHIM_STEP_SESSION;
  mark(result, ORIEL_SHIM_STEP_SESSION);
  if (oriel_shim_enter_control_group(plan->control_group) < 0) return ORIEL_SHIM_STEP_CONTROL_GROUP;
  if (plan->control_group >= 0) mark(result, ORIEL_SHIM_STEP_CONTROL_GROUP);
  int step = separate();
  if (step != ORIEL_SHIM_STEP_DONE) return step;
  mark(result, ORIEL_SHIM_STEP_SEPARATING);

  if (plan->tree_count > 0) {
    if (oriel_shim_enter_granted_root(plan) < 0) return ORIEL_SHIM_STEP_GRANTED_ROOT;
    mark(result, ORIEL_SHIM_STEP_GRANTED_ROOT);
  }
  unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (mount("tmpfs", plan->temporary_path, "tmpfs", flags, plan->temporary_options) < 0) {
    return ORIEL_SHIM_STEP_TEMPORARY;
  }
  mark(result, ORIEL_SHIM_STEP_TEMPORARY);
  /* It must be of this pid namespace: libdispatch crashes when it cannot find its threads there. */
  if (mount("proc", "/proc", "proc", flags, "subset=pid") < 0) return ORIEL_SHIM_STEP_PROC;
  mark(result, ORIEL_SHIM_STEP_PROC);
  if (attach_bundle(plan) < 0) return ORIEL_SHIM_STEP_BUNDLE;
  if (enter_temporary(plan) < 0) return ORIEL_SHIM_STEP_TEMPORARY;
  mark(result, ORIEL_SHIM_STEP_BUNDLE);
  result->stray_descriptor_error = error_of(arrange_descriptors(plan));
  if (result->stray_descriptor_error != 0) return ORIEL_SHIM_STEP_DESCRIPTORS;
  result->channel = CHANNEL;
  mark(result, ORIEL_SHIM_STEP_DESCRIPTORS);

  /* A nested namespace takes every mount above out of reach, and counts RLIMIT_NPROC for this
     instance alone. /proc had to be mounted before: it belongs to the outer one. */
  if (unshare(CLONE_NEWUSER) < 0) return ORIEL_SHIM_STEP_USER_NAMESPACE;
  mark(result, ORIEL_SHIM_STEP_USER_NAMESPACE);
  if (use_ordinary_scheduling() < 0) return ORIEL_SHIM_STEP_SCHEDULING;
  errno = 0; /* -1 is a value of nice(), not only its failure */
  if (nice(plan->nice) == -1 && errno != 0) return ORIEL_SHIM_STEP_SCHEDULING;
  mark(result, ORIEL_SHIM_STEP_SCHEDULING);
  if (apply_limits(&plan->limits) < 0) return ORIEL_SHIM_STEP_LIMITS;
  mark(result, ORIEL_SHIM_STEP_LIMITS);
  if (lock_secure_bits() < 0) return ORIEL_SHIM_STEP_SECURE_BITS;
  mark(result, ORIEL_SHIM_STEP_SECURE_BITS);
  if (drop_capabilities() < 0) return ORIEL_SHIM_STEP_CAPABILITIES;
  mark(result, ORIEL_SHIM_STEP_CAPABILITIES);
  if (forbid_new_privileges() < 0) return ORIEL_SHIM_STEP_NO_NEW_PRIVILEGES;
  mark(result, ORIEL_SHIM_STEP_NO_NEW_PRIVILEGES);
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return ORIEL_SHIM_STEP_DUMPABLE;
  mark(result, ORIEL_SHIM_STEP_DUMPABLE);
  measure_before_filter(plan, result);
  mark(result, ORIEL_SHIM_STEP_MEASURING);

  /* Whether an instance may start without Landlock is the policy's decision, not this code's. */
  if (plan->landlock_abi > 0) {
    result->landlock_error = error_of(oriel_shim_apply_landlock(plan));
    if (result->landlock_error == 0) result->landlock_abi = plan->landlock_abi;
  } else {
    result->landlock_error = -plan->landlock_abi;
  }
  mark(result, ORIEL_SHIM_STEP_LANDLOCK);
  if (plan->trace != NULL && oriel_shim_trace_install(plan->trace) < 0) return ORIEL_SHIM_STEP_FILTER;
  step = apply_filter(plan, result);
  if (step != ORIEL_SHIM_STEP_DONE) return step;
  if (apply_descriptor_limit(&plan->limits) < 0) return ORIEL_SHIM_STEP_LIMITS;
  mark(result, ORIEL_SHIM_STEP_FILTER);
  measure_behind_filter(plan, result);
  mark(result, ORIEL_SHIM_STEP_MEASURING);
  return ORIEL_SHIM_STEP_DONE;
}

pid_t oriel_shim_launch(const oriel_shim_plan *plan, oriel_shim_confinement *result) {
  *result = (oriel_shim_confinement){.step = ORIEL_SHIM_STEP_PID_NAMESPACE,
                                     .channel = plan->request_socket,
                                     .start = oriel_shim_now()};
  /* unshare(CLONE_NEWPID) works once; going back to the own namespace first makes it work again. */
  if (setns(plan->own_pid_namespace, CLONE_NEWPID) < 0 || unshare(CLONE_NEWPID) < 0) {
    result->error = errno;
    return -1;
  }
  mark(result, ORIEL_SHIM_STEP_PID_NAMESPACE);
  /* glibc's fork, not clone3: the C library must know its new thread id. */
  pid_t child = fork();
  if (child > 0) return child;
  if (child < 0) {
    result->step = ORIEL_SHIM_STEP_FORK;
    result->error = errno;
    return -1;
  }
  mark(result, ORIEL_SHIM_STEP_FORK);
  errno = 0;
  result->step = confine(plan, result);
  result->error = result->step == ORIEL_SHIM_STEP_DONE ? 0 : errno;
  return 0;
}
