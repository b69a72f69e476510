/* Provokes captured output: writes to standard output, standard error and the log, then completes. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  static const uint32_t levels[] = {
      ORIEL_LOG_DEBUG, ORIEL_LOG_INFO, ORIEL_LOG_NOTICE, ORIEL_LOG_WARNING, ORIEL_LOG_ERROR};
  printf("a line on standard output\n");
  fflush(stdout);
  fprintf(stderr, "a line on standard error\n");
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
    char line[32];
    oriel_bytes message;
    snprintf(line, sizeof line, "a line of level %u", (unsigned)levels[i]);
    message = fixture_bytes(line);
    fixture_log(host)->write(levels[i], &message);
  }
  return fixture_complete(host, request, "printed", 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
