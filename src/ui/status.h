/*
 * The lines below the views: what happened last, what runs, and which keys there are.
 * Pure but for the text it keeps.
 */
#ifndef UI_STATUS_H
#define UI_STATUS_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/buf.h"
#include "engine/api.h"
#include "ui/row.h"

struct ui_bindings;

struct ui_status {
	struct buf text; /* "" none */
	bool error;
	bool kept;        /* a summary goes behind it, not in its place */
	bool running;     /* a refresh */
	bool older;       /* items of a feed were asked for */
	size_t notes;     /* faults that text tells of, 0: of something else; */
	struct buf first; /* the first of them, */
	int64_t noted;    /* and when it came */
	struct engine_counts counts;
};

void ui_status_init(struct ui_status *status);
void ui_status_done(struct ui_status *status);
/* Shows a sentence until the next key. */
void
ui_status_say(struct ui_status *status, bool error, const char *fmt, ...) PRINTF(3, 4);
/* Something is wrong, say a line of a file; more of that may follow at once, and are
 * counted then: "1 of 3: the first". now: monotonic, in milliseconds. */
void ui_status_note(struct ui_status *status, const char *sentence, int64_t now);
/* As ui_status_say, and the summary of a refresh that ends before the next key stands
 * behind it. */
void ui_status_tell(struct ui_status *status, const char *sentence);
/* How a refresh ended, in a sentence; held: what the engine says of feeds that were left
 * alone, NULL nothing. */
void ui_status_summary(struct ui_status *status, const char *held);

/* The bar: the message, else detail (may be NULL; error tells its style); the running
 * refresh at its right end. rest (may be NULL): a text that is longer goes on in
 * another row, and that is its rest, "" none; borrowed from where it was. */
void ui_status_row(const struct ui_status *status, struct ui_row *row, const char *detail,
	bool error, const char **rest);
/* That other row; error as above. */
void ui_status_rest(
	const struct ui_status *status, struct ui_row *row, bool error, const char *rest);
/* The hints: keys of the commands that matter in a context. */
void ui_status_hints(struct ui_row *row, const struct ui_bindings *bindings, int context);

#endif
