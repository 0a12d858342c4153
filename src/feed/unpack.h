/*
 * Unpacks pieces of text: HTML as a plain line, references, base64.
 */
#ifndef FEED_UNPACK_H
#define FEED_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"

/* Appends html without its tags, with references decoded once (case 13). If markup is
 * set, every element of the document counts as a tag; otherwise only elements of HTML
 * do. */
void feed_text_plain(struct buf *out, struct span html, bool markup);
/* Appends s with its references resolved, but only those that end with ";". It is for
 * text that should be plain but in which a program has left references. */
void feed_text_references(struct buf *out, struct span s);
/* Whether text that should be HTML is better read as plain text: it has no tags but has
 * line ends or "<". */
bool feed_text_is_plain(struct span html);
/* Appends such text as HTML that looks the same and keeps the line ends. */
void feed_text_lines(struct buf *out, struct span html);
/* A clean line of at most FEED_TITLE_MAX bytes for the model; NULL when nothing is left.
 * scratch is used for the work. */
char *feed_text_line(struct arena *arena, struct buf *scratch, struct span text);
/* The same, of at most max bytes. */
char *
feed_text_line_of(struct arena *arena, struct buf *scratch, struct span text, size_t max);
/* Whether html has a "<!" that does not begin a comment or declaration: browsers hide it
 * and everything up to the next ">". If so, html with "&lt;" in its place is appended. */
bool feed_text_bangs(struct buf *out, struct span html);

/* The first words of a text, which stand in for a missing title (case 64); NULL when
 * there are none. */
char *feed_text_lead(struct arena *arena, struct buf *scratch, const struct text *text);

/* Where to cut s so that at most max bytes are left and no character is cut in two. */
size_t feed_text_cut(struct span s, size_t max);

/* s resolved against base (NULL: none); NULL when either is longer than FEED_ADDRESS_MAX.
 * *grown sums up the bytes that bases have added in a document: ten thousand items can
 * share a long base, so past FEED_ADDRESSES_MAX bytes, addresses stay as they are. */
char *
feed_text_address(struct arena *arena, size_t *grown, const char *base, struct span s);

/* Whether an address is empty or leads nowhere (a script, no host). */
bool feed_text_leads_nowhere(const char *address);

/* Appends s with references for & < > (and " if quoted). */
void feed_text_escape(struct buf *out, struct span s, bool quoted);

/* Appends the bytes that base64 text stands for. White space and anything else that does
 * not belong there is ignored. */
void feed_text_base64(struct buf *out, struct span s);

#endif
