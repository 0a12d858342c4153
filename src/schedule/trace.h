/*
 * Recorded posting times of feeds. The text form: a line
 *
 *	# id kind window n obs_start obs_end …
 *
 * opens a feed, fields parted by one space; n lines with one posting time each follow, in
 * seconds since 1970, ascending.
 */
#ifndef SCHEDULE_TRACE_H
#define SCHEDULE_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct err;

struct trace {
	char *id, *kind;
	size_t window;      /* items that a poll sees at once */
	int64_t start, end; /* the span that was observed */
	double rate; /* items a second, where that is known to strategies; 0: it is not */
	int64_t *times;
	size_t len, cap;
};

struct traces {
	struct trace *list;
	size_t len, cap;
};

/* Adds the feeds of a text to *out. name is the text's, for the sentence; ERR_SYNTAX
 * leaves the feeds before the wrong line. */
int trace_read(
	struct traces *out, const char *name, struct span text, struct err *err) MUST_USE;
void traces_done(struct traces *traces);

#endif
