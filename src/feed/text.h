/*
 * Pieces of text as feeds pack them: HTML to a plain line, base64, names with mail
 * addresses.
 */
#ifndef FEED_TEXT_H
#define FEED_TEXT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"

/* Appends html without its tags, references decoded once (case 13). */
void feed_text_plain(struct buf *out, struct span html);
/* A clean line of at most FEED_TITLE_MAX bytes for the model; NULL when nothing is left.
 * scratch is used for the work. */
char *feed_text_line(struct arena *arena, struct buf *scratch, struct span text);

/* The first words of a text, to stand where a title is missing (case 64); NULL when it
 * has none. */
char *feed_text_lead(struct arena *arena, struct buf *scratch, const struct text *text);

/* How many bytes of s a text of at most max may have: on a character's boundary. */
size_t feed_text_cut(struct span s, size_t max);

/* s resolved against base (NULL: none), NULL when either is longer than FEED_ADDRESS_MAX.
 * *grown sums up what bases added in a document: ten thousand items may share a base, and
 * past FEED_ADDRESSES_MAX it is left out. */
char *
feed_text_address(struct arena *arena, size_t *grown, const char *base, struct span s);

/* Appends s with & < > (and " when quoted) as references. */
void feed_text_escape(struct buf *out, struct span s, bool quoted);

/* Appends what base64 text means; white space is ignored, the rest of malformed input
 * too. */
void feed_text_base64(struct buf *out, struct span s);

/* "a@b.org (Name)", "Name (a@b.org)", "Name <a@b.org>", "a@b.org", "Name". */
struct person feed_text_person(struct arena *arena, struct buf *scratch, struct span s);

#endif
