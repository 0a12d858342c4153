#include "config.h"

#include "engine/job/named.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds_account.h"
#include "engine/core/engine.h"
#include "fetch/address.h"
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

/* A feed of an account is where its server says. Only a server that is itself on a
 * private network may say that a feed is on one. */
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
	if (!feed->url) {
		request->url = engine_job_elsewhere;
		request->link = url;
		return;
	}
	enum source source = subscription_source(feed->url);
	bool account = source == SOURCE_ACCOUNT;
	bool outside = account || subscription_is_web(source);
	request->url = account   ? account_feed(e, feed, arena)
		       : outside ? subscription_address(feed->url)
				 : url;
	request->link = outside ? url : NULL;
}

/* Some programs decode the host before they look it up. */
static bool
is_private(const char *url)
{
	struct buf host = BUF_INIT(0);
	url_decode(&host, url_split(span_of(url)).host);
	bool private = fetch_private_host(span_of(buf_str(&host)));
	buf_done(&host);
	return private;
}

int
engine_job_may_name(
	struct engine *e, const struct store_feed *feed, const char *url, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct fetch_request request = {.link = NULL};
	engine_job_named(e, feed, url, &arena, &request);
	int status = request.link && !is_private(request.url) && is_private(url)
			     ? fetch_address_refuse_private(request.url, url, err)
			     : OK;
	arena_done(&arena);
	return status;
}
