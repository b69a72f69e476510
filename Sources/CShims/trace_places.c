/* Names the code that made a call: from the interrupted stack, and from the symbol tables of the
   files that the libraries were loaded from. The dynamic linker's own dladdr takes its lock, which
   another thread may hold for as long as this one lets it wait, and knows exported names only. */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unwind.h>

#include "private/trace.h"

/* The frames that are looked at, and those that are remembered on the way. */
#define MOST_STEPS 40
#define ROOM (ORIEL_SHIM_TRACE_FRAMES + 3)

typedef struct trace_walk {
  uint64_t *addresses;
  size_t count;
  uint64_t start;
  int steps;
  int has_started;
} trace_walk;

/* The file name of the library that holds the code before an address; NULL when there is none. */
static const char *library_of(uint64_t address) {
  struct dl_find_object found;
  if (_dl_find_object((void *)(uintptr_t)(address - 1), &found) != 0) return NULL;
  const char *path = found.dlfo_link_map->l_name, *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static int is_in(uint64_t address, const char *prefix) {
  const char *library = library_of(address);
  return library != NULL && strncmp(library, prefix, strlen(prefix)) == 0;
}

/* Where loading a library began among the frames so far, if nothing but the dynamic linker and the
   C library came since; the number of frames when not. */
static size_t linker_frame(const trace_walk *walk) {
  for (size_t i = walk->count; i-- > 0;) {
    if (is_in(walk->addresses[i], "ld-linux")) return i;
    if (!is_in(walk->addresses[i], "libc.so")) break;
  }
  return walk->count;
}

static _Unwind_Reason_Code take_step(struct _Unwind_Context *context, void *argument) {
  trace_walk *walk = argument;
  uint64_t address = _Unwind_GetIP(context);
  /* Before the interrupted code come the handler and the frame that the kernel made for it. */
  if (address == walk->start) walk->has_started = 1;
  if (++walk->steps > MOST_STEPS) return _URC_END_OF_STACK;
  if (!walk->has_started) return _URC_NO_REASON;
  if (address == 0 || trace_is_program(address)) return _URC_END_OF_STACK;
  /* What the dynamic linker does in itself is one frame: it would fill the report. */
  if (is_in(address, "ld-linux")) {
    size_t first = linker_frame(walk);
    if (first < walk->count) {
      walk->count = first + 1;
      return _URC_NO_REASON;
    }
  }
  /* Frames beyond the last place may still turn out to be the linker's. */
  if (walk->count < ROOM) walk->addresses[walk->count++] = address;
  return walk->count < ROOM ? _URC_NO_REASON : _URC_END_OF_STACK;
}

size_t trace_collect(uint64_t addresses[ORIEL_SHIM_TRACE_FRAMES], uint64_t program_counter) {
  uint64_t room[ROOM];
  trace_walk walk = {.addresses = room, .start = program_counter};
  _Unwind_Backtrace(take_step, &walk);
  if (walk.count == 0) room[walk.count++] = program_counter;
  if (walk.count > ORIEL_SHIM_TRACE_FRAMES) walk.count = ORIEL_SHIM_TRACE_FRAMES;
  memcpy(addresses, room, walk.count * sizeof room[0]);
  return walk.count;
}

int trace_is_housekeeping(const uint64_t *addresses, size_t count) {
  int has_dispatch = 0;
  /* As many as fit may not be all. */
  if (count == ORIEL_SHIM_TRACE_FRAMES) return 0;
  for (size_t i = 0; i < count; i++) {
    if (is_in(addresses[i], "libdispatch.so")) {
      has_dispatch = 1;
    } else if (!is_in(addresses[i], "libc.so")) {
      return 0;
    }
  }
  return has_dispatch;
}

int trace_is_program(uint64_t address) {
  const char *library = library_of(address);
  return library != NULL && library[0] == '\0';
}

/* A file that was mapped to be read. */
typedef struct trace_file {
  const unsigned char *bytes;
  uint64_t size;
} trace_file;

static int map_file(trace_file *file, const char *path) {
  struct stat status;
  long descriptor = trace_call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0,
                               ORIEL_SHIM_TRACE_COOKIE);
  if (descriptor < 0) return 0;
  long result = trace_call(SYS_fstat, descriptor, (long)&status, 0, 0, 0, 0);
  if (result == 0 && status.st_size > 0) {
    result = trace_call(SYS_mmap, 0, status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  } else {
    result = -1;
  }
  trace_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  if (result < 0 && result >= -4095) return 0;
  file->bytes = (const unsigned char *)result;
  file->size = (uint64_t)status.st_size;
  return 1;
}

/* Whether `count` things of `size` bytes lie in the file, aligned for their fields. */
static int holds(const trace_file *file, uint64_t offset, uint64_t count, uint64_t size) {
  return offset % 8 == 0 && offset <= file->size && count <= (file->size - offset) / size;
}

static const Elf64_Shdr *find_symbols(const trace_file *file, uint64_t *section_count) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file->bytes;
  const Elf64_Shdr *sections, *dynamic = NULL;
  if (!holds(file, 0, 1, sizeof *header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    return NULL;
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof *sections ||
      !holds(file, header->e_shoff, header->e_shnum, sizeof *sections)) {
    return NULL;
  }
  sections = (const Elf64_Shdr *)(file->bytes + header->e_shoff);
  *section_count = header->e_shnum;
  for (unsigned i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type == SHT_SYMTAB) return &sections[i]; /* static functions, too */
    if (sections[i].sh_type == SHT_DYNSYM) dynamic = &sections[i];
  }
  return dynamic;
}

