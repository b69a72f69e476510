/* libsodium, used for one thing: BLAKE2b over the content of bundles. */
#include <sodium.h>
