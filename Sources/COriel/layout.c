/*
 * Proves, in every build, that the structures of the ABI have the layout that is published: a
 * change here is a change of the ABI, and needs a new interface id instead.
 */
#include <oriel/oriel.h>
#include <stddef.h>

_Static_assert(sizeof(void *) == 8, "Oriel's ABI is 64-bit only");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "Oriel's ABI is little-endian only");

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "size of " #type)
#define OFFSET(type, field, offset) \
  _Static_assert(offsetof(type, field) == (offset), "offset of " #type "." #field)

SIZE(oriel_status, 4);
SIZE(oriel_request, 8);
SIZE(oriel_item, 8);
SIZE(oriel_attachment, 8);
SIZE(oriel_load, 8);

SIZE(oriel_bytes, 16);
OFFSET(oriel_bytes, data, 0);
OFFSET(oriel_bytes, length, 8);

SIZE(oriel_error, 48);
OFFSET(oriel_error, reserved, 0);
OFFSET(oriel_error, code, 8);
OFFSET(oriel_error, domain, 16);
OFFSET(oriel_error, text, 32);

SIZE(oriel_item_error, 64);
OFFSET(oriel_item_error, reserved, 0);
OFFSET(oriel_item_error, item, 8);
OFFSET(oriel_item_error, error, 16);

SIZE(oriel_host, 16);
OFFSET(oriel_host, size, 0);
OFFSET(oriel_host, abi_version, 4);
OFFSET(oriel_host, get_interface, 8);

SIZE(oriel_entry, 16);
OFFSET(oriel_entry, size, 0);
OFFSET(oriel_entry, abi_version, 4);
OFFSET(oriel_entry, get_interface, 8);

SIZE(oriel_loaded, 40);
OFFSET(oriel_loaded, size, 0);
OFFSET(oriel_loaded, form, 4);
OFFSET(oriel_loaded, bytes, 8);
OFFSET(oriel_loaded, descriptor, 24);
OFFSET(oriel_loaded, reserved, 28);
OFFSET(oriel_loaded, token, 32);

SIZE(oriel_load_callback, 32);
OFFSET(oriel_load_callback, size, 0);
OFFSET(oriel_load_callback, reserved, 4);
OFFSET(oriel_load_callback, context, 8);
OFFSET(oriel_load_callback, loaded, 16);
OFFSET(oriel_load_callback, release, 24);

SIZE(oriel_task, 32);
OFFSET(oriel_task, size, 0);
OFFSET(oriel_task, reserved, 4);
OFFSET(oriel_task, context, 8);
OFFSET(oriel_task, run, 16);
OFFSET(oriel_task, release, 24);

SIZE(oriel_extension_lifecycle, 16);
OFFSET(oriel_extension_lifecycle, start, 0);
OFFSET(oriel_extension_lifecycle, stop, 8);

SIZE(oriel_extension_request, 24);
OFFSET(oriel_extension_request, begin, 0);
OFFSET(oriel_extension_request, host_cancelled, 8);
OFFSET(oriel_extension_request, expiring, 16);

SIZE(oriel_extension_memory, 8);
OFFSET(oriel_extension_memory, pressure, 0);

SIZE(oriel_host_request, 24);
OFFSET(oriel_host_request, complete_request, 0);
OFFSET(oriel_host_request, cancel_request, 8);
OFFSET(oriel_host_request, finish_work, 16);

SIZE(oriel_host_items, 88);
OFFSET(oriel_host_items, input_count, 0);
OFFSET(oriel_host_items, input_item, 8);
OFFSET(oriel_host_items, title, 16);
OFFSET(oriel_host_items, text, 24);
OFFSET(oriel_host_items, user_info, 32);
OFFSET(oriel_host_items, attachment_count, 40);
OFFSET(oriel_host_items, attachment, 48);
OFFSET(oriel_host_items, create, 56);
OFFSET(oriel_host_items, set_title, 64);
OFFSET(oriel_host_items, set_text, 72);
OFFSET(oriel_host_items, set_user_info, 80);

SIZE(oriel_host_attachments, 96);
OFFSET(oriel_host_attachments, type_count, 0);
OFFSET(oriel_host_attachments, type_at, 8);
OFFSET(oriel_host_attachments, conforming_type, 16);
OFFSET(oriel_host_attachments, suggested_name, 24);
OFFSET(oriel_host_attachments, load, 32);
OFFSET(oriel_host_attachments, load_blocking, 40);
OFFSET(oriel_host_attachments, cancel_load, 48);
OFFSET(oriel_host_attachments, release_loaded, 56);
OFFSET(oriel_host_attachments, create, 64);
OFFSET(oriel_host_attachments, set_suggested_name, 72);
OFFSET(oriel_host_attachments, add_bytes, 80);
OFFSET(oriel_host_attachments, add_descriptor, 88);

SIZE(oriel_host_log, 8);
OFFSET(oriel_host_log, write, 0);

SIZE(oriel_host_bundle, 72);
OFFSET(oriel_host_bundle, identifier, 0);
OFFSET(oriel_host_bundle, display_name, 8);
OFFSET(oriel_host_bundle, extension_point, 16);
OFFSET(oriel_host_bundle, resource_directory, 24);
OFFSET(oriel_host_bundle, temporary_directory, 32);
OFFSET(oriel_host_bundle, locale, 40);
OFFSET(oriel_host_bundle, time_zone, 48);
OFFSET(oriel_host_bundle, limit, 56);
OFFSET(oriel_host_bundle, has_entitlement, 64);

SIZE(oriel_host_container, 16);
OFFSET(oriel_host_container, directory, 0);
OFFSET(oriel_host_container, group_directory, 8);

SIZE(oriel_host_loop, 24);
OFFSET(oriel_host_loop, poll_descriptor, 0);
OFFSET(oriel_host_loop, dispatch, 8);
OFFSET(oriel_host_loop, perform, 16);

SIZE(oriel_ask, 8);

SIZE(oriel_answer, 24);
OFFSET(oriel_answer, size, 0);
OFFSET(oriel_answer, descriptor, 4);
OFFSET(oriel_answer, text, 8);

SIZE(oriel_answer_callback, 32);
OFFSET(oriel_answer_callback, size, 0);
OFFSET(oriel_answer_callback, reserved, 4);
OFFSET(oriel_answer_callback, context, 8);
OFFSET(oriel_answer_callback, answered, 16);
OFFSET(oriel_answer_callback, release, 24);

SIZE(oriel_host_network, 24);
OFFSET(oriel_host_network, connect, 0);
OFFSET(oriel_host_network, connect_blocking, 8);
OFFSET(oriel_host_network, cancel, 16);

SIZE(oriel_host_open_url, 16);
OFFSET(oriel_host_open_url, open, 0);
OFFSET(oriel_host_open_url, cancel, 8);

SIZE(oriel_host_files, 16);
OFFSET(oriel_host_files, choose, 0);
OFFSET(oriel_host_files, cancel, 8);

SIZE(oriel_progress, 24);
OFFSET(oriel_progress, size, 0);
OFFSET(oriel_progress, reserved, 4);
OFFSET(oriel_progress, completed, 8);
OFFSET(oriel_progress, total, 16);

SIZE(oriel_progress_callback, 32);
OFFSET(oriel_progress_callback, size, 0);
OFFSET(oriel_progress_callback, reserved, 4);
OFFSET(oriel_progress_callback, context, 8);
OFFSET(oriel_progress_callback, advanced, 16);
OFFSET(oriel_progress_callback, release, 24);

SIZE(oriel_host_progress, 24);
OFFSET(oriel_host_progress, watch, 0);
OFFSET(oriel_host_progress, current, 8);
OFFSET(oriel_host_progress, failure, 16);

SIZE(oriel_preview, 48);
OFFSET(oriel_preview, size, 0);
OFFSET(oriel_preview, width, 4);
OFFSET(oriel_preview, height, 8);
OFFSET(oriel_preview, reserved, 12);
OFFSET(oriel_preview, type, 16);
OFFSET(oriel_preview, image, 32);

SIZE(oriel_preview_callback, 32);
OFFSET(oriel_preview_callback, size, 0);
OFFSET(oriel_preview_callback, reserved, 4);
OFFSET(oriel_preview_callback, context, 8);
OFFSET(oriel_preview_callback, loaded, 16);
OFFSET(oriel_preview_callback, release, 24);

SIZE(oriel_host_preview, 8);
OFFSET(oriel_host_preview, load, 0);
