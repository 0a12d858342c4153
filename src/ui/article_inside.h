/*
 * Private to the files of the article: what was read of it, and how far it is laid out.
 */
#ifndef UI_ARTICLE_INSIDE_H
#define UI_ARTICLE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "store/item/item.h"
#include "ui/lines.h"
#include "ui/links.h"
#include "ui/view.h"

struct render_doc;

/* Something a key asked for that needs more of the layout than there is yet. */
enum ui_article_wait {
	UI_ARTICLE_NOTHING,
	UI_ARTICLE_END,
	UI_ARTICLE_FIND,
	UI_ARTICLE_LINKS,
	UI_ARTICLE_PICK,
};

struct ui_article {
	struct ui_view view;
	uint64_t id;
	struct arena arena; /* item and body */
	struct store_item item;
	struct store_item_body body;
	char **also; /* feeds that have the item's page as well */
	size_t also_len;
	bool ok;
	struct err err;
	struct render_doc *doc;
	struct ui_lines head, foot;
	struct ui_links links;
	bool all_links; /* including those after the text's */
	size_t width;   /* for which it is laid out; 0: not yet */
	bool complete;  /* the text is laid out to its end */
	size_t top, height;
	enum ui_article_wait wait;
	size_t find_from, find_at; /* lines: where the search began, and the next */
	bool find_wrapped;         /* the search has started over at the first line */
	bool seeking;              /* a place is looked for in the new layout: */
	size_t seek;               /* letters before it */
	size_t seek_line;          /* lines looked at */
	size_t seek_count;         /* letters in them */
	size_t pick;               /* number of the picked link; 0: none */
	bool typing;               /* the next digit continues this number */
	char *found;               /* the words that are marked */
};

/* article.c */

/* The number of lines of the text so far, and of everything shown. */
size_t ui_article_body(const struct ui_article *v);
size_t ui_article_lines(const struct ui_article *v);
/* Starts a new layout if the width of the view has changed. */
void ui_article_layout(struct ui *ui, struct ui_article *v);
/* Keeps the first line shown within the lines there are. */
void ui_article_clamp(struct ui_article *v);

/* article_wait.c */

/* Does something now if the layout allows it, or else later. May be called before the
 * article was ever drawn, since keys can come that early. */
void ui_article_wait_for(struct ui *ui, struct ui_article *v, enum ui_article_wait wait);
/* Does as much of what was asked for as the layout now allows. */
void ui_article_go_on(struct ui *ui, struct ui_article *v);

/* article_draw.c */

/* Makes the lines above the text. */
void ui_article_head(struct ui *ui, struct ui_article *v);
/* The draw of the class. */
void ui_article_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption);

#endif
