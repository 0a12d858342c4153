/*
 * What leads out of the reader: which items a command is about, and programs that get
 * them. UI thread.
 */
#ifndef UI_OUTSIDE_OUTSIDE_H
#define UI_OUTSIDE_OUTSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "output/command_line.h"
#include "output/document.h"
#include "ui/command/command.h"

struct config_words;
struct settings;
struct ui;

#define UI_OUTSIDE_MAX 1000 /* items that go out at once */

/* What a command is about: the selected items, or the item, link or feed under the
 * cursor. */
struct ui_outside {
	struct arena arena;
	struct output_item *items; /* NULL: it is a feed */
	struct output_fields *fields;
	const char **types; /* MIME types of the addresses; NULL: unknown */
	size_t len;
	const char *option; /* that names the program to run; NULL: none */
};

/* False, with a message, if there is nothing. */
bool ui_outside_take(struct ui *ui, struct ui_outside *out) MUST_USE;
/* These items. */
void
ui_outside_items(struct ui *ui, struct ui_outside *out, const uint64_t *ids, size_t len);
void ui_outside_done(struct ui_outside *out);

/* The address as it leaves the reader (clean-links), in arena. */
char *ui_outside_address(const struct ui *ui, struct arena *arena, const char *link);

/* The width of text that goes out. */
size_t ui_outside_width(const struct ui *ui);

/* How a program is run. */
enum ui_run_mode {
	UI_RUN_ATTACHED, /* it gets the terminal until it ends */
	UI_RUN_DETACHED,
	UI_RUN_HOOK, /* the same, but nothing is said unless it fails */
	UI_RUN_PAGE, /* its output becomes a page */
};

/* Runs a command line for each of the things. input: for its standard input; NULL: none.
 * bare: the address goes to its end if the line does not name it. Says what failed. */
bool ui_outside_run_line(struct ui *ui, const struct ui_outside *of, const char *line,
	enum ui_run_mode mode, bool bare, const struct buf *input);
/* Runs a line that has nothing of an item in it. */
bool ui_outside_run_plain(
	struct ui *ui, const char *line, enum ui_run_mode mode, const struct buf *input);
/* Runs a command of the program itself on the reader's files; its output becomes a page.
 * arguments end with NULL. */
void ui_outside_run_own(struct ui *ui, const char *const *arguments);
/* Reads -b or -r at the start of a line, and skips it. */
enum ui_run_mode ui_outside_run_flags(const char **line);
/* The command of an open or share line: one word in quotes, or the words as they are
 * spelled; in arena. */
const char *ui_outside_command(struct arena *arena, const struct config_words *line);
/* Tells what is wrong with the config's commands that get an item. */
typedef void ui_outside_report(void *data, const char *sentence);
void
ui_outside_check(const struct settings *settings, ui_outside_report *report, void *data);
/* Ends the programs whose output would become a page; false if there are none. */
bool ui_outside_run_stop(struct ui *ui);

/* Call it when a child process has ended; says so if it failed. */
void ui_outside_run_reap(struct ui *ui);

/* browser.c: opens an address that does not belong to an item. */
void ui_outside_browser_open(struct ui *ui, const char *url);

/* The functions of the tables of commands. */
/* browser.c */
void ui_outside_browser_item(struct ui *ui, const char *arg);
void ui_outside_browser_and_mark(struct ui *ui, const char *arg);
void ui_outside_browser_unread(struct ui *ui, const char *arg);
/* copy.c */
void ui_outside_copy(struct ui *ui, const char *arg);
int ui_outside_copy_check(const char *arg, struct err *err);
/* Copies a text; said: a sentence for it, with %s. */
void ui_outside_copied(struct ui *ui, const struct buf *text, const char *message);
void ui_outside_save(struct ui *ui, const char *arg);
void ui_outside_bookmark(struct ui *ui, const char *arg);
void ui_outside_mail(struct ui *ui, const char *arg);
void ui_outside_share(struct ui *ui, const char *arg);
/* run.c */
void ui_outside_run_ask(struct ui *ui, const char *arg);
void ui_outside_run_pipe(struct ui *ui, const char *arg);

/* Commands that lead out of the reader; ends with a row without a name. */
extern const struct ui_command ui_outside_commands[];

#endif
