#include "config.h"

#include "model/feed.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/time.h"

static const char *const names[] = {
	[FEED_UNKNOWN] = "",
	[FEED_RSS090] = "rss0.90",
	[FEED_RSS091] = "rss0.91",
	[FEED_RSS092] = "rss0.92",
	[FEED_RSS093] = "rss0.93",
	[FEED_RSS094] = "rss0.94",
	[FEED_RSS10] = "rss1.0",
	[FEED_RSS20] = "rss2.0",
	[FEED_RSS] = "rss",
	[FEED_ATOM03] = "atom0.3",
	[FEED_ATOM10] = "atom1.0",
	[FEED_JSON] = "jsonfeed",
	[FEED_CDF] = "cdf",
	[FEED_OPML] = "opml",
	[FEED_HTML] = "html",
};

const char *
feed_format_name(enum feed_format format)
{
	return names[format];
}

struct feed *
feed_new(void)
{
	struct feed *feed = mem_zalloc(sizeof *feed);
	feed->updated = feed->published = feed->live.start = TIME_NONE;
	return feed;
}

bool
feed_is_live(const struct feed_broadcast *live, int64_t now)
{
	return live->title && live->start != TIME_NONE && now < live->start + TIME_DAY;
}

void
feed_free(struct feed *feed)
{
	if (!feed)
		return;
	arena_done(&feed->arena);
	free(feed);
}
