/* Provokes what granted directories are for: does the acts that the text of the first item names. */
/*
 * The text holds one act a line, "act" or "act:argument"; the answer has one line for each, in the
 * same order, "line=result". A result is 0 or an errno, unless the act says otherwise.
 *
 *   has:ENTITLEMENT     whether it is granted: 1 or 0
 *   container           the path of the container, or the status
 *   group:IDENTIFIER    the path of a group's directory, or the status
 *   exists:PATH list:PATH     list gives the names
 *   write:PATH:TEXT read:PATH     read gives the content
 *   copy:FROM:TO mkdir:PATH closed:PATH remove:PATH rename:FROM:TO symlink:PATH link:PATH
 *   map:PATH map-exec:PATH exec:PATH load:PATH     load gives 0 or 1
 *   fill:DIRECTORY:MEBIBYTES holes:PATH:MEBIBYTES reserve:PATH:MEBIBYTES
 *   files:DIRECTORY:COUNT nest:DIRECTORY:COUNT
 *   elude:DIRECTORY:MEBIBYTES     fills a directory in it, which gets another name all the time
 *   elude-files:DIRECTORY:MEBIBYTES     the same with the files themselves
 *   hang     never returns
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../fixture.h"

static fixture_text report;

static int failed(long result) { return result < 0 ? errno : 0; }

/* Writes bytes to a new or emptied file. */
static int write_file(const char *path, const char *bytes, size_t length) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  int result = failed(write(file, bytes, length));
  close(file);
  return result;
}

static int read_file(const char *path) {
  static char bytes[4096];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  ssize_t length = read(file, bytes, sizeof bytes);
  int result = failed(length);
  if (length > 0) fixture_append(&report, "%.*s", (int)length, bytes);
  close(file);
  return result;
}

static int copy_file(const char *from, const char *to) {
  static char bytes[65536];
  int source = open(from, O_RDONLY | O_CLOEXEC);
  if (source < 0) return errno;
  int target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  int result = failed(target);
  ssize_t length;
  while (result == 0 && (length = read(source, bytes, sizeof bytes)) > 0) {
    result = failed(write(target, bytes, (size_t)length));
  }
  close(source);
  if (target >= 0) close(target);
  return result;
}

static int list_directory(const char *path) {
  DIR *directory = opendir(path);
  struct dirent *entry;
  if (directory == NULL) return errno;
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] != '.') fixture_append(&report, "%s ", entry->d_name);
  }
  closedir(directory);
  return 0;
}

static int map_file(const char *path, int protection) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  void *memory = mmap(NULL, 4096, protection, MAP_PRIVATE, file, 0);
  int result = memory == MAP_FAILED ? errno : 0;
  if (memory != MAP_FAILED) munmap(memory, 4096);
  close(file);
  return result;
}

/* Files of one mebibyte each. */
static int fill(const char *directory, int count) {
  static char bytes[1 << 20];
  char path[4096];
  memset(bytes, 'x', sizeof bytes);
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/fill-%d", directory, i);
    int result = write_file(path, bytes, sizeof bytes);
    if (result != 0) return result;
  }
  return 0;
}

static int make_files(const char *directory, int count) {
  char path[4096];
  for (int i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s/file-%d", directory, i);
    int result = write_file(path, "", 0);
    if (result != 0) return result;
  }
  return 0;
}

static int nest(const char *directory, int count) {
  if (chdir(directory) < 0) return errno;
  for (int i = 0; i < count; i++) {
    if (mkdir("d", 0700) < 0 || chdir("d") < 0) return errno;
  }
  return failed(chdir("/tmp"));
}

/* Gives a file a size without writing to it. */
static int size_file(const char *path, int mebibytes, int reserves) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  off_t size = (off_t)mebibytes << 20;
  int result = failed(reserves ? fallocate(file, 0, 0, size) : ftruncate(file, size));
  close(file);
  return result;
}

static const char *eluding;

/* Gives the directory "elude-0" one new name after another. */
static void *move_directory(void *unused) {
  char old[256], new[256];
  snprintf(old, sizeof old, "%s/elude-0", eluding);
  for (unsigned i = 1;; i++) {
    snprintf(new, sizeof new, "%s/elude-%u", eluding, i);
    if (rename(old, new) == 0) memcpy(old, new, sizeof old);
  }
  return unused;
}

/* Gives every file of fill() one new name after another. */
static void *move_files(void *unused) {
  char old[256], new[256];
  for (unsigned i = 0;; i++) {
    for (int file = 0; file < 256; file++) {
      snprintf(old, sizeof old, i == 0 ? "%s/fill-%d" : "%s/moved-%d-%u", eluding, file, i - 1);
      snprintf(new, sizeof new, "%s/moved-%d-%u", eluding, file, i);
      if (rename(old, new) < 0) break;
    }
  }
  return unused;
}

