// Runs a frei0r plugin in this process, for what the same calls give in the sandbox.
//
//   oriel-filter-in-process FILE WIDTH HEIGHT TIMES < FRAMES > RESULT
//
// FRAMES are three pictures of WIDTH x HEIGHT pixels of four bytes. The result begins with what the
// plugin says about itself, each on a line of its own, ends that with an empty line, and goes on with
// TIMES pictures. Exits with 1 when the plugin cannot be run, and 2 when it is called wrongly; SIGKILL ends it
// after two seconds of processor time.
//
// The types are those of frei0r 1.2, https://frei0r.dyne.org/codedoc/html/.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

typedef struct {
  const char *name, *author;
  int plugin_type, color_model, frei0r_version, major_version, minor_version, num_params;
  const char *explanation;
} plugin_info;

typedef struct {
  const char *name;
  int type;
  const char *explanation;
} param_info;

// A function of the plugin; POSIX lets a pointer to an object be one to a function.
static void *library;
#define FUNCTION(type, variable, name)            \
  union {                                         \
    void *object;                                 \
    type function;                                \
  } variable##_union = {dlsym(library, name)};    \
  const type variable = variable##_union.function

// Memory before a page that nobody can touch, as shared buffers are; NULL when there is none.
static uint32_t *guarded(size_t bytes) {
  const size_t pages = (bytes + 4095) & ~(size_t)4095;
  char *memory = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + pages, 4096, PROT_NONE) != 0) return NULL;
  return (uint32_t *)(memory + ((pages - bytes) & ~(size_t)63));
}

static const char *shown(const char *text) { return text == NULL ? "" : text; }

typedef int (*init_function)(void);
typedef void (*deinit_function)(void);
typedef void (*info_function)(plugin_info *);
typedef void (*param_function)(param_info *, int);
typedef void *(*construct_function)(unsigned, unsigned);
typedef void (*destruct_function)(void *);
typedef void (*update_function)(void *, double, const uint32_t *, uint32_t *);
typedef void (*update2_function)(void *, double, const uint32_t *, const uint32_t *, const uint32_t *,
                                 uint32_t *);

int main(int count, char **arguments) {
  if (count != 5) return 2;
  const unsigned width = (unsigned)atoi(arguments[2]), height = (unsigned)atoi(arguments[3]);
  const int times = atoi(arguments[4]);
  const size_t size = (size_t)width * height;
  uint32_t *frames[4];
  for (int index = 0; index < 4; index++) {
    frames[index] = guarded(4 * size);
    if (frames[index] == NULL) return 2;
    if (index < 3 && fread(frames[index], 4, size, stdin) != size) return 2;
  }
  uint32_t *output = frames[3];
  // Some never come to an end.
  const struct rlimit limit = {2, 2};
  if (setrlimit(RLIMIT_CPU, &limit) != 0) return 2;
  library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  FUNCTION(init_function, init, "f0r_init");
  FUNCTION(deinit_function, deinit, "f0r_deinit");
  FUNCTION(info_function, get_info, "f0r_get_plugin_info");
  FUNCTION(param_function, get_param, "f0r_get_param_info");
  FUNCTION(construct_function, construct, "f0r_construct");
  FUNCTION(destruct_function, destruct, "f0r_destruct");
  FUNCTION(update_function, update, "f0r_update");
  FUNCTION(update2_function, update2, "f0r_update2");
  if (init == NULL || get_info == NULL || construct == NULL || destruct == NULL) return 1;
  init();
  plugin_info info = {0};
  get_info(&info);
  printf("%s\n%s\n%s\n%d %d %d %d %d %d\n", shown(info.name), shown(info.author),
         shown(info.explanation), info.plugin_type, info.color_model, info.frei0r_version,
         info.major_version, info.minor_version, info.num_params);
  for (int index = 0; index < info.num_params; index++) {
    param_info param = {0};
    get_param(&param, index);
    printf("%d %s\n%s\n", param.type, shown(param.name), shown(param.explanation));
  }
  printf("\n");
  void *instance = construct(width, height);
  if (instance == NULL) return 1;
  for (int time = 0; time < times; time++) {
    for (size_t index = 0; index < size; index++) output[index] = 0;
    if (info.plugin_type >= 2)
      update2(instance, time * 0.04, frames[0], frames[1], frames[2], output);
    else
      update(instance, time * 0.04, frames[0], output);
    if (fwrite(output, 4, size, stdout) != size) return 1;
  }
  destruct(instance);
  if (deinit != NULL) deinit();
  return fflush(stdout) == 0 ? 0 : 1;
}
