/*
 * Pieces of text as feeds pack them: HTML as a plain line, references, base64.
 */
#ifndef FEED_TEXT_H
#define FEED_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"

/* Appends html without its tags, references decoded once (case 13). markup: elements of
 * the document stand in it as tags, whatever they are called; else only HTML's elements
 * are taken for tags. */
void feed_text_plain(struct buf *out, struct span html, bool markup);
/* Appends s with its references resolved, but only those that end with ";": s is plain
 * text by rights, in which a program has left them. */
void feed_text_references(struct buf *out, struct span s);
/* Whether text that should be HTML is better read as plain text: there is no tag in it,
 * but there are ends of lines or "<". */
bool feed_text_is_plain(struct span html);
/* Appends such text as HTML that shows the same and keeps the ends of lines. */
void feed_text_lines(struct buf *out, struct span html);
/* A clean line of at most FEED_TITLE_MAX bytes for the model; NULL when nothing is left.
 * scratch is used for the work. */
char *feed_text_line(struct arena *arena, struct buf *scratch, struct span text);

/* The first words of a text, which stand in for a missing title (case 64); NULL when
 * there are none. */
char *feed_text_lead(struct arena *arena, struct buf *scratch, const struct text *text);

/* Where to cut s so that at most max bytes are left and no character is cut in two. */
size_t feed_text_cut(struct span s, size_t max);

/* s resolved against base (NULL: none); NULL when either is longer than FEED_ADDRESS_MAX.
 * *grown sums up the bytes that bases have added in a document: ten thousand items may
 * share a long one, so past FEED_ADDRESSES_MAX addresses stay as they are. */
char *
feed_text_address(struct arena *arena, size_t *grown, const char *base, struct span s);

/* Appends s with & < > (and " when quoted) as references. */
void feed_text_escape(struct buf *out, struct span s, bool quoted);

/* Appends the bytes that base64 text stands for. White space and anything else that does
 * not belong there is ignored. */
void feed_text_base64(struct buf *out, struct span s);

#endif
