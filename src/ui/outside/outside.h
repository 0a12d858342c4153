/*
 * What leads out of the reader: which items a command is about, and programs that get
 * them. UI thread.
 */
#ifndef UI_OUTSIDE_OUTSIDE_H
#define UI_OUTSIDE_OUTSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "output/command_line.h"
#include "output/document.h"
#include "ui/command/command.h"

struct config_words;
struct settings;
struct ui;

#define UI_OUTSIDE_MAX 1000 /* items that a command gives away */

/* What a command gives away: an item, a link of it, or a feed. */
struct ui_outside {
	struct arena arena;
	struct output_item *item; /* NULL: it is a feed */
	struct output_fields fields;
	const char *type;   /* the MIME type of the address; NULL: unknown */
	const char *option; /* that names the program to run; NULL: none */
};

/* The item, link or feed under the cursor, or the one item that is selected. False, with
 * a message, if there is nothing. */
bool ui_outside_take(struct ui *ui, struct ui_outside *out) MUST_USE;
/* An item. False if it is not there any more. */
bool ui_outside_item(struct ui *ui, struct ui_outside *out, uint64_t id) MUST_USE;
void ui_outside_done(struct ui_outside *out);

/* each.c: what a command does with each thing that it is about. */
struct ui_outside_each {
	/* May take `of` over, and then empties it. False: it failed, and said why. */
	bool (*one)(struct ui *ui, void *data, struct ui_outside *of);
	/* Frees data. all: it was done with all; otherwise it failed, or was stopped. ui
	 * is NULL if the reader ends. */
	void (*end)(struct ui *ui, void *data, bool all);
	void *data;
	bool beside; /* it starts programs that run beside the reader */
};
/* Does it: at once with what ui_outside_take takes; with several selected items in slices
 * (UI_OUTSIDE_MAX at most), while keys wait. */
void ui_outside_each(struct ui *ui, struct ui_outside_each each);
/* The same with these items. */
void ui_outside_each_of(
	struct ui *ui, const uint64_t *ids, size_t len, struct ui_outside_each each);
/* Does the next slice; true if more could be done now. */
bool ui_outside_step(struct ui *ui);
/* Whether keys wait for it. They don't while it waits for programs to end. */
bool ui_outside_busy(const struct ui *ui);
/* Stops it; false if nothing was under way. */
bool ui_outside_stop(struct ui *ui);
/* Frees what is under way when the reader ends. */
void ui_outside_end(struct ui *ui);

/* The address as it leaves the reader (clean-links), in arena. */
char *ui_outside_address(const struct ui *ui, struct arena *arena, const char *link);

/* The width of text that goes out. */
size_t ui_outside_width(const struct ui *ui);

/* How a program is run. */
enum ui_run_mode {
	UI_RUN_ATTACHED, /* it gets the terminal until it ends */
	UI_RUN_TRIED,    /* the same, but that it fails is not shown */
	UI_RUN_DETACHED,
	UI_RUN_HOOK, /* the same, but nothing is said unless it fails */
	UI_RUN_PAGE, /* its output becomes a page */
};

/* Runs a command line with what it is about. input: for its standard input; NULL: none.
 * bare: the address goes to its end if the line does not name it. Says what failed. */
bool ui_outside_run_line(struct ui *ui, const struct ui_outside *of, const char *line,
	enum ui_run_mode mode, bool bare, const struct buf *input);
/* The same for each thing that the command is about (ui_outside_each). */
void ui_outside_run_each(struct ui *ui, const char *line, enum ui_run_mode mode);
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
/* Reports what is wrong with the config's commands that get an item. */
typedef void ui_outside_report(void *data, const char *sentence);
void
ui_outside_check(const struct settings *settings, ui_outside_report *report, void *data);
/* Whether another program could run beside the reader. */
bool ui_outside_run_room(const struct ui *ui);
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
