/*
 * The bars below the panes: the status bar, with messages and progress, and the line of
 * hints. Pure, except that it keeps a message.
 */
#ifndef UI_CORE_STATUS_H
#define UI_CORE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "engine/api.h"
#include "ui/core/ui_view.h"
#include "ui/draw/row.h"

struct ui_bindings;

#define UI_STATUS_MESSAGES 100 /* messages that are kept */

/* A message as it was shown. */
struct ui_status_message {
	int64_t at; /* seconds since 1970 */
	bool error;
	char *text;
};

struct ui_status {
	struct ui_status_message messages[UI_STATUS_MESSAGES]; /* a ring */
	size_t messages_len, messages_next;
	struct buf text; /* the message; "": none */
	bool error;
	size_t own;       /* its first bytes, which reports leave alone for a time, */
	bool own_error;   /* whether these are an error, */
	int64_t said;     /* and since when they have been shown (time_mono_ms) */
	size_t number;    /* of messages so far, this one included */
	bool kept;        /* append a summary to it instead of replacing it */
	bool running;     /* a refresh is running */
	size_t older;     /* feeds whose older items are being fetched */
	size_t notes;     /* faults that the message counts; 0: it is another one */
	struct buf first; /* the first of them */
	int64_t noted;    /* when it was reported */
	struct engine_counts counts;
};

void ui_status_init(struct ui_status *status);
void ui_status_done(struct ui_status *status);
/* Shows a message until the next key: the outcome of something that the user did. */
void
ui_status_say(struct ui_status *status, bool error, const char *fmt, ...) PRINTF(3, 4);
/* The same for what the user did some time ago: a message of ui_status_say that is only a
 * few seconds old stays in front of it. */
void ui_status_outcome(struct ui_status *status, bool error, const char *fmt, ...)
	PRINTF(3, 4);
/* The same for something that has only begun, or that comes by itself. It replaces the
 * message before, but a message of the two functions above stays in front of it while it
 * is only a few seconds old. */
void
ui_status_report(struct ui_status *status, bool error, const char *fmt, ...) PRINTF(3, 4);
/* Ends a message if it is still shown. number: what status->number was after it was
 * given. */
void ui_status_drop(struct ui_status *status, size_t number);
/* Shows what Tab offers, which is not a message to be kept. */
void ui_status_offer(struct ui_status *status, const char *words);
/* The nth message before this one; 0: the latest. Borrowed until the next one. */
const struct ui_status_message *
ui_status_message(const struct ui_status *status, size_t n);
/* Reports a fault, such as a faulty line of a file. If more follow at once, the bar
 * counts them: "1 of 3: the first"; each is kept as a message. now: monotonic, in
 * milliseconds. */
void ui_status_note(struct ui_status *status, const char *sentence, int64_t now);
/* As ui_status_report; but the summary of a refresh that ends before the next key is
 * appended to the message. */
void ui_status_tell(struct ui_status *status, bool error, const char *sentence);
/* Says how a refresh ended. held: what the engine says about feeds that were skipped;
 * NULL: nothing. */
void ui_status_summary(struct ui_status *status, const char *held);

/* What the bar shows besides messages; each text may be NULL. */
struct ui_status_line {
	const char *detail;  /* about what is under the cursor */
	bool error;          /* detail is about a failure */
	const char *place;   /* where the cursor is */
	const char *awaited; /* the feed that a refresh still waits for */
};

/* Draws the bar: the message, or else detail, and at the right end the progress of a
 * refresh, or else the place. If rest is not NULL, a long text continues on another row,
 * and *rest becomes what is left for it ("": nothing), borrowed from the text. */
void ui_status_row(const struct ui_status *status, struct ui_row *row,
	const struct ui_status_line *line, const char **rest);
/* Draws that other row; error as above. */
void ui_status_rest(
	const struct ui_status *status, struct ui_row *row, bool error, const char *rest);
/* Where the user is, for the hints. */
struct ui_status_where {
	int context; /* enum ui_context, one bit */
	enum ui_mode mode;
	bool first;   /* going back from here ends the reader */
	bool running; /* a refresh, which can be stopped */
};

/* Draws the hints: the keys of the main commands there, those of the mode first. */
void ui_status_hints(struct ui_row *row, const struct ui_bindings *bindings,
	const struct ui_status_where *where);

#endif
