/*
 * A line that the user types: edited with the usual keys, fed by pastes (line breaks
 * become blanks, controls are dropped, the length is limited: case 144). Pure; the owner
 * says what an accepted line does.
 */
#ifndef UI_PROMPT_H
#define UI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/row.h"

struct ui;

#define UI_PROMPT_MAX 4096 /* bytes of a line */
#define UI_HISTORY_MAX 50

enum ui_prompt_result {
	UI_PROMPT_MORE,   /* goes on */
	UI_PROMPT_ACCEPT, /* Enter */
	UI_PROMPT_CANCEL, /* Escape, ^G, or Backspace on an empty line */
	UI_PROMPT_TAB,    /* wants completion */
};

/* The lines given before, oldest first; one for each kind of prompt. */
struct ui_history {
	char *lines[UI_HISTORY_MAX];
	size_t len;
};

struct ui_prompt {
	bool open;
	const char *label;
	struct buf text;
	size_t at; /* byte of the cursor */
	struct ui_history *history;
	size_t recall; /* line of the history that is shown; its len: none */
	void (*accept)(struct ui *ui, const char *text);
	void (*complete)(struct ui *ui, struct ui_prompt *prompt); /* may be NULL */
	void (*changed)(struct ui *ui, const char *text);          /* may be NULL */
};

void ui_prompt_init(struct ui_prompt *prompt);
void ui_prompt_done(struct ui_prompt *prompt);
/* Opens it with text in it. label is borrowed until it closes; history may be NULL. */
void ui_prompt_start(struct ui_prompt *prompt, const char *label, const char *text,
	struct ui_history *history);
void ui_prompt_insert(struct ui_prompt *prompt, const char *text, size_t n);
enum ui_prompt_result ui_prompt_key(struct ui_prompt *prompt, uint32_t key);
/* Completes what stands from a byte on by words: puts what all that begin so go on with
 * at the end, and a blank behind where a single one does, unless that ends with : or /.
 * Where that adds nothing, those words go to list, two blanks between. How many there
 * are. */
size_t ui_prompt_complete(struct ui_prompt *prompt, size_t from, const char *const *words,
	size_t len, struct buf *list);
/* Whether its label leaves room for the text beside it; else it should stand above. */
bool ui_prompt_beside(const struct ui_prompt *prompt, const struct ui_row *row);
/* Lays it out, the label in front if it is to stand there, scrolled so that the cursor is
 * seen; returns the cursor's column. */
size_t ui_prompt_row(const struct ui_prompt *prompt, struct ui_row *row, bool label);

void ui_history_add(struct ui_history *history, const char *line);
void ui_history_done(struct ui_history *history);

#endif
