/*
 * The feeds file: one subscription a line, `URL tag "tag two" "~Title" ! name=value`. The
 * user's own file: comments, blank lines and order are kept when the program edits it.
 */
#ifndef CONF_FEEDS_H
#define CONF_FEEDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "model/subscription.h"

struct subscriptions;

#define CONF_FEEDS_MAX 50000
#define CONF_FEEDS_FILE_MAX ((size_t)64 << 20)
#define CONF_TAG_DEPTH 32
#define CONF_TITLE_MAX 4096

/* Called for each faulty line with "NAME:LINE: what; what to do". */
typedef void conf_report(void *data, const char *sentence);

/* Parses lines; name stands for the file in reports. trusted: the user's own file; not:
 * exec:, filter:, query: and file:// lines are reported and skipped (case 22). A line
 * given twice (same url) is reported, the first one holds. */
void conf_feeds_parse(struct subscriptions *subs, const char *name, const char *bytes,
	size_t len, bool trusted, conf_report *report, void *data);
/* Reads the file; a missing one is an empty list. */
int conf_feeds_load(struct subscriptions *subs, const char *path, conf_report *report,
	void *data, struct err *err) MUST_USE;

/* Adds lines for subscriptions whose url the file has not yet, at its end, atomically.
 * *added (may be NULL) says how many. The file is created 0600. */
int conf_feeds_append(const char *path, const struct subscription *list, size_t len,
	size_t *added, struct err *err) MUST_USE;
/* A change of one line of the file. */
struct conf_feeds_edit {
	const char *url;   /* of the line; an address as conf_feeds_url gives it */
	const char *after; /* what it becomes, without LF; NULL: it goes. Out, with to */
	const char *to; /* or: its address becomes this, the rest stays byte for byte */
	int at;         /* number that a new line gets, 1 the first; 0: at the end */
	/* Out: */
	char *before; /* the line as it was, in arena; NULL: there was none */
	int line;     /* its number; of a new one, the number it got */
};

/* Makes the changes, in their order, atomically and byte for byte: other lines stay as
 * they are. A line that is already so is no fault. */
int conf_feeds_edit(const char *path, struct conf_feeds_edit *edits, size_t len,
	struct arena *arena, struct err *err) MUST_USE;
/* One line, with LF, quoted so that conf_feeds_parse gives the same again. */
void conf_feeds_format(struct buf *out, const struct subscription *sub);
/* The address of a line or of an imported list, normalised into arena, and its source.
 * Not trusted: ERR_DENIED for commands, queries and files. ERR_INVALID: no address. */
int conf_feeds_url(struct arena *arena, const char *word, bool trusted,
	enum source *source, char **url, struct err *err) MUST_USE;
/* A title as lists keep it: one clean line in arena, NULL when nothing is left. */
char *conf_feeds_title(struct arena *arena, struct span title);
/* A tag as lists keep it, in arena: one clean line, no marks of the file (~ !) in front,
 * no empty parts between slashes, at most CONF_TAG_DEPTH parts. NULL: nothing is left. */
char *conf_feeds_tag(struct arena *arena, struct span tag);
/* An address of the list has a password in it (case 30). */
bool conf_feeds_secret(const struct subscriptions *subs);

#endif
