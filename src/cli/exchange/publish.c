#include "config.h"

#include "cli/exchange/publish.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/find.h"
#include "conf/feeds.h"
#include "engine/publish/feed_item.h"
#include "feed/write.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/item/list.h"

struct publish {
	struct cli *cli;
	struct feed *feed; /* the document; its arena has all of it */
	struct map seen;   /* IRIs of its items */
	size_t limit;
	int status;
	struct err *err;
};

char *
cli_exchange_query(struct cli *cli, struct arena *arena, const char *name)
{
	struct subscriptions *subs = subscription_list_new();
	const char *query =
		conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, NULL) == OK
			? subscription_list_query(subs, name)
			: NULL;
	char *copy = arena_strdup(arena, query ? query : name);
	subscription_list_free(subs);
	return copy;
}

static void
take_one(struct publish *p, const struct store_view *view, uint64_t id)
{
	struct engine_publish_item item;
	/* Damaged or missing items are left to courant check. */
	if (engine_publish_read_item(view, id, &p->feed->arena, &item) != OK ||
		map_get(&p->seen, item.iri, strlen(item.iri)) ||
		engine_publish_add(view, id, p->feed) != OK)
		return;
	*map_put(&p->seen, item.iri, strlen(item.iri)) = p;
}

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct publish *p = data;
	struct store_view view;
	p->status = store_view_begin(p->cli->store, &view, p->err);
	if (p->status != OK)
		return false;
	for (size_t i = 0; i < len && p->feed->items_len < p->limit; i++)
		take_one(p, &view, hits[i].id);
	store_view_end(&view);
	return p->feed->items_len < p->limit;
}

int
cli_exchange_publish(struct cli *cli, const char *query, enum feed_format format,
	int64_t limit, struct buf *out, struct err *err)
{
	/* The empty query finds all; a feed wants a title. */
	bool all = !span_trim(span_of(query)).n;
	struct publish p = {.cli = cli,
		.feed = engine_publish_feed(format, all ? _("All items") : query),
		.limit = limit > 0 ? (size_t)limit : SIZE_MAX,
		.err = err};
	struct cli_session session = {0};
	struct arena *arena = &p.feed->arena;
	int status = cli_session_begin(&session, cli, false, err);
	if (status == OK)
		status = cli_find_each(&session, cli_exchange_query(cli, arena, query),
			NULL, take, &p, err);
	cli_session_end(&session);
	if (status == OK)
		status = p.status;
	engine_publish_close(p.feed);
	const struct feed_place place = {
		.id = arena_printf(arena, "urn:courant:query:%016" PRIx64,
			hash64(query, strlen(query)))};
	if (status == OK)
		feed_write(out, p.feed, &place);
	map_done(&p.seen);
	feed_free(p.feed);
	return status;
}
