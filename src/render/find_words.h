/*
 * Finds words in the text of a document, over ends of lines, changes of style and the
 * numbers of links. Pure.
 *
 *	struct render_words words;
 *	render_find_words(&words, "café", true);
 *	while (render_find_next(doc, &words, &at, bytes, &hit))
 *		if (hit.end) …
 */
#ifndef RENDER_FIND_WORDS_H
#define RENDER_FIND_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RENDER_WORDS_MAX 128 /* characters that are looked for */

struct render_doc;

struct render_words {
	uint32_t letters[RENDER_WORDS_MAX]; /* folded */
	size_t len;
	bool base; /* accents make no difference */
};

/* A place in the text (render_text). */
struct render_hit {
	uint32_t at, end; /* end 0: none */
};

/* What to look for: case makes no difference, nor do accents if base. */
void render_find_words(struct render_words *words, const char *s, bool base);
/* Looks for the words from *at on in about `bytes` bytes of what was read so far, and
 * moves *at after what it has looked at, or after the hit. False at the end of the
 * text. */
bool render_find_next(const struct render_doc *doc, const struct render_words *words,
	uint32_t *at, size_t bytes, struct render_hit *hit);

#endif
