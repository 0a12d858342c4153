/*
 * The feeds file: one subscription per line, `URL tag "tag two" "~Title" ! name=value`.
 * It belongs to the user: edits by the program keep comments, blank lines and order.
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
#include "conf/feeds_line.h"
#include "model/subscription.h"

struct subscriptions;

#define CONF_FEEDS_MAX 50000
#define CONF_FEEDS_FILE_MAX ((size_t)64 << 20)

/* Called for each faulty line with "NAME:LINE: what is wrong; what to do". After
 * CONF_ERRORS_MAX of them, one says that there are more. */
typedef void conf_report(void *data, const char *sentence);

/* Parses lines and adds them to subs; name is the file's in reports. In a list that is
 * not trusted (any but the user's own file), exec:, filter:, query: and file:// lines are
 * reported and skipped (case 22). If an address occurs twice, the first line counts and
 * the second is reported. */
void conf_feeds_parse(struct subscriptions *subs, const char *name, const char *bytes,
	size_t len, bool trusted, conf_report *report, void *data);
/* Parses the user's own file; a missing one is an empty list. */
int conf_feeds_load(struct subscriptions *subs, const char *path, conf_report *report,
	void *data, struct err *err) MUST_USE;

/* Appends lines for those subscriptions whose url is not in the file yet, atomically.
 * *added (may be NULL) is their number. A new file gets mode 0600. */
int conf_feeds_append(const char *path, const struct subscription *list, size_t len,
	size_t *added, struct err *err) MUST_USE;
/* A change to one line of the file. */
struct conf_feeds_edit {
	const char *url;   /* of the line, as conf_feeds_url returns it */
	const char *after; /* the new line, without LF; NULL: remove it */
	const char *to;    /* instead of after, which is then set: the new address */
	/* Instead of after, if the line exists: only what differs from this is changed;
	 * the order of words and a comment at the end stay. */
	const struct subscription *sub;
	int at; /* line number for a new line, from 1; 0: at the end */
	/* Instead of after: the line goes to the place of the one with this url, up or
	 * down past it, unless it is on that side already. */
	const char *past;
	bool up;
	/* Results: */
	char *before; /* the line as it was, in arena; NULL: there was none */
	int line;     /* the number of the old line, or of the new one */
	int moved;    /* past: the number that it has now; 0: it did not move */
};

/* Makes the changes in order, as one atomic write; all other lines stay byte for byte as
 * they are. It is not an error if a line already reads as wanted. */
int conf_feeds_edit(const char *path, struct conf_feeds_edit *edits, size_t len,
	struct arena *arena, struct err *err) MUST_USE;
/* Checks an address from the file or from an imported list; *url is the normalised
 * address, in arena. ERR_INVALID: not an address. ERR_DENIED: not trusted, but a command,
 * a query or a file. */
int conf_feeds_url(struct arena *arena, const char *word, bool trusted,
	enum source *source, char **url, struct err *err) MUST_USE;
/* Locks the directory of the feeds file at path against other writers of that file and of
 * the files beside it, for a short time; and unlocks it. */
int conf_feeds_lock(const char *path);
void conf_feeds_unlock(int lock);
/* Does any address of the list contain a password (case 30)? */
bool conf_feeds_secret(const struct subscriptions *subs);

#endif
