/*
 * Every selector of the recipe is matched against the whole page once; what belongs to an
 * item is the first match in it. Items in other items are not items of their own, so all
 * of that is linear in the page.
 */
#include "config.h"

#include "select/recipe_page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "feed/clean_text.h"
#include "feed/decode.h"
#include "feed/document_limits.h"
#include "feed/unpack.h"
#include "model/feed.h"
#include "select/date.h"
#include "select/recipe.h"
#include "select/selector_match.h"
#include "select/tree.h"

#define NO_NODE SELECT_NO_NODE
#define WORDS_MAX ((size_t)4096) /* bytes of a title or date, before it is cut */

struct page {
	struct select_tree tree;
	struct select_recipe recipe;
	struct feed *feed;
	const char *base;
	bool *item, *part[SELECT_PARTS]; /* what the selectors find; NULL: not in it */
	struct map links;                /* to the first item with each */
	size_t grown;                    /* feed_text_address */
	struct buf scratch;
};

/* ---- nodes */

static const struct select_node *
node_at(const struct page *page, uint32_t index)
{
	return &page->tree.nodes[index];
}

static struct span
attribute(const struct page *page, uint32_t index, const char *name)
{
	return select_tree_attribute(node_at(page, index), span_of(name));
}

/* The text as a line; NULL: there is none. */
static char *
line_of(struct page *page, struct span text)
{
	struct buf plain = BUF_INIT(0);
	feed_text_references(&plain, text);
	buf_clear(&page->scratch);
	char *line = feed_text_line(&page->feed->arena, &page->scratch,
		span_trim((struct span){buf_str(&plain), plain.len}));
	buf_done(&plain);
	return line;
}

static char *
words_of(struct page *page, uint32_t index, const uint32_t *skip, size_t skip_len)
{
	struct buf text = BUF_INIT(0);
	select_tree_text(&page->tree, index, skip, skip_len, &text, WORDS_MAX);
	buf_clear(&page->scratch);
	char *line = feed_text_line(&page->feed->arena, &page->scratch,
		(struct span){buf_str(&text), text.len});
	buf_done(&text);
	return line;
}

/* The first node from index on and in item that was found. */
static uint32_t
next_found(const struct page *page, uint32_t item, uint32_t index, const bool *found)
{
	uint32_t end = node_at(page, item)->next;
	while (index < end && !found[index])
		index++;
	return index < end ? index : NO_NODE;
}

/* Where the recipe's part is in the item, and what its attribute says. */
static uint32_t
find_part(const struct page *page, uint32_t item, enum select_part_kind kind,
	struct span *value)
{
	const struct select_part *part = &page->recipe.parts[kind];
	uint32_t at = part->selector.ends ? next_found(page, item, item, page->part[kind])
					  : item;
	*value = (struct span){NULL, 0};
	if (at != NO_NODE && part->attribute.p)
		*value = select_tree_attribute(node_at(page, at), part->attribute);
	return at;
}

static bool
is_heading(const struct select_node *node)
{
	return node->name.n == 2 && str_lower((unsigned char)node->name.p[0]) == 'h' &&
	       node->name.p[1] >= '1' && node->name.p[1] <= '6';
}

/* The first heading with words in it. */
static uint32_t
find_heading(struct page *page, uint32_t item)
{
	for (uint32_t i = item; i < node_at(page, item)->next; i++)
		if (is_heading(node_at(page, i)) && words_of(page, i, NULL, 0))
			return i;
	return NO_NODE;
}

/* ---- links */

/* The page's address for what an attribute says; NULL if that can't be opened. */
static char *
address_of(struct page *page, struct span value)
{
	struct buf plain = BUF_INIT(0);
	char *url = NULL;
	feed_text_references(&plain, value);
	struct span s = span_trim((struct span){buf_str(&plain), plain.len});
	if (s.n)
		url = feed_text_address(&page->feed->arena, &page->grown, page->base, s);
	buf_done(&plain);
	return url && url_is_web(url) ? url : NULL;
}

static char *
link_at(struct page *page, uint32_t index)
{
	struct span href = attribute(page, index, "href");
	return href.p ? address_of(page, href) : NULL;
}

