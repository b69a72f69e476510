/* libsodium, used for one thing: short BLAKE2b hashes of what an index keeps of bundles. */
#include <sodium.h>
