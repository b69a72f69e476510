#include "blake2bp.h"

#include <string.h>

/// The parts that are hashed at once.
#define LANES 4
/// The bytes of one block of one part.
#define BLOCK 128
/// The bytes of one block of each part.
#define STRIPE (LANES * BLOCK)

/// One word of each part.
typedef uint64_t words __attribute__((vector_size(8 * LANES)));

/// A hash that goes on.
struct state {
  words chain[8];
  /// How many bytes of each part were compressed.
  uint64_t compressed;
  /// How many bytes wait.
  size_t waiting;
  uint8_t bytes[2 * STRIPE];
};

_Static_assert(sizeof(struct state) == ORIEL_BLAKE2BP_STATE_LENGTH, "the size that is promised");

static const uint64_t initial[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/// The order in which each round takes the words of a block; the last two are the first two again.
static const uint8_t order[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

#define ROTATE(x, n) (((x) >> (n)) | ((x) << (64 - (n))))
#define MIX(a, b, c, d, x, y)         \
  v[a] += v[b] + (x);                 \
  v[d] = ROTATE(v[d] ^ v[a], 32);     \
  v[c] += v[d];                       \
  v[b] = ROTATE(v[b] ^ v[c], 24);     \
  v[a] += v[b] + (y);                 \
  v[d] = ROTATE(v[d] ^ v[a], 16);     \
  v[c] += v[d];                       \
  v[b] = ROTATE(v[b] ^ v[c], 63)

/// Compresses a block of each part. `counts` and `ends` are what BLAKE2b mixes in: the bytes so far,
/// and whether it is the last block, and that of the last part.
static inline __attribute__((always_inline)) void compress_here(
    words *chain, const uint8_t *stripe, const words *counts, const words *ends) {
  words m[16], v[16];
  for (int word = 0; word < 16; word++) {
    for (int lane = 0; lane < LANES; lane++) {
      uint64_t value;
      memcpy(&value, stripe + lane * BLOCK + 8 * word, 8);
      m[word][lane] = value;
    }
  }
  for (int i = 0; i < 8; i++) {
    v[i] = chain[i];
    v[i + 8] = (words){0} + initial[i];
  }
  v[12] ^= *counts;
  v[14] ^= ends[0];
  v[15] ^= ends[1];
#pragma GCC unroll 12
  for (int round = 0; round < 12; round++) {
    const uint8_t *s = order[round];
    MIX(0, 4, 8, 12, m[s[0]], m[s[1]]);
    MIX(1, 5, 9, 13, m[s[2]], m[s[3]]);
    MIX(2, 6, 10, 14, m[s[4]], m[s[5]]);
    MIX(3, 7, 11, 15, m[s[6]], m[s[7]]);
    MIX(0, 5, 10, 15, m[s[8]], m[s[9]]);
    MIX(1, 6, 11, 12, m[s[10]], m[s[11]]);
    MIX(2, 7, 8, 13, m[s[12]], m[s[13]]);
    MIX(3, 4, 9, 14, m[s[14]], m[s[15]]);
  }
  for (int i = 0; i < 8; i++) chain[i] ^= v[i] ^ v[i + 8];
}

#if defined(__x86_64__)
/// The same with the vectors of AVX-512, which can rotate.
__attribute__((target("avx512f,avx512vl"))) static void compress_avx512(
    words *chain, const uint8_t *stripe, const words *counts, const words *ends) {
  compress_here(chain, stripe, counts, ends);
}

/// The same with vectors of four words.
__attribute__((target("avx2"))) static void compress_avx2(
    words *chain, const uint8_t *stripe, const words *counts, const words *ends) {
  compress_here(chain, stripe, counts, ends);
}
#endif

/// Compresses with what this processor has.
static void compress(words *chain, const uint8_t *stripe, const words *counts, const words *ends) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vl")) {
    compress_avx512(chain, stripe, counts, ends);
    return;
  }
  if (__builtin_cpu_supports("avx2")) {
    compress_avx2(chain, stripe, counts, ends);
    return;
  }
#endif
  compress_here(chain, stripe, counts, ends);
}

/// Compresses a block of each part that is not its last one.
static void advance(struct state *state, const uint8_t *stripe) {
  static const words none[2] = {{0}, {0}};
  state->compressed += BLOCK;
  words counts = (words){0} + state->compressed;
  compress(state->chain, stripe, &counts, none);
}

