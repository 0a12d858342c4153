#include "config.h"

#include "render/edit.h"

#include <string.h>

#define LINKS_BACK 64 /* links before the end that may lie after an edit */

size_t
render_edit_run(const struct render_doc *doc, uint32_t at)
{
	size_t i = doc->runs_len;
	while (i > 0 && doc->runs[i - 1].start > at)
		i--;
	return i;
}

/* Where a place of the old text is in the new one. */
static uint32_t
moved(uint32_t at, const struct edit *edits, size_t len)
{
	uint32_t gain = 0;
	for (size_t i = 0; i < len && edits[i].from < at; i++) {
		uint32_t to = edits[i].to < at ? edits[i].to : at;
		gain += (uint32_t)edits[i].n - (to - edits[i].from);
	}
	return at + gain;
}

static void
move_links(struct render_doc *doc, const struct edit *edits, size_t len)
{
	for (size_t n = 0; n < LINKS_BACK && n < doc->links_len; n++) {
		struct render_link *link = &doc->links[doc->links_len - 1 - n];
		if (link->end <= edits[0].from)
			continue;
		link->at = moved(link->at, edits, len);
		link->end = moved(link->end, edits, len);
	}
	for (size_t n = 0; n < LINKS_BACK && n < doc->jumps_len; n++) {
		struct jump *jump = &doc->jumps[doc->jumps_len - 1 - n];
		if (jump->end <= edits[0].from)
			continue;
		jump->at = moved(jump->at, edits, len);
		jump->end = moved(jump->end, edits, len);
	}
}

void
render_edit(struct render_doc *doc, const struct edit *edits, size_t len)
{
	if (len == 0)
		return;
	struct buf old = BUF_INIT(0);
	uint32_t base = edits[0].from, at = base;
	size_t run = render_edit_run(doc, base), edit = 0;
	buf_add(&old, doc->text.data + base, doc->text.len - base);
	buf_cut(&doc->text, base);
	while (at - base < old.len || edit < len) {
		uint32_t to = edit < len ? edits[edit].from : base + (uint32_t)old.len;
		/* The runs that start in what is copied, or where an edit begins. */
		for (; run < doc->runs_len && doc->runs[run].start <= to; run++)
			doc->runs[run].start =
				(uint32_t)doc->text.len + doc->runs[run].start - at;
		buf_add(&doc->text, old.data + (at - base), to - at);
		at = to;
		if (edit == len)
			break;
		buf_add(&doc->text, edits[edit].s, edits[edit].n);
		at = edits[edit++].to;
		for (; run < doc->runs_len && doc->runs[run].start <= at; run++)
			doc->runs[run].start = (uint32_t)doc->text.len;
	}
	buf_done(&old);
	if (len < LINKS_BACK)
		move_links(doc, edits, len);
	for (size_t i = doc->pictures_len; i > 0; i--) {
		struct picture *picture = &doc->pictures[i - 1];
		if (picture->at < edits[0].from)
			break;
		picture->at = moved(picture->at, edits, len);
	}
}
