#include "CShimsShared.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CShimsSystem.h"

uint64_t oriel_shim_page_size(void) { return (uint64_t)sysconf(_SC_PAGESIZE); }

int32_t oriel_shim_shared_file(const char *name, uint64_t size) {
  int32_t file = oriel_shim_memory_file(name);
  if (file < 0) return file;
  if (ftruncate(file, (off_t)size) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

int32_t oriel_shim_map_shared(int32_t descriptor, uint64_t offset, uint64_t size, void **start) {
  uint64_t page = oriel_shim_page_size();
  if (size == 0 || size % page != 0 || offset % page != 0 || size > INT64_MAX - 2 * page) {
    return -EINVAL;
  }
  char *room = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1, 0);
  if (room == MAP_FAILED) return -errno;
  void *middle = mmap(room + page, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor,
                      (off_t)offset);
  if (middle == MAP_FAILED) {
    int error = errno;
    munmap(room, size + 2 * page);
    return -error;
  }
  *start = middle;
  return 0;
}

void oriel_shim_unmap_shared(void *start, uint64_t size) {
  uint64_t page = oriel_shim_page_size();
  munmap((char *)start - page, size + 2 * page);
}
