/* libseccomp, used for one thing: the numbers of system calls by name and architecture. */
#include <seccomp.h>
