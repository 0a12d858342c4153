/*
 * A page as text to be compared with what it said before.
 */
#ifndef SELECT_COMPARE_TEXT_H
#define SELECT_COMPARE_TEXT_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"

struct feed;
struct feed_source;

#define SELECT_TEXT_MAX ((size_t)256 << 10) /* bytes; the rest of a page is left out */

/* Reads the page. On OK *out is a feed with its title and link, and one item whose plain
 * content is the page's text, one line per paragraph: that of the elements that the
 * selector finds, or if it is empty, of all but navigation, headers, footers, forms and
 * what is not shown. ERR_NOT_FEED: there is no text, and err says so. Otherwise as for
 * select_page_feed. Pure. */
int select_text_feed(struct span selector, const struct feed_source *source,
	struct feed **out, struct err *err) MUST_USE;

/* What a word of such a text is compared by: the word itself; empty for a time of the
 * day, a random code, or a number before what is counted; and one common key for all that
 * is counted or says how long ago something was, such as views or minutes. */
struct span select_text_key(struct span word, struct span next);

/* Do the texts say the same to a reader? Times of the day, ages ("5 minutes ago"), counts
 * ("120 views") and random codes may differ. */
bool select_text_same(const char *a, const char *b);

#endif
