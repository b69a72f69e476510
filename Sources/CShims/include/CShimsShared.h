/* Memory that host and instance both write. Is provided because MAP_FAILED and the seals are macros
   that Swift does not see. */
#ifndef ORIEL_CSHIMS_SHARED_H
#define ORIEL_CSHIMS_SHARED_H

#include <stdint.h>

/* A close-on-exec memory file of a size that can never change, filled with zeros. Gives the
   descriptor, or a negated error number. */
int32_t oriel_shim_shared_file(const char *name, uint64_t size);

/* Maps a part of a file for reading and writing, between two pages that nobody can touch. `offset` and
   `size` are multiples of the page. Gives 0 or a negated error number. */
int32_t oriel_shim_map_shared(int32_t descriptor, uint64_t offset, uint64_t size, void **start);

/* Removes such a mapping with its guards. */
void oriel_shim_unmap_shared(void *start, uint64_t size);

/* The size of a page. */
uint64_t oriel_shim_page_size(void);

#endif
