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

// Tells the processor that a line is about to be written, which takes it away from the others.
static inline void oriel_shim_fetch_for_writing(const void *line) {
#if defined(__x86_64__)
  // The compiler's own word for it fetches the line for reading unless the processor is known to have
  // this instruction, which does nothing on those that do not.
  __asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
#else
  __builtin_prefetch(line, 1);
#endif
}

#endif
