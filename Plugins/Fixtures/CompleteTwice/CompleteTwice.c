/* Provokes a second outcome: completes, completes again and cancels, and logs the later statuses. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  char line[96];
  oriel_status first = fixture_complete(host, request, "first", 0);
  oriel_status second =
      fixture_requests(host)->complete_request(request, NULL, 0, NULL, 0, 0);
  oriel_status third = fixture_cancel(host, request, 1, "too late");
  snprintf(line, sizeof line, "first=%s second=%s third=%s", fixture_status(first),
           fixture_status(second), fixture_status(third));
  fixture_write_log(host, line);
  return ORIEL_OK;
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
