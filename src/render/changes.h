/*
 * What changed between two versions of a text, by words.
 */
#ifndef RENDER_CHANGES_H
#define RENDER_CHANGES_H

#include <stddef.h>

#include "base/span.h"

struct buf;
struct text;

/* Appends the new text as HTML, in which words that are gone stand in [- -], and
 * new ones in {+ +}, underlined. Pictures and styles are not compared. Takes time in
 * proportion to the texts, as long as they do not differ everywhere: then all of the
 * differing part counts as replaced. key says what a word is compared by, given the one
 * after it (p NULL: the last); NULL: by itself. Words that are the same by their keys are
 * written as they are in the new text. */
void render_changes(const struct text *old, const struct text *new,
	struct span (*key)(struct span word, struct span next), struct buf *out);

#endif
