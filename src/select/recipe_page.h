/*
 * Makes a feed of a web page by a recipe.
 */
#ifndef SELECT_RECIPE_PAGE_H
#define SELECT_RECIPE_PAGE_H

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"

struct feed;
struct feed_source;
struct selector;
struct buf;

/* Reads the page with the recipe (select/recipe.h). On OK *out is a feed of format
 * FEED_HTML with at least one item; its items' ids are their links, or where an item has
 * none, what it says. ERR_SYNTAX, ERR_LIMIT: the recipe is wrong, or the page too large.
 * ERR_NOT_FEED: the recipe finds no items, and err says what it lacks. Pure. */
int select_page_feed(struct span recipe, const struct feed_source *source,
	struct feed **out, struct err *err) MUST_USE;

#endif
