/*
 * What a sync would change, on either side, told and not done.
 */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "engine/account/account_inside.h"
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
differ(struct account *a, const struct store_view *view, uint64_t item, bool star,
	bool there, bool sent)
{
	struct arena arena = ARENA_INIT;
	struct store_item known;
	struct buf text = BUF_INIT(0);
	if (store_item(view, item, &arena, &known) == OK)
		buf_addf(&text, "%s\n%llu\n%s\n%s", a->name, (unsigned long long)item,
			known.title ? known.title : "", _(sentences[star][there][sent]));
	const struct engine_event event = {
		.kind = ENGINE_DIFFERS, .text = buf_str(&text)};
	if (text.len)
		engine_event_post(a->e, &event);
	a->told.differ += text.len > 0;
	buf_done(&text);
	arena_done(&arena);
}

static void
compare_rows(struct account *a, const struct store_view *view, bool star,
	const struct store_remote_key *keys, size_t len, bool there)
{
	int word = star ? STORE_REMOTE_STAR : STORE_REMOTE_READ, here;
	for (size_t i = 0; i < len; i++) {
		struct store_remote_row row;
		if (store_remote_row(view, a->stored.id, &keys[i], &row) != OK ||
			store_remote_here(view, row.item, &here) != OK)
			continue;
		if (((here & word) != 0) != there)
			differ(a, view, row.item, star, there, row.doubt != 0);
		else
			/* changed to the same on both sides: not to be told twice */
			*map_put(&a->confirmed, &row.item, sizeof row.item) = a;
	}
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
	compare_rows(a, &view, star, a->diff.gone, a->diff.gone_len, !star);
	compare_changes(a, &view, star);
	store_view_end(&view);
	a->told.missing += a->diff.unknown_len;
}