/* Of links, those to other pages are better than places in this one, and words better
 * than a picture. */
static int
rank_of(struct page *page, uint32_t index, struct span href)
{
	bool here = href.n && *href.p == '#';
	return (here ? 0 : 2) + (words_of(page, index, NULL, 0) != NULL);
}

/* The first of the best links in the node. *at is where it is. */
static char *
first_link(struct page *page, uint32_t index, uint32_t *at)
{
	char *best = NULL;
	int best_rank = -1;
	*at = NO_NODE;
	for (uint32_t i = index; i < node_at(page, index)->next && best_rank < 3; i++) {
		struct span href = attribute(page, i, "href");
		char *url = href.n && !span_eq(href, "#") ? address_of(page, href) : NULL;
		int rank = url ? rank_of(page, i, href) : -1;
		if (rank <= best_rank)
			continue;
		best = url;
		best_rank = rank;
		*at = i;
	}
	return best;
}

/* The link that the heading is, has, or stands in. */
static char *
link_of_heading(struct page *page, uint32_t item, uint32_t heading, uint32_t *at)
{
	char *url = heading == NO_NODE ? NULL : first_link(page, heading, at);
	uint32_t i = heading;
	while (!url && i != NO_NODE && i > item) {
		i = node_at(page, i)->parent;
		url = link_at(page, i);
		*at = i;
	}
	return url;
}

static char *
find_link(struct page *page, uint32_t item, uint32_t heading, uint32_t *at)
{
	struct span value;
	*at = NO_NODE;
	if (page->recipe.parts[SELECT_LINK].there) {
		*at = find_part(page, item, SELECT_LINK, &value);
		if (*at == NO_NODE)
			return NULL;
		return page->recipe.parts[SELECT_LINK].attribute.p
			       ? address_of(page, value)
			       : first_link(page, *at, at);
	}
	char *url = link_of_heading(page, item, heading, at);
	if (!url)
		url = first_link(page, item, at);
	if (!url && page->base) {
		struct span id = attribute(page, item, "id");
		char *place = arena_printf(&page->feed->arena, "#%.*s", SPAN_FMT(id));
		url = id.n ? address_of(page, span_of(place)) : NULL;
	}
	return url;
}

/* ---- titles */

static char *
find_title(
	struct page *page, uint32_t item, uint32_t heading, uint32_t link, uint32_t *at)
{
	struct span value;
	*at = heading != NO_NODE ? heading : link;
	if (page->recipe.parts[SELECT_TITLE].there) {
		*at = find_part(page, item, SELECT_TITLE, &value);
		if (value.p)
			return line_of(page, value);
	}
	char *title = *at == NO_NODE ? NULL : words_of(page, *at, NULL, 0);
	while (!title && page->part[SELECT_TITLE] && *at != NO_NODE) {
		*at = next_found(page, item, *at + 1, page->part[SELECT_TITLE]);
		title = *at == NO_NODE ? NULL : words_of(page, *at, NULL, 0);
	}
	if (!title && link != NO_NODE && *at == link) {
		value = attribute(page, link, "title");
		title = value.p ? line_of(page, value) : NULL;
	}
	return title;
}

/* ---- dates */

static int64_t
date_at(struct page *page, uint32_t index)
{
	static const char *const names[] = {"datetime", "content", "title", "data-time"};
	int64_t date = TIME_NONE;
	for (size_t i = 0; i < COUNT_OF(names) && date == TIME_NONE; i++) {
		struct span value = attribute(page, index, names[i]);
		if (value.p)
			date = select_date(value);
	}
	if (date != TIME_NONE)
		return date;
	char *words = words_of(page, index, NULL, 0);
	return words ? select_date(span_of(words)) : TIME_NONE;
}

