/*
 * What all downloads come to, for the views that list them: how many there are, what they
 * take of the disk, and how fast they come. UI thread.
 */
#ifndef UI_MEDIA_SUM_H
#define UI_MEDIA_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/media/media.h"

struct engine_event;
struct store_download_row;
struct store_view;
struct ui;
struct ui_frame;

#define UI_MEDIA_SUM_FROM 10 /* rows of a view in which their line has room */

struct ui_media_sum {
	size_t counts[STORE_TRANSFER_DROPPED + 1];
	int64_t bytes;
	/* Played files, except those that stay since they are starred, tagged or queued;
	 * and those of them whose time is over, by the option keep-played. */
	size_t played, due;
};

/* Adds a row, whose state goes to *transfer. False: lists leave it out, since it was
 * dropped, or its item was deleted. */
bool ui_media_sum_add(struct ui *ui, const struct store_view *view,
	const struct store_download_row *row, struct ui_media_sum *sum,
	enum store_transfer *transfer);

/* How fast one comes, by the events of this reader's worker. */
struct ui_media_speed {
	uint64_t item;
	int64_t size, at_ms; /* at the last event */
	int64_t rate;        /* bytes a second; 0: not known */
};

/* Empty when zeroed. */
struct ui_media_speeds {
	struct ui_media_speed *list;
	size_t len, cap;
};

/* NULL: nothing is known of it. */
const struct ui_media_speed *
ui_media_speed_of(const struct ui_media_speeds *speeds, uint64_t item);
/* Takes an ENGINE_DOWNLOAD. */
void
ui_media_speeds_take(struct ui_media_speeds *speeds, const struct engine_event *event);
void ui_media_speeds_done(struct ui_media_speeds *speeds);

/* The rows of a frame that the line takes: 1 or 0. */
size_t ui_media_sum_rows(const struct ui_media_sum *sum, const struct ui_frame *frame);
/* Draws "2 downloads · 1.9 MB/s · 412 MB of 5.0 GB used · 1 failed" in the last row, if
 * it takes one. */
void ui_media_sum_draw(const struct ui *ui, const struct ui_media_sum *sum,
	const struct ui_media_speeds *speeds, struct ui_frame *frame);
/* The same for a view whose caption has the counts: "1.9 MB/s · 412 MB of 5.0 GB used · 5
 * played files go after 1d, 3 are due · disk: 18.0 GB free". room: free bytes;
 * INT64_MAX: not known. */
void ui_media_sum_draw_disk(const struct ui *ui, const struct ui_media_sum *sum,
	const struct ui_media_speeds *speeds, int64_t room, struct ui_frame *frame);

#endif
