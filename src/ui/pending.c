#include "config.h"

#include "ui/pending.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/vec.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/catalog.h"

void
ui_pending_done(struct ui_pending *p)
{
	for (size_t i = 0; i < p->marks_len; i++)
		free(p->marks[i].tag);
	free(p->marks);
	free(p->flags);
	*p = (struct ui_pending){0};
}

void
ui_pending_flag(struct ui_pending *p, uint64_t item, uint32_t feed, int set, int clear)
{
	struct ui_pending_flags *found = NULL;
	for (size_t i = 0; i < p->flags_len; i++)
		if (p->flags[i].item == item)
			found = &p->flags[i];
	if (!found) {
		found = VEC_PUSH(p->flags, p->flags_len, p->flags_cap);
		*found = (struct ui_pending_flags){item, feed, 0, 0};
	}
	found->set = (found->set & ~clear) | set;
	found->clear = (found->clear & ~set) | clear;
}

void
ui_pending_mark(
	struct ui_pending *p, const struct store_scope *scope, uint64_t upto, int64_t now)
{
	struct ui_pending_mark *mark = VEC_PUSH(p->marks, p->marks_len, p->marks_cap);
	*mark = (struct ui_pending_mark){*scope, NULL, upto, now};
	mark->tag = mem_strdup(scope->tag);
	mark->scope.tag = mark->tag;
}

static bool
mark_covers(const struct ui_pending_mark *mark, uint64_t item,
	const struct store_feed *feed, int flags)
{
	if (item > mark->upto)
		return false;
	if (mark->scope.kind == STORE_STARRED)
		return flags & ITEM_STARRED;
	return feed ? ui_catalog_in_scope(feed, &mark->scope)
		    : mark->scope.kind == STORE_ALL || mark->scope.kind == STORE_UNREAD;
}

int
ui_pending_apply(const struct ui_pending *p, uint64_t item, const struct store_feed *feed,
	int flags)
{
	for (size_t i = 0; i < p->marks_len; i++)
		if (mark_covers(&p->marks[i], item, feed, flags))
			flags &= ~ITEM_UNREAD;
	for (size_t i = 0; i < p->flags_len; i++)
		if (p->flags[i].item == item)
			flags = (flags & ~p->flags[i].clear) | p->flags[i].set;
	return flags;
}

bool
ui_pending_gone(const struct ui_pending *p, uint64_t item)
{
	for (size_t i = 0; i < p->flags_len; i++)
		if (p->flags[i].item == item)
			return p->flags[i].set & UI_PENDING_GONE;
	return false;
}

static struct store_feed *
feed_of(struct store_feed *feeds, size_t len, uint32_t id)
{
	for (size_t i = 0; i < len; i++)
		if (feeds[i].id == id)
			return &feeds[i];
	return NULL;
}

/* How the counts change when flags become what p says. */
static void
correct(struct store_feed *feed, const struct ui_pending_flags *p, int flags)
{
	int wanted = p->set & UI_PENDING_GONE ? 0 : (flags & ~p->clear) | p->set;
	int changed = flags ^ wanted;
	if (changed & ITEM_UNREAD) {
		if (wanted & ITEM_UNREAD)
			feed->unread++;
		else if (feed->unread)
			feed->unread--;
	}
	if (changed & ITEM_STARRED) {
		if (wanted & ITEM_STARRED)
			feed->starred++;
		else if (feed->starred)
			feed->starred--;
	}
	if (p->set & UI_PENDING_GONE && feed->total)
		feed->total--;
}

static void
settle_flags(struct ui_pending *p, const struct store_view *view,
	struct store_feed *feeds, size_t len)
{
	size_t kept = 0;
	for (size_t i = 0; i < p->flags_len; i++) {
		struct ui_pending_flags *one = &p->flags[i];
		int flags;
		if (store_item_flags(view, one->item, &flags) != OK)
			continue; /* gone */
		if (((flags & ~one->clear) | one->set) == flags)
			continue; /* stored */
		struct store_feed *feed = feed_of(feeds, len, one->feed);
		if (feed)
			correct(feed, one, flags);
		p->flags[kept++] = *one;
	}
	p->flags_len = kept;
}

void
ui_pending_settle(struct ui_pending *p, const struct store_view *view,
	struct store_feed *feeds, size_t len, int64_t now)
{
	size_t kept = 0;
	for (size_t i = 0; i < p->marks_len; i++) {
		struct ui_pending_mark *mark = &p->marks[i];
		struct store_item_counts counts = {0};
		bool over = now - mark->since > UI_PENDING_MARK_MS;
		if (!over && store_item_counts(view, &mark->scope, &counts) != OK)
			over = true;
		/* What came after the key keeps the count above 0: a second's grace. */
		if (over || counts.unread == 0) {
			free(mark->tag);
			continue;
		}
		if (mark->scope.kind != STORE_STARRED)
			for (size_t k = 0; k < len; k++)
				if (ui_catalog_in_scope(&feeds[k], &mark->scope))
					feeds[k].unread = 0;
		p->marks[kept++] = *mark;
	}
	p->marks_len = kept;
	settle_flags(p, view, feeds, len);
}
