/* Provokes the cap of logs: 4 MiB of log lines and 4 MiB on standard output, then completes. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  char line[257], text[96];
  unsigned accepted = 0, refused = 0;
  oriel_status last = ORIEL_OK;
  oriel_bytes message = {line, 256};
  memset(line, 'x', sizeof line);
  line[256] = '\n';
  for (int i = 0; i < 16384; i++) {
    oriel_status status = fixture_log(host)->write(ORIEL_LOG_INFO, &message);
    if (status == ORIEL_OK) {
      accepted++;
    } else {
      refused++;
      last = status;
    }
    fwrite(line, 1, sizeof line, stdout);
  }
  fflush(stdout);
  snprintf(text, sizeof text, "accepted=%u refused=%u last=%s", accepted, refused,
           fixture_status(last));
  return fixture_complete(host, request, text, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
