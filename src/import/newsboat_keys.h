/*
 * The lines of newsboat's config that bind keys and make macros, as bind lines of ours.
 */
#ifndef IMPORT_NEWSBOAT_KEYS_H
#define IMPORT_NEWSBOAT_KEYS_H

#include <stdbool.h>

struct import_line;
struct import_list;

/* False: the line is about something else. */
bool import_newsboat_keys_take(struct import_list *list, const struct import_line *line);

#endif
