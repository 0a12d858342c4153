#include "config.h"

#include "engine/job/named.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds_account.h"
#include "engine/core/engine.h"
#include "fetch/fetch.h"
#include "fetch/private.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/remote/account.h"

const char engine_job_elsewhere[] = "http://elsewhere.invalid/";

/* The address of the server whose account has the feed; NULL: unknown. */
static const char *
account_server(struct engine *e, const char *feed, struct arena *arena)
{
	struct span key, id;
	struct store_view view;
	struct store_account account;
	if (!conf_feeds_account_parts(feed, &key, &id) ||
		store_view_begin(e->store, &view, NULL) != OK)
		return NULL;
	int status = store_remote_account(
		&view, arena_strndup(arena, key.p, key.n), arena, &account);
	store_view_end(&view);
	return status == OK ? account.is.url : NULL;
}

/* A feed of an account is where its server says. That a feed is on a private network is
 * believed of no server but one that is there, too. */
static const char *
account_feed(struct engine *e, const struct store_feed *feed, struct arena *arena)
{
	const char *by = feed->address;
	if (url_is_web(by) && fetch_private_host(url_split(span_of(by)).host))
		by = account_server(e, feed->url, arena);
	return by && url_is_web(by) ? by : engine_job_elsewhere;
}

void
engine_job_named(struct engine *e, const struct store_feed *feed, const char *url,
	struct arena *arena, struct fetch_request *request)
{
	enum source source = subscription_source(feed->url);
	bool account = source == SOURCE_ACCOUNT;
	bool outside = account || subscription_is_web(source);
	request->url = account   ? account_feed(e, feed, arena)
		       : outside ? subscription_address(feed->url)
				 : url;
	request->link = outside ? url : NULL;
}
