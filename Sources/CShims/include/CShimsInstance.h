/* The fork of an instance and its way into the sandbox. */
#ifndef ORIEL_CSHIMS_INSTANCE_H
#define ORIEL_CSHIMS_INSTANCE_H

#include <linux/filter.h>
#include <stdint.h>
#include <sys/types.h>

#include "CShimsTrace.h"

/* The resource limits of an instance; soft and hard limit are the same. */
typedef struct oriel_shim_limits {
  uint64_t private_memory; /* bytes, stacks of threads included */
  uint64_t address_space;  /* bytes */
  uint64_t cpu_seconds;
  uint64_t threads;
  uint64_t descriptors;
  uint64_t file_size; /* bytes */
} oriel_shim_limits;

/* A directory that Landlock lets the instance use. */
typedef struct oriel_shim_grant {
  const char *path;
  uint32_t writable;
  uint32_t reserved;
} oriel_shim_grant;

/* Where a process is: what tells its surroundings from those of another one. */
#define ORIEL_SHIM_NS_USER 0
#define ORIEL_SHIM_NS_MOUNT 1
#define ORIEL_SHIM_NS_PID 2
#define ORIEL_SHIM_NS_NETWORK 3
#define ORIEL_SHIM_NS_IPC 4
#define ORIEL_SHIM_NS_UTS 5
#define ORIEL_SHIM_NS_CGROUP 6
#define ORIEL_SHIM_NAMESPACES 7
typedef struct oriel_shim_surroundings {
  uint64_t namespaces[ORIEL_SHIM_NAMESPACES]; /* inode of each; 0 when it could not be looked at */
  uint64_t root_device;
  int32_t keyring; /* serial number of the session keyring; negative when there is none */
  int32_t nice;
} oriel_shim_surroundings;

/* Looks at the surroundings of the calling process, whose /proc is mounted. */
void oriel_shim_identify(oriel_shim_surroundings *result);

/* A detached mount of a directory that one instance may write to, and where the instance finds it. */
typedef struct oriel_shim_tree {
  const char *path; /* absolute */
  int descriptor;
  int reserved;
} oriel_shim_tree;

/* Something in the topmost directory of the fork server's root. */
typedef struct oriel_shim_root_entry {
  const char *path; /* a slash and the name */
  const char *link; /* what it says, when it is a symbolic link, else NULL */
  int is_file;      /* neither a link nor a directory */
  int reserved;
} oriel_shim_root_entry;

/* What an instance is made from. Prepared before the fork; nothing is allocated after it. */
typedef struct oriel_shim_plan {
  int own_pid_namespace; /* of the fork server, to make each instance's namespace a child of it */
  int request_socket;    /* becomes descriptor 3 */
  int standard_output;   /* becomes descriptor 1 */
  int standard_error;    /* becomes descriptor 2 */
  int bundle_tree;       /* detached mount of the bundle, attached at `bundle_path` */
  int nice;              /* added to the fork server's */
  const char *bundle_path;
  const char *temporary_path;
  const char *temporary_options; /* of the tmpfs there: size, number of files, mode */
  const char *canary_path;       /* a readable file that no grant covers */
  oriel_shim_limits limits;
  const oriel_shim_grant *grants;
  uint64_t grant_count;
  const oriel_shim_tree *trees; /* in any case fewer than descriptors of a packet */
  uint64_t tree_count;
  const oriel_shim_root_entry *root_entries;
  uint64_t root_entry_count;
  const struct sock_filter *filter;
  uint64_t filter_length; /* instructions */
  /* The same filter with forbidden calls killed, for a process tree that has a listener already. */
  const struct sock_filter *unsupervised_filter;
  /* Attached last; takes away what attaching it and handing over the listener needed. */
  const struct sock_filter *closing_filter;
  uint64_t closing_filter_length;
  int control_group; /* cgroup.procs of the instance's own group, open to read and write; or -1 */
  int supervisor;   /* socket on which the fork server takes the filter's listener */
  uint64_t request; /* what the fork server knows the listener by */
  /* What an instance sees that reports refusals, whose filters trap; NULL for ordinary ones. */
  const oriel_shim_visible *trace;
  int landlock_abi;       /* level to use, at most the kernel's; 0 for none, or a negated errno */
  int reserved;
} oriel_shim_plan;

/* Steps in their order; a failed launch names the one that failed. */
#define ORIEL_SHIM_STEP_DONE 0
#define ORIEL_SHIM_STEP_PID_NAMESPACE 1
#define ORIEL_SHIM_STEP_FORK 2
#define ORIEL_SHIM_STEP_SESSION 3
#define ORIEL_SHIM_STEP_NAMESPACES 4
#define ORIEL_SHIM_STEP_TEMPORARY 5
#define ORIEL_SHIM_STEP_PROC 6
#define ORIEL_SHIM_STEP_BUNDLE 7
#define ORIEL_SHIM_STEP_DESCRIPTORS 8
#define ORIEL_SHIM_STEP_USER_NAMESPACE 9
#define ORIEL_SHIM_STEP_LIMITS 10
#define ORIEL_SHIM_STEP_CAPABILITIES 11
#define ORIEL_SHIM_STEP_NO_NEW_PRIVILEGES 12
#define ORIEL_SHIM_STEP_DUMPABLE 13
#define ORIEL_SHIM_STEP_FILTER 14
#define ORIEL_SHIM_STEP_SCHEDULING 15
#define ORIEL_SHIM_STEP_SUPERVISOR 16
#define ORIEL_SHIM_STEP_CONTROL_GROUP 20
#define ORIEL_SHIM_STEP_SIGNALS 30
#define ORIEL_SHIM_STEP_IPC_NAMESPACE 31
#define ORIEL_SHIM_STEP_UTS_NAMESPACE 32
#define ORIEL_SHIM_STEP_SECURE_BITS 33
#define ORIEL_SHIM_STEP_GRANTED_ROOT 34

