/*
 * The config file's statement `publish FILE QUERY ["TITLE"]`: what a query finds is kept
 * as a feed in the directory publish-dir, or the feeds that it finds as a list.
 */
#ifndef CONF_PUBLISH_H
#define CONF_PUBLISH_H

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "model/feed.h"

struct conf_word;

struct conf_publish {
	const char *file; /* where the line is */
	int line;
	char *name; /* of the file: letters, digits, - and _, and .atom … */
	enum feed_format format; /* by its ending */
	char *query;             /* a query, or the name of a query: line */
	char *title;             /* NULL: that of the query: line, or the name */
};

/* Reads the words of a statement, of which the first is "publish"; file and line are set
 * already. Strings are in arena. ERR_SYNTAX, ERR_INVALID: err says what is wrong. */
int conf_publish_read(struct arena *arena, const struct conf_word *words, size_t len,
	struct conf_publish *out, struct err *err) MUST_USE;
/* Its name without the ending. In arena. */
char *conf_publish_stem(struct arena *arena, const struct conf_publish *publish);

#endif
