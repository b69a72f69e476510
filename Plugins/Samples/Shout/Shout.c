/*
 * Shout: an Action extension in C that returns the text it is given in upper case.
 *
 * The text is that of the first item that has one, else the content of the first attachment that is
 * text. Upper-casing is Unicode's full mapping without a language, so that "straße" becomes "STRASSE"
 * everywhere and "i" becomes "I", also for a Turkish user.
 */
#include <oriel/oriel.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unistr.h>

/* The codes of "com.example.shout", the domain of this extension's errors. */
#define SHOUT_NO_TEXT 1       /* neither an item nor an attachment holds text */
#define SHOUT_NOT_UTF8 2      /* the attachment's bytes are not UTF-8 */
#define SHOUT_NOT_LOADED 3    /* the attachment could not be loaded */
#define SHOUT_TOO_LONG 4      /* the result is longer than an item's text may be */

#define LOAD_TIMEOUT_MS 10000

/* What one request works with. */
typedef struct shout {
  oriel_request request;
  const oriel_host_request *requests;
  const oriel_host_items *items;
  const oriel_host_attachments *attachments;
} shout;

static oriel_bytes bytes_of(const char *text) {
  oriel_bytes bytes = {text, strlen(text)};
  return bytes;
}

static oriel_status fail(const shout *shout, int64_t code, const char *text) {
  oriel_error error = {0, code, {NULL, 0}, {NULL, 0}};
  error.domain = bytes_of("com.example.shout");
  error.text = bytes_of(text);
  return shout->requests->cancel_request(shout->request, &error, NULL, 0);
}

/* Completes the request with one item that holds `text` in upper case. */
static oriel_status answer(const shout *shout, const oriel_bytes *text) {
  const uint8_t *characters = text->data;
  size_t length = text->length, upper_length = 0;
  oriel_bytes result;
  oriel_item item = 0;
  oriel_status status;
  uint8_t *upper;

  /* A byte order mark at the start of a file is no part of its text. */
  if (length >= 3 && memcmp(characters, "\xef\xbb\xbf", 3) == 0) {
    characters += 3;
    length -= 3;
  }
  if (length > 0 && u8_check(characters, length) != NULL)
    return fail(shout, SHOUT_NOT_UTF8, "The text is not in UTF-8.");

  upper = u8_toupper(characters, length, NULL, NULL, NULL, &upper_length);
  if (upper == NULL && length > 0) return ORIEL_E_NO_MEMORY;
  result.data = upper;
  result.length = upper_length;

  if (result.length > ORIEL_MAX_TEXT_LENGTH) {
    status = fail(shout, SHOUT_TOO_LONG, "The text is longer than 65,536 bytes in upper case.");
  } else {
    status = shout->items->create(shout->request, &item);
    if (status == ORIEL_OK) status = shout->items->set_text(item, &result);
    if (status == ORIEL_OK)
      status = shout->requests->complete_request(shout->request, &item, 1, NULL, 0, 0);
  }
  free(upper);
  return status;
}

/* Loads a text attachment and answers with it. */
static oriel_status answer_attachment(
    const shout *shout, oriel_attachment attachment, const oriel_bytes *type) {
  oriel_loaded loaded = {sizeof loaded, 0, {NULL, 0}, -1, 0, 0};
  oriel_status status = shout->attachments->load_blocking(
      attachment, type, ORIEL_FORM_BYTES, LOAD_TIMEOUT_MS, &loaded);
  if (status != ORIEL_OK)
    return fail(shout, SHOUT_NOT_LOADED, "The attached text could not be loaded.");
  status = answer(shout, &loaded.bytes);
  shout->attachments->release_loaded(&loaded);
  return status;
}

/* Finds the first attachment of `item` that is text; ORIEL_E_NOT_FOUND when there is none. */
static oriel_status find_text_attachment(
    const shout *shout, oriel_item item, oriel_attachment *attachment, oriel_bytes *type) {
  oriel_bytes wanted = bytes_of("public.plain-text");
  uint64_t count = 0;
  oriel_status status = shout->items->attachment_count(item, &count);
  for (uint64_t i = 0; status == ORIEL_OK && i < count; i++) {
    status = shout->items->attachment(item, i, attachment);
    if (status != ORIEL_OK) return status;
    if (shout->attachments->conforming_type(*attachment, &wanted, type) == ORIEL_OK)
      return ORIEL_OK;
  }
  return status == ORIEL_OK ? ORIEL_E_NOT_FOUND : status;
}

static oriel_status begin(const oriel_host *host, oriel_request request) {
  const shout shout = {
      request,
      host->get_interface(host, ORIEL_ID_REQUEST),
      host->get_interface(host, ORIEL_ID_ITEMS),
      host->get_interface(host, ORIEL_ID_ATTACHMENTS),
  };
  oriel_attachment attachment = 0;
  oriel_item item = 0;
  oriel_bytes text, type;
  uint64_t count = 0;
  oriel_status status;
  if (shout.requests == NULL || shout.items == NULL || shout.attachments == NULL)
    return ORIEL_E_UNSUPPORTED;

  status = shout.items->input_count(request, &count);
  for (uint64_t i = 0; status == ORIEL_OK && i < count; i++) {
    status = shout.items->input_item(request, i, &item);
    if (status == ORIEL_OK && shout.items->text(item, &text) == ORIEL_OK && text.length > 0)
      return answer(&shout, &text);
  }
  for (uint64_t i = 0; status == ORIEL_OK && i < count; i++) {
    status = shout.items->input_item(request, i, &item);
    if (status == ORIEL_OK && find_text_attachment(&shout, item, &attachment, &type) == ORIEL_OK)
      return answer_attachment(&shout, attachment, &type);
  }
  if (status != ORIEL_OK) return status;
  return fail(&shout, SHOUT_NO_TEXT, "There is no text to shout: give a text or a text file.");
}

static const oriel_extension_request requests = {begin, NULL, NULL};

static const void *get_interface(const char *id) {
  return strcmp(id, ORIEL_ID_REQUEST) == 0 ? &requests : NULL;
}

static const oriel_entry entry = {sizeof entry, ORIEL_ABI_VERSION, get_interface};

const oriel_entry *oriel_extension_entry(void) { return &entry; }
