#include <errno.h>
#include <linux/keyctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CShimsInstance.h"

static const char *const namespace_paths[ORIEL_SHIM_NAMESPACES] = {
    [ORIEL_SHIM_NS_USER] = "/proc/self/ns/user", [ORIEL_SHIM_NS_MOUNT] = "/proc/self/ns/mnt",
    [ORIEL_SHIM_NS_PID] = "/proc/self/ns/pid",   [ORIEL_SHIM_NS_NETWORK] = "/proc/self/ns/net",
    [ORIEL_SHIM_NS_IPC] = "/proc/self/ns/ipc",   [ORIEL_SHIM_NS_UTS] = "/proc/self/ns/uts",
    [ORIEL_SHIM_NS_CGROUP] = "/proc/self/ns/cgroup",
};

void oriel_shim_identify(oriel_shim_surroundings *result) {
  for (int i = 0; i < ORIEL_SHIM_NAMESPACES; i++) {
    struct stat status;
    result->namespaces[i] = stat(namespace_paths[i], &status) == 0 ? status.st_ino : 0;
  }
  struct stat root;
  result->root_device = stat("/", &root) == 0 ? root.st_dev : 0;
  result->keyring = (int32_t)syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0);
  errno = 0; /* -1 is a priority, too */
  result->nice = getpriority(PRIO_PROCESS, 0);
}
