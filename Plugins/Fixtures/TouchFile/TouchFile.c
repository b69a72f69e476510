/* Provokes changes of the host's file through the descriptor of a load; returns name=errno. */
/*
 * Loads the first attachment as a descriptor. The text of the first item names acts, one a line;
 * without a text all are done. "read" is the control, which must be 0.
 */
#define _GNU_SOURCE
#include "../fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static int file;
/* The file's name by way of its descriptor, which asks the kernel to open it anew. */
static char path[64];

static int result(long value) { return value < 0 ? errno : 0; }

static int lock(int command, short type) {
  struct flock range;
  memset(&range, 0, sizeof range);
  range.l_type = type;
  range.l_whence = SEEK_SET;
  return result(fcntl(file, command, &range));
}

static int map(int protection) {
  void *memory = mmap(NULL, 1, protection, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, 1);
  return 0;
}

static int map_and_unprotect(void) {
  void *memory = mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
  int error;
  if (memory == MAP_FAILED) return errno;
  error = result(mprotect(memory, 1, PROT_READ | PROT_WRITE));
  munmap(memory, 1);
  return error;
}

static int reopen(int flags) {
  int again = open(path, flags | O_CLOEXEC);
  if (again < 0) return errno;
  close(again);
  return 0;
}

static int do_read(void) {
  char byte;
  return result(pread(file, &byte, 1, 0));
}
static int do_write(void) { return result(write(file, "x", 1)); }
static int do_pwrite(void) { return result(pwrite(file, "x", 1, 0)); }
static int do_fchmod(void) { return result(fchmod(file, 0777)); }
static int do_futimens(void) { return result(futimens(file, NULL)); }
static int do_ftruncate(void) { return result(ftruncate(file, 0)); }
static int do_fallocate(void) { return result(fallocate(file, 0, 0, 1 << 20)); }
static int do_truncate(void) { return result(truncate(path, 0)); }
static int do_chmod(void) { return result(chmod(path, 0777)); }
static int do_utimensat(void) { return result(utimensat(AT_FDCWD, path, NULL, 0)); }
static int do_fsetxattr(void) { return result(fsetxattr(file, "user.oriel", "x", 1, 0)); }
static int do_setlk_read(void) { return lock(F_SETLK, F_RDLCK); }
static int do_setlk(void) { return lock(F_SETLK, F_WRLCK); }
static int do_ofd_setlk_read(void) { return lock(F_OFD_SETLK, F_RDLCK); }
static int do_ofd_setlk(void) { return lock(F_OFD_SETLK, F_WRLCK); }
static int do_setlease_read(void) { return result(fcntl(file, F_SETLEASE, F_RDLCK)); }
static int do_setlease(void) { return result(fcntl(file, F_SETLEASE, F_WRLCK)); }
static int do_notify(void) { return result(fcntl(file, F_NOTIFY, DN_MODIFY)); }
static int do_setfl(void) { return result(fcntl(file, F_SETFL, O_APPEND | O_NOATIME)); }
static int do_flock_shared(void) { return result(flock(file, LOCK_SH | LOCK_NB)); }
static int do_flock(void) { return result(flock(file, LOCK_EX | LOCK_NB)); }
static int do_map_write(void) { return map(PROT_READ | PROT_WRITE); }
static int do_open_write(void) { return reopen(O_WRONLY); }
static int do_open_truncate(void) { return reopen(O_RDONLY | O_TRUNC); }

static const struct { const char *name; int (*act)(void); } acts[] = {
    {"read", do_read}, {"write", do_write}, {"pwrite", do_pwrite}, {"fchmod", do_fchmod},
    {"futimens", do_futimens}, {"ftruncate", do_ftruncate}, {"fallocate", do_fallocate},
    {"truncate", do_truncate}, {"chmod", do_chmod}, {"utimensat", do_utimensat},
    {"fsetxattr", do_fsetxattr}, {"setlk-read", do_setlk_read}, {"setlk", do_setlk},
    {"ofd-setlk-read", do_ofd_setlk_read}, {"ofd-setlk", do_ofd_setlk},
    {"setlease-read", do_setlease_read}, {"setlease", do_setlease}, {"notify", do_notify},
    {"setfl", do_setfl}, {"flock-shared", do_flock_shared}, {"flock", do_flock},
    {"mmap-write", do_map_write}, {"mprotect-write", map_and_unprotect},
    {"open-write", do_open_write}, {"open-truncate", do_open_truncate},
};

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_attachments *attachments = fixture_attachments(host);
  static fixture_text report;
  static char names[4096];
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_item item = 0;
  oriel_attachment attachment = 0;
  oriel_bytes type, text;
  oriel_status status = fixture_items(host)->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = fixture_items(host)->attachment(item, 0, &attachment);
  if (status == ORIEL_OK) status = attachments->type_at(attachment, 0, &type);
  if (status == ORIEL_OK)
    status = attachments->load_blocking(attachment, &type, ORIEL_FORM_DESCRIPTOR, 0, &loaded);
  if (status != ORIEL_OK) return status;
  file = loaded.descriptor;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);

  if (fixture_items(host)->text(item, &text) == ORIEL_OK)
    snprintf(names, sizeof names, "\n%.*s\n", (int)text.length, (const char *)text.data);
  for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
    char name[40];
    snprintf(name, sizeof name, "\n%s\n", acts[i].name);
    if (names[0] != 0 && strstr(names, name) == NULL) continue;
    fixture_append(&report, "%s=%d\n", acts[i].name, acts[i].act());
  }
  attachments->release_loaded(&loaded);
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
