/*
 * Unpack: reads a tar or zip archive with libarchive and returns what is in it as one stream.
 *
 * Oriel's own service, which the host runs in the full sandbox to install extensions: it gets the
 * archive as a descriptor, writes no file with a name, and is granted nothing. It decides nothing
 * either: what an entry may be called and be is checked by the host, see stream.h.
 */
#define _GNU_SOURCE
#include "stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <oriel/oriel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOAD_TIMEOUT_MS 30000
#define READ_SIZE ((size_t)256 << 10)
#define BUFFER_SIZE ((size_t)256 << 10)

/* What one request works with. */
typedef struct unpack {
  oriel_request request;
  const oriel_host_request *requests;
  const oriel_host_items *items;
  const oriel_host_attachments *attachments;
  oriel_item item;            /* what is returned */
  int part;                   /* the memory file that is filled, or -1 */
  size_t part_size;           /* the bytes in it, with those of the buffer */
  unsigned char *buffer;      /* what is not written yet */
  size_t buffered;
  uint64_t archive_size;
  uint64_t content;           /* the bytes of all files */
  uint32_t entries;
  int64_t code;               /* why it failed, one of UNPACK_E_*, or 0 */
  char text[512];             /* the same in words */
} unpack;

static oriel_bytes bytes_of(const char *text) {
  oriel_bytes bytes = {text, strlen(text)};
  return bytes;
}

/* Notes why the request fails; the first reason counts. Always gives 0, for "go on". */
static int fail(unpack *unpack, int64_t code, const char *text) {
  if (unpack->code == 0) {
    unpack->code = code;
    snprintf(unpack->text, sizeof unpack->text, "%s", text != NULL ? text : "no reason given");
  }
  return 0;
}

/* The stream --------------------------------------------------------------------------------- */

static int flush(unpack *unpack) {
  size_t done = 0;
  while (done < unpack->buffered) {
    ssize_t count = write(unpack->part, unpack->buffer + done, unpack->buffered - done);
    if (count <= 0) return fail(unpack, UNPACK_E_MEMORY, "the memory for the content is full");
    done += (size_t)count;
  }
  unpack->buffered = 0;
  return 1;
}

/* Hands the part over and begins no new one. */
static int end_part(unpack *unpack) {
  const oriel_bytes type = bytes_of("public.data");
  oriel_attachment attachment = 0;
  oriel_status status;
  if (unpack->part < 0) return 1;
  if (!flush(unpack)) return 0;
  status = unpack->attachments->create(unpack->item, &attachment);
  if (status == ORIEL_OK)
    status = unpack->attachments->add_descriptor(attachment, &type, unpack->part);
  close(unpack->part);
  unpack->part = -1;
  if (status != ORIEL_OK) return fail(unpack, UNPACK_E_MEMORY, "the content cannot be returned");
  return 1;
}

static int put(unpack *unpack, const void *data, size_t count) {
  const unsigned char *bytes = data;
  while (count > 0) {
    size_t step = count;
    if (unpack->part < 0) {
      unpack->part = memfd_create("unpack", MFD_CLOEXEC);
      if (unpack->part < 0) return fail(unpack, UNPACK_E_MEMORY, "there is no memory file");
      unpack->part_size = 0;
    }
    if (step > UNPACK_PART - unpack->part_size) step = UNPACK_PART - unpack->part_size;
    if (step > BUFFER_SIZE - unpack->buffered) step = BUFFER_SIZE - unpack->buffered;
    memcpy(unpack->buffer + unpack->buffered, bytes, step);
    unpack->buffered += step;
    unpack->part_size += step;
    bytes += step;
    count -= step;
    if (unpack->part_size == UNPACK_PART) {
      if (!end_part(unpack)) return 0;
    } else if (unpack->buffered == BUFFER_SIZE && !flush(unpack)) {
      return 0;
    }
  }
  return 1;
}

