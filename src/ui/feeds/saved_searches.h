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
	uint64_t unread;   /* not in rows of the list of feeds, which have their own */
	const char *error; /* what is wrong with it; NULL: nothing */
};

struct ui_saved_list {
	struct arena arena;
	struct ui_saved *list; /* in the order of the file, without hidden ones */
	size_t len;
	uint32_t round;   /* of reading the file; numbers of earlier ones are ignored */
	bool counted;     /* a number changed, which its row does not show yet */
	struct stat file; /* when it was read; st_ino 0: not yet */
};

struct ui_saved_list *ui_feeds_saved_new(void);
void ui_feeds_saved_free(struct ui_saved_list *saved);
/* Reads the lines again if the file has changed, and has their items counted. */
void ui_feeds_saved_load(struct ui *ui);
/* Puts the numbers that changed into their rows, all together, and has these painted if
 * they are in sight. */
void ui_feeds_saved_show(struct ui *ui);
/* The name of the search with this line; "": there is none. Borrowed until the next
 * load. */
const char *ui_feeds_saved_name(const struct ui *ui, const char *line);
/* For ENGINE_COUNTED: the number of unread items of a saved search. */
void ui_feeds_saved_event(struct ui *ui, const struct engine_event *event);

#endif
