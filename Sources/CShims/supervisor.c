#include "CShimsSupervisor.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>

int32_t oriel_shim_take_call(int32_t listener, oriel_shim_call *call) {
  struct seccomp_notif notification;
  do {
    /* The kernel refuses a structure that is not zero. */
    memset(&notification, 0, sizeof notification);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notification) == 0) {
      call->number = notification.data.nr;
      call->architecture = notification.data.arch;
      call->instruction = notification.data.instruction_pointer;
      memcpy(call->arguments, notification.data.args, sizeof call->arguments);
      return 0;
    }
  } while (errno == EINTR);
  return -errno;
}
