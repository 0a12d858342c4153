#include "config.h"

#include "engine/rule/arrival.h"

#include <string.h>

#include "base/time.h"
#include "model/feed.h"
#include "model/media.h"
#include "store/identity/item_match.h"
#include "store/item/list.h"
#include "store/poll/poll.h"

static struct span
maybe(const char *s)
{
	return (struct span){s, s ? strlen(s) : 0};
}

static struct span
author_of(struct engine_arrival *a)
{
	if (!a->author)
		a->author = item_authors(a->item, a->arena);
	return maybe(a->author);
}

static struct span
listed(const struct engine_arrival *a, enum query_field field, size_t i)
{
	const struct item *item = a->item;
	switch (field) {
	case QUERY_TAG:
		return maybe(i < a->feed.tags_len ? a->feed.tags[i] : NULL);
	case QUERY_CATEGORY:
		return maybe(i < item->categories_len ? item->categories[i] : NULL);
	case QUERY_KIND:
		return i || !item->enclosures_len
			       ? maybe(NULL)
			       : maybe(media_kind_name(media_kind_of(
					 item->enclosures, item->enclosures_len)));
	case QUERY_ENCLOSURE:
		return maybe(i < item->enclosures_len ? item->enclosures[i].url : NULL);
	default:
		return maybe(i < item->enclosures_len ? item->enclosures[i].type : NULL);
	}
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	struct engine_arrival *a = data;
	const struct item *item = a->item;
	const struct text *body;
	switch (field) {
	case QUERY_TITLE:
		return maybe(item->title ? item->title : item->lead);
	case QUERY_AUTHOR:
		return author_of(a);
	case QUERY_TEXT:
		body = item_body(item);
		*html = body->type == TEXT_HTML;
		return maybe(body->text);
	case QUERY_LINK:
		return maybe(item->link);
	case QUERY_GUID:
		return maybe(item->guid);
	case QUERY_FEED:
		return maybe(a->feed.title ? a->feed.title : a->feed.address);
	case QUERY_FEED_URL:
		return maybe(a->feed.address);
	case QUERY_FEED_LINK:
		return maybe(a->feed.link);
	case QUERY_TRANSCRIPT:
		return maybe(NULL);
	default:
		return listed(a, field, i);
	}
}

static int64_t
newest_of(const struct engine_arrival *a)
{
	const struct store_scope scope = {STORE_FEED, a->feed.id, NULL};
	struct store_key key;
	size_t len;
	return store_item_keys(a->view, &scope, NULL, &key, 1, &len) == OK && len
		       ? key.time
		       : TIME_NONE;
}

static int64_t
number_of(void *data, enum query_field field)
{
	const struct engine_arrival *a = data;
	const struct episode_place *place = &a->item->media.place;
	switch (field) {
	case QUERY_FLAG:
		return (a->item->flags & ITEM_CUT) | (a->known->read ? 0 : ITEM_UNREAD) |
		       (a->known->duplicate.id && !a->known->leads ? ITEM_DUPLICATE : 0);
	case QUERY_DATE:
		return a->known->time;
	case QUERY_FEED_DATE:
		return newest_of(a);
	case QUERY_FEED_UNREAD:
		return a->feed.unread;
	case QUERY_FEED_TOTAL:
		return a->feed.total;
	case QUERY_FEED_ORDER:
		return (int64_t)a->feed.order + 1;
	case QUERY_ID:
		return INT64_MAX; /* greater than that of any item so far */
	case QUERY_SCORE:
		return 0;
	case QUERY_MEDIA:
		return media_part_state(place->part);
	case QUERY_SEASON:
		return place->season ? place->season : TIME_NONE;
	case QUERY_EPISODE:
		return place->number >= 1000 ? place->number / 1000 : TIME_NONE;
	case QUERY_DURATION:
		return a->item->media.duration > 0 ? a->item->media.duration / 1000
						   : TIME_NONE;
	default:
		return TIME_NONE; /* it has no number yet */
	}
}

static bool
folded_of(void *data, enum query_field field, struct span *text)
{
	const struct engine_arrival *a = data;
	if (field != QUERY_TEXT || !item_body(a->item)->text)
		return false;
	*text = store_poll_text(a->store, a->item, a->known);
	return text->p != NULL;
}

struct query_item
engine_rule_arrival(struct engine_arrival *data)
{
	return (struct query_item){data, text_of, number_of, NULL, folded_of};
}
