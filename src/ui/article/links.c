#include "config.h"

#include "ui/article/links.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/str.h"
#include "output/document.h"
#include "render/html.h"
#include "render/link_list.h"
#include "store/item/item.h"
#include "ui/draw/lines.h"
#include "ui/draw/row.h"

#define INDENT 4 /* of further lines of an address */

void
ui_article_links_done(struct ui_links *links)
{
	arena_done(&links->arena);
	*links = (struct ui_links){0};
}

/* The address is copied; the label is a constant, or in the list's arena. */
static void
add(struct ui_links *links, enum ui_link_kind kind, const char *label, const char *url)
{
	links->list =
		arena_push(&links->arena, links->list, links->len, sizeof *links->list);
	char *copy = arena_strdup(&links->arena, url);
	links->list[links->len++] = (struct ui_link){
		.kind = kind,
		.label = label,
		.url = copy,
		.open = links->clean ? link_untracked(&links->arena, url) : copy,
		.shown = render_link_show(&links->arena, url),
	};
}

void
ui_article_links_add_text(struct ui_links *links, const struct render_doc *doc)
{
	size_t len = doc ? render_links_len(doc) : 0;
	while (links->len < len) {
		const struct render_link *next = render_link_at(doc, links->len);
		bool plain = str_eq(next->kind, "link");
		add(links, UI_LINK_IN_TEXT, plain ? NULL : _(next->kind), next->url);
	}
}

/* NULL for a kind that only later versions know. */
static const char *
related_label(struct arena *arena, const struct related *related)
{
	static const char *const names[RELATED_MAX] = {
		[RELATED_CHAPTERS] = N_("chapters"),
		[RELATED_TRANSCRIPT] = N_("transcript"),
		[RELATED_COMMENTS_FEED] = N_("feed of comments"),
		[RELATED_LICENSE] = N_("licence"),
		[RELATED_SAMPLE] = N_("▷ sample"),
		[RELATED_ANSWERED] = N_("in reply to"),
		[RELATED_SOURCE] = N_("source"),
	};
	const char *name = (size_t)related->rel < COUNT_OF(names) && names[related->rel]
				   ? _(names[related->rel])
				   : NULL;
	return name && related->title
		       ? arena_printf(arena, "%s, %s", name, related->title)
		       : name;
}

void
ui_article_links_add_rest(struct ui_links *links, const struct store_item_body *body)
{
	for (size_t i = 0; i < body->enclosures_len; i++) {
		const struct enclosure *e = &body->enclosures[i];
		if (!str_empty(e->url))
			add(links, UI_LINK_ATTACHMENT,
				output_attachment(&links->arena, body, i), e->url);
	}
	if (!str_empty(body->comments))
		add(links, UI_LINK_MORE, _("comments"), body->comments);
	for (size_t i = 0; i < body->related_len; i++)
		add(links, UI_LINK_MORE, related_label(&links->arena, &body->related[i]),
			body->related[i].url);
}

const struct ui_link *
ui_article_links_at(const struct ui_links *links, size_t number)
{
	return number && number <= links->len ? &links->list[number - 1] : NULL;
}

char *
ui_article_links_text(struct arena *arena, const struct ui_link *link)
{
	return link->label ? arena_printf(arena, "%s: %s", link->label, link->shown)
			   : arena_strdup(arena, link->shown);
}

void
ui_article_links_put(
	const struct ui_links *links, struct ui_lines *lines, size_t width, size_t most)
{
	static const char *const headings[] = {
		[UI_LINK_IN_TEXT] = N_("Links"),
		[UI_LINK_ATTACHMENT] = N_("Attachments"),
		[UI_LINK_MORE] = N_("See also"),
	};
	for (size_t i = 0; i < links->len; i++) {
		const struct ui_link *link = &links->list[i];
		if (link->kind == UI_LINK_IN_TEXT && i >= most)
			continue;
		if (i == 0 || link->kind != links->list[i - 1].kind) {
			const char *heading = _(headings[link->kind]);
			ui_lines_add(lines, STYLE_NORMAL, "", 0);
			ui_lines_add(lines, STYLE_HEADING, heading, strlen(heading));
		}
		ui_lines_wrap(lines, width, STYLE_NORMAL, (uint16_t)(i + 1),
			arena_printf(&lines->arena, "[%zu] %s", i + 1,
				ui_article_links_text(&lines->arena, link)),
			INDENT);
	}
}
