/*
 * What the files of the kinds share: setting what an element said, where nothing better
 * has been said.
 */
#ifndef FEED_KIND_INSIDE_H
#define FEED_KIND_INSIDE_H

#include "feed/kind.h"

/* Sets the row's field, if value is not NULL. */
void feed_kind_set_string(struct build *b, const struct row *row, char *value);
/* A value as one plain line; NULL for an empty one. */
char *feed_kind_take_line(struct build *b, const struct value *value);
/* Adds to the open item what it has not yet; addresses are absolute. type and length as
 * attributes hold them; may be NULL. */
void
feed_kind_add_enclosure(struct build *b, char *url, const char *type, const char *length);
void feed_kind_add_related(struct build *b, int rel, char *url, const char *type);
/* s: the number of the open item's comments. */
void feed_kind_set_comments(struct build *b, struct span s);

/* The ends of feed_kind_line and feed_kind_text, which Atom's share. */
void
feed_kind_end_line(struct build *b, const struct row *row, const struct value *value);
void
feed_kind_end_text(struct build *b, const struct row *row, const struct value *value);

#endif