/* In a <time>, what says that it is one, or a text that is hardly more than a date. */
static int64_t
find_date(struct page *page, uint32_t item, uint32_t *at)
{
	struct span value;
	uint32_t end = node_at(page, item)->next;
	int64_t date = TIME_NONE;
	*at = NO_NODE;
	if (page->recipe.parts[SELECT_DATE].there) {
		*at = find_part(page, item, SELECT_DATE, &value);
		return value.p          ? select_date(value)
		       : *at == NO_NODE ? TIME_NONE
					: date_at(page, *at);
	}
	for (uint32_t i = item; i < end && date == TIME_NONE; i++) {
		const struct select_node *node = node_at(page, i);
		struct span prop = node->name.n ? attribute(page, i, "itemprop")
						: (struct span){NULL, 0};
		*at = i;
		if (span_ieq(node->name, "time") || span_ieq(prop, "datePublished"))
			date = date_at(page, i);
	}
	for (uint32_t i = item; i < end && date == TIME_NONE; i++) {
		const struct select_node *node = node_at(page, i);
		*at = i;
		if (!node->name.n)
			date = select_date(span_trim(node->source));
	}
	if (date == TIME_NONE)
		*at = NO_NODE;
	return date;
}

/* ---- texts */

static bool
has_picture(const struct page *page, uint32_t index)
{
	for (uint32_t i = index; i < node_at(page, index)->next; i++)
		if (span_ieq(node_at(page, i)->name, "img"))
			return true;
	return false;
}

static void
put_body(struct page *page, struct item *item, uint32_t index, uint32_t title,
	uint32_t date)
{
	struct buf html = BUF_INIT(0);
	struct span value;
	const uint32_t skip[] = {title, date};
	if (page->recipe.parts[SELECT_BODY].there) {
		uint32_t at = find_part(page, index, SELECT_BODY, &value);
		if (value.p)
			feed_text_escape(&html, value, false);
		while (at != NO_NODE && !value.p && html.len < FEED_TEXT_MAX) {
			buf_adds(&html, "<div>");
			select_tree_html(&page->tree, at, NULL, 0, &html, FEED_TEXT_MAX);
			buf_adds(&html, "</div>");
			if (at == index)
				break;
			at = next_found(page, index, node_at(page, at)->next,
				page->part[SELECT_BODY]);
		}
	} else if ((title != index && words_of(page, index, skip, COUNT_OF(skip))) ||
		   has_picture(page, index)) {
		select_tree_html(
			&page->tree, index, skip, COUNT_OF(skip), &html, FEED_TEXT_MAX);
	}
	struct span text = span_trim((struct span){buf_str(&html), html.len});
	if (text.n > FEED_TEXT_MAX) {
		text.n = feed_text_cut(text, FEED_TEXT_MAX);
		item->flags |= ITEM_CUT;
	}
	if (text.n)
		item->content =
			(struct text){arena_strndup(&page->feed->arena, text.p, text.n),
				TEXT_HTML, arena_strdup(&page->feed->arena, page->base)};
	buf_done(&html);
}

/* ---- items */

/* A page often links to the same twice, from a picture and from words. False: an earlier
 * item is the same one, and was given what it lacked. */
static bool
is_another(struct page *page, struct item *item)
{
	if (!item->link)
		return true;
	void **known = map_put(&page->links, item->link, strlen(item->link));
	if (!*known) {
		*known = (void *)(uintptr_t)(page->feed->items_len + 1);
		return true;
	}
	struct item *first = &page->feed->items[(uintptr_t)*known - 1];
	if (first->title && item->title && !str_eq(first->title, item->title)) {
		item->guid = arena_printf(
			&page->feed->arena, "%s %s", item->link, item->title);
		return true;
	}
	if (!first->title)
		first->title = item->title;
	if (!first->content.text)
		first->content = item->content;
	if (first->published == TIME_NONE)
		first->published = item->published;
	return false;
}

