/* The acts of the probe that use up what there is; each gives the amount it got. See acts.h. */
#ifndef ORIEL_PROBE_RESOURCES_H
#define ORIEL_PROBE_RESOURCES_H

#include "common.h"
#include "processes.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

static void *wait_there(void *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

/* How many threads can be started besides this one, at most 1,000. */
static long long count_threads(void) {
  static pthread_t threads[1000];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t small;
  long long count = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_mutex_lock(&gate);
  while (count < 1000 && pthread_create(&threads[count], &small, wait_there, &gate) == 0) count++;
  pthread_mutex_unlock(&gate);
  for (long long i = 0; i < count; i++) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&small);
  return count;
}

/* MiB of address space that can be had. */
static long long count_memory(void) {
  long long count = 0;
  while (count < 1 << 20 &&
         mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
             MAP_FAILED)
    count++;
  return count;
}

/* MiB of memory that can be written to. */
static long long count_heap(void) {
  long long count = 0;
  while (count < 1 << 20 && mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED)
    count++;
  return count;
}

/* Bytes that fit into the temporary folder. */
static long long count_temporary_bytes(void) {
  static char block[65536];
  long long total = 0;
  ssize_t count;
  int file = open("/tmp/probe-fill", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return -errno;
  memset(block, 1, sizeof block);
  while (total < 1LL << 34 && (count = write(file, block, sizeof block)) > 0) total += count;
  close(file);
  unlink("/tmp/probe-fill");
  return total;
}

/* Files that fit into the temporary folder, at most 100,000. */
static long long count_temporary_files(void) {
  char path[64];
  long long count = 0;
  for (;;) {
    snprintf(path, sizeof path, "/tmp/f%lld", count);
    if (count >= 100000 || closing(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) != 0)
      break;
    count++;
  }
  for (long long i = 0; i < count; i++) {
    snprintf(path, sizeof path, "/tmp/f%lld", i);
    unlink(path);
  }
  return count;
}

/* The MiB to which a memory file can grow; beyond it comes a signal, which is ignored here. */
static long long grow_memory_file(void) {
  long long size = 0;
  int file = memfd_create("probe", MFD_CLOEXEC);
  if (file < 0) return -errno;
  signal(SIGXFSZ, SIG_IGN);
  while (size < 1 << 20 && ftruncate(file, (off_t)(size + 1) << 20) == 0) size++;
  if (fallocate(file, 0, (off_t)(size + 1) << 20, 1) == 0) size = 1 << 20;
  if (pwrite(file, "x", 1, (off_t)(size + 1) << 20) == 1) size = 1 << 20;
  signal(SIGXFSZ, SIG_DFL);
  close(file);
  return size;
}

/* Opens as many as there can be of one kind, and closes them. */
static long long open_all(int kind) {
  static int opened[70000];
  long long count = 0;
  sigset_t none;
  sigemptyset(&none);
  while (count < 65536) {
    int ends[2] = {-1, -1};
    if (kind == 0) ends[0] = dup(0);
    if (kind == 1) ends[0] = eventfd(0, EFD_CLOEXEC);
    if (kind == 2) ends[0] = epoll_create1(EPOLL_CLOEXEC);
    if (kind == 3) ends[0] = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (kind == 4) ends[0] = memfd_create("probe", MFD_CLOEXEC);
    if (kind == 5) ends[0] = signalfd(-1, &none, SFD_CLOEXEC);
    if (kind == 6 && pipe2(ends, O_CLOEXEC) != 0) break;
    if (kind == 7 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) break;
    if (kind == 8) ends[0] = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (ends[0] < 0) break;
    opened[count++] = ends[0];
    if (ends[1] >= 0) opened[count++] = ends[1];
  }
  for (long long i = 0; i < count; i++) close(opened[i]);
  return count;
}
static long long open_duplicates(void) { return open_all(0); }
static long long open_events(void) { return open_all(1); }
static long long open_polls(void) { return open_all(2); }
static long long open_timers(void) { return open_all(3); }
static long long open_memory_files(void) { return open_all(4); }
static long long open_signals(void) { return open_all(5); }
static long long open_pipes(void) { return open_all(6); }
static long long open_pairs(void) { return open_all(7); }
static long long open_unnamed_files(void) { return open_all(8); }

/* The bytes that wait in a pair of sockets and in a pipe. */
static long long fill(int writer) {
  static char block[4096];
  long long total = 0;
  ssize_t count;
  fcntl(writer, F_SETFL, O_NONBLOCK);
  while (total < 1LL << 30 && (count = write(writer, block, sizeof block)) > 0) total += count;
  return total;
}
static long long fill_sockets(void) {
  int ends[2];
  long long total;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  total = fill(ends[0]);
  close(ends[0]);
  close(ends[1]);
  return total;
}
static long long fill_pipe(void) {
  int ends[2];
  long long total;
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  total = fill(ends[1]);
  close(ends[0]);
  close(ends[1]);
  return total;
}

/* KiB that can be kept from being swapped out. */
static long long count_locked_memory(void) {
  char *memory = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  long long count = 0;
  if (memory == MAP_FAILED) return -errno;
  while (count < 8192 && mlock(memory + count * 1024, 4096) == 0) count += 4;
  munmap(memory, 8 << 20);
  return count;
}

/* Uses a processor for ever. */
static long long burn(void) {
  for (volatile int forever = 1; forever;) continue;
  return 0;
}

#endif
