#ifndef ORIEL_EXT_ITEMS_H
#define ORIEL_EXT_ITEMS_H

#include <oriel/macros.h>
#include <oriel/status.h>
#include <oriel/values.h>
#include <stdint.h>

ORIEL_HEADER_BEGIN

#define ORIEL_ID_ITEMS "oriel.items/1"

/*
 * Offered by the host: the items of a request. Input items come from the host and cannot be
 * changed; the extension makes the items it returns with `create`.
 */
typedef struct oriel_host_items {
  /*
   * How many input items the request has, 0 to ORIEL_MAX_ITEMS.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL input_count)(oriel_request request, uint64_t *count) ORIEL_NOEXCEPT;

  /*
   * The input item at `index`; the same handle at each call.
   * ORIEL_E_NOT_FOUND: `index` is not below the count.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL input_item)(oriel_request request, uint64_t index, oriel_item *item)
      ORIEL_NOEXCEPT;

  /*
   * The title of an input item or of one made here. The bytes belong to Oriel and stay valid until
   * the request has ended, or for an item made here until its title is set again.
   * ORIEL_E_NOT_FOUND: it has no title.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL title)(oriel_item item, oriel_bytes *title) ORIEL_NOEXCEPT;

  /*
   * The text of an item, as `title`.
   * ORIEL_E_NOT_FOUND: it has no text.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL text)(oriel_item item, oriel_bytes *text) ORIEL_NOEXCEPT;

  /*
   * What else is known of an item: a property list in XML or binary form, as `title`.
   * ORIEL_E_NOT_FOUND: it has none.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL user_info)(oriel_item item, oriel_bytes *property_list)
      ORIEL_NOEXCEPT;

  /*
   * How many attachments an item has, 0 to ORIEL_MAX_ATTACHMENTS.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL attachment_count)(oriel_item item, uint64_t *count) ORIEL_NOEXCEPT;

  /*
   * The attachment at `index`; the same handle at each call.
   * ORIEL_E_NOT_FOUND: `index` is not below the count.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL attachment)(
      oriel_item item, uint64_t index, oriel_attachment *attachment) ORIEL_NOEXCEPT;

  /*
   * Makes an empty item to return with complete_request. It lives until the terminal call, also
   * when it is not returned.
   * ORIEL_E_TOO_LARGE: ORIEL_MAX_ITEMS were made. ORIEL_E_ALREADY_FINISHED: the request has its
   * outcome.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL create)(oriel_request request, oriel_item *item) ORIEL_NOEXCEPT;

  /*
   * Sets the title of an item made here; copied. ORIEL_MAX_TEXT_LENGTH.
   * ORIEL_E_INVALID_ARGUMENT: not UTF-8, or an input item. ORIEL_E_TOO_LARGE: too long.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL set_title)(oriel_item item, const oriel_bytes *title) ORIEL_NOEXCEPT;

  /*
   * Sets the text of an item made here, as `set_title`.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL set_text)(oriel_item item, const oriel_bytes *text) ORIEL_NOEXCEPT;

  /*
   * Sets the user information of an item made here: a property list in XML or binary form, copied.
   * ORIEL_MAX_USER_INFO_LENGTH. The host checks that it is one.
   * ORIEL_E_INVALID_ARGUMENT: an input item. ORIEL_E_TOO_LARGE: too long.
   * [any]
   */
  oriel_status (*ORIEL_NONNULL set_user_info)(oriel_item item, const oriel_bytes *property_list)
      ORIEL_NOEXCEPT;
} oriel_host_items;

ORIEL_HEADER_END

#endif
