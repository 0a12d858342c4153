/*
 * From text to lines: sanitize.c makes the source harmless, tree.c parses it, element.c
 * walks the tree and flow.c builds a document (doc.h). layout.c divides that into lines,
 * and does so again for another width, without parsing again. All of them can stop and
 * continue at any point, so that the longest article delays a frame no more than a short
 * one.
 */
#include "config.h"

#include "render/html.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"
#include "model/item.h"
#include "render/element.h"
#include "render/flow.h"
#include "render/layout.h"
#include "render/plain.h"

#define WIDTH_MIN 10
#define STEPS_AT_ONCE 8                       /* each about a millisecond */
#define SOURCE_MAX ((size_t)64 * 1024 * 1024) /* offsets have 32 bits */

static void
parse_step(struct render_doc *doc)
{
	doc->parsed = doc->html ? render_element_step(doc->html)
				: render_plain_step(doc->flow, &doc->unread);
	doc->ready = doc->parsed ? doc->blocks_len : render_flow_ready(doc->flow);
}

struct render_doc *
render_doc_new(const struct text *text, size_t len, const struct render_about *about)
{
	struct render_doc *doc = mem_zalloc(sizeof *doc);
	if (len > SOURCE_MAX)
		len = SOURCE_MAX;
	struct span source = text->text ? (struct span){text->text, len} : SPAN_LIT("");
	doc->unread.rest = source;
	doc->flow = mem_zalloc(sizeof *doc->flow);
	doc->flow->doc = doc;
	doc->flow->base = arena_strdup(&doc->arena, text->base);
	doc->page = about ? arena_strdup(&doc->arena, about->page) : NULL;
	doc->title = about ? arena_strdup(&doc->arena, about->title) : NULL;
	doc->folding = about && about->folds;
	doc->literal = about && about->literal;
	doc->plays = about ? about->plays : 0;
	doc->signs = about && about->signs;
	doc->joined = about && about->joined;
	if (text->type == TEXT_HTML)
		doc->html = render_element_new(doc->flow, source.p, source.n, 0);
	/* Few articles are longer than what this parses. */
	int steps = 0;
	while (!doc->parsed && steps++ < STEPS_AT_ONCE)
		parse_step(doc);
	return doc;
}

void
render_doc_keep(struct render_doc *doc, char *text)
{
	arena_adopt(&doc->arena, text, strlen(text));
}

void
render_doc_free(struct render_doc *doc)
{
	if (!doc)
		return;
	render_layout_free(doc->layout);
	render_element_free(doc->html);
	if (doc->flow) {
		map_done(&doc->flow->abbreviations);
		free(doc->flow->cells);
	}
	free(doc->flow);
	buf_done(&doc->text);
	free(doc->runs);
	free(doc->blocks);
	free(doc->links);
	free(doc->pictures);
	free(doc->jumps);
	free(doc->folds);
	map_done(&doc->numbers);
	map_done(&doc->places);
	arena_done(&doc->arena);
	free(doc);
}

void
render_layout_justify(struct render_doc *doc, bool justify)
{
	doc->justify = justify;
}

void
render_layout_start(struct render_doc *doc, size_t width, size_t room)
{
	render_layout_free(doc->layout);
	doc->layout = render_layout_new(doc, width < WIDTH_MIN ? WIDTH_MIN : width, room);
}

bool
render_layout_step(struct render_doc *doc, size_t lines, int64_t budget_us)
{
	if (!doc->layout)
		return true;
	size_t len = render_layout_len(doc->layout);
	size_t want = lines < SIZE_MAX - len ? len + lines : SIZE_MAX;
	int64_t deadline = budget_us ? time_mono_us() + budget_us : 0;
	while (render_layout_run(doc->layout, want, deadline)) {
		if (doc->parsed)
			return true;
		if (render_layout_len(doc->layout) >= want)
			return false;
		parse_step(doc); /* one at least, however slow the machine is */
		if (deadline && time_mono_us() >= deadline)
			return false;
	}
	return false;
}

size_t
render_lines_len(const struct render_doc *doc)
{
	return doc->layout ? render_layout_len(doc->layout) : 0;
}

const struct render_line *
render_line_at(const struct render_doc *doc, size_t index)
{
	return render_layout_at(doc->layout, index);
}

