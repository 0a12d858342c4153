#include "config.h"

#include "store/find/find_feed.h"

#include "base/str.h"
#include "base/time.h"
#include "model/item.h"
#include "query/query.h"
#include "store/feed/feed.h"

static struct span
feed_text(void *data, enum query_field field, size_t i, bool *html)
{
	const struct store_feed *feed = data;
	const struct span none = {NULL, 0};
	(void)html;
	switch (field) {
	case QUERY_TITLE:
		return i == 0 ? span_of(feed->title) : none;
	case QUERY_AUTHOR:
		return i == 0 ? span_of(feed->feed_title) : none;
	case QUERY_FEED:
		return i == 0   ? span_of(feed->title)
		       : i == 1 ? span_of(feed->address)
				: none;
	case QUERY_TEXT:
	case QUERY_FEED_URL:
		return i == 0 ? span_of(feed->address) : none;
	case QUERY_LINK:
	case QUERY_FEED_LINK:
		return i == 0 ? span_of(feed->link) : none;
	case QUERY_TAG:
		return i < feed->tags_len ? span_of(feed->tags[i]) : none;
	default:
		return none;
	}
}

static int64_t
feed_number(void *data, enum query_field field)
{
	const struct store_feed *feed = data;
	switch (field) {
	case QUERY_FEED_UNREAD:
		return feed->unread;
	case QUERY_FEED_TOTAL:
		return feed->total;
	case QUERY_FEED_ORDER:
		return (int64_t)feed->order + 1;
	case QUERY_ID:
		return feed->id;
	case QUERY_FEED_DATE:
	case QUERY_DATE:
		return feed->last_change;
	case QUERY_FLAG:
		return (feed->unread ? ITEM_UNREAD : 0) |
		       (feed->starred ? ITEM_STARRED : 0);
	default:
		return TIME_NONE;
	}
}

/* Fields of items that feed_text and feed_number do not answer for. */
static bool
is_lacking(const struct query_node *node)
{
	switch (node->field) {
	case QUERY_GUID:
	case QUERY_ENCLOSURE:
	case QUERY_ENCLOSURE_TYPE:
	case QUERY_CATEGORY:
	case QUERY_SCORE:
	case QUERY_INTEREST:
	case QUERY_MEDIA:
	case QUERY_DURATION:
	case QUERY_SEASON:
	case QUERY_EPISODE:
	case QUERY_KIND:
	case QUERY_TRANSCRIPT:
		return true;
	default:
		return node->kind == QUERY_FLAGGED && node->field == QUERY_FLAG &&
		       !(node->flag & (ITEM_UNREAD | ITEM_STARRED));
	}
}

static bool
lacks(const struct query_node *node)
{
	bool found = is_lacking(node);
	for (size_t i = 0; i < node->parts_len && !found; i++)
		found = lacks(node->parts[i]);
	return found;
}

bool
store_find_feed_lacks(const struct query *query)
{
	return lacks(query_root(query));
}

bool
store_find_feed_match(struct query *query, struct store_feed *feed, int64_t now)
{
	const struct query_item item = {feed, feed_text, feed_number, NULL};
	return query_match(query, &item, now);
}
