/*
 * Saved searches, which are the query: lines of the feeds file, with their numbers of
 * unread items; and what else the reader needs of that file. UI thread.
 */
#ifndef UI_FEEDS_SAVED_SEARCHES_H
#define UI_FEEDS_SAVED_SEARCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"

struct engine_event;
struct ui;

struct ui_saved {
	const char *line; /* as in the file */
	const char *name, *text;
	uint64_t unread;
	const char *error; /* what is wrong with it; NULL: nothing */
};

struct ui_saved_list {
	struct arena arena;
	struct ui_saved *list; /* in the order of the file, without hidden ones */
	size_t len;
	uint32_t round;   /* of counting; answers to earlier ones are ignored */
	size_t waiting;   /* answers of this round still to come */
	bool again;       /* start another round after this one … */
	int64_t began_ms; /* … which began then (time_mono_ms); */
	int64_t next_ms;  /* not before */
	struct stat file; /* when it was read; st_ino 0: not yet */
};

struct ui_saved_list *ui_feeds_saved_new(void);
void ui_feeds_saved_free(struct ui_saved_list *saved);
/* Reads the lines again if the file has changed, and has their items counted. */
void ui_feeds_saved_load(struct ui *ui);
/* Has the unread items counted; if they are being counted, or were a moment ago, again
 * after that: counting takes a twentieth of the time at most, unless it takes more than
 * three seconds. */
void ui_feeds_saved_count(struct ui *ui);
/* Begins the round that is due, if any. Returns when the next one is due; -1: none
 * waits. */
int64_t ui_feeds_saved_step(struct ui *ui, int64_t now_ms);
/* The name of the search with this line; "": there is none. Borrowed until the next
 * load. */
const char *ui_feeds_saved_name(const struct ui *ui, const char *line);
/* For ENGINE_COUNTED: the number of unread items of a saved search. */
void ui_feeds_saved_event(struct ui *ui, const struct engine_event *event);

#endif
