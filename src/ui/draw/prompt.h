/*
 * A line that the user types, with the usual keys for editing. Pasted text goes into it
 * (line breaks become blanks, controls are dropped, the length is limited: case 144).
 * Pure; its owner decides what happens with the line.
 */
#ifndef UI_DRAW_PROMPT_H
#define UI_DRAW_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/draw/row.h"

struct ui;

#define UI_PROMPT_MAX 4096 /* bytes of a line */
#define UI_HISTORY_MAX 50

enum ui_prompt_result {
	UI_PROMPT_MORE,   /* the line is not finished */
	UI_PROMPT_ACCEPT, /* Enter */
	UI_PROMPT_CANCEL, /* Escape, ^G, or Backspace on an empty line */
	UI_PROMPT_TAB,    /* Tab: complete it */
};

/* Earlier lines, oldest first; each kind of prompt has its own. */
struct ui_history {
	char *lines[UI_HISTORY_MAX];
	size_t len;
};

struct ui_prompt {
	bool open;
	bool taken; /* its line was accepted, and nothing has been typed since */
	const char *label;
	struct buf text;
	size_t at;         /* of the cursor, in bytes */
	struct buf killed; /* what ^U, ^K, ^W or M-d took, for ^Y */
	struct buf draft;  /* what was typed before going through the history */
	struct ui_history *history;
	size_t recall; /* the line of the history that is shown; len: none */
	void (*accept)(struct ui *ui, const char *text);
	void (*complete)(struct ui *ui, struct ui_prompt *prompt); /* may be NULL */
	void (*changed)(struct ui *ui, const char *text);          /* may be NULL */
	void (*cancel)(struct ui *ui); /* it was closed without a line; may be NULL */
	/* Gets keys first; true: the key was used. May be NULL. */
	bool (*key)(struct ui *ui, uint32_t key);
};

void ui_prompt_init(struct ui_prompt *prompt);
void ui_prompt_done(struct ui_prompt *prompt);
/* Opens the prompt, with text in it. label is borrowed until it closes; history may be
 * NULL. */
void ui_prompt_start(struct ui_prompt *prompt, const char *label, const char *text,
	struct ui_history *history);
/* Opens the prompt again with the line that was accepted but turned out to be wrong; not
 * if something has been typed since. */
void ui_prompt_again(struct ui_prompt *prompt);
void ui_prompt_insert(struct ui_prompt *prompt, const char *text, size_t n);
enum ui_prompt_result ui_prompt_key(struct ui_prompt *prompt, uint32_t key);
/* Completes the text from a byte on with those of the words that begin like it: appends
 * the letters they have in common and, if there is only one, a blank, unless it ends with
 * : or /. If that adds nothing, appends the words to list, separated by two blanks.
 * Returns how many there are. */
size_t ui_prompt_complete(struct ui_prompt *prompt, size_t from, const char *const *words,
	size_t len, struct buf *list);
/* Whether there is room for text beside the label; if not, it should go above. */
bool ui_prompt_beside(const struct ui_prompt *prompt, const struct ui_row *row);
/* Lays it out, with the label in front if wanted, and scrolled so that the cursor is
 * visible. Returns the cursor's column. */
size_t ui_prompt_row(const struct ui_prompt *prompt, struct ui_row *row, bool label);

void ui_history_add(struct ui_history *history, const char *line);
void ui_history_done(struct ui_history *history);

#endif
