/*
 * Finds the article in a web page: what is left when navigation, share buttons, teasers,
 * comments and cookie notices are removed. Pure: no network, and no scripts are run.
 * Takes time linear in the page, and memory of a few times its size.
 */
#ifndef EXTRACT_EXTRACT_H
#define EXTRACT_EXTRACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"

struct buf;
struct arena;

/* Bytes of a page; the rest of a longer one is not read. */
#define EXTRACT_PAGE_MAX ((size_t)8 * 1024 * 1024)
/* Addresses of parts of an article that are followed, the first included. */
#define EXTRACT_PARTS_MAX 8

struct extract_page {
	struct span html;  /* UTF-8 */
	const char *title; /* the item's, which the text does not repeat; may be NULL */
};

/* Strings are as the page has them, in arena, and NULL if it does not say. */
struct extract_about {
	char *title;
	char *author, *date;
	char *base; /* of relative addresses: <base href>, relative to the page's own */
	char *next; /* what the page calls the next one, relative to base */
};

/* Appends the article as HTML to out, which must have no maximum: headings, paragraphs,
 * lists, tables, code, figures. The HTML is still the page's and must go through render
 * to be safe. ERR_NOT_FOUND: there is none, and err says what the page has instead. */
int extract_article(const struct extract_page *page, struct arena *arena, struct buf *out,
	struct extract_about *about, struct err *err) MUST_USE;

/* Is next (absolute) the part of an article that follows the one at url? Pages call the
 * next article "next" as well; parts have the same address except for a number. */
bool extract_is_part(const char *url, const char *next);

#endif
