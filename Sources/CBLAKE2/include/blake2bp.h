#ifndef ORIEL_BLAKE2BP_H
#define ORIEL_BLAKE2BP_H

// BLAKE2bp: BLAKE2b over four parts of the input at once, as its authors define it. Provided because
// libsodium has only BLAKE2b, which uses the vectors of a processor for one block at a time and takes
// two and a half times as long. Can be deleted when libsodium has a hash for many blocks at a time.

#include <stddef.h>
#include <stdint.h>

/// The bytes of a hash.
#define ORIEL_BLAKE2BP_LENGTH 64
/// The bytes that a state needs.
#define ORIEL_BLAKE2BP_STATE_LENGTH 1312

/// Begins a hash in memory of `ORIEL_BLAKE2BP_STATE_LENGTH` bytes on a boundary of 64.
void oriel_blake2bp_begin(void *state);

/// Adds bytes.
void oriel_blake2bp_add(void *state, const uint8_t *bytes, size_t count);

/// Ends the hash and gives its `ORIEL_BLAKE2BP_LENGTH` bytes.
void oriel_blake2bp_end(void *state, uint8_t *hash);

#endif
