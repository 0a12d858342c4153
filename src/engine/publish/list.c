/*
 * The feeds that a query finds, as OPML. What concerns only the reader is left out, as in
 * feeds: hidden feeds, tags, the user's own titles, options, and what nobody else can
 * read: commands, files, and addresses with a password or a key.
 */
#include "config.h"

#include "base/i18n.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/publish/publish_inside.h"
#include "feed/opml.h"
#include "model/subscription.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/find/find_feed.h"

struct list {
	struct subscriptions *subs;
	const struct store_feed **feeds; /* of subs, in their order */
	size_t next;                     /* the next of them to be asked for */
};

/* The writer asks for each feed once, in their order: they are in no folders. */
static void
about(void *data, const char *url, struct feed_opml_feed *out)
{
	struct list *list = data;
	const struct store_feed *feed = list->feeds[list->next++];
	(void)url;
	out->title = feed->feed_title;
	out->link = feed->link;
}

static int
find_feeds(struct engine *e, struct list *list, struct query *query, struct err *err)
{
	struct arena *arena = &list->subs->arena;
	struct store_view view;
	struct store_feed *feeds;
	size_t len = 0;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed_all(&view, arena, false, &feeds, &len);
	store_view_end(&view);
	if (status != OK)
		return err_set(err, status,
			_("the stored feeds cannot be read; run courant check"));
	list->feeds = arena_alloc(arena, (len + 1) * sizeof *list->feeds);
	for (size_t i = 0; i < len; i++) {
		if (feeds[i].hidden ||
			!engine_publish_is_public(arena, feeds[i].address) ||
			!store_find_feed_match(query, &feeds[i], engine_now(e)))
			continue;
		list->feeds[list->subs->len] = &feeds[i];
		subscription_list_add(list->subs)->url = feeds[i].address;
	}
	return OK;
}

int
engine_publish_list(struct engine *e, const char *words, const char *title,
	struct buf *out, struct err *err)
{
	struct list list = {.subs = subscription_list_new()};
	struct query *query = NULL;
	list.subs->title = title;
	int status = query_parse(words,
		e->options->ignore_accents ? QUERY_ACCENTS_IGNORED : QUERY_ACCENTS_COUNT,
		&query, err);
	if (status == OK)
		status = find_feeds(e, &list, query, err);
	if (status == OK)
		feed_opml_write(out, list.subs, about, &list);
	query_free(query);
	subscription_list_free(list.subs);
	return status;
}
