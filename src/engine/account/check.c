/*
 * What a sync would change on either side, reported and not done.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "engine/account/account_inside.h"
#include "engine/account/feeds_merge_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "remote/id.h"
#include "store/db/view.h"
#include "store/item/item.h"

static const char *const sentences[2][2][2] = {
	/* [star][value there][sent] */
	{{N_("unread there, read here"), N_("unread there, read here; waits to be sent")},
		{N_("read there, unread here"),
			N_("read there, unread here; waits to be sent")}},
	{{N_("not starred there, starred here"),
		 N_("not starred there, starred here; waits to be sent")},
		{N_("starred there, not starred here"),
			N_("starred there, not starred here; waits to be sent")}},
};

static void
tell(struct account *a, const char *what, const char *title, const char *sentence)
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s\n%s\n%s\n%s", a->name, what, title ? title : "", sentence);
	const struct engine_event event = {
		.kind = ENGINE_DIFFERS, .text = buf_str(&text)};
	engine_event_post(a->e, &event);
	a->report.differ++;
	buf_done(&text);
}

static void
tell_item(struct account *a, const struct store_view *view, uint64_t item,
	const char *sentence)
{
	struct arena arena = ARENA_INIT;
	struct store_item known;
	if (store_item(view, item, &arena, &known) == OK)
		tell(a, arena_printf(&arena, "%llu", (unsigned long long)item),
			known.title, sentence);
	arena_done(&arena);
}

static void
differ(struct account *a, const struct store_view *view, uint64_t item, bool star,
	bool there, bool sent)
{
	tell_item(a, view, item, _(sentences[star][there][sent]));
}

/* ---- labels and feeds */

void
engine_account_differ_label(struct account *a, const struct store_view *view,
	uint64_t item, const char *label, bool there, bool sent)
{
	static const char *const labelled[2][2] = {
		/* [there][sent] */
		{N_("has the label %s here, not there"),
			N_("has the label %s here, not there; waits to be sent")},
		{N_("has the label %s there, not here"),
			N_("has the label %s there, not here; waits to be sent")},
	};
	struct buf sentence = BUF_INIT(0);
	buf_addf(&sentence, _(labelled[there][sent]), label);
	tell_item(a, view, item, buf_str(&sentence));
	buf_done(&sentence);
}

static void
compare_edit(struct merging *m, const struct conf_feeds_edit *edit)
{
	struct span key, id;
	if (!conf_feeds_account_parts(edit->url, &key, &id))
		return;
	const struct account_feed *feed = map_get(&m->feed_at, id.p, id.n);
	const struct remotefeed_record *base = map_get(&m->base_at, id.p, id.n);
	const struct subscription *line = map_get(&m->line_at, id.p, id.n);
	const char *title = feed ? feed->title : line ? line->title : NULL;
	const char *url = feed ? feed->url : base ? base->url : NULL;
	tell(m->a, url ? url : edit->url, title,
		!edit->after ? _("the feed is here, not there")
		: !line      ? _("the feed is there, not here")
			     : _("the feed has another title or folder there"));
}

static void
compare_op(struct merging *m, const struct account_op *op)
{
	const struct account_feed *feed =
		op->id ? map_get(&m->feed_at, op->id, strlen(op->id)) : NULL;
	const char *url = op->url ? op->url : feed ? feed->url : "";
	const char *title = op->title ? op->title : feed ? feed->title : NULL;
	tell(m->a, url, title,
		op->step == REMOTE_SUBSCRIBE
			? _("the feed is here, not there; waits to be sent")
		: op->step == REMOTE_UNSUBSCRIBE
			? _("the feed is there, not here; waits to be sent")
			: _("the feed has another title or folder here; waits to be "
			    "sent"));
}

void
engine_account_compare_feeds(struct merging *m)
{
	for (size_t i = 0; i < m->edits_len; i++)
		compare_edit(m, &m->edits[i]);
	for (size_t i = 0; i < m->a->ops_len; i++)
		compare_op(m, &m->a->ops[i]);
	m->a->ops_len = 0;
}

/* ---- states */

static void
compare_rows(struct account *a, const struct store_view *view, bool star,
	const struct store_remote_key *keys, size_t len, bool there)
{
	int word = star ? STORE_REMOTE_STAR : STORE_REMOTE_READ, here;
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < len; i++) {
		struct store_remote_row row;
		if (store_remote_row(view, a->stored.id, &keys[i], &row) != OK ||
			store_remote_here(view, row.item, &here) != OK)
			continue;
		bool left = there != star &&
			    engine_account_is_left(a, view, &keys[i], &arena);
		arena_reset(&arena);
		if (left)
			continue;
		if (((here & word) != 0) != there)
			differ(a, view, row.item, star, there, row.doubt != 0);
		else
			/* changed to the same on both sides: not to be reported twice */
			*map_put(&a->confirmed, &row.item, sizeof row.item) = a;
	}
	arena_done(&arena);
}

/* Changes that wait, except those that the server has anyway. */
static void
compare_changes(struct account *a, const struct store_view *view, bool star)
{
	struct arena arena = ARENA_INIT;
	struct store_remote_change changes[200];
	int word = star ? STORE_REMOTE_STAR : STORE_REMOTE_READ;
	uint64_t after = 0;
	size_t len = COUNT_OF(changes);
	while (len == COUNT_OF(changes) &&
		store_remote_changes(view, a->stored.id, after, &arena, changes,
			COUNT_OF(changes), &len) == OK) {
		for (size_t i = 0; i < len; i++) {
			const struct store_remote_change *c = &changes[i];
			after = c->item;
			a->report.set_aside += !star && engine_account_refused(a, c);
			if ((c->here ^ c->base) & word &&
				!map_get(&a->confirmed, &c->item, sizeof c->item))
				differ(a, view, c->item, star, !(c->here & word), true);
		}
	}
	arena_done(&arena);
}

void
engine_account_compare(struct account *a, bool star)
{
	struct store_view view;
	map_done(&a->confirmed);
	a->confirmed = (struct map)MAP_INIT;
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return;
	compare_rows(a, &view, star, a->diff.came, a->diff.came_len, star);
	compare_rows(a, &view, star, a->diff.missing, a->diff.missing_len, !star);
	compare_changes(a, &view, star);
	store_view_end(&view);
	a->report.missing += a->diff.unknown_len;
}
