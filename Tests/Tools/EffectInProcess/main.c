// Runs the effects of a LADSPA plugin in this process, for what the same calls give in the sandbox.
//
//   oriel-effect-in-process FILE SAMPLES TIMES < AUDIO > RESULT
//
// AUDIO are four channels of SAMPLES floats; a port for audio gets the one that its number leads to.
// Ports for control get the value that their hints propose. For each effect of the file the result has
// lines with what it says about itself and its ports, an empty line, and TIMES times what its ports for
// output hold after a run. Exits with 1 when the plugin cannot be run, and 2 when it is called wrongly;
// SIGKILL ends it after two seconds of processor time.
//
// The types are those of LADSPA 1.1, https://www.ladspa.org/ladspa_sdk/ladspa.h.txt.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { channels = 4, rate = 48000, most_ports = 256 };

typedef struct {
  int hints;
  float lower, upper;
} range_hint;

typedef struct descriptor {
  unsigned long id;
  const char *label;
  int properties;
  const char *name, *maker, *copyright;
  unsigned long port_count;
  const int *ports;
  const char *const *port_names;
  const range_hint *port_hints;
  void *data;
  void *(*instantiate)(const struct descriptor *, unsigned long);
  void (*connect_port)(void *, unsigned long, float *);
  void (*activate)(void *);
  void (*run)(void *, unsigned long);
  void (*run_adding)(void *, unsigned long);
  void (*set_run_adding_gain)(void *, float);
  void (*deactivate)(void *);
  void (*cleanup)(void *);
} descriptor;

// Memory before a page that nobody can touch, as shared buffers are; NULL when there is none.
static float *guarded(size_t bytes) {
  const size_t pages = (bytes + 4095) & ~(size_t)4095;
  char *memory = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + pages, 4096, PROT_NONE) != 0) return NULL;
  return (float *)(memory + ((pages - bytes) & ~(size_t)63));
}

static const char *shown(const char *text) { return text == NULL ? "" : text; }

static unsigned bits(float value) {
  unsigned result;
  memcpy(&result, &value, sizeof result);
  return result;
}

// The value that the hints of a port propose.
static float proposed(range_hint range) {
  const float scale = (range.hints & 8) != 0 ? rate : 1;
  const float lower = range.lower * scale, upper = range.upper * scale;
  float part;
  switch (range.hints & 0x3c0) {
    case 0x40: return lower;
    case 0x80: part = 0.25f; break;
    case 0xc0: part = 0.5f; break;
    case 0x100: part = 0.75f; break;
    case 0x140: return upper;
    case 0x240: return 1;
    case 0x280: return 100;
    case 0x2c0: return 440;
    case 0x200: return 0;
    default: return (range.hints & 1) != 0 ? lower : 0;
  }
  if ((range.hints & 0x10) != 0) return expf(logf(lower) * (1 - part) + logf(upper) * part);
  const float value = lower * (1 - part) + upper * part;
  return (range.hints & 0x20) != 0 ? rintf(value) : value;
}

// Shows what one effect is, and runs it; gives whether it could be.
static int perform(const descriptor *effect, const float *audio, unsigned long samples, int times) {
  printf("%lu %d %lu\n%s\n%s\n%s\n%s\n", effect->id, effect->properties, effect->port_count,
         shown(effect->label), shown(effect->name), shown(effect->maker), shown(effect->copyright));
  if (effect->port_count > most_ports) return 0;
  for (unsigned long port = 0; port < effect->port_count; port++) {
    const range_hint range = effect->port_hints[port];
    printf("%d %d %u %u %s\n", effect->ports[port], range.hints, bits(range.lower),
           bits(range.upper), effect->port_names[port]);
  }
  printf("\n");
  void *instance = effect->instantiate(effect, rate);
  if (instance == NULL) return 0;
  float *memory[most_ports];
  size_t counts[most_ports];
  for (unsigned long port = 0; port < effect->port_count; port++) {
    counts[port] = (effect->ports[port] & 8) != 0 ? samples : 1;
    memory[port] = guarded(counts[port] * sizeof(float));
    if (memory[port] == NULL) return 0;
    if ((effect->ports[port] & 1) != 0) {
      if (counts[port] == 1)
        *memory[port] = proposed(effect->port_hints[port]);
      else
        memcpy(memory[port], audio + port % channels * samples, samples * sizeof(float));
    }
    effect->connect_port(instance, port, memory[port]);
  }
  if (effect->activate != NULL) effect->activate(instance);
  for (int time = 0; time < times; time++) {
    effect->run(instance, samples);
    for (unsigned long port = 0; port < effect->port_count; port++) {
      if ((effect->ports[port] & 2) == 0) continue;
      if (fwrite(memory[port], sizeof(float), counts[port], stdout) != counts[port]) return 0;
    }
  }
  if (effect->deactivate != NULL) effect->deactivate(instance);
  effect->cleanup(instance);
  return 1;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  const unsigned long samples = strtoul(arguments[2], NULL, 10);
  const int times = atoi(arguments[3]);
  if (samples < 2 || samples > 1 << 20) return 2;
  float *audio = calloc(channels * samples, sizeof(float));
  if (audio == NULL) return 2;
  if (fread(audio, sizeof(float), channels * samples, stdin) != channels * samples) return 2;
  // Some may never come to an end.
  const struct rlimit limit = {2, 2};
  if (setrlimit(RLIMIT_CPU, &limit) != 0) return 2;
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  // POSIX lets a pointer to an object be one to a function.
  union {
    void *object;
    const descriptor *(*function)(unsigned long);
  } entry = {dlsym(library, "ladspa_descriptor")};
  if (entry.object == NULL) return 1;
  for (unsigned long index = 0;; index++) {
    const descriptor *effect = entry.function(index);
    if (effect == NULL) break;
    if (!perform(effect, audio, samples, times)) return 1;
  }
  free(audio);
  return fflush(stdout) == 0 ? 0 : 1;
}