/* These have times only. The report tells how the first two went; the third is one call for three
   namespaces, whose failures have a step each. */
#define ORIEL_SHIM_STEP_LANDLOCK 40
#define ORIEL_SHIM_STEP_MEASURING 41
#define ORIEL_SHIM_STEP_SEPARATING 42

/* When a step ended, by CLOCK_MONOTONIC. */
typedef struct oriel_shim_mark {
  int32_t step;
  int32_t reserved;
  uint64_t nanoseconds;
} oriel_shim_mark;
#define ORIEL_SHIM_MOST_MARKS 32

/* How far a launch came, and what the instance measured of its own confinement at the end. */
typedef struct oriel_shim_confinement {
  int32_t step;  /* the failed step, or ORIEL_SHIM_STEP_DONE */
  int32_t error; /* its errno, or ORIEL_SHIM_NOT_IN_FORCE */
  int32_t channel; /* where the request socket is now */

  int32_t process_id;             /* 1 in a namespace of its own */
  int32_t session_leader;         /* 1 when the session is its own */
  int32_t root_writable_error;    /* errno of creating a file in the root: EROFS */
  int32_t proc_process_id;        /* what its /proc says that it is: 1 */
  int32_t visible_processes_error;/* errno of looking at process 2 in its /proc: ENOENT */
  uint64_t capabilities;          /* every set, joined; 0 when it has none */
  int32_t secure_bits;
  int32_t dumpable;
  int32_t no_new_privileges;
  int32_t filter_mode;            /* 2 when a filter is on */
  int32_t refused_call_error;     /* errno of socket(AF_INET): EPERM */
  int32_t writable_code_error;    /* errno of mapping memory writable and executable: EACCES */
  int32_t lowest_free_descriptor; /* 4 */
  int32_t stray_descriptor_error; /* errno of closing everything above 3: 0 */
  int32_t landlock_abi;           /* level in force; 0 for none */
  int32_t landlock_error;         /* errno when it could not be used */
  int32_t landlock_canary_error;  /* errno of reading the canary: EACCES */
  int32_t landlock_grant_error;   /* errno of reading what is granted: 0 */
  int32_t wrong_limits;           /* resource limits not in force as planned: 0 */
  int32_t supervisor_error;       /* errno why forbidden calls only kill: EBUSY; else 0 */
  int32_t out_of_memory_score;    /* oom_score_adj; INT32_MIN when it cannot be read */
  int32_t temporary_is_restricted;/* 1 when nothing in it runs, gains rights or is a device */
  uint64_t temporary_storage;     /* bytes of its own file system; 0 when it has none */
  oriel_shim_surroundings surroundings;
  uint64_t view_device;           /* of the canary, which lies in the fork server's root */
  uint64_t start; /* when the launch began, by CLOCK_MONOTONIC */
  uint32_t mark_count;
  uint32_t reserved_for_marks;
  oriel_shim_mark marks[ORIEL_SHIM_MOST_MARKS]; /* the steps that ended, in their order */
} oriel_shim_confinement;

/* Makes a root for an instance that is granted directories: a file system of its own that holds these
   and shows everything of the fork server's root, so that no other instance sees that they exist.
   The calling process is in a mount namespace of its own. Gives 0, or -1 with errno set. */
int oriel_shim_enter_granted_root(const oriel_shim_plan *plan);

/* A mark by its index, which is below `mark_count`. Is provided because Swift sees a C array as a
   tuple of its elements. */
static inline oriel_shim_mark oriel_shim_mark_at(const oriel_shim_confinement *result, uint32_t index) {
  return result->marks[index];
}

/* Forks an instance. In the parent: returns its pid, or -1 with step and error in `result`. In the
   child: returns 0 with every layer on (step is ORIEL_SHIM_STEP_DONE), or 0 with the step that
   failed; the caller must then report it on `result->channel` and _exit.
   The caller has one thread. Between the fork and the return only system calls are made. */
pid_t oriel_shim_launch(const oriel_shim_plan *plan, oriel_shim_confinement *result);

/* Moves the calling process into the control group whose cgroup.procs the descriptor is, and looks
   whether it is there. Gives 0 or an error number. */
int oriel_shim_join_control_group(int processes);

/* The same for an instance, before its namespaces: what it makes from then on counts for the group. A
   namespace of its own makes the group the root of what an extension can see of the hierarchy. Does
   nothing with a negative descriptor. Returns 0, or -1 and errno. */
int oriel_shim_enter_control_group(int processes);

#endif
