#ifndef ORIEL_CSHIMS_KERNEL_H
#define ORIEL_CSHIMS_KERNEL_H

// Mounts, namespaces and Landlock: calls that glibc 2.36 does not wrap or that its Swift module
// leaves out. Each gives its result, or a negated error number. A function can go when the Glibc
// module offers the call.

#include <stdint.h>

/// An answer beside the error numbers: the kernel reported success, but looking at what was asked
/// for shows that it is not so. A filter around the program can lie like that.
#define ORIEL_SHIM_NOT_IN_FORCE 4096

/// Clones a directory or file with every mount below it, detached from all namespaces. An empty
/// path clones what the descriptor is.
int32_t oriel_shim_clone_tree(int32_t directory, const char *path);
/// Attaches a detached tree at a path of the calling mount namespace.
int32_t oriel_shim_attach_tree(int32_t tree, int32_t directory, const char *path);
/// Adds ORIEL_SHIM_MOUNT bits to a mount, and to those below it when `recursive` is not 0, and cuts
/// it off from changes elsewhere. Looks at the mount afterwards.
int32_t oriel_shim_restrict_tree(int32_t tree, uint64_t attributes, int32_t recursive);
#define ORIEL_SHIM_MOUNT_READ_ONLY 0x1u
#define ORIEL_SHIM_MOUNT_NO_SET_ID 0x2u
#define ORIEL_SHIM_MOUNT_NO_DEVICES 0x4u
#define ORIEL_SHIM_MOUNT_NO_EXECUTION 0x8u

/// 1 when nothing may be executed from the file system that a descriptor lies on, else 0.
int32_t oriel_shim_forbids_execution(int32_t descriptor);

/// A new, detached tmpfs; `size` as in its mount options.
int32_t oriel_shim_new_tmpfs(const char *size);
/// A new, detached /proc of the calling process's pid namespace.
int32_t oriel_shim_new_proc(void);

/// Makes every mount of the namespace follow changes of the one it was copied from (0), or none (1).
int32_t oriel_shim_set_propagation(int32_t is_private);
/// Makes a directory the root of the mount namespace and detaches the old root. The working
/// directory is the new root afterwards.
int32_t oriel_shim_change_root(int32_t directory);

/// unshare(2) with CLONE_NEW bits. Where it fails, or a namespace is still the old one, `failed` says
/// which bit is to blame. The namespace of processes shows only in the next child.
int32_t oriel_shim_unshare(int32_t namespaces, int32_t *failed);
#define ORIEL_SHIM_NAMESPACE_MOUNT 0x00020000
#define ORIEL_SHIM_NAMESPACE_CGROUP 0x02000000
#define ORIEL_SHIM_NAMESPACE_UTS 0x04000000
#define ORIEL_SHIM_NAMESPACE_IPC 0x08000000
#define ORIEL_SHIM_NAMESPACE_USER 0x10000000
#define ORIEL_SHIM_NAMESPACE_PID 0x20000000
#define ORIEL_SHIM_NAMESPACE_NETWORK 0x40000000

/// Gives up root for a user and its group, for good, and leaves the process able to describe its own
/// user namespace. Looks at its ids and groups afterwards.
int32_t oriel_shim_become_user(uint32_t user, uint32_t group);
/// Makes orphaned descendants children of this process, and looks whether they will be.
int32_t oriel_shim_adopt_orphans(void);
/// Starts an empty session keyring, so that the host's cannot be reached.
int32_t oriel_shim_new_session_keyring(void);
/// Sets the name of the host in this UTS namespace, and reads it back.
int32_t oriel_shim_set_host_name(const char *name);
/// fork(2); the caller has one thread.
int32_t oriel_shim_fork(void);

/// A non-blocking, close-on-exec descriptor that is readable when a child has ended. Blocks SIGCHLD.
int32_t oriel_shim_watch_children(void);
/// Takes the reports out of such a descriptor.
void oriel_shim_acknowledge_children(int32_t descriptor);
/// The path of the library that holds an address, as the linker knows it: a string that lives as
/// long as the library, or NULL.
const char *oriel_shim_library_of(const void *address);
/// A variable of the environment as "NAME=value", or NULL behind the last one.
const char *oriel_shim_variable(int32_t index);
/// Makes printed lines leave the process one by one.
void oriel_shim_print_by_line(void);

/// 1 when a system call filter is around this process, else 0.
int32_t oriel_shim_is_filtered(void);

/// The Landlock ABI level of the running kernel, or a negated error number where there is none.
int32_t oriel_shim_landlock_abi(void);

#endif