static int put_number(unpack *unpack, uint64_t number, size_t count) {
  unsigned char bytes[8];
  for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)(number >> (8 * i));
  return put(unpack, bytes, count);
}

/* Appends bytes as chunks, without the empty one at the end. */
static int put_chunks(unpack *unpack, const void *data, size_t count) {
  const unsigned char *bytes = data;
  while (count > 0) {
    size_t step = count < UNPACK_CHUNK ? count : UNPACK_CHUNK;
    if (!put_number(unpack, step, 4) || !put(unpack, bytes, step)) return 0;
    bytes += step;
    count -= step;
  }
  return 1;
}

/* The archive -------------------------------------------------------------------------------- */

static int corrupt(unpack *unpack, struct archive *archive) {
  return fail(unpack, UNPACK_E_CORRUPT, archive_error_string(archive));
}

/* Appends the content of a file; says in `sparse` that it has a hole and was left off there. */
static int put_content(unpack *unpack, struct archive *archive, int *sparse) {
  uint64_t size = 0;
  for (;;) {
    const void *block = NULL;
    size_t count = 0;
    int64_t offset = 0;
    int result = archive_read_data_block(archive, &block, &count, &offset);
    if (result == ARCHIVE_EOF) {
      /* A hole at the end shows as a last block without bytes. */
      if (offset > 0 && (uint64_t)offset != size) *sparse = 1;
      return 1;
    }
    if (result != ARCHIVE_OK) return corrupt(unpack, archive);
    if (offset < 0 || (uint64_t)offset != size) {
      *sparse = 1;
      return 1;
    }
    size += count;
    unpack->content += count;
    if (unpack->content > UNPACK_MOST_BYTES)
      return fail(unpack, UNPACK_E_BYTES, "the archive holds too much");
    if (unpack->content > UNPACK_FREE_BYTES
        && unpack->content / UNPACK_MOST_RATIO > unpack->archive_size)
      return fail(unpack, UNPACK_E_RATIO, "the archive grows too much");
    if (!put_chunks(unpack, block, count)) return 0;
  }
}

/* The path of an entry in the form that is returned; the length is 0 for the folder "." itself. */
static const char *path_of(struct archive_entry *entry, size_t *length) {
  const char *path = archive_entry_pathname(entry);
  if (path == NULL) path = archive_entry_pathname_utf8(entry);
  if (path == NULL) return NULL;
  while (path[0] == '.' && path[1] == '/') path += 2;
  *length = strlen(path);
  if (archive_entry_filetype(entry) == AE_IFDIR) {
    while (*length > 1 && path[*length - 1] == '/') *length -= 1;
    if (*length == 1 && path[0] == '.') *length = 0;
  }
  return path;
}

