/*
 * Makes a feed out of a web page, following a recipe.
 */
#ifndef SELECT_RECIPE_PAGE_H
#define SELECT_RECIPE_PAGE_H

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"

struct feed;
struct feed_source;

/* Reads the page with the recipe (select/recipe.h). On OK *out is a feed of format
 * FEED_HTML with at least one item. An item's id is its link; an item without a link is
 * identified by its content. ERR_SYNTAX, ERR_LIMIT: the recipe is wrong, or the page too
 * large. ERR_NOT_FEED: the recipe finds no items, and err says what it lacks. Pure. */
int select_page_feed(struct span recipe, const struct feed_source *source,
	struct feed **out, struct err *err) MUST_USE;

#endif
