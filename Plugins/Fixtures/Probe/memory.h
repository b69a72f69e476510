/* The acts of the probe on memory; see acts.h. */
#ifndef ORIEL_PROBE_MEMORY_H
#define ORIEL_PROBE_MEMORY_H

#include "common.h"

#include <sys/mman.h>

/* The answer of a mapping, which is taken back. */
static long long unmapping(void *memory, size_t length) {
  if (memory == MAP_FAILED) return errno;
  munmap(memory, length);
  return 0;
}

#define RW (PROT_READ | PROT_WRITE)
#define RX (PROT_READ | PROT_EXEC)
#define PRIVATE_MEMORY (MAP_PRIVATE | MAP_ANONYMOUS)

static long long map(size_t length, unsigned long protection, unsigned long flags) {
  return unmapping((void *)syscall(SYS_mmap, NULL, length, protection, flags, -1, 0), length);
}
static long long map_writable_code(void) { return map(4096, RW | PROT_EXEC, PRIVATE_MEMORY); }
static long long map_writable_code_upper(void) {
  return map(4096, UPPER | RW | PROT_EXEC, PRIVATE_MEMORY);
}
static long long map_shared_code(void) { return map(4096, RX, MAP_SHARED | MAP_ANONYMOUS); }
static long long map_anonymous_code(void) { return map(4096, RX, PRIVATE_MEMORY); }
static long long map_anonymous_code_upper(void) { return map(4096, RX, UPPER | PRIVATE_MEMORY); }
static long long map_growing_code(void) { return map(4096, PROT_EXEC, PRIVATE_MEMORY | MAP_GROWSDOWN); }
static long long map_huge(void) { return map(2 << 20, RW, PRIVATE_MEMORY | 0x40000); }
static long long map_huge_upper(void) { return map(2 << 20, RW, UPPER | PRIVATE_MEMORY | 0x40000); }
static long long map_null(void) {
  return unmapping(mmap(NULL, 4096, RW, PRIVATE_MEMORY | MAP_FIXED, -1, 0), 4096);
}

/* Maps a file, then asks for more. */
static long long change_mapping(const char *path, int flags, int before, unsigned long after) {
  long long result;
  void *memory;
  int file = -1;
  if (path != NULL) {
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
  }
  memory = mmap(NULL, 4096, before, flags, file, 0);
  if (file >= 0) close(file);
  if (memory == MAP_FAILED) return errno;
  result = outcome(syscall(SYS_mprotect, memory, 4096, after));
  munmap(memory, 4096);
  return result;
}
static long long protect_code(void) { return change_mapping(NULL, PRIVATE_MEMORY, RW, RX); }
static long long protect_code_upper(void) {
  return change_mapping(NULL, PRIVATE_MEMORY, RW, UPPER | RX);
}
static long long protect_all(void) { return change_mapping(NULL, PRIVATE_MEMORY, RW, RW | PROT_EXEC); }
static long long protect_bundle_code(void) {
  return change_mapping("/extension/Info.plist", MAP_PRIVATE, RW, RX);
}
static long long protect_shared_code(void) {
  return change_mapping("/extension/Info.plist", MAP_SHARED, PROT_READ, RX);
}
static long long protect_bundle_writable(void) {
  return change_mapping("/extension/Info.plist", MAP_SHARED, PROT_READ, RW);
}
static long long protect_by_key(void) {
  void *memory = mmap(NULL, 4096, RW, PRIVATE_MEMORY, -1, 0);
  long long result;
  if (memory == MAP_FAILED) return errno;
  result = outcome(syscall(SYS_pkey_mprotect, memory, 4096, RX, -1));
  munmap(memory, 4096);
  return result;
}
/* Code that is mapped already, made writable. */
static long long write_code(void) {
  uintptr_t page = (uintptr_t)&write_code & ~(uintptr_t)4095;
  long long result = outcome(mprotect((void *)page, 4096, RW | PROT_EXEC));
  return result;
}
static long long map_zero_code(void) {
  int file = open("/dev/zero", O_RDWR | O_CLOEXEC);
  long long result;
  if (file < 0) return errno;
  result = unmapping(mmap(NULL, 4096, RX, MAP_PRIVATE, file, 0), 4096);
  close(file);
  return result;
}
static long long map_bundle_writable(void) {
  int file = open("/extension/Info.plist", O_RDONLY | O_CLOEXEC);
  long long result;
  if (file < 0) return errno;
  result = unmapping(mmap(NULL, 1, RW, MAP_SHARED, file, 0), 1);
  close(file);
  return result;
}

