#include "config.h"

#include "ui/refs.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "render/html.h"
#include "render/link.h"
#include "store/item/item.h"
#include "ui/lines.h"
#include "ui/row.h"

#define INDENT 4 /* of an address's second line */

void
ui_refs_done(struct ui_refs *refs)
{
	arena_done(&refs->arena);
	*refs = (struct ui_refs){0};
}

/* Addresses are copied; a label is a constant, or in the list's arena. */
static void
add(struct ui_refs *refs, enum ui_ref_kind kind, const char *label, const char *url)
{
	refs->list = arena_push(&refs->arena, refs->list, refs->len, sizeof *refs->list);
	refs->list[refs->len++] = (struct ui_ref){
		.kind = kind,
		.label = label,
		.url = arena_strdup(&refs->arena, url),
		.shown = render_link_show(&refs->arena, url),
	};
}

void
ui_refs_add_links(struct ui_refs *refs, const struct render_doc *doc)
{
	size_t len = doc ? render_links_len(doc) : 0;
	while (refs->len < len) {
		const struct render_link *link = render_link_at(doc, refs->len);
		bool plain = str_eq(link->kind, "link");
		add(refs, UI_REF_LINK, plain ? NULL : _(link->kind), link->url);
	}
}

static const char *
attachment_label(struct arena *arena, const struct enclosure *e)
{
	const char *type = e->type ? e->type : _("file");
	if (e->length < 0)
		return type;
	if (e->length < 1000000)
		return arena_printf(
			arena, _("%s, %" PRId64 " kB"), type, (e->length + 999) / 1000);
	return arena_printf(arena, _("%s, %.1f MB"), type, (double)e->length / 1e6);
}

/* NULL for what a later version may have stored. */
static const char *
related_label(enum related_rel rel)
{
	static const char *const names[RELATED_MAX] = {
		[RELATED_CHAPTERS] = N_("chapters"),
		[RELATED_TRANSCRIPT] = N_("transcript"),
		[RELATED_COMMENTS_FEED] = N_("feed of comments"),
		[RELATED_LICENSE] = N_("licence"),
	};
	return (size_t)rel < COUNT_OF(names) && names[rel] ? _(names[rel]) : NULL;
}

void
ui_refs_add_rest(struct ui_refs *refs, const struct store_item_body *body)
{
	for (size_t i = 0; i < body->enclosures_len; i++) {
		const struct enclosure *e = &body->enclosures[i];
		if (!str_empty(e->url))
			add(refs, UI_REF_ATTACHMENT, attachment_label(&refs->arena, e),
				e->url);
	}
	if (!str_empty(body->comments))
		add(refs, UI_REF_MORE, _("comments"), body->comments);
	for (size_t i = 0; i < body->related_len; i++)
		add(refs, UI_REF_MORE, related_label(body->related[i].rel),
			body->related[i].url);
}

const struct ui_ref *
ui_refs_at(const struct ui_refs *refs, size_t number)
{
	return number && number <= refs->len ? &refs->list[number - 1] : NULL;
}

char *
ui_refs_text(struct arena *arena, const struct ui_ref *ref)
{
	return ref->label ? arena_printf(arena, "%s: %s", ref->label, ref->shown)
			  : arena_strdup(arena, ref->shown);
}

void
ui_refs_put(const struct ui_refs *refs, struct ui_lines *lines, size_t width)
{
	static const char *const headings[] = {
		[UI_REF_LINK] = N_("Links"),
		[UI_REF_ATTACHMENT] = N_("Attachments"),
		[UI_REF_MORE] = N_("See also"),
	};
	for (size_t i = 0; i < refs->len; i++) {
		const struct ui_ref *ref = &refs->list[i];
		if (i == 0 || ref->kind != refs->list[i - 1].kind) {
			const char *heading = _(headings[ref->kind]);
			ui_lines_add(lines, STYLE_NORMAL, "", 0);
			ui_lines_add(lines, STYLE_HEADING, heading, strlen(heading));
		}
		ui_lines_wrap(lines, width, STYLE_NORMAL, (uint16_t)(i + 1),
			arena_printf(&lines->arena, "[%zu] %s", i + 1,
				ui_refs_text(&lines->arena, ref)),
			INDENT);
	}
}
