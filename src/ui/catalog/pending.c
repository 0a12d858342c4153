#include "config.h"

#include "ui/catalog/pending.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "ui/catalog/catalog.h"
#include "ui/catalog/hits.h"

static void
mark_done(struct ui_pending_mark *mark)
{
	free(mark->tag);
	ui_hits_free(mark->hits);
}

void
ui_pending_done(struct ui_pending *p)
{
	for (size_t i = 0; i < p->marks_len; i++)
		mark_done(&p->marks[i]);
	free(p->marks);
	free(p->flags);
	ui_ids_done(&p->items);
	*p = (struct ui_pending){0};
}

/* ---- marks */

static bool
mark_covers(const struct ui_pending_mark *mark, uint64_t item,
	const struct store_feed *feed, int flags)
{
	if (item > mark->upto)
		return false;
	if (mark->hits)
		return ui_hits_has(mark->hits, item);
	if (mark->scope.kind == STORE_STARRED)
		return flags & ITEM_STARRED;
	return feed ? ui_catalog_in_scope(feed, &mark->scope)
		    : mark->scope.kind == STORE_ALL || mark->scope.kind == STORE_UNREAD;
}

/* The mark of a scope, or of a search in it; made if there is none. */
static struct ui_pending_mark *
mark_of(struct ui_pending *p, const struct store_scope *scope, struct ui_hits *hits)
{
	for (size_t i = 0; i < p->marks_len; i++) {
		const struct store_scope *other = &p->marks[i].scope;
		if (other->kind == scope->kind && other->feed == scope->feed &&
			str_eq(other->tag, scope->tag) && p->marks[i].hits == hits)
			return &p->marks[i];
	}
	struct ui_pending_mark *mark = VEC_PUSH(p->marks, p->marks_len, p->marks_cap);
	*mark = (struct ui_pending_mark){.scope = *scope, .tag = mem_strdup(scope->tag)};
	mark->scope.tag = mark->tag;
	mark->hits = hits ? ui_hits_share(hits) : NULL;
	return mark;
}

void
ui_pending_mark(struct ui_pending *p, const struct store_scope *scope,
	struct ui_hits *hits, uint64_t upto, int64_t now)
{
	struct ui_pending_mark *mark = mark_of(p, scope, hits);
	mark->at = ++p->clock;
	mark->upto = upto;
	mark->unread = UINT64_MAX;
	mark->since = now;
}

bool
ui_pending_by_feed(const struct ui_pending *p)
{
	for (size_t i = 0; i < p->marks_len; i++)
		if (!p->marks[i].hits && (p->marks[i].scope.kind == STORE_FEED ||
						 p->marks[i].scope.kind == STORE_TAG))
			return true;
	return false;
}

/* ---- single items */

static struct ui_pending_flags *
find(const struct ui_pending *p, uint64_t item)
{
	size_t place = ui_ids_find(&p->items, item);
	return place == UI_IDS_NONE ? NULL : &p->flags[place];
}

static void
add(struct ui_pending_flags *flags, int set, int clear)
{
	flags->set = (flags->set & ~clear) | set;
	flags->clear = (flags->clear & ~set) | clear;
}

/* Lets marks have their effect on a change that they came after. */
static void
add_marks(struct ui_pending *p, uint64_t item, const struct store_feed *feed,
	struct ui_pending_flags *flags)
{
	for (size_t i = 0; i < p->marks_len; i++)
		if (p->marks[i].at > flags->at &&
			mark_covers(&p->marks[i], item, feed, flags->set))
			add(flags, 0, ITEM_UNREAD);
	flags->at = p->clock;
}

void
ui_pending_flag(struct ui_pending *p, const struct ui_catalog *catalog, uint64_t item,
	uint32_t feed, int set, int clear)
{
	struct ui_pending_flags *found = find(p, item);
	if (!found) {
		ui_ids_add(&p->items, item);
		found = VEC_PUSH(p->flags, p->flags_len, p->flags_cap);
		*found = (struct ui_pending_flags){.feed = feed, .at = p->clock};
	}
	add_marks(p, item, ui_catalog_feed(catalog, feed), found);
	found->at = ++p->clock;
	add(found, set, clear);
}