/* The one exception: a memory file is a file. */
static long long map_executable_memfd(void) {
  int descriptor = memfd_create("probe", MFD_CLOEXEC);
  long long result;
  if (descriptor < 0) return errno;
  if (write(descriptor, "\xc3", 1) != 1) return errno;
  result = unmapping(mmap(NULL, 1, RX, MAP_PRIVATE, descriptor, 0), 1);
  close(descriptor);
  return result;
}
OPENING(memfd_executable, memfd_create("probe", 0x10 /* MFD_EXEC */))
OPENING(memfd_executable_upper, syscall(SYS_memfd_create, "probe", UPPER | 0x10))
OPENING(memfd_huge, memfd_create("probe", 4 /* MFD_HUGETLB */))
OPENING(memfd_secret_file, syscall(NUMBER_MEMFD_SECRET, 0))
static long long memory_file(void) {
  int file = memfd_create("probe", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return errno;
  if (write(file, "x", 1) != 1 || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) != 0) return errno;
  return closing(file);
}

static long long advise(unsigned long advice) {
  void *memory = mmap(NULL, 65536, RW, PRIVATE_MEMORY, -1, 0);
  long long result;
  if (memory == MAP_FAILED) return errno;
  result = outcome(syscall(SYS_madvise, memory, 65536, advice));
  munmap(memory, 65536);
  return result;
}
static long long merge_pages(void) { return advise(12); }
static long long merge_pages_upper(void) { return advise(UPPER | 12); }
static long long poison_pages(void) { return advise(100); }
static long long free_pages(void) { return advise(4); }

/* Pages that cannot be swapped out: 1 MiB is beyond what an instance may have. */
static long long lock_memory(void) {
  void *memory = mmap(NULL, 1 << 20, RW, PRIVATE_MEMORY, -1, 0);
  long long result;
  if (memory == MAP_FAILED) return errno;
  result = outcome(mlock(memory, 1 << 20));
  munmap(memory, 1 << 20);
  return result;
}
static long long map_locked(void) { return map(1 << 20, RW, PRIVATE_MEMORY | MAP_LOCKED); }
CALL(lock_all_memory, syscall(SYS_mlockall, 3))
static long long lock_on_fault(void) {
  static char page[8192];
  return outcome(syscall(SYS_mlock2, page, 8192, 1));
}
CALL(seal_memory, syscall(NUMBER_MSEAL, 0, 0, 0))
CALL(shadow_stack, syscall(NUMBER_MAP_SHADOW_STACK, 0, 4096, 0))
CALL(bind_memory, syscall(SYS_mbind, 0, 0, 0, NULL, 0, 0))
CALL(memory_policy, syscall(SYS_set_mempolicy, 0, NULL, 0))
CALL(move_memory, syscall(SYS_move_pages, 0, 0, NULL, NULL, NULL, 0))
CALL(migrate_memory, syscall(SYS_migrate_pages, getpid(), 0, NULL, NULL))
CALL(remap_file, syscall(SYS_remap_file_pages, 0, 0, 0, 0, 0))
CALL(cache_status, syscall(NUMBER_CACHESTAT, 0, NULL, NULL, 0))
OPENING(user_fault, syscall(SYS_userfaultfd, O_CLOEXEC))
CALL(barrier_everywhere, syscall(SYS_membarrier, 1, 0, 0))
CALL(barrier_everywhere_fast, syscall(SYS_membarrier, 2, 0, 0))

static long long write_own_memory(void) {
  static int value;
  int descriptor = open("/proc/self/mem", O_RDWR | O_CLOEXEC), error;
  ssize_t count;
  if (descriptor < 0) return errno;
  count = pwrite(descriptor, "x", 1, (off_t)(size_t)&value);
  error = errno;
  close(descriptor);
  return count < 0 ? error : 0;
}

#endif
