/* Provokes a cancellation: domain, code and text, and an error of the first input item. */
#include "../fixture.h"

static oriel_status begin(const oriel_host *host, oriel_request request) {
  oriel_item_error item_error;
  oriel_error error = {0, -42, {NULL, 0}, {NULL, 0}};
  uint64_t count = 0;
  memset(&item_error, 0, sizeof item_error);
  error.domain = fixture_bytes("org.oriel.fixture.cancel");
  error.text = fixture_bytes("Gives up, as it always does.");
  fixture_items(host)->input_count(request, &count);
  if (count > 0) {
    fixture_items(host)->input_item(request, 0, &item_error.item);
    item_error.error = error;
    item_error.error.code = 7;
    item_error.error.text = fixture_bytes("The first item is the reason.");
  }
  return fixture_requests(host)->cancel_request(request, &error, &item_error, count > 0 ? 1 : 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