void oriel_blake2bp_begin(void *memory) {
  struct state *state = memory;
  memset(state, 0, sizeof *state);
  for (int i = 0; i < 8; i++) state->chain[i] += initial[i];
  // 64 bytes of hash, no key, four parts, two levels; the number of the part; 64 bytes from each.
  state->chain[0] ^= (words){0} + 0x02040040;
  state->chain[1] ^= (words){0, 1, 2, 3};
  state->chain[2] ^= (words){0} + 0x4000;
}

void oriel_blake2bp_add(void *memory, const uint8_t *bytes, size_t count) {
  struct state *state = memory;
  // A block is known not to be the last one of its part once a byte of the next one is there.
  const size_t needed = STRIPE + (LANES - 1) * BLOCK;
  while (count > 0) {
    if (state->waiting == 0 && count > needed) {
      advance(state, bytes);
      bytes += STRIPE;
      count -= STRIPE;
      continue;
    }
    size_t part = sizeof state->bytes - state->waiting;
    // What waits is used up as soon as it can be, so that the rest needs no copy.
    if (state->waiting < STRIPE && count > needed) part = STRIPE - state->waiting;
    if (part > count) part = count;
    memcpy(state->bytes + state->waiting, bytes, part);
    bytes += part;
    count -= part;
    state->waiting += part;
    if (state->waiting == STRIPE && count > (LANES - 1) * BLOCK) {
      advance(state, state->bytes);
      state->waiting = 0;
    } else if (state->waiting > needed) {
      advance(state, state->bytes);
      state->waiting -= STRIPE;
      memmove(state->bytes, state->bytes + STRIPE, state->waiting);
    }
  }
}

/// Compresses what waits of each part: one block or two.
static void finish(struct state *state) {
  memset(state->bytes + state->waiting, 0, sizeof state->bytes - state->waiting);
  for (size_t stripe = 0; stripe < 2; stripe++) {
    words counts = {0}, ends[2] = {{0}, {0}}, mask = {0};
    for (size_t lane = 0; lane < LANES; lane++) {
      size_t start = stripe * STRIPE + lane * BLOCK;
      size_t left = state->waiting > start ? state->waiting - start : 0;
      counts[lane] = state->compressed + stripe * BLOCK + (left < BLOCK ? left : BLOCK);
      int isLast = left <= STRIPE;
      // The block behind it begins a stripe later.
      if (isLast) ends[0][lane] = UINT64_MAX;
      if (isLast && lane == LANES - 1) ends[1][lane] = UINT64_MAX;
      if (stripe == 0 || left > 0) mask[lane] = UINT64_MAX;
    }
    words chain[8];
    memcpy(chain, state->chain, sizeof chain);
    compress(chain, state->bytes + stripe * STRIPE, &counts, ends);
    for (int i = 0; i < 8; i++) state->chain[i] = (chain[i] & mask) | (state->chain[i] & ~mask);
  }
}

void oriel_blake2bp_end(void *memory, uint8_t *hash) {
  struct state *state = memory;
  finish(state);
  // The hashes of the parts, one behind the other: the root is the hash of these two blocks, which
  // all lanes work out alike.
  uint64_t leaves[LANES][8];
  for (int lane = 0; lane < LANES; lane++) {
    for (int i = 0; i < 8; i++) leaves[lane][i] = state->chain[i][lane];
  }
  words root[8];
  for (int i = 0; i < 8; i++) root[i] = (words){0} + initial[i];
  root[0] ^= (words){0} + 0x02040040;
  root[2] ^= (words){0} + 0x4001;
  for (int block = 0; block < 2; block++) {
    for (int lane = 0; lane < LANES; lane++) {
      memcpy(state->bytes + lane * BLOCK, &leaves[2 * block], BLOCK);
    }
    words counts = (words){0} + (uint64_t)(BLOCK * (block + 1));
    words end = (words){0} - (uint64_t)block;
    words ends[2] = {end, end};
    compress(root, state->bytes, &counts, ends);
  }
  for (int i = 0; i < 8; i++) {
    uint64_t word = root[i][0];
    memcpy(hash + 8 * i, &word, 8);
  }
}
