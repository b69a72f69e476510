/* Starts a program under a system call filter that makes single calls fail, or lie.

   It stands for what else may be around a host: the filter of a container engine, of a service
   manager, of another sandbox. Firefox's media plugins once ran without theirs because a filter
   around them answered 0 to the call that should have put it up (CVE-2017-5426).

   usage: oriel-outer-filter [ANSWER:CALL[,TEST]...]... -- PROGRAM [ARGUMENT...]

   ANSWER is an error number, 0 to report success without doing anything, or "kill". CALL is a name
   from the table below. A TEST compares the low 32 bits of an argument, after a mask if there is
   one: INDEX=VALUE, INDEX!VALUE, INDEX/MASK=VALUE. A rule applies when all of its tests hold. */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
  const char *name;
  uint32_t number;
} calls[] = {
    {"capget", SYS_capget},
    {"capset", SYS_capset},
    {"chdir", SYS_chdir},
    {"clone", SYS_clone},
    {"close_range", SYS_close_range},
#ifdef SYS_dup2
    {"dup2", SYS_dup2},
#endif
    {"dup3", SYS_dup3},
    {"fchdir", SYS_fchdir},
    {"fsconfig", SYS_fsconfig},
    {"fsmount", SYS_fsmount},
    {"fsopen", SYS_fsopen},
    {"keyctl", SYS_keyctl},
    {"landlock_add_rule", SYS_landlock_add_rule},
    {"landlock_create_ruleset", SYS_landlock_create_ruleset},
    {"landlock_restrict_self", SYS_landlock_restrict_self},
    {"mkdirat", SYS_mkdirat},
    {"mount", SYS_mount},
    {"mount_setattr", SYS_mount_setattr},
    {"move_mount", SYS_move_mount},
    {"open_tree", SYS_open_tree},
    {"openat2", SYS_openat2},
    {"pidfd_open", SYS_pidfd_open},
    {"pivot_root", SYS_pivot_root},
    {"prctl", SYS_prctl},
    {"prlimit64", SYS_prlimit64},
    {"rt_sigaction", SYS_rt_sigaction},
    {"rt_sigprocmask", SYS_rt_sigprocmask},
    {"seccomp", SYS_seccomp},
    {"setgroups", SYS_setgroups},
    {"sethostname", SYS_sethostname},
    {"setns", SYS_setns},
    {"setpriority", SYS_setpriority},
    {"setresgid", SYS_setresgid},
    {"setresuid", SYS_setresuid},
    {"setsid", SYS_setsid},
    {"signalfd4", SYS_signalfd4},
    {"socketpair", SYS_socketpair},
    {"umask", SYS_umask},
    {"umount2", SYS_umount2},
    {"unshare", SYS_unshare},
    {"write", SYS_write},
};

static struct sock_filter program[512];
static size_t length;

static void fail(const char *what, const char *text) {
  fprintf(stderr, "oriel-outer-filter: %s: %s\n", what, text);
  exit(125);
}

static void add(struct sock_filter instruction) {
  if (length == sizeof program / sizeof *program) fail("too many rules", "give fewer");
  program[length++] = instruction;
}

static uint32_t number_of(const char *name) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(calls[i].name, name) == 0) return calls[i].number;
  }
  fail("unknown call", name);
  return 0;
}

static uint32_t answer_of(const char *text) {
  if (strcmp(text, "kill") == 0) return SECCOMP_RET_KILL_PROCESS;
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (end == text || *end != '\0' || number > 4095) fail("no answer", text);
  return SECCOMP_RET_ERRNO | (uint32_t)number;
}

static uint32_t value_of(const char *text, char **end) {
  uint32_t value = (uint32_t)strtoul(text, end, 0);
  if (*end == text) fail("no number", text);
  return value;
}

/* Adds a test; `skips` collects the place of the jump that leaves the rule. */
static void add_test(char *text, size_t *skip, int *is_negated) {
  char *rest;
  uint32_t index = value_of(text, &rest), mask = ~0U;
  if (index > 5) fail("no argument", text);
  if (*rest == '/') mask = value_of(rest + 1, &rest);
  *is_negated = *rest == '!';
  if (*rest != '=' && *rest != '!') fail("no test", text);
  uint32_t value = value_of(rest + 1, &rest);
  if (*rest != '\0') fail("no test", text);
  uint32_t place = (uint32_t)(offsetof(struct seccomp_data, args) + 8 * index);
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place));
  add((struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
  *skip = length;
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0));
}

static void add_rule(char *rule) {
  char *colon = strchr(rule, ':');
  if (colon == NULL) fail("no rule", rule);
  *colon = '\0';
  uint32_t answer = answer_of(rule);
  char *state;
  char *name = strtok_r(colon + 1, ",", &state);
  if (name == NULL) fail("no call in rule", rule);
  size_t skips[8], count = 0;
  int negated[8] = {0};
  add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  skips[count++] = length;
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number_of(name), 0, 0));
  for (char *test; (test = strtok_r(NULL, ",", &state)) != NULL; count++) {
    if (count == 8) fail("too many tests", test);
    add_test(test, &skips[count], &negated[count]);
  }
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
  for (size_t i = 0; i < count; i++) {
    uint8_t distance = (uint8_t)(length - skips[i] - 1);
    if (negated[i]) {
      program[skips[i]].jt = distance;
    } else {
      program[skips[i]].jf = distance;
    }
  }
}

int main(int count, char **arguments) {
  int next = 1;
  for (; next < count && strcmp(arguments[next], "--") != 0; next++) add_rule(arguments[next]);
  if (next + 1 >= count) fail("usage", "oriel-outer-filter [RULE...] -- PROGRAM [ARGUMENT...]");
  add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const struct sock_fprog filter = {.len = (unsigned short)length, .filter = program};
  /* Root needs no promise for a filter; without it, what the program does about it can be seen. */
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0) {
    if (errno != EACCES || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0) {
      fail("no filter", strerror(errno));
    }
  }
  execv(arguments[next + 1], arguments + next + 1);
  fail(arguments[next + 1], strerror(errno));
}
