/*
 * The rows that are always there, above the feeds: lists across all of them. The option
 * fixed-rows says which are shown. UI thread.
 */
#ifndef UI_FEEDS_FIXED_H
#define UI_FEEDS_FIXED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ui;
struct ui_view;

struct ui_feeds_fixed {
	const char *name; /* in the option and in the state file */
	const char *sign; /* one cell */
	const char *title;
	uint64_t (*count)(struct ui *ui);
	struct ui_view *(*open)(struct ui *ui);
	/* A query for the items in it, in ui->scratch, for actions on all of them; NULL:
	 * it is not a list of unread items. */
	const char *(*query)(struct ui *ui);
	bool filled; /* it is only there when something is in it */
};

/* The table; ends with a row without a name. */
extern const struct ui_feeds_fixed ui_feeds_fixed[];
/* Whether the option has it. */
bool ui_feeds_fixed_shown(const struct ui *ui, const struct ui_feeds_fixed *place);

#endif
