/*
 * Config files of other programs as lines of ours: what their converters share. Lines
 * that mean something here are added as such; all others become comments that say why, so
 * nothing is lost silently. The result loads without a fault: options are checked here.
 */
#ifndef IMPORT_OPTIONS_H
#define IMPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/str.h"

struct conf_word;
struct buf;
struct import_list;

/* How a value is written here. */
enum import_unit {
	IMPORT_AS_IT_IS,
	IMPORT_MINUTES,
	IMPORT_SECONDS,
	IMPORT_KILOBYTES,   /* per second */
	IMPORT_YES_IS_OPEN, /* yes or no, where ours is open or no */
	IMPORT_YES_IS_TOP,  /* yes or no, where ours is top or bottom */
	IMPORT_DIRECTORY,   /* without what depends on the item: ~/pods/%h */
	IMPORT_BROWSER,     /* a command: no shell, %u for the address */
	IMPORT_PLAYER,      /* a command that ends with the file */
	IMPORT_NO_USE,      /* .ours says why there is nothing like it */
	IMPORT_LATER,       /* taken together with others at the end */
};

struct import_option {
	const char *theirs; /* a * stands for any text at its end or beginning */
	const char *ours;
	enum import_unit unit;
};

/* A line of the source, as words and as it is written. */
struct import_line {
	struct span text;
	const struct conf_word *words;
	size_t len;
	int number;
};

/* The row for a name, or NULL. */
const struct import_option *
import_option(const struct import_option *table, const char *name);

void import_config_put(struct import_list *list, const char *fmt, ...) PRINTF(2, 3);
/* The line as a comment, with the reason. */
void import_config_left(
	struct import_list *list, const struct import_line *line, const char *reason);
/* The value as the option of ours takes it; NULL: it doesn't. */
const char *import_config_value(
	struct import_list *list, const struct import_option *row, const char *value);
/* name = value, if the option takes it. */
void import_config_option(struct import_list *list, const struct import_line *line,
	const struct import_option *row, const char *value);
/* A browser's command as it is written here; NULL: it can't be. */
const char *import_config_browser(struct import_list *list, const char *value);
/* Opening in the browser and marking as read is one command here: the last command of the
 * chain becomes that one. False: the last one does not open the browser. */
bool import_config_and_mark(struct buf *chain);
/* "color ELEMENT …" with the words from `from` on: foreground, background, attributes. */
void import_config_color(struct import_list *list, const struct import_line *line,
	const char *element, size_t from);

/* Pairs of words, ended by {NULL}: the second one for the first, or NULL. */
struct import_pair {
	const char *theirs, *ours;
};
const char *import_pair(const struct import_pair *table, const char *word);

/* Does the beginning of a file have at least two lines whose first word is in the table,
 * and no "=" after it? */
bool import_config_like(struct span head, const struct import_option *table);

#endif
