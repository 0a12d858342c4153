#include "config.h"

#include "engine/poll/watch.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/utf8.h"
#include "engine/poll/poll.h"
#include "feed/unpack.h"
#include "model/feed.h"
#include "render/changes.h"
#include "select/compare_text.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/watched.h"

#define TITLE_WORDS_MAX 80 /* bytes of a change that fit in a title */

/* The paragraphs that changed, and one on each side of them. */
static void
keep_changed(struct buf *out, struct span html)
{
	static const char end[] = "</p>\n";
	bool kept = false, gap = false;
	struct span last = {NULL, 0};
	while (html.n) {
		const char *stop = memmem(html.p, html.n, end, sizeof end - 1);
		size_t n = stop ? (size_t)(stop - html.p) + sizeof end - 1 : html.n;
		struct span part = {html.p, n};
		bool changed =
			memmem(part.p, n, "<ins>", 5) || memmem(part.p, n, "<span>", 6);
		if (changed && gap)
			buf_adds(out, "<p>…</p>\n");
		if (changed && last.p)
			buf_add(out, last.p, last.n);
		if (changed || kept)
			buf_add(out, part.p, n);
		gap = !changed && !kept && (gap || last.p);
		last = changed || kept ? (struct span){NULL, 0} : part;
		kept = changed;
		html.p += n;
		html.n -= n;
	}
}

/* Counts the words between the marks, and appends the first of them. */
static size_t
marked_words(struct span html, const char *open, const char *close, struct buf *first)
{
	size_t words = 0;
	const char *p = html.p, *end = html.p + html.n;
	while ((p = memmem(p, (size_t)(end - p), open, strlen(open))) != NULL) {
		p += strlen(open);
		const char *stop = memmem(p, (size_t)(end - p), close, strlen(close));
		struct span rest = {p, (size_t)((stop ? stop : end) - p)}, word;
		while (span_split(&rest, ' ', &word)) {
			words += word.n > 0;
			if (!word.n || first->len + word.n >= TITLE_WORDS_MAX)
				continue;
			buf_adds(first, first->len ? " " : "");
			feed_text_references(first, word);
		}
		p = stop ? stop : end;
	}
	return words;
}

static char *
title_of(struct arena *arena, struct span html)
{
	struct buf new = BUF_INIT(0), gone = BUF_INIT(0), line = BUF_INIT(0);
	size_t added = marked_words(html, "<ins>{+", "+}</ins>", &new);
	size_t removed = marked_words(html, "<span>[-", "-]</span>", &gone);
	const struct buf *shown = new.len ? &new : &gone;
	utf8_keep_line(&line, buf_str(shown), shown->len, TITLE_WORDS_MAX);
	char *title = arena_printf(
		arena, _("%s (words: +%zu −%zu)"), buf_str(&line), added, removed);
	buf_done(&new);
	buf_done(&gone);
	buf_done(&line);
	return title;
}

static void
tell_changes(struct feed *document, const char *before, const char *after, int64_t now)
{
	struct arena *arena = &document->arena;
	struct item *item = &document->items[0];
	const struct text old = {(char *)(uintptr_t)before, TEXT_PLAIN, NULL};
	const struct text new = {(char *)(uintptr_t)after, TEXT_PLAIN, NULL};
	struct buf all = BUF_INIT(0), html = BUF_INIT(0);
	render_changes(&old, &new, select_text_key, &all);
	keep_changed(&html, (struct span){buf_str(&all), all.len});
	item->title = title_of(arena, (struct span){buf_str(&html), html.len});
	item->content = (struct text){
		arena_strndup(arena, buf_str(&html), html.len), TEXT_HTML, NULL};
	item->guid = arena_printf(arena, "watch:%lld", (long long)now);
	buf_done(&all);
	buf_done(&html);
}

static void
tell_start(struct feed *document)
{
	struct arena *arena = &document->arena;
	struct item *item = &document->items[0];
	const char *name = document->title ? document->title : document->link;
	item->title = arena_printf(arena, _("Now watching: %s"), name ? name : "");
	item->guid = arena_strdup(arena, "watch:0");
}

int
engine_poll_watch_compare(struct store_batch *batch, const struct engine_poll *poll,
	const char **text, struct err *err)
{
	struct feed *document = poll->document;
	struct store_view view = store_batch_view(batch);
	char *before;
	int status = store_feed_watched(&view, poll->feed, &document->arena, &before);
	*text = NULL;
	document->items_len = 0;
	if (status != OK)
		return err_set(err, status, _("feed %u cannot be read from the store"),
			(unsigned)poll->feed);
	if (before && select_text_same(before, poll->page))
		return OK;
	*text = poll->page;
	document->items_len = 1;
	document->items[0].published = poll->now;
	if (before)
		tell_changes(document, before, poll->page, poll->now);
	else
		tell_start(document);
	return OK;
}
