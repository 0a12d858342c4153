/*
 * What the files of the kinds share: setting what an element says, where no better one
 * has said it.
 */
#ifndef FEED_KIND_INSIDE_H
#define FEED_KIND_INSIDE_H

#include "feed/kind.h"

/* Sets the row's field, if value is not NULL. */
void feed_kind_set_string(struct build *b, const struct row *row, char *value);
/* A value as one plain line; NULL for an empty one. */
char *feed_kind_take_line(struct build *b, const struct value *value);
/* An attribute as one plain line; NULL: it is missing or empty. */
char *feed_kind_line_of(struct build *b, const char *attr);
/* Whether a list of len elements may have one more: each new one is compared with all
 * before it, and all are stored with the item. */
bool feed_kind_has_room(struct build *b, size_t len);
/* Adds a file to the open item, or fills in what is not known of one that it has. NULL:
 * it was left out. url is absolute; type and length are as attributes have them, or NULL.
 */
struct enclosure *
feed_kind_add_enclosure(struct build *b, char *url, const char *type, const char *length);
/* If the element is within one that names a file, its text is the file's title. */
void feed_kind_name_enclosure(struct build *b, const struct value *value);
/* Adds an address to the open item, and returns it, unless the item has it already. */
struct related *
feed_kind_add_related(struct build *b, int rel, char *url, const char *type);
/* Sets the number of the open item's comments. */
void feed_kind_set_comments(struct build *b, struct span s);

/* The ends of feed_kind_line and feed_kind_text, which Atom's kinds share. */
void
feed_kind_end_line(struct build *b, const struct row *row, const struct value *value);
void
feed_kind_end_text(struct build *b, const struct row *row, const struct value *value);

#endif
