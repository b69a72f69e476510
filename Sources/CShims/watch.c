#include "CShimsWatch.h"

#include <errno.h>

int32_t oriel_shim_watch_create(void) {
  int result = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return result < 0 ? -errno : result;
}

int32_t oriel_shim_watch_add(int32_t watch, const char *path) {
  uint32_t mask = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY |
                  IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_EXCL_UNLINK | IN_ONLYDIR;
  int result = inotify_add_watch(watch, path, mask);
  return result < 0 ? -errno : result;
}

int32_t oriel_shim_watch_remove(int32_t watch, int32_t number) {
  return inotify_rm_watch(watch, number) < 0 ? -errno : 0;
}
