/*
 * A single line of the feeds file: its parts cleaned, written, and edited without losing
 * how the line was written. Included by conf/feeds.h.
 */
#ifndef CONF_FEEDS_LINE_H
#define CONF_FEEDS_LINE_H

#include "base/str.h"

struct arena;
struct buf;
struct subscription;

#define CONF_TAG_DEPTH 32
#define CONF_TITLE_MAX 4096

/* Cleans a title: one line, in arena; NULL if nothing is left. */
char *conf_feeds_title(struct arena *arena, struct span title);
/* Cleans a tag: one line, in arena, without the file's marks (~ !) in front and without
 * empty parts between slashes, at most CONF_TAG_DEPTH parts; NULL if nothing is left. */
char *conf_feeds_tag(struct arena *arena, struct span tag);
/* Appends the line for a subscription, with LF, such that conf_feeds_parse reads the same
 * back. */
void conf_feeds_format(struct buf *out, const struct subscription *sub);
/* The line with the title, tags, options and mark of sub; its address stays. Words that
 * stand for the same as before stay as they are written, in their order, and so does a
 * comment at the end. In arena, without LF. */
char *
conf_feeds_revise(struct arena *arena, struct span line, const struct subscription *sub);

#endif