static void
add_item(struct page *page, uint32_t index)
{
	struct feed *feed = page->feed;
	struct item item = {.published = TIME_NONE, .updated = TIME_NONE};
	uint32_t heading = find_heading(page, index), link, title, date;
	item.comments_count = -1;
	item.link = find_link(page, index, heading, &link);
	item.guid = item.link;
	item.title = find_title(page, index, heading, link, &title);
	item.published = find_date(page, index, &date);
	put_body(page, &item, index, title, date);
	bool empty = !item.title && !item.link && !item.content.text;
	if (empty || !is_another(page, &item))
		return;
	if (!item.title)
		item.lead = feed_text_lead(&feed->arena, &page->scratch, &item.content);
	feed->items = arena_push(
		&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
	feed->items[feed->items_len++] = item;
}

static void
add_items(struct page *page)
{
	struct feed *feed = page->feed;
	size_t found = 0;
	for (uint32_t i = 0; i < page->tree.len && feed->items_len < FEED_ITEMS_MAX;) {
		if (page->item[i]) {
			found++;
			add_item(page, i);
			i = node_at(page, i)->next;
		} else {
			i++;
		}
	}
}

/* ---- the page */

static void
read_head(struct page *page, const char *base_url)
{
	struct feed *feed = page->feed;
	const struct select_tree *tree = &page->tree;
	page->base = base_url;
	bool based = false;
	for (uint32_t i = 0; i < tree->len; i++) {
		const struct select_node *node = &tree->nodes[i];
		struct span href;
		if (span_ieq(node->name, "title") && !feed->title)
			feed->title = words_of(page, i, NULL, 0);
		else if (span_ieq(node->name, "base") && !based &&
			 (href = attribute(page, i, "href")).n) {
			char *url = address_of(page, href);
			page->base = url ? url : page->base;
			based = true;
		}
	}
	struct span language = attribute(page, 0, "lang");
	if (language.n)
		feed->language = line_of(page, language);
	feed->link = arena_strdup(&feed->arena, base_url);
}

static bool *
find(struct page *page, const struct selector *selector, const bool *scope)
{
	bool *found = mem_zalloc((page->tree.len + 1) * sizeof *found);
	select_match(&page->tree, selector, scope, found);
	return found;
}

static int
read_page(struct page *page, const char *base_url, struct span recipe, struct err *err)
{
	read_head(page, base_url);
	page->item = find(page, &page->recipe.item, NULL);
	for (size_t i = 0; i < SELECT_PARTS; i++)
		if (page->recipe.parts[i].selector.ends)
			page->part[i] =
				find(page, &page->recipe.parts[i].selector, page->item);
	add_items(page);
	if (page->feed->items_len)
		return OK;
	size_t found = 0;
	for (size_t i = 0; i < page->tree.len; i++)
		found += page->item[i];
	return found ? err_set(err, ERR_NOT_FEED,
			       P_("the selector %.*s finds %zu element, but no title, "
				  "link "
				  "or text in it",
				       "the selector %.*s finds %zu elements, but no "
				       "title, "
				       "link or text in them",
				       found),
			       SPAN_FMT(recipe), found)
		     : err_set(err, ERR_NOT_FEED,
			       _("the selector %.*s finds nothing on the page; if the "
				 "page "
				 "changed, try others with courant parse --html"),
			       SPAN_FMT(recipe));
}

static void
page_done(struct page *page)
{
	select_tree_done(&page->tree);
	free(page->item);
	for (size_t i = 0; i < SELECT_PARTS; i++)
		free(page->part[i]);
	map_done(&page->links);
	buf_done(&page->scratch);
}

int
select_page_feed(struct span recipe, const struct feed_source *source, struct feed **out,
	struct err *err)
{
	struct decoded decoded;
	struct notes notes = {0};
	struct buf cleaned = BUF_INIT(0);
	*out = NULL;
	int status = feed_decode((struct span){source->bytes, source->len},
		source->content_type, &decoded, &notes, err);
	if (status != OK)
		return status;
	struct span html = feed_clean(decoded.text, &cleaned, &notes);
	struct page page = {
		.feed = feed_new(), .links = MAP_INIT, .scratch = BUF_INIT(0)};
	page.feed->format = FEED_HTML;
	page.feed->encoding = arena_strdup(&page.feed->arena, decoded.charset);
	status = select_recipe_read(recipe, &page.feed->arena, &page.recipe, err);
	if (status == OK) {
		select_tree_init(&page.tree, html);
		status = read_page(&page, source->base_url, recipe, err);
	}
	if (status == OK) {
		feed_notes_put(&notes, page.feed);
		*out = page.feed;
	} else {
		feed_free(page.feed);
	}
	page_done(&page);
	buf_done(&decoded.buf);
	buf_done(&cleaned);
	return status;
}
