/*
 * Pages that another program saved to be read later, from a file in any format.
 */
#ifndef IMPORT_SAVED_PAGES_H
#define IMPORT_SAVED_PAGES_H

#include <stdbool.h>

struct import_list;

enum import_page_part {
	IMPORT_PAGE_URL,
	IMPORT_PAGE_TITLE,
	IMPORT_PAGE_TIME,  /* seconds or milliseconds since 1970, or a date */
	IMPORT_PAGE_TAGS,  /* ["a","b"], a|b or a,b */
	IMPORT_PAGE_STATE, /* archive, starred …; any other word is a tag */
	IMPORT_PAGE_READ,  /* 1, true, yes */
	IMPORT_PAGE_STAR,  /* the same */
	IMPORT_PAGE_TEXT,
	IMPORT_PAGE_PARTS
};

/* Is the word one of "a|b|c"? */
bool import_page_word(const char *word, const char *list);
/* Adds an item without a feed; parts may be NULL. Does nothing if its address is not
 * valid. */
void
import_page_add(struct import_list *list, const char *const parts[IMPORT_PAGE_PARTS]);

#endif
