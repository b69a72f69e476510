/* Provokes the sandbox: does the acts that the text of the first item names; returns name=errno. */
/*
 * The text holds one act a line; the answer has one line for each, in the same order, "name=0" when
 * the act succeeded, "name=<errno>" when it was refused. An act that the sandbox answers by ending
 * the instance is named alone. Acts that ask for a value answer "name=<value>". See acts.h.
 */
#include "acts.h"

/* For the tests, which do the same acts outside a sandbox to see that they work there. */
ORIEL_EXPORT long long oriel_probe_act(const char *name) { return act(NULL, name); }

/* The name of an act and its kind; NULL behind the last one. */
ORIEL_EXPORT const char *oriel_probe_name(size_t index, char *kind) {
  if (index >= ACT_COUNT) return NULL;
  *kind = acts[index].kind;
  return acts[index].name;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static fixture_text report;
  static char names[65537];
  const oriel_host_items *items = fixture_items(host);
  oriel_item item = 0;
  oriel_bytes text;
  char *rest = names, *name;
  oriel_status status = items->input_item(request, 0, &item);
  if (status == ORIEL_OK) status = items->text(item, &text);
  if (status != ORIEL_OK) return status;
  memcpy(names, text.data, text.length < sizeof names ? text.length : sizeof names - 1);
  while ((name = strtok_r(NULL, "\n", &rest)) != NULL) {
    long long result = act(host, name);
    if (result == NO_SUCH_ACT)
      fixture_append(&report, "%s=unknown\n", name);
    else
      fixture_append(&report, "%s=%lld\n", name, result);
  }
  return fixture_complete(host, request, report.characters, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
