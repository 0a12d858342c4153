/*
 * How a page becomes a feed, as an html: line describes it:
 *
 *	li.post title=h3 link=a.more date=.when text=.teaser
 *
 * The first selector finds the items; the others, each optional, what belongs to them.
 */
#ifndef SELECT_RECIPE_H
#define SELECT_RECIPE_H

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"
#include "select/selector.h"

struct arena;

enum select_part_kind {
	SELECT_TITLE,
	SELECT_LINK,
	SELECT_DATE,
	SELECT_BODY,
	SELECT_PARTS
};

struct select_part {
	bool there;
	struct selector selector; /* empty: the item itself */
	struct span attribute; /* "@name": its value, instead of the text; p NULL: none */
};

struct select_recipe {
	struct selector item;
	struct select_part parts[SELECT_PARTS];
};

/* The recipe is in arena and borrows from text. ERR_SYNTAX, ERR_LIMIT, ERR_INVALID: err
 * says what is wrong with the text, and where. */
int select_recipe_read(struct span text, struct arena *arena, struct select_recipe *out,
	struct err *err) MUST_USE;
/* The same for a single selector, without parts. */
int select_recipe_plain(struct span text, struct arena *arena, struct selector *out,
	struct err *err) MUST_USE;

#endif
