#include "config.h"

#include "render/link_note.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "model/media.h"
#include "render/link_list.h"
#include "render/prose.h"

#define LABEL_MAX 200    /* bytes of a note's label */
#define JUMP_TEXT_MAX 16 /* bytes of a footnote's mark */
#define PLACE_MAX 200    /* bytes of an element's name */
#define LINE_SIGN_MAX 8  /* bytes of a bullet before a time */
#define ADDRESS_MIN (sizeof "http://a" - 1)

/* A link to another place of this text: a jump, so that it has no number that is drawn.
 */
static uint16_t
jump_number(struct flow *flow, const char *name, uint16_t fold)
{
	struct render_doc *doc = flow->doc;
	if (doc->jumps_len == RENDER_JUMPS_MAX)
		return 0;
	uint32_t at = (uint32_t)doc->text.len;
	*VEC_PUSH(doc->jumps, doc->jumps_len, doc->jumps_cap) =
		(struct jump){name, fold, at, at, -1};
	return (uint16_t)(RENDER_JUMP | (doc->jumps_len - 1));
}

uint16_t
render_note_number(struct flow *flow)
{
	struct anchor *anchor = flow->now.anchor;
	if (!anchor)
		return 0;
	if (!anchor->seen) {
		anchor->seen = true;
		anchor->number =
			anchor->jump ? jump_number(flow, anchor->jump, anchor->fold)
				     : render_link_number(flow->doc, anchor->url, "link");
		anchor->from = flow->doc->text.len;
	}
	return anchor->number;
}

/* Puts a mark of ours after the last word, even if its block has just ended. */
static void
add_mark(struct flow *flow, const char *s, uint16_t link)
{
	bool again = render_flow_reopen(flow);
	render_flow_open(flow);
	size_t cells = strlen(s);
	render_flow_run(flow, RENDER_MARK | (flow->now.style & RENDER_QUOTE), link);
	buf_adds(&flow->doc->text, s);
	flow->column += cells;
	flow->marks = 0;
	flow->word = flow->doc->text.len;
	if (!again)
		return;
	size_t last = flow->doc->blocks_len;
	render_flow_break(flow);
	/* The table has already measured its last cell. */
	if (flow->cell && flow->cell->end == last && flow->cell->end > flow->cell->block)
		cell_widen(flow->cell, flow->cell->min + cells, flow->cell->max + cells);
}

void
render_note_link(struct flow *flow, struct span href)
{
	struct render_doc *doc = flow->doc;
	href = span_trim(href);
	flow->now.anchor = NULL;
	if (href.n == 0 || render_link_scripted(href))
		return;
	render_note_addresses(flow);
	const char *jump = render_link_jump(doc, flow->base, href);
	const char *url = jump ? NULL : render_link_address(doc, flow->base, href);
	if (!url && !jump)
		return;
	struct anchor *anchor = arena_zalloc(&doc->arena, sizeof *anchor);
	anchor->url = url;
	anchor->jump = jump;
	flow->now.anchor = anchor;
	flow->now.style |= RENDER_LINK;
}

/* The words of a link that has just ended, for lists of links. */
static void
note_words(struct flow *flow, const struct anchor *anchor)
{
	struct render_link *link = &flow->doc->links[anchor->number - 1];
	if (link->end)
		return;
	link->at = (uint32_t)anchor->from;
	link->end = (uint32_t)flow->doc->text.len;
}

static void
end_jump(struct flow *flow, struct anchor *anchor)
{
	struct render_doc *doc = flow->doc;
	struct jump *jump = &doc->jumps[anchor->number & ~RENDER_JUMP];
	if (anchor->from > doc->text.len)
		anchor->from = doc->text.len;
	size_t n = doc->text.len - anchor->from;
	jump->at = (uint32_t)anchor->from;
	bool mark = n && n <= JUMP_TEXT_MAX && !flow->now.heading;
	if (mark && flow->open && !anchor->fold)
		render_prose_footnote(flow, anchor->from);
	jump->end = (uint32_t)doc->text.len;
}

