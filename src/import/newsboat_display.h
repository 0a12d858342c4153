/*
 * The lines of newsboat's config that say how lists look and are sorted, and what is run
 * at the start, as options of ours.
 */
#ifndef IMPORT_NEWSBOAT_DISPLAY_H
#define IMPORT_NEWSBOAT_DISPLAY_H

#include <stdbool.h>

struct import_line;
struct import_list;

/* False: the line is about something else. dates: newsboat's datetime-format. */
bool import_newsboat_display_take(
	struct import_list *list, const struct import_line *line, const char *dates);

#endif
