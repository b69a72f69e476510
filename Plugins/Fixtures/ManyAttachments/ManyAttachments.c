/* Provokes the limit of attachments in one answer: returns 300 of 5,000 bytes, then 60 of them. */
/*
 * The first item returned holds a line for each try that failed, "300=<status>" and "60=<status>";
 * the second one, when the 60 were taken, carries them.
 */
#include "../fixture.h"

static char content[5000];

/* Adds `count` attachments to an item; the first bytes of each tell its number. */
static oriel_status fill(const oriel_host *host, oriel_item item, unsigned count) {
  const oriel_host_attachments *attachments = fixture_attachments(host);
  oriel_bytes type = fixture_bytes("public.data"), bytes = {content, sizeof content};
  oriel_status status = ORIEL_OK;
  for (unsigned i = 0; i < count && status == ORIEL_OK; i++) {
    oriel_attachment attachment = 0;
    snprintf(content, sizeof content, "%u", i);
    status = attachments->create(item, &attachment);
    if (status == ORIEL_OK) status = attachments->add_bytes(attachment, &type, &bytes);
  }
  return status;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const oriel_host_items *items = fixture_items(host);
  const oriel_host_request *requests = fixture_requests(host);
  static fixture_text report;
  oriel_item half[2] = {0, 0}, answer[2] = {0, 0};
  oriel_bytes text;
  oriel_status status = ORIEL_OK;
  for (int i = 0; i < 2 && status == ORIEL_OK; i++) {
    status = items->create(request, &half[i]);
    if (status == ORIEL_OK) status = fill(host, half[i], 150);
    if (status == ORIEL_OK) status = items->create(request, &answer[i]);
  }
  if (status == ORIEL_OK) status = fill(host, answer[1], 60);
  if (status != ORIEL_OK) return status;

  status = requests->complete_request(request, half, 2, NULL, 0, 0);
  if (status == ORIEL_OK) return ORIEL_OK;
  fixture_append(&report, "300=%s\n", fixture_status(status));
  text = fixture_bytes(report.characters);
  status = items->set_text(answer[0], &text);
  if (status != ORIEL_OK) return status;

  status = requests->complete_request(request, answer, 2, NULL, 0, 0);
  if (status == ORIEL_OK) return ORIEL_OK;
  fixture_append(&report, "60=%s\n", fixture_status(status));
  text = fixture_bytes(report.characters);
  status = items->set_text(answer[0], &text);
  if (status != ORIEL_OK) return status;
  return requests->complete_request(request, answer, 1, NULL, 0, 0);
}

static const oriel_extension_request table = {begin, NULL, NULL};
FIXTURE_ENTRY(table)
