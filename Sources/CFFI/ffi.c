#include "CFFI.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

static struct {
  void *library;
  ffi_status (*prepare)(ffi_cif *, ffi_abi, unsigned, ffi_type *, ffi_type **);
  ffi_status (*prepare_variadic)(ffi_cif *, ffi_abi, unsigned, unsigned, ffi_type *, ffi_type **);
  void (*call)(ffi_cif *, void (*)(void), void *, void **);
  void *(*allocate)(size_t, void **);
  ffi_status (*prepare_closure)(ffi_closure *, ffi_cif *,
                                void (*)(ffi_cif *, void *, void **, void *), void *, void *);
  ffi_type *types[12];
} ffi;

// The names of the types, by their numbers in `WireCType`.
static const char *const names[12] = {
    "ffi_type_void",   "ffi_type_sint8",  "ffi_type_uint8",  "ffi_type_sint16",
    "ffi_type_uint16", "ffi_type_sint32", "ffi_type_uint32", "ffi_type_sint64",
    "ffi_type_uint64", "ffi_type_float",  "ffi_type_double", "ffi_type_pointer",
};

// A pointer to a function or variable, as dlsym gives both.
static int find(void *library, const char *name, void *place) {
  *(void **)place = dlsym(library, name);
  return *(void **)place != NULL;
}

const char *oriel_ffi_load(void) {
  if (ffi.library != NULL) return NULL;
  // Its interface has been the same since version 3.4, which has this name.
  void *library = dlopen("libffi.so.8", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (!find(library, names[i], &ffi.types[i])) return dlerror();
  }
  if (!find(library, "ffi_prep_cif", &ffi.prepare) ||
      !find(library, "ffi_prep_cif_var", &ffi.prepare_variadic) ||
      !find(library, "ffi_call", &ffi.call) ||
      !find(library, "ffi_closure_alloc", &ffi.allocate) ||
      !find(library, "ffi_prep_closure_loc", &ffi.prepare_closure)) {
    return dlerror();
  }
  ffi.library = library;
  return NULL;
}

ffi_type *oriel_ffi_type(uint16_t code) {
  return code < sizeof names / sizeof names[0] ? ffi.types[code] : NULL;
}

int32_t oriel_ffi_prepare(ffi_cif *signature, int32_t is_variadic, uint32_t fixed, uint32_t count,
                          ffi_type *result, ffi_type **parameters) {
  if (is_variadic != 0) {
    return (int32_t)ffi.prepare_variadic(signature, FFI_DEFAULT_ABI, fixed, count, result, parameters);
  }
  return (int32_t)ffi.prepare(signature, FFI_DEFAULT_ABI, count, result, parameters);
}

int32_t oriel_ffi_call(ffi_cif *signature, void *function, void *result, void **arguments) {
  // A function is no object in C, but POSIX lets one be passed as such.
  union {
    void *object;
    void (*function)(void);
  } target = {.object = function};
  errno = 0;
  ffi.call(signature, target.function, result, arguments);
  return errno;
}

// Both conventions, that of System V for x86-64 and that of AArch64, number the registers of the two
// kinds apart from each other, so that a function finds its arguments whatever their order was, and
// the registers behind them do not matter to it.
#define INTEGERS uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
#define FLOATS double, double, double, double, double, double, double, double

int32_t oriel_ffi_call_in_registers(void *function, const uint64_t *values, uint32_t count,
                                    uint64_t floats, int32_t returns_float, uint64_t *result) {
  union {
    void *object;
    uint64_t (*integers)(INTEGERS);
    uint64_t (*both)(INTEGERS, FLOATS);
    double (*floating)(INTEGERS, FLOATS);
  } target = {.object = function};
  uint64_t i[ORIEL_FFI_INTEGER_REGISTERS] = {0};
  if (floats == 0 && returns_float == 0) {
    for (uint32_t n = 0; n < count && n < ORIEL_FFI_INTEGER_REGISTERS; n++) i[n] = values[n];
    errno = 0;
    *result = target.integers(i[0], i[1], i[2], i[3], i[4], i[5]);
    return errno;
  }
  // The low half of a register is a float's.
  union {
    uint64_t bits;
    double value;
  } f[ORIEL_FFI_FLOAT_REGISTERS] = {{0}}, floating;
  uint32_t integer = 0;
  uint32_t number = 0;
  for (uint32_t n = 0; n < count; n++) {
    if (floats >> n & 1) {
      if (number < ORIEL_FFI_FLOAT_REGISTERS) f[number++].bits = values[n];
    } else if (integer < ORIEL_FFI_INTEGER_REGISTERS) {
      i[integer++] = values[n];
    }
  }
  errno = 0;
  if (returns_float == 0) {
    *result = target.both(i[0], i[1], i[2], i[3], i[4], i[5], f[0].value, f[1].value, f[2].value,
                          f[3].value, f[4].value, f[5].value, f[6].value, f[7].value);
  } else {
    floating.value = target.floating(i[0], i[1], i[2], i[3], i[4], i[5], f[0].value, f[1].value,
                                     f[2].value, f[3].value, f[4].value, f[5].value, f[6].value,
                                     f[7].value);
    *result = floating.bits;
  }
  return errno;
}

void *oriel_ffi_closure(ffi_cif *signature,
                        void (*body)(ffi_cif *signature, void *result, void **arguments, void *data),
                        void *data) {
  void *code = NULL;
  ffi_closure *closure = ffi.allocate(sizeof(ffi_closure), &code);
  if (closure == NULL) return NULL;
  return ffi.prepare_closure(closure, signature, body, data, code) == FFI_OK ? code : NULL;
}

static _Thread_local void *thread_context;

void *oriel_ffi_thread_context(void) { return thread_context; }

void oriel_ffi_set_thread_context(void *context) { thread_context = context; }
