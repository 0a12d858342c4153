/*
 * An article's links by number: those in its text, its attachments, and what else belongs
 * to it. The links that are drawn below the text, picked by number, listed and opened are
 * those of this list. UI thread.
 */
#ifndef UI_ARTICLE_LINKS_H
#define UI_ARTICLE_LINKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct render_doc;
struct store_item_body;
struct ui_lines;

enum ui_link_kind {
	UI_LINK_IN_TEXT,
	UI_LINK_ATTACHMENT,
	UI_LINK_MORE, /* its comments, chapters … */
};

struct ui_link {
	enum ui_link_kind kind;
	const char *label; /* what it is, translated; NULL: an ordinary link */
	const char *url;
	const char *open;  /* what a terminal that knows links opens */
	const char *shown; /* the address as displayed (case 17) */
};

struct ui_links {
	struct arena arena;
	struct ui_link *list; /* number n is at n - 1 */
	size_t len;
	bool clean; /* without tracking (clean-links) */
};

void ui_article_links_done(struct ui_links *links);
/* Adds the links in a document (may be NULL) that follow those added before. */
void ui_article_links_add_text(struct ui_links *links, const struct render_doc *doc);
/* Adds the others, after all links of the text. */
void
ui_article_links_add_rest(struct ui_links *links, const struct store_item_body *body);
/* NULL if no link has this number. */
const struct ui_link *ui_article_links_at(const struct ui_links *links, size_t number);
/* What it is and its address, as displayed; in arena. */
char *ui_article_links_text(struct arena *arena, const struct ui_link *link);
/* Appends the list to lines, with a heading for each kind; most: of links in the text. */
void ui_article_links_put(
	const struct ui_links *links, struct ui_lines *lines, size_t width, size_t most);

#endif
