/*
 * The acts of the probe, by name: what an extension might try in the sandbox. An act gives 0 when it
 * had its way, or an errno; a question gives its answer. Each subject has a file of its own.
 *
 * "act:/path" acts on any file:  open read write list stat exec unlink mkdir symlink-to chmod dlopen
 *   inotify truncate tmpfile place-read place-write; "scan:HEX" looks for veiled bytes in memory.
 */
#ifndef ORIEL_PROBE_ACTS_H
#define ORIEL_PROBE_ACTS_H

#include "common.h"
#include "files.h"
#include "network.h"
#include "processes.h"
#include "memory.h"
#include "kernel.h"
#include "hygiene.h"
#include "resources.h"

/* What the sandbox must make of an act. */
#define REFUSED 'r' /* it fails; where an ordinary program may do it, see OUTSIDE */
#define OUTSIDE 'o' /* it fails, and outside the sandbox every user may do it */
#define ENDING 'e'  /* the instance ends */
#define CONTROL 'c' /* it is allowed */
#define EXCEPTION 'x' /* it is allowed although it should not be; the tests say why */
#define QUESTION 'q'
#define AMOUNT 'a'  /* a question that uses up what there is */
#define WITH_HOST 'h' /* a control that needs the host's tables */

typedef struct probe_act {
  const char *name;
  char kind;
  long long (*act)(void);
} probe_act;

static const probe_act acts[] = {
#include "list.h"
};
#define ACT_COUNT (sizeof acts / sizeof acts[0])

static const struct { const char *name; long long (*act)(const oriel_host *); } host_acts[] = {
    {"temporary-file", write_temporary_file},
    {"own-bundle", read_own_bundle},
    {"temporary-map-exec", map_executable_file},
};

/* Does the act with this name. */
static long long act(const oriel_host *host, const char *name) {
  const char *colon;
  for (size_t i = 0; i < ACT_COUNT; i++)
    if (acts[i].act != NULL && strcmp(acts[i].name, name) == 0) return acts[i].act();
  for (size_t i = 0; host != NULL && i < sizeof host_acts / sizeof host_acts[0]; i++)
    if (strcmp(host_acts[i].name, name) == 0) return host_acts[i].act(host);
  if ((colon = strchr(name, ':')) != NULL) {
    char verb[32];
    snprintf(verb, sizeof verb, "%.*s", (int)(colon - name < 31 ? colon - name : 31), name);
    return strcmp(verb, "scan") == 0 ? scan_for(colon + 1) : act_on_file(verb, colon + 1);
  }
  return NO_SUCH_ACT;
}

#endif
