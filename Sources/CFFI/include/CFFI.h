/* libffi, loaded when it is first needed. Is provided because the runner must not link it: its symbols
   would then come before those of the libffi that an extension brings; and because the types of
   libffi are variables, which Swift does not let threads share. */
#ifndef ORIEL_CFFI_H
#define ORIEL_CFFI_H

#include <ffi.h>
#include <stdint.h>

/* Loads libffi. Gives NULL, or why it cannot be had; may be called again. */
const char *oriel_ffi_load(void);

/* The type with a number of `WireCType`, or NULL. */
ffi_type *oriel_ffi_type(uint16_t code);

/* Prepares calls of a signature; `fixed` parameters of `count` stand before the `...` of a variadic
   function, which is one when `is_variadic` is not 0. The types must stay. Gives an ffi_status. */
int32_t oriel_ffi_prepare(ffi_cif *signature, int32_t is_variadic, uint32_t fixed, uint32_t count,
                          ffi_type *result, ffi_type **parameters);

/* Calls a function and gives what it left in errno, which was 0 before. */
int32_t oriel_ffi_call(ffi_cif *signature, void *function, void *result, void **arguments);

/* The most arguments of each kind that `oriel_ffi_call_in_registers` takes. */
#define ORIEL_FFI_INTEGER_REGISTERS 6
#define ORIEL_FFI_FLOAT_REGISTERS 8

/* Calls a function all of whose arguments lie in registers, which takes a fraction of the time that
   libffi needs: integers and pointers, extended to 64 bits as their types say, and where `floats` has
   the bit of their number, the bits of floating-point numbers. `count` values, no more of each kind
   than the numbers above say. `result` becomes the bits of what it returns, a floating-point number if
   `returns_float` is not 0; only as many count as the type has. Gives what it left in errno, which was
   0 before. */
int32_t oriel_ffi_call_in_registers(void *function, const uint64_t *values, uint32_t count,
                                    uint64_t floats, int32_t returns_float, uint64_t *result);

/* Makes a function that calls `body` with `data`, and stays for ever. Gives it, or NULL. */
void *oriel_ffi_closure(ffi_cif *signature,
                        void (*body)(ffi_cif *signature, void *result, void **arguments, void *data),
                        void *data);

/* What this thread serves; NULL before it was set. */
void *oriel_ffi_thread_context(void);
void oriel_ffi_set_thread_context(void *context);

#endif
