/*
 * The references of an article, by number: the links of its text, its attachments, and
 * what else belongs to it. What is drawn below the text, picked by number, listed and
 * opened comes from this one list. UI thread.
 */
#ifndef UI_REFS_H
#define UI_REFS_H

#include <stddef.h>

#include "base/arena.h"

struct render_doc;
struct store_item_body;
struct ui_lines;

enum ui_ref_kind {
	UI_REF_LINK,
	UI_REF_ATTACHMENT,
	UI_REF_MORE, /* the page of its comments, chapters … */
};

struct ui_ref {
	enum ui_ref_kind kind;
	const char *label; /* what it is, translated; NULL: a plain link */
	const char *url;
	const char *shown; /* the address as it may be shown (case 17) */
};

struct ui_refs {
	struct arena arena;
	struct ui_ref *list; /* number n is at n - 1 */
	size_t len;
};

void ui_refs_done(struct ui_refs *refs);
/* Adds the links that a document (may be NULL) has beyond those taken before. */
void ui_refs_add_links(struct ui_refs *refs, const struct render_doc *doc);
/* Adds the rest, once the document's links are all there. */
void ui_refs_add_rest(struct ui_refs *refs, const struct store_item_body *body);
/* NULL when no reference has the number. */
const struct ui_ref *ui_refs_at(const struct ui_refs *refs, size_t number);
/* What it is, and its address, as both are shown; in arena. */
char *ui_refs_text(struct arena *arena, const struct ui_ref *ref);
/* Appends them to lines, each kind below its heading. */
void ui_refs_put(const struct ui_refs *refs, struct ui_lines *lines, size_t width);

#endif
