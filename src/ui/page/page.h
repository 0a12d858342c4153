/*
 * Views for which no part of the screen is reserved: text, a list to choose from, what
 * the status bar has said. UI thread.
 */
#ifndef UI_PAGE_PAGE_H
#define UI_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct ui;
struct ui_view;

/* Shows plain text (what a program printed, a part of the manual), which is copied, as it
 * is broken into lines. */
void ui_page_show(struct ui *ui, const char *title, const struct buf *text);

/* choose.c: a list to choose from. chosen gets the row that the user chooses. The array
 * and its strings, each from malloc, become its own. */
struct ui_choice {
	char *text;    /* first column */
	char *detail;  /* second column; may be NULL */
	char *value;   /* for chosen; the status bar shows it, unless silent is set */
	uint64_t item; /* to which the address in value belongs; 0: to none */
	bool silent;
};
struct ui_view *ui_page_choose(struct ui *ui, const char *title, struct ui_choice *rows,
	size_t len, void (*chosen)(struct ui *ui, const struct ui_choice *choice));
/* Finds words in the list to choose from that has the focus; arg NULL: asks for them.
 * False: there is no such list. */
bool ui_page_find(struct ui *ui, const char *arg);
/* Changes the second column of a row. */
void ui_page_choose_detail(struct ui_view *view, size_t row, const char *detail);
/* Puts the list's cursor on a row. */
void ui_page_choose_row(struct ui_view *view, size_t row);

/* messages.c, for the tables of commands: what the status bar has said. */
void ui_page_messages(struct ui *ui, const char *arg);

#endif
