/*
 * The lines of newsboat's config that bind keys and make macros, as bind lines of ours.
 */
#ifndef IMPORT_NEWSBOAT_KEYS_H
#define IMPORT_NEWSBOAT_KEYS_H

#include <stdbool.h>

#include <stddef.h>

struct buf;
struct import_line;
struct import_list;

/* False: the line is about something else. */
bool import_newsboat_keys_take(struct import_list *list, const struct import_line *line);
/* The operations from that word on as commands of ours. Returns the one that has none;
 * NULL: all have. */
const char *import_newsboat_keys_chain(struct buf *out, struct import_list *list,
	const struct import_line *line, size_t from);

#endif