bool
ui_pending_deleted(const struct ui_pending *p, uint64_t item)
{
	const struct ui_pending_flags *found = find(p, item);
	return found && found->set & UI_PENDING_REMOVED;
}

bool
ui_pending_is_crowd(const struct ui_pending *p)
{
	return p->flags_len > UI_PENDING_CROWD;
}

/* ---- both */

int
ui_pending_apply(const struct ui_pending *p, uint64_t item, const struct store_feed *feed,
	int flags)
{
	const struct ui_pending_flags *one = find(p, item);
	bool later = false; /* than the change of the item */
	for (size_t i = 0; i < p->marks_len; i++) {
		const struct ui_pending_mark *mark = &p->marks[i];
		if (!mark_covers(mark, item, feed, one ? flags | one->set : flags))
			continue;
		flags &= ~ITEM_UNREAD;
		later |= one && mark->at > one->at;
	}
	if (!one)
		return flags;
	flags = (flags & ~one->clear) | one->set;
	return later ? flags & ~ITEM_UNREAD : flags;
}

/* ---- what has been stored */

/* Changes the counts of a feed as if the pending flags were stored. */
static void
correct(struct store_feed *feed, const struct ui_pending_flags *p, int flags)
{
	int wanted = p->set & UI_PENDING_REMOVED ? 0 : (flags & ~p->clear) | p->set;
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
	if (p->set & UI_PENDING_REMOVED && feed->total)
		feed->total--;
}

static void
settle_flags(struct ui_pending *p, const struct store_view *view, struct ui_catalog *c)
{
	struct ui_ids kept = {0};
	for (size_t i = 0; i < p->flags_len; i++) {
		struct ui_pending_flags one = p->flags[i];
		uint64_t item = p->items.list[i];
		struct store_feed *feed = ui_catalog_edit(c, one.feed);
		int flags;
		if (store_item_flags(view, item, &flags) != OK)
			continue; /* deleted */
		if (((flags & ~one.clear) | one.set) == flags)
			continue; /* stored */
		if (feed)
			correct(feed, &one, flags);
		p->flags[ui_ids_add(&kept, item)] = one;
	}
	ui_ids_done(&p->items);
	p->items = kept;
	p->flags_len = kept.len;
}

/* Whether the worker has finished with the mark or makes no progress. */
static bool
is_over(struct ui_pending_mark *mark, const struct store_view *view, int64_t now)
{
	struct store_item_counts counts;
	if (store_item_counts(view, &mark->scope, &counts) != OK)
		return true;
	if (counts.unread < mark->unread)
		mark->since = now;
	mark->unread = counts.unread;
	/* Items that arrived after the key keep the count above 0. */
	return counts.unread == 0 || now - mark->since > UI_PENDING_MARK_MS;
}

void
ui_pending_settle(struct ui_pending *p, const struct store_view *view,
	struct ui_catalog *c, int64_t now)
{
	bool crowd = ui_pending_is_crowd(p);
	size_t kept = 0;
	for (size_t i = 0; i < p->flags_len && !crowd; i++)
		add_marks(p, p->items.list[i], ui_catalog_feed(c, p->flags[i].feed),
			&p->flags[i]);
	for (size_t i = 0; i < p->marks_len; i++) {
		struct ui_pending_mark *mark = &p->marks[i];
		if (!crowd && is_over(mark, view, now)) {
			mark_done(mark);
			continue;
		}
		if (mark->scope.kind != STORE_STARRED && !mark->hits)
			for (size_t k = 0; k < c->len; k++)
				if (ui_catalog_in_scope(&c->feeds[k], &mark->scope))
					c->feeds[k].unread = 0;
		p->marks[kept++] = *mark;
	}
	p->marks_len = kept;
	if (!crowd)
		settle_flags(p, view, c);
}
