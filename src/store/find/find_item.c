/*
 * Tests a single item for what the index left open. Records are read when the query first
 * needs them.
 */
#include "config.h"

#include "store/find/find_inside.h"

#include <string.h>

#include "base/buf.h"
#include "base/time.h"
#include "model/media.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/raw.h"
#include "store/item/tag_inside.h"
#include "store/media/media.h"
#include "store/media/track.h"
#include "store/score/priority.h"
#include "store/score/taste.h"

/* ---- What the query needs to know */

/* A feed is read when the first of its items needs it, not all at once: new items are of
 * a few feeds. */
const struct store_feed *
store_find_feed(struct find_matcher *f)
{
	uint32_t id = store_item_raw_feed(&f->raw);
	struct store_feed *feed = map_get(&f->feeds, &id, sizeof id);
	if (!feed) {
		feed = arena_zalloc(&f->arena, sizeof *feed);
		if (store_feed(f->raw.view, id, &f->arena, feed) != OK)
			*feed = (struct store_feed){.id = 0};
		*map_put(&f->feeds, &id, sizeof id) = feed;
	}
	return feed->id ? feed : NULL;
}

void
store_find_forget_feeds(struct find_matcher *f)
{
	map_done(&f->feeds);
	arena_reset(&f->arena);
	f->newest_feed = 0;
}

static struct span
maybe(const char *s)
{
	return (struct span){s, s ? strlen(s) : 0};
}

struct span
store_find_tag(struct find_matcher *f, size_t i)
{
	if (!f->tags_read) {
		f->tags_read = true;
		f->tags_len = 0;
		if (store_item_tag_names(f->raw.view, f->raw.key.id, &f->item_arena,
			    &f->tags, &f->tags_len) != OK)
			f->tags_len = 0;
	}
	return maybe(i < f->tags_len ? f->tags[i] : NULL);
}

static const struct store_item_body *
body_of(struct find_matcher *f)
{
	if (!f->body_read) {
		f->body_read = true;
		if (store_item_body(
			    f->raw.view, f->raw.key.id, &f->item_arena, &f->body) != OK)
			f->body = (struct store_item_body){.text = {NULL}};
	}
	return &f->body;
}

static struct span
body_text(struct find_matcher *f, enum query_field field, size_t i)
{
	const struct store_item_body *b = body_of(f);
	if (field == QUERY_CATEGORY)
		return maybe(i < b->categories_len ? b->categories[i] : NULL);
	if (i >= b->enclosures_len)
		return maybe(NULL);
	return maybe(
		field == QUERY_ENCLOSURE ? b->enclosures[i].url : b->enclosures[i].type);
}

/* An older program did not store it with what lists show. */
static int64_t
duration_of(struct find_matcher *f)
{
	int64_t ms = store_item_raw_number(&f->raw, RAW_DURATION);
	if (!ms)
		ms = body_of(f)->media.duration;
	return ms > 0 ? ms / 1000 : TIME_NONE;
}

static int64_t
place_of(struct find_matcher *f, enum query_field field)
{
	int64_t number = field == QUERY_SEASON
				 ? store_item_raw_number(&f->raw, RAW_SEASON)
				 : store_item_raw_number(&f->raw, RAW_EPISODE) / 1000;
	return number ? number : TIME_NONE;
}

static struct span
kind_of(struct find_matcher *f)
{
	enum media_kind kind = (enum media_kind)store_item_raw_number(&f->raw, RAW_MEDIA);
	if (kind == MEDIA_NONE)
		kind = media_kind_of(body_of(f)->enclosures, body_of(f)->enclosures_len);
	return maybe(kind == MEDIA_NONE ? NULL : media_kind_name(kind));
}

/* The text, and that of the item's page. */
static struct span
whole_text(struct find_matcher *f, bool *html)
{
	struct store_item_text page;
	struct span body = store_item_raw_text(&f->raw, RAW_BODY, html);
	if (store_item_other(f->raw.view, f->raw.key.id, STORE_ITEM_PAGE, &f->item_arena,
		    &page) != OK)
		return body;
	f->arena_used = true;
	buf_clear(&f->both);
	buf_add(&f->both, body.p ? body.p : "", body.n);
	/* No phrase spans a rule. A page is HTML, and plain text is read as HTML, too. */
	buf_adds(&f->both, "\n<hr>\n");
	buf_add(&f->both, page.text.text ? page.text.text : "", page.len);
	*html = true;
	return (struct span){buf_str(&f->both), f->both.len};
}

/* One text, so that phrases go from one cue into the next. */
static struct span
said_in(struct find_matcher *f)
{
	struct transcript said;
	struct buf all = BUF_INIT(0);
	f->arena_used = true;
	if (store_media_transcript(f->raw.view, f->raw.key.id, &f->item_arena, &said) !=
		OK)
		return maybe(NULL);
	for (size_t i = 0; i < said.len; i++)
		buf_addf(&all, "%s\n", said.list[i].text);
	char *copy = arena_strndup(&f->item_arena, buf_str(&all), all.len);
	buf_done(&all);
	return maybe(copy);
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	struct find_matcher *f = data;
	const struct store_feed *feed;
	switch (field) {
	case QUERY_TITLE:
		return store_item_raw_text(&f->raw, RAW_TITLE, html);
	case QUERY_AUTHOR:
		return store_item_raw_text(&f->raw, RAW_AUTHOR, html);
	case QUERY_TEXT:
		return whole_text(f, html);
	case QUERY_LINK:
		return store_item_raw_text(&f->raw, RAW_LINK, html);
	case QUERY_GUID:
		return store_item_raw_text(&f->raw, RAW_GUID, html);
	case QUERY_ENCLOSURE:
	case QUERY_ENCLOSURE_TYPE:
	case QUERY_CATEGORY:
		return body_text(f, field, i);
	case QUERY_KIND:
		return i ? maybe(NULL) : kind_of(f);
	case QUERY_TRANSCRIPT:
		return said_in(f);
	default:
		break;
	}
	feed = store_find_feed(f);
	if (!feed)
		return maybe(NULL);
	switch (field) {
	case QUERY_FEED:
		return maybe(feed->title ? feed->title : feed->address);
	case QUERY_FEED_URL:
		return maybe(feed->address);
	case QUERY_FEED_LINK:
		return maybe(feed->link);
	case QUERY_TAG:
		return i < feed->tags_len ? maybe(feed->tags[i])
					  : store_find_tag(f, i - feed->tags_len);
	default:
		return maybe(NULL);
	}
}

