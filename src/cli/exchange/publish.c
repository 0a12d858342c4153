#include "config.h"

#include "cli/exchange/publish.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/link.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/find.h"
#include "cli/core/session.h"
#include "conf/feeds.h"
#include "feed/write.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"

#define QUERY_PREFIX "query:"

struct publish {
	struct cli *cli;
	struct feed *feed; /* the document; its arena has all of it */
	size_t limit;
	int status;
	struct err *err;
};

/* The expression of the query: line with that name; NULL: there is none. */
static char *
saved(struct publish *p, const char *name)
{
	struct subscriptions *subs = subscriptions_new();
	char *found = NULL;
	size_t n = strlen(name);
	if (conf_feeds_load(subs, p->cli->dirs->feeds, NULL, NULL, NULL) == OK)
		for (size_t i = 0; i < subs->len && !found; i++) {
			const char *line = subs->list[i].url + strlen(QUERY_PREFIX);
			if (subs->list[i].source == SOURCE_QUERY &&
				strncmp(line, name, n) == 0 && line[n] == ':')
				found = arena_strdup(&p->feed->arena, line + n + 1);
		}
	subscriptions_free(subs);
	return found;
}

/* An IRI that is the item's alone. A guid that is one stays, so that what is published
 * again is the same; others are only unique in their feed. */
static char *
iri_of(struct arena *arena, const char *feed, const struct store_item *item)
{
	const char *guid = item->guid ? item->guid : item->link;
	static const char *const schemes[] = {"https://", "http://", "urn:", "tag:"};
	for (size_t i = 0; guid && i < COUNT_OF(schemes); i++)
		if (str_istarts(guid, schemes[i]) && !strpbrk(guid, " \t<>\"{}|\\^`"))
			return arena_strdup(arena, guid);
	char *both = arena_printf(arena, "%s %s", feed,
		guid          ? guid
		: item->title ? item->title
			      : "");
	return arena_printf(arena, "urn:courant:%016" PRIx64, hash64(both, strlen(both)));
}

static void
fill(struct publish *p, const struct store_item *item, const struct store_item_body *body,
	const struct store_feed *feed)
{
	struct arena *arena = &p->feed->arena;
	struct buf link = BUF_INIT(0);
	p->feed->items = arena_push(
		arena, p->feed->items, p->feed->items_len, sizeof *p->feed->items);
	struct item *out = &p->feed->items[p->feed->items_len++];
	*out = (struct item){.guid = iri_of(arena, feed->url, item),
		.title = item->title,
		.comments = body->comments,
		.content = body->text,
		.published = item->published != TIME_NONE ? item->published : item->time,
		.updated = item->updated,
		.categories = body->categories,
		.categories_len = body->categories_len,
		.enclosures = body->enclosures,
		.enclosures_len = body->enclosures_len};
	if (item->link) {
		link_untrack(&link, item->link);
		out->link = arena_strdup(arena, buf_str(&link));
	}
	buf_done(&link);
	out->authors_len = 1;
	out->authors = arena_zalloc(arena, sizeof *out->authors);
	out->authors->name = item->author ? item->author : feed->title;
	if (!out->authors->name)
		out->authors_len = 0;
	int64_t latest = out->updated > out->published ? out->updated : out->published;
	if (p->feed->updated == TIME_NONE || latest > p->feed->updated)
		p->feed->updated = latest;
}

static bool
take(void *data, const struct store_key *hits, size_t len)
{
	struct publish *p = data;
	struct store_view view;
	p->status = store_view_begin(p->cli->store, &view, p->err);
	if (p->status != OK)
		return false;
	for (size_t i = 0; i < len && p->feed->items_len < p->limit; i++) {
		struct store_item item;
		struct store_item_body body;
		struct store_feed feed;
		struct arena *arena = &p->feed->arena;
		/* What is damaged or gone is for courant check. */
		if (store_item(&view, hits[i].id, arena, &item) == OK &&
			store_item_body(&view, hits[i].id, arena, &body) == OK &&
			store_feed(&view, item.feed, arena, &feed) == OK)
			fill(p, &item, &body, &feed);
	}
	store_view_end(&view);
	return p->feed->items_len < p->limit;
}

int
cli_exchange_publish(struct cli *cli, const char *query, enum feed_format format,
	int64_t limit, struct buf *out, struct err *err)
{
	struct publish p = {.cli = cli,
		.feed = feed_new(),
		.limit = limit > 0 ? (size_t)limit : SIZE_MAX,
		.err = err};
	struct cli_session session = {0};
	struct arena *arena = &p.feed->arena;
	const char *text = saved(&p, query);
	p.feed->format = format;
	/* The empty query finds all; Atom wants a title. */
	p.feed->title =
		arena_strdup(arena, span_trim(span_of(query)).n ? query : _("All items"));
	p.feed->link = arena_strdup(arena, "https://localhost/");
	p.feed->updated = TIME_NONE;
	int status = cli_session_begin(&session, cli, false, err);
	if (status == OK)
		status =
			cli_find_each(&session, text ? text : query, NULL, take, &p, err);
	cli_session_end(&session);
	if (p.feed->updated == TIME_NONE)
		p.feed->updated = 0;
	if (status == OK)
		status = p.status;
	if (status == OK)
		feed_write(out, p.feed,
			arena_printf(arena, "urn:courant:query:%016" PRIx64,
				hash64(query, strlen(query))));
	feed_free(p.feed);
	return status;
}