/* Files that nobody finds who first reads a directory and then looks at what is in it. */
static int elude(const char *directory, int mebibytes, int moves_files) {
  char path[256];
  pthread_t thread;
  eluding = directory;
  /* Whoever looks is busy with these between reading the directory and looking into what moves. */
  int result = make_files(directory, 4000);
  if (result != 0) return result;
  if (moves_files) {
    result = fill(directory, mebibytes);
    return result != 0 ? result : pthread_create(&thread, NULL, move_files, NULL);
  }
  snprintf(path, sizeof path, "%s/elude-0", directory);
  if (mkdir(path, 0700) < 0) return errno;
  int inner = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (inner < 0 || fchdir(inner) < 0) return errno;
  result = pthread_create(&thread, NULL, move_directory, NULL);
  return result != 0 ? result : fill(".", mebibytes);
}

static int lend(oriel_status status, oriel_bytes bytes) {
  if (status == ORIEL_OK)
    fixture_append(&report, "%.*s", (int)bytes.length, (const char *)bytes.data);
  else
    fixture_append(&report, "%s", fixture_status(status));
  return 0;
}

/* Does one act; what has no number as its result appends it and returns 0. */
static int act(const oriel_host *host, const char *name, const char *a, const char *b) {
  static const char *const no_words[] = {"x", NULL};
  const oriel_host_container *containers =
      (const oriel_host_container *)host->get_interface(host, ORIEL_ID_CONTAINER);
  oriel_bytes text = fixture_bytes(a), bytes = {NULL, 0};
#define IS(word) (strcmp(name, word) == 0)
  if (IS("container")) return lend(containers->directory(&bytes), bytes);
  if (IS("group")) {
    oriel_status status = containers->group_directory(&text, &bytes);
    return lend(status, bytes);
  }
  if (IS("has")) {
    uint32_t granted = 99;
    oriel_status status = fixture_bundle(host)->has_entitlement(&text, &granted);
    fixture_append(&report, "%s", status == ORIEL_OK ? "" : fixture_status(status));
    return (int)granted;
  }
  if (IS("exists")) return failed(access(a, F_OK));
  if (IS("list")) return list_directory(a);
  if (IS("write")) return write_file(a, b, strlen(b));
  if (IS("read")) return read_file(a);
  if (IS("copy")) return copy_file(a, b);
  if (IS("mkdir")) return failed(mkdir(a, 0700));
  if (IS("closed")) return failed(mkdir(a, 0));
  if (IS("remove")) return failed(unlink(a));
  if (IS("rename")) return failed(rename(a, b));
  if (IS("symlink")) return failed(symlink("/usr", a));
  if (IS("link")) return failed(link("/tmp/x", a));
  if (IS("map")) return map_file(a, PROT_READ);
  if (IS("map-exec")) return map_file(a, PROT_READ | PROT_EXEC);
  if (IS("exec")) return failed(execv(a, (char *const *)no_words));
  if (IS("load")) return dlopen(a, RTLD_NOW | RTLD_LOCAL) == NULL;
  if (IS("fill")) return fill(a, atoi(b));
  if (IS("holes")) return size_file(a, atoi(b), 0);
  if (IS("reserve")) return size_file(a, atoi(b), 1);
  if (IS("files")) return make_files(a, atoi(b));
  if (IS("elude")) return elude(a, atoi(b), 0);
  if (IS("elude-files")) return elude(a, atoi(b), 1);
  if (IS("nest")) return nest(a, atoi(b));
  if (IS("hang")) for (;;) pause();
  return -1;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static char lines[65537];
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes text;
  char *rest = lines, *line;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  memcpy(lines, text.data, text.length < sizeof lines ? text.length : sizeof lines - 1);
  while ((line = strtok_r(NULL, "\n", &rest)) != NULL) {
    fixture_append(&report, "%s=", line);
    size_t before = report.length;
    char *parts = line;
    const char *name = strsep(&parts, ":"), *a = "", *b = "";
    /* An entitlement and a group may hold colons themselves. */
    if (parts != NULL && (strcmp(name, "has") == 0 || strcmp(name, "group") == 0)) {
      a = parts;
    } else {
      if (parts != NULL) a = strsep(&parts, ":");
      if (parts != NULL) b = parts;
    }
    int result = act(host, name, a, b);
    if (report.length == before || result != 0) fixture_append(&report, "%d", result);
    fixture_append(&report, "\n");
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
