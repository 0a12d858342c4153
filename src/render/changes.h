/*
 * What changed between two versions of a text, by words.
 */
#ifndef RENDER_CHANGES_H
#define RENDER_CHANGES_H

#include <stddef.h>

struct buf;
struct text;

/* Appends the new text as HTML, in which words that are gone stand in [- -], struck out,
 * and new ones in {+ +}, underlined. Pictures and styles are not compared. Takes time in
 * proportion to the texts, as long as they do not differ everywhere: then all of the
 * differing part counts as replaced. */
void render_changes(const struct text *old, const struct text *new, struct buf *out);

#endif