static int put_entry(unpack *unpack, struct archive *archive, struct archive_entry *entry) {
  const char *target = archive_entry_hardlink(entry);
  const int acls = ARCHIVE_ENTRY_ACL_TYPE_POSIX1E | ARCHIVE_ENTRY_ACL_TYPE_NFS4;
  int kind = UNPACK_SPECIAL, flags = 0, sparse = 0;
  size_t length = 0;
  const char *path = path_of(entry, &length);
  if (path == NULL || length > UINT16_MAX)
    return fail(unpack, UNPACK_E_CORRUPT, "an entry has a name that cannot be read");
  if (archive_entry_is_encrypted(entry))
    return fail(unpack, UNPACK_E_ENCRYPTED, "the archive is encrypted");
  if (length == 0 && archive_entry_filetype(entry) == AE_IFDIR) return 1;
  if (++unpack->entries > UNPACK_MOST_ENTRIES)
    return fail(unpack, UNPACK_E_ENTRIES, "the archive has too many entries");

  if (target != NULL) {
    kind = UNPACK_HARD_LINK;
  } else if (archive_entry_filetype(entry) == AE_IFREG) {
    kind = UNPACK_FILE;
  } else if (archive_entry_filetype(entry) == AE_IFDIR) {
    kind = UNPACK_FOLDER;
  } else if (archive_entry_filetype(entry) == AE_IFLNK) {
    kind = UNPACK_SYMBOLIC_LINK;
    target = archive_entry_symlink(entry);
  }
  if (archive_entry_xattr_count(entry) > 0 || archive_entry_acl_count(entry, acls) > 0)
    flags |= UNPACK_HAD_ATTRIBUTES;
  if (archive_entry_sparse_count(entry) > 0) flags |= UNPACK_SPARSE;

  if (!put_number(unpack, (uint64_t)kind, 1) || !put_number(unpack, (uint64_t)flags, 1)
      || !put_number(unpack, length, 2)
      || !put_number(unpack, archive_entry_perm(entry) & 07777, 4)
      || !put(unpack, path, length))
    return 0;
  if (kind == UNPACK_FILE && !(flags & UNPACK_SPARSE)) {
    if (!put_content(unpack, archive, &sparse)) return 0;
    if (sparse) {
      char text[256];
      snprintf(text, sizeof text, "%.*s", (int)(length < 200 ? length : 200), path);
      return fail(unpack, UNPACK_E_HOLES, text);
    }
  } else if (target != NULL) {
    if (!put_chunks(unpack, target, strnlen(target, 4096))) return 0;
  }
  return put_number(unpack, 0, 4);
}

/* Accepts what a library inside this process can read, and nothing that a program would have to. */
static int accept(struct archive *archive) {
  return archive_read_support_filter_gzip(archive) == ARCHIVE_OK
         && archive_read_support_filter_bzip2(archive) == ARCHIVE_OK
         && archive_read_support_filter_xz(archive) == ARCHIVE_OK
         && archive_read_support_filter_zstd(archive) == ARCHIVE_OK
         && archive_read_support_format_tar(archive) == ARCHIVE_OK
         /* By its directory alone, so that there is one truth about what is in it. */
         && archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK;
}

/* Whether a file begins as gzip (RFC 1952), bzip2, xz or zstd (RFC 8878) do. */
static int is_compressed(int descriptor) {
  static const struct {
    const char *bytes;
    size_t length;
  } starts[] = {{"\x1f\x8b", 2}, {"BZh", 3}, {"\xfd" "7zXZ", 5}, {"\x28\xb5\x2f\xfd", 4}};
  char head[5] = {0};
  if (pread(descriptor, head, sizeof head, 0) < 0) return 0;
  for (size_t index = 0; index < sizeof starts / sizeof *starts; index++)
    if (memcmp(head, starts[index].bytes, starts[index].length) == 0) return 1;
  return 0;
}

/* What is damaged before its first entry can be read looks like no archive to the library. */
static int no_archive(unpack *unpack, struct archive *archive, int descriptor) {
  return is_compressed(descriptor)
           ? fail(unpack, UNPACK_E_CORRUPT, "what is compressed in it is damaged, or no archive")
           : fail(unpack, UNPACK_E_NO_ARCHIVE, archive_error_string(archive));
}

