/* Nettle, used for one thing: SHA-256, over the content of bundles and over what an index keeps. */
#include <nettle/sha2.h>