/* The time of a feed's newest item. */
static int64_t
newest_of(struct find_matcher *f, uint32_t feed)
{
	const struct store_scope scope = {STORE_FEED, feed, NULL};
	struct store_key key;
	size_t len;
	if (f->newest_feed == feed)
		return f->newest;
	f->newest_feed = feed;
	f->newest = store_item_keys(f->raw.view, &scope, NULL, &key, 1, &len) == OK && len
			    ? key.time
			    : TIME_NONE;
	return f->newest;
}

static int64_t
number_of(void *data, enum query_field field)
{
	struct find_matcher *f = data;
	const struct store_feed *feed;
	if (field == QUERY_FLAG)
		return store_item_raw_flags(&f->raw);
	if (field == QUERY_DATE)
		return f->raw.key.time;
	if (field == QUERY_ID)
		return (int64_t)f->raw.key.id;
	if (field == QUERY_SCORE)
		return store_item_raw_number(&f->raw, RAW_SCORE) +
		       store_score_priority(f->raw.view, store_item_raw_feed(&f->raw)) +
		       STORE_INTEREST_WORTH(
			       (int64_t)store_score_interest(f->raw.view, f->raw.key.id));
	if (field == QUERY_INTEREST)
		return store_score_interest(f->raw.view, f->raw.key.id);
	if (field == QUERY_MEDIA)
		return store_media_states(f->raw.view, f->raw.key.id) |
		       media_part_state((int)store_item_raw_number(&f->raw, RAW_PART));
	if (field == QUERY_DURATION)
		return duration_of(f);
	if (field == QUERY_SEASON || field == QUERY_EPISODE)
		return place_of(f, field);
	feed = store_find_feed(f);
	if (!feed)
		return TIME_NONE;
	if (field == QUERY_FEED_DATE)
		return newest_of(f, feed->id);
	return field == QUERY_FEED_UNREAD  ? feed->unread
	       : field == QUERY_FEED_TOTAL ? feed->total
					   : (int64_t)feed->order + 1;
}

/* Parts of an "and" that the index or the list has answered. */
static bool
is_known(void *data, const struct query_node *node, bool *answer)
{
	const struct find_matcher *f = data;
	const struct query_node *root;
	size_t i = 0;
	if (!f->answered)
		return false;
	root = query_root(f->query);
	if (root->kind == QUERY_AND)
		while (i < root->parts_len && root->parts[i] != node)
			i++;
	*answer = true;
	return i < FIND_PARTS_MAX && f->answered >> i & 1 &&
	       (root->kind == QUERY_AND ? i < root->parts_len : node == root);
}

/* Computes the score of an item that is not in the index. */
static void
score_item(struct find_matcher *f, const struct query_item *item,
	const struct query_node *node)
{
	if (node->kind == QUERY_WORDS && node->field < QUERY_LINK) {
		if (query_words_in(f->query, item, node, QUERY_TITLE))
			store_find_score(f->find, f->raw.key.id, FIND_SCORE_TITLE);
		if (query_words_in(f->query, item, node, QUERY_AUTHOR))
			store_find_score(f->find, f->raw.key.id, FIND_SCORE_AUTHOR);
	}
	for (size_t i = 0; node->kind != QUERY_NOT && i < node->parts_len; i++)
		score_item(f, item, node->parts[i]);
}

struct query_item
store_find_item(struct find_matcher *f, const struct store_view *view,
	const struct store_key *key, uint32_t feed)
{
	f->raw = store_item_raw_at(view, key, feed);
	if (f->body_read || f->tags_read || f->arena_used)
		arena_reset(&f->item_arena);
	f->body_read = f->tags_read = f->arena_used = false;
	return (struct query_item){f, text_of, number_of, is_known};
}

bool
store_find_candidate(const struct store_find *f, uint64_t id)
{
	return f->all || id >= f->bits || find_get_bit(f->candidates, id);
}

bool
store_find_matches(struct find_matcher *f, const struct store_view *view,
	const struct store_key *key, uint32_t feed)
{
	const struct store_find *find = f->find;
	if (!store_find_candidate(find, key->id))
		return false;
	f->item_known = !find->all && key->id < find->bits &&
			!find_get_bit(find->unknown, key->id);
	if (find->listed || (find->exact && f->item_known))
		return true;
	f->answered = find->by_list | (f->item_known ? find->by_index : 0);
	const struct query_item item = store_find_item(f, view, key, feed);
	if (!query_match(f->query, &item, find->now))
		return false;
	if (find->scores && !f->item_known)
		score_item(f, &item, query_root(f->query));
	return true;
}

void
store_find_matcher_done(struct find_matcher *f)
{
	map_done(&f->feeds);
	arena_done(&f->arena);
	arena_done(&f->item_arena);
	buf_done(&f->both);
}