void
render_note_link_end(struct flow *flow)
{
	struct anchor *anchor = flow->now.anchor;
	flow->now.anchor = NULL;
	if (!anchor || !anchor->number)
		return;
	const struct buf *text = &flow->doc->text;
	if (anchor->jump) {
		end_jump(flow, anchor);
		return;
	}
	if (anchor->from > text->len)
		anchor->from = text->len;
	note_words(flow, anchor);
	/* A picture at the start of the link has taken its number; the text after it may
	 * still mislead. */
	bool quiet = anchor->quiet && flow->note_end <= text->len;
	size_t from = quiet ? flow->note_end : anchor->from;
	struct span shown = {text->data + from, text->len - from};
	char host[80] = "", mark[96];
	if (render_link_misleads(shown, anchor->url))
		render_link_host(anchor->url, host, sizeof host);
	else if (quiet)
		return;
	if (anchor->bracketed)
		render_flow_text_as(
			flow, "]", flow->now.style & (uint16_t)~RENDER_LINK, 0);
	snprintf(mark, sizeof mark, host[0] ? "[%u: %s]" : "[%u]",
		(unsigned)anchor->number, host);
	add_mark(flow, mark, anchor->number);
	flow->closed = anchor->bracketed ? text->len : 0;
}

void
render_note_fold(struct flow *flow)
{
	static const char closed[] = "▸";
	struct render_doc *doc = flow->doc;
	if (!doc->folding || !flow->now.folds || flow->now.table ||
		doc->folds_len == RENDER_JUMPS_MAX)
		return;
	struct anchor *anchor = arena_zalloc(&doc->arena, sizeof *anchor);
	struct fold *fold = VEC_PUSH(doc->folds, doc->folds_len, doc->folds_cap);
	anchor->jump = "";
	anchor->fold = flow->now.inner = (uint16_t)doc->folds_len;
	flow->now.anchor = anchor;
	render_flow_open(flow);
	*fold = (struct fold){flow->now.fold, false, (uint32_t)doc->text.len};
	render_flow_text_as(flow, closed, RENDER_MARK, render_note_number(flow));
	flow->run_in = doc->text.len;
	render_flow_text(flow, " ", 1);
}

void
render_note_link_pause(struct flow *flow)
{
	if (flow->now.anchor)
		flow->now.anchor->number = 0;
}

void
render_note_place(struct flow *flow, const char *name)
{
	struct render_doc *doc = flow->doc;
	size_t n = strlen(name);
	if (doc->places.count < RENDER_JUMPS_MAX && n <= PLACE_MAX &&
		!map_get(&doc->places, name, n))
		*map_put(&doc->places, name, n) = (void *)(uintptr_t)(doc->text.len + 1);
}

/* Gives n bytes, which start at a place of the last word, a number, and takes away what
 * follows them, which goes to *rest. */
static void
relink(struct flow *flow, size_t at, size_t n, uint16_t style, uint16_t number,
	struct buf *rest)
{
	struct buf *text = &flow->doc->text;
	buf_add(rest, text->data + at, text->len - at);
	buf_cut(text, at);
	render_flow_run(flow, number ? style | RENDER_LINK : style, number);
	buf_add(text, rest->data, n);
}

/* Puts back what follows it. */
static void
relinked(struct flow *flow, size_t n, uint16_t style, struct buf *rest)
{
	flow->word = flow->doc->text.len;
	render_flow_run(flow, style, 0);
	buf_add(&flow->doc->text, rest->data + n, rest->len - n);
	buf_done(rest);
}

/* Makes the address that starts at a place of the last word, n bytes long, a link. */
static void
link_address(struct flow *flow, size_t at, size_t n)
{
	struct render_doc *doc = flow->doc;
	struct buf rest = BUF_INIT(0);
	uint16_t style = doc->runs[doc->runs_len - 1].style;
	/* Places where it may break are not part of it. */
	struct buf address = BUF_INIT(0);
	render_link_plain(&address, (struct span){doc->text.data + at, n});
	const char *url = render_link_address(
		doc, flow->base, (struct span){buf_str(&address), address.len});
	buf_done(&address);
	uint16_t number = url ? render_link_number(doc, url, "link") : 0;
	struct anchor anchor = {.url = url, .from = at, .number = number, .seen = true};
	relink(flow, at, n, style, number, &rest);
	struct anchor *outer = flow->now.anchor;
	flow->now.anchor = &anchor;
	render_note_link_end(flow);
	flow->now.anchor = outer;
	relinked(flow, n, style, &rest);
}