static void copy_name(char target[TRACE_NAME + 1], const char *name, uint64_t room) {
  size_t length = 0;
  while (length < TRACE_NAME && length < room && name[length] != '\0') length++;
  memcpy(target, name, length);
  target[length] = '\0';
}

static void find_symbol(trace_place *place, const trace_file *file, uint64_t address) {
  uint64_t section_count = 0;
  const Elf64_Shdr *table = find_symbols(file, &section_count), *strings;
  if (table == NULL || table->sh_link >= section_count) return;
  strings = (const Elf64_Shdr *)(file->bytes + ((const Elf64_Ehdr *)file->bytes)->e_shoff) +
            table->sh_link;
  uint64_t count = table->sh_size / sizeof(Elf64_Sym);
  if (!holds(file, table->sh_offset, count, sizeof(Elf64_Sym))) return;
  if (strings->sh_offset > file->size || strings->sh_size > file->size - strings->sh_offset) {
    return;
  }
  const Elf64_Sym *symbols = (const Elf64_Sym *)(file->bytes + table->sh_offset);
  size_t best = SIZE_MAX;
  for (uint64_t i = 0; i < count; i++) {
    const Elf64_Sym *symbol = &symbols[i];
    int type = ELF64_ST_TYPE(symbol->st_info);
    if (type != STT_FUNC && type != STT_GNU_IFUNC) continue;
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_name >= strings->sh_size) continue;
    if (address < symbol->st_value || address - symbol->st_value >= symbol->st_size) continue;
    /* Of several names the one that a program would use: without underscores before it. */
    const char *name = (const char *)file->bytes + strings->sh_offset + symbol->st_name;
    uint64_t room = strings->sh_size - symbol->st_name;
    size_t underscores = 0;
    while (underscores < room && name[underscores] == '_') underscores++;
    if (underscores >= best) continue;
    best = underscores;
    copy_name(place->symbol, name, room);
    place->offset = address - symbol->st_value + 1;
    if (best == 0) break;
  }
}

int trace_name_place(trace_place *place, uint64_t address) {
  struct dl_find_object found;
  trace_file file;
  place->library[0] = place->symbol[0] = '\0';
  place->offset = address;
  /* The last byte of the call: what follows may already be another function. */
  if (_dl_find_object((void *)(uintptr_t)(address - 1), &found) != 0) return 0;
  const char *path = found.dlfo_link_map->l_name, *slash = strrchr(path, '/');
  copy_name(place->library, slash != NULL ? slash + 1 : path, TRACE_NAME);
  place->offset = address - found.dlfo_link_map->l_addr;
  if (path[0] != '/' || !map_file(&file, path)) return 1;
  find_symbol(place, &file, place->offset - 1);
  trace_call(SYS_munmap, (long)file.bytes, (long)file.size, 0, 0, 0, 0);
  return 1;
}
