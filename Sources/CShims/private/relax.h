#ifndef ORIEL_SHIM_PRIVATE_RELAX_H
#define ORIEL_SHIM_PRIVATE_RELAX_H

// Tells the processor that a loop only waits.
static inline void oriel_shim_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#endif