/* Does a place begin a line of its block, but for a bullet or the like? */
static bool
begins_line(const struct render_doc *doc, size_t at)
{
	size_t start = doc->blocks[doc->blocks_len - 1].start, i = at;
	while (i > start && doc->text.data[i - 1] != '\n') {
		unsigned char c = (unsigned char)doc->text.data[--i];
		if (str_alpha(c) || str_digit(c) || at - i > LINE_SIGN_MAX)
			return false;
	}
	return true;
}

/* If the last word, which starts at from, is a time of the episode, it becomes a jump.
 * Where the rest of the word starts. */
static size_t
link_time(struct flow *flow, size_t from)
{
	struct render_doc *doc = flow->doc;
	struct buf rest = BUF_INIT(0);
	uint16_t style = doc->runs[doc->runs_len - 1].style;
	size_t at = from;
	int64_t time;
	while (at < doc->text.len && (unsigned char)doc->text.data[at] <= ' ')
		at++;
	struct span word = {doc->text.data + at, doc->text.len - at};
	size_t n = media_clock(word, &time);
	if (!n || time > doc->plays ||
		(str_digit((unsigned char)*word.p) && !begins_line(doc, at)))
		return from;
	uint16_t number = jump_number(flow, "", 0);
	if (!number)
		return from;
	struct jump *jump = &doc->jumps[doc->jumps_len - 1];
	jump->time = time;
	jump->at = (uint32_t)at;
	jump->end = (uint32_t)(at + n);
	relink(flow, at, n, style, number, &rest);
	relinked(flow, n, style, &rest);
	return flow->word;
}

void
render_note_addresses(struct flow *flow)
{
	struct render_doc *doc = flow->doc;
	const struct text_run *run = doc->runs_len ? &doc->runs[doc->runs_len - 1] : NULL;
	if (doc->literal || !flow->open || flow->now.pre || !run || run->link ||
		run->style & (RENDER_CODE | RENDER_MARK))
		return;
	size_t from = flow->word > run->start ? flow->word : run->start;
	if (doc->plays)
		from = link_time(flow, from);
	for (size_t i = from; i + ADDRESS_MIN < doc->text.len; i++) {
		const char *s = doc->text.data;
		const char *colon = memchr(s + i, ':', doc->text.len - i);
		if (!colon)
			break;
		size_t at = render_link_scheme(s, from, (size_t)(colon - s));
		size_t n = render_link_length(s + at, doc->text.len - at);
		i = (size_t)(colon - s);
		if (!n)
			continue;
		link_address(flow, at, n);
		i = from = flow->word;
		i -= i > 0;
	}
	flow->word = doc->text.len;
}

void
render_note_put(struct flow *flow, const char *kind, const char *label, const char *url)
{
	struct anchor *anchor = flow->now.anchor;
	render_note_number(flow); /* the note may be the first visible part of a link */
	const struct render_doc *doc = flow->doc;
	/* Pages may have a picture twice, for browsers with and without scripts. */
	if (url && flow->note && flow->note_end == doc->text.len &&
		str_eq(url, flow->note))
		return;
	bool linked = anchor && anchor->number && !anchor->jump;
	bool only = linked && anchor->from == doc->text.len;
	uint16_t link = linked ? (only ? anchor->number : 0)
			: url  ? render_link_number(flow->doc, url, kind)
			       : 0;
	if (only) {
		struct render_link *to = &flow->doc->links[link - 1];
		to->kind = render_link_picture(to->url) ? kind : to->kind;
		anchor->quiet = true;
	}
	struct buf note = BUF_INIT(0);
	buf_adds(&note, "[");
	buf_adds(&note, _(kind));
	if (!str_empty(label)) {
		buf_adds(&note, ": ");
		utf8_clean_line(&note, label, strlen(label), LABEL_MAX);
	}
	if (link)
		buf_addf(&note, "\xc2\xa0%u", (unsigned)link);
	buf_adds(&note, "]");
	render_flow_text_as(flow, buf_str(&note),
		RENDER_MARK | RENDER_NOTE | (flow->now.style & RENDER_QUOTE),
		linked ? anchor->number : link);
	flow->note_end = doc->text.len;
	flow->note = url;
	buf_done(&note);
}