const struct render_shown *
render_shown_at(const struct render_doc *doc, const struct render_line *line)
{
	return render_layout_shown(doc->layout, line->picture);
}

size_t
render_pictures_len(const struct render_doc *doc)
{
	return doc->pictures_len;
}

const char *
render_picture_url(const struct render_doc *doc, size_t index)
{
	return doc->pictures[index].url;
}

void
render_picture_size(
	struct render_doc *doc, size_t index, size_t width, size_t height, size_t cols)
{
	struct picture *picture = &doc->pictures[index];
	picture->width = (uint32_t)width;
	picture->height = (uint32_t)height;
	picture->cols = (uint32_t)cols;
}

size_t
render_links_len(const struct render_doc *doc)
{
	return doc->links_len;
}

const struct render_link *
render_link_at(const struct render_doc *doc, size_t index)
{
	return &doc->links[index];
}

size_t
render_jumps_len(const struct render_doc *doc)
{
	return doc->jumps_len;
}

struct render_jump
render_jump_at(const struct render_doc *doc, size_t index)
{
	const struct jump *jump = &doc->jumps[index];
	uintptr_t to = (uintptr_t)map_get(&doc->places, jump->name, strlen(jump->name));
	return (struct render_jump){.name = jump->name,
		.at = jump->at,
		.end = jump->end,
		.fold = jump->fold,
		.time = jump->time,
		.to = to ? (uint32_t)(to - 1) : RENDER_NOWHERE};
}

static void
set_fold(struct render_doc *doc, struct fold *fold, bool open)
{
	static const char marks[2][4] = {"▸", "▾"};
	size_t n = strlen(marks[open]);
	fold->open = open;
	if (fold->mark + n <= doc->text.len &&
		memcmp(doc->text.data + fold->mark, marks[!open], n) == 0)
		memcpy(doc->text.data + fold->mark, marks[open], n);
}

bool
render_fold(struct render_doc *doc, uint16_t fold)
{
	bool any = false;
	if (fold) {
		set_fold(doc, &doc->folds[fold - 1], !doc->folds[fold - 1].open);
		return true;
	}
	for (size_t i = 0; i < doc->folds_len; i++) {
		any |= !doc->folds[i].open;
		set_fold(doc, &doc->folds[i], true);
	}
	return any;
}

const char *
render_text(const struct render_doc *doc, size_t *len)
{
	*len = doc->text.len;
	return buf_str(&doc->text);
}

size_t
render_line_of(const struct render_doc *doc, uint32_t at)
{
	size_t low = 0, high = render_lines_len(doc);
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (render_line_at(doc, mid)->at <= at)
			low = mid + 1;
		else
			high = mid;
	}
	/* The first of several lines that begin at the same place. */
	while (low > 1 &&
		render_line_at(doc, low - 2)->at == render_line_at(doc, low - 1)->at)
		low--;
	return low ? low - 1 : 0;
}

static void
put_words(const struct render_doc *doc, uint32_t at, uint32_t end, struct buf *out,
	size_t max)
{
	struct buf line = BUF_INIT(0);
	for (uint32_t i = at; i < end && i < doc->text.len; i++) {
		char c = doc->text.data[i];
		if (c != DOC_BREAK && c != DOC_HYPHEN)
			buf_addc(&line, c == DOC_NBSP ? ' ' : c);
	}
	utf8_clean_line(out, buf_str(&line), line.len, max);
	buf_done(&line);
}

void
render_link_words(const struct render_doc *doc, size_t index, struct buf *out, size_t max)
{
	if (!doc || index >= doc->links_len)
		return;
	const struct render_link *link = &doc->links[index];
	put_words(doc, link->at, link->end, out, max);
}

void
render_block_words(const struct render_doc *doc, uint32_t at, struct buf *out, size_t max)
{
	size_t low = 0, high = doc->blocks_len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (doc->blocks[mid].end <= at)
			low = mid + 1;
		else
			high = mid;
	}
	while (low < doc->blocks_len && doc->blocks[low].end == doc->blocks[low].start)
		low++;
	if (low < doc->blocks_len)
		put_words(doc, doc->blocks[low].start, doc->blocks[low].end, out, max);
}
