/*
 * Saved searches: the query: lines of the feeds file, lists made of the others' items,
 * with the number of unread ones. UI thread.
 */
#ifndef UI_SAVED_H
#define UI_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"

struct engine_event;
struct ui;

struct ui_saved {
	const char *line; /* as the file has it: its key */
	const char *name, *text;
	uint64_t unread;
	const char *error; /* why it cannot be asked; NULL: it can */
};

struct ui_saved_list {
	struct arena arena;
	struct ui_saved *list; /* in the file's order, hidden ones left out */
	size_t len;
	uint32_t round;   /* of counting; answers to an older one are void */
	size_t waiting;   /* answers of this round */
	bool again;       /* another round after this one */
	struct stat file; /* as it was read; st_ino 0: not yet */
};

struct ui_saved_list *ui_saved_new(void);
void ui_saved_free(struct ui_saved_list *saved);
/* Reads the lines anew if the file has changed, and has them counted. */
void ui_saved_load(struct ui *ui);
/* Has the unread items counted again; while that is under way, once more after it. */
void ui_saved_count(struct ui *ui);
/* ENGINE_COUNTED: how many unread items a saved search finds. */
void ui_saved_event(struct ui *ui, const struct engine_event *event);

#endif