static int put_archive(unpack *unpack, struct archive *archive, int descriptor) {
  struct archive_entry *entry = NULL;
  int result;
  if (!accept(archive)) return fail(unpack, UNPACK_E_NO_ARCHIVE, "libarchive lacks a format");
  if (archive_read_open_fd(archive, descriptor, READ_SIZE) != ARCHIVE_OK)
    return no_archive(unpack, archive, descriptor);
  if (!put(unpack, UNPACK_MAGIC, 8)) return 0;
  while ((result = archive_read_next_header(archive, &entry)) == ARCHIVE_OK)
    if (!put_entry(unpack, archive, entry)) return 0;
  if (archive_read_has_encrypted_entries(archive) == 1)
    return fail(unpack, UNPACK_E_ENCRYPTED, "the archive is encrypted");
  if (result != ARCHIVE_EOF) {
    return archive_format(archive) != 0 ? corrupt(unpack, archive)
                                        : no_archive(unpack, archive, descriptor);
  }
  /* The end of a tar archive is marked; without it the archive was cut off between two entries. */
  if ((archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR
      && archive_filter_bytes(archive, 0) <= archive_read_header_position(archive))
    return fail(unpack, UNPACK_E_CORRUPT, "the end of the archive is missing");
  return put_number(unpack, UNPACK_END, 4) && put_number(unpack, unpack->entries, 4)
         && put_number(unpack, unpack->content, 8) && end_part(unpack);
}

static int put_descriptor(unpack *unpack, int descriptor) {
  struct archive *archive = archive_read_new();
  struct stat status;
  int done = 0;
  if (archive == NULL || fstat(descriptor, &status) != 0) {
    fail(unpack, UNPACK_E_MEMORY, "the archive cannot be looked at");
  } else {
    unpack->archive_size = (uint64_t)status.st_size;
    done = put_archive(unpack, archive, descriptor);
  }
  if (archive != NULL) archive_read_free(archive);
  return done;
}

/* The request -------------------------------------------------------------------------------- */

/* Loads the first attachment of the first item and unpacks it. */
static int run(unpack *unpack) {
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_attachment attachment = 0;
  oriel_item input = 0;
  oriel_bytes type;
  int done;
  if (unpack->items->input_item(unpack->request, 0, &input) != ORIEL_OK
      || unpack->items->attachment(input, 0, &attachment) != ORIEL_OK
      || unpack->attachments->type_at(attachment, 0, &type) != ORIEL_OK
      || unpack->attachments->load_blocking(
             attachment, &type, ORIEL_FORM_DESCRIPTOR, LOAD_TIMEOUT_MS, &loaded) != ORIEL_OK)
    return fail(unpack, UNPACK_E_INPUT, "the archive cannot be loaded");
  done = put_descriptor(unpack, loaded.descriptor);
  unpack->attachments->release_loaded(&loaded);
  return done;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  unpack unpack = {0};
  oriel_status status;
  unpack.request = request;
  unpack.requests = host->get_interface(host, ORIEL_ID_REQUEST);
  unpack.items = host->get_interface(host, ORIEL_ID_ITEMS);
  unpack.attachments = host->get_interface(host, ORIEL_ID_ATTACHMENTS);
  unpack.part = -1;
  if (unpack.requests == NULL || unpack.items == NULL || unpack.attachments == NULL)
    return ORIEL_E_UNSUPPORTED;
  status = unpack.items->create(request, &unpack.item);
  if (status != ORIEL_OK) return status;
  unpack.buffer = malloc(BUFFER_SIZE);
  if (unpack.buffer == NULL) return ORIEL_E_NO_MEMORY;
  /* Names that an archive has in UTF-8 stay in it. */
  setlocale(LC_ALL, "C.UTF-8");

  if (run(&unpack)) {
    status = unpack.requests->complete_request(request, &unpack.item, 1, NULL, 0, 0);
  } else {
    oriel_error error = {0, 0, {NULL, 0}, {NULL, 0}};
    error.code = unpack.code;
    error.domain = bytes_of(UNPACK_DOMAIN);
    error.text = bytes_of(unpack.text);
    status = unpack.requests->cancel_request(request, &error, NULL, 0);
  }
  if (unpack.part >= 0) close(unpack.part);
  free(unpack.buffer);
  return status;
}

static const oriel_extension_request requests = {begin, NULL, NULL};

static const void *get_interface(const char *id) {
  return strcmp(id, ORIEL_ID_REQUEST) == 0 ? &requests : NULL;
}

static const oriel_entry entry = {sizeof entry, ORIEL_ABI_VERSION, get_interface};

const oriel_entry *oriel_extension_entry(void) { return &entry; }
