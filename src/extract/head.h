/*
 * What a page says of itself in its head and in data for search engines. Private to
 * extract.
 */
#ifndef EXTRACT_HEAD_H
#define EXTRACT_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct arena;
struct extract_about;

struct extract_head {
	char *body;     /* the article's text in JSON-LD; NULL: there is none */
	size_t scripts; /* how many scripts the page has */
};

/* Fills about (zeroed) and head. Strings are in arena. */
void extract_head_read(struct span html, struct arena *arena, struct extract_about *about,
	struct extract_head *head);

#endif
