#include "config.h"

#include "engine/feeds/brought.h"

#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "feed/document_limits.h"
#include "feed/unpack.h"
#include "import/import_api.h"
#include "model/feed.h"
#include "store/poll/import.h"

char *
engine_feeds_brought_line(struct arena *arena, const char *s)
{
	struct buf out = BUF_INIT(0);
	if (s)
		utf8_keep_line(&out, s, strlen(s), FEED_TITLE_MAX);
	char *text = out.len ? arena_strndup(arena, buf_str(&out), out.len) : NULL;
	buf_done(&out);
	return text;
}

char *
engine_feeds_brought_address(
	struct arena *arena, const struct import_feed *feed, const char *s)
{
	size_t grown = 0;
	if (str_empty(s) || strlen(s) > FEED_ADDRESS_MAX)
		return NULL;
	const char *base = !feed ? NULL : feed->site ? feed->site : feed->url;
	return feed_text_address(arena, &grown, base, span_trim(span_of(s)));
}

void
engine_feeds_brought_item(struct arena *arena, const struct import_feed *feed,
	const struct import_item *from, struct item *to)
{
	struct buf scratch = BUF_INIT(0);
	struct span guid = span_of(from->guid);
	struct span text = span_of(from->text.text);
	*to = (struct item){.published = from->date,
		.updated = from->updated,
		.categories = from->categories,
		.categories_len = from->categories_len};
	if (guid.n)
		to->guid =
			arena_strndup(arena, guid.p, feed_text_cut(guid, FEED_GUID_MAX));
	to->title = engine_feeds_brought_line(arena, from->title);
	to->link = engine_feeds_brought_address(arena, feed, from->link);
	to->comments = engine_feeds_brought_address(arena, feed, from->comments);
	to->content.type = from->text.type;
	if (text.n)
		to->content.text =
			arena_strndup(arena, text.p, feed_text_cut(text, FEED_TEXT_MAX));
	to->content.base = to->link;
	to->comments_count = -1;
	char *author = engine_feeds_brought_line(arena, from->author);
	if (author) {
		to->authors = arena_zalloc(arena, sizeof *to->authors);
		to->authors[to->authors_len++].name = author;
	}
	char *media = engine_feeds_brought_address(arena, feed, from->enclosure);
	if (media) {
		to->enclosures = arena_zalloc(arena, sizeof *to->enclosures);
		to->enclosures[to->enclosures_len++] = (struct enclosure){.url = media,
			.type = engine_feeds_brought_line(arena, from->enclosure_type),
			.length = -1};
	}
	if (!to->title && to->content.text)
		to->lead = feed_text_lead(arena, &scratch, &to->content);
	buf_done(&scratch);
}

struct store_import_item
engine_feeds_brought_says(const struct import_item *item)
{
	return (struct store_import_item){
		.marks = (item->marks & IMPORT_READ ? STORE_IMPORTED_READ : 0) |
			 (item->marks & IMPORT_STARRED ? STORE_IMPORTED_STARRED : 0) |
			 (item->marks & IMPORT_DELETED ? STORE_IMPORTED_DELETED : 0) |
			 (item->marks & IMPORT_HIDDEN ? STORE_IMPORTED_HIDDEN : 0) |
			 (item->place ? STORE_IMPORTED_QUEUED : 0) |
			 (item->position || item->played ? STORE_IMPORTED_HEARD : 0),
		.episode = {.place = item->place,
			.position = item->position,
			.duration = item->duration,
			.heard = item->heard,
			.played = item->played,
			.url = item->enclosure,
			.file = item->file},
		.seen = item->seen,
		.tags = item->tags,
		.tags_len = item->tags_len,
	};
}
