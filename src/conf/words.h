/*
 * Lines of the user's files: taken apart into words. Blanks part words, "…" keeps blanks
 * (\" and \\ inside), # at the start of a word begins a comment. Nothing else is special,
 * so that addresses and apostrophes stand as they are.
 */
#ifndef CONF_WORDS_H
#define CONF_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

struct conf_word {
	char *text;
	bool quoted;     /* began with a quote: never name=value, never a comment */
	struct span raw; /* as it stands in the line, quotes included */
};

/* The words of a line, in arena. ERR_SYNTAX: an open quote or a NUL byte. */
int conf_words(struct arena *arena, struct span line, struct conf_word **words,
	size_t *len, struct err *err) MUST_USE;
/* The value after an equals sign: a single quoted word, or all of the text up to a
 * comment, trimmed (quotes inside stay, for command lines). */
int
conf_value(struct arena *arena, struct span text, char **value, struct err *err) MUST_USE;
/* Appends text as one word, quoted where it must be (or must: always). */
void conf_word_format(struct buf *out, const char *text, bool must);

/* Takes the next line off *rest (LF or CRLF), trimmed; a BOM in front of the first is
 * skipped by conf_lines. False at the end. */
struct span conf_lines(const char *bytes, size_t len);
bool conf_line(struct span *rest, struct span *line);

#endif
