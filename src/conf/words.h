/*
 * Splits lines of the user's files into words. Blanks separate words, "…" keeps blanks
 * (with \" and \\ inside), # at the start of a word begins a comment. Nothing else is
 * special, so addresses and apostrophes need no quoting.
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

/* Faulty lines of a file that are reported; then only that there are more. */
#define CONF_ERRORS_MAX 50

struct conf_word {
	char *text;
	bool quoted;     /* began with a quote: neither name=value nor a comment */
	struct span raw; /* as written in the line, quotes included */
};

/* Splits a line into words, allocated in arena. ERR_SYNTAX: an open quote or a NUL byte.
 */
int conf_words(struct arena *arena, struct span line, struct conf_word **words,
	size_t *len, struct err *err) MUST_USE;
/* Is it name=value, with a name that could be an option's? */
bool conf_word_option(const struct conf_word *word, struct span *name);
/* Reads the value after an equals sign: a single quoted word, or all the text up to a
 * comment, trimmed (quotes inside it are kept, for command lines). */
int
conf_value(struct arena *arena, struct span text, char **value, struct err *err) MUST_USE;
/* Appends text so that conf_value reads it. */
void conf_value_format(struct buf *out, const char *text);
/* Appends text as one word, quoted if it needs to be (must: in any case). */
void conf_word_format(struct buf *out, const char *text, bool must);

/* Walks over the lines of a file, which end in LF or CRLF; each is trimmed. A byte order
 * mark is skipped at the start of any line: where files were joined it is in the middle.
 *
 *	struct span rest = conf_lines(bytes, len), line;
 *	while (conf_line(&rest, &line)) … */
struct span conf_lines(const char *bytes, size_t len);
bool conf_line(struct span *rest, struct span *line);

#endif
