/*
 * What is known of the download under the cursor, below the list of all: where the file
 * comes from, what went wrong, what can be done about it, and where the file is.
 */
#ifndef UI_MEDIA_DOWNLOAD_DETAILS_H
#define UI_MEDIA_DOWNLOAD_DETAILS_H

#include <stddef.h>

struct ui;
struct ui_frame;
struct ui_media_shown;

#define UI_MEDIA_DETAILS 11 /* rows that they take at most */

/* Draws them from row y on, as far as there is room. */
void ui_media_details_draw(struct ui *ui, const struct ui_media_shown *shown, size_t y,
	struct ui_frame *frame);

#endif
