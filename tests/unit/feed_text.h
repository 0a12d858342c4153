/*
 * What the tests of the feed layer share: a document parsed and told in one line.
 */
#ifndef TESTS_UNIT_FEED_TEXT_H
#define TESTS_UNIT_FEED_TEXT_H

#include "base/buf.h"
#include "base/err.h"
#include "feed/parse.h"
#include "model/feed.h"

/* "FORMAT|TITLE|item;item", an item "TITLE<LINK>TEXT"; what is missing is left out. Or
 * "no: SENTENCE". Free it. */
static inline char *
feed_told(const void *bytes, size_t n, const char *content_type, const char *base_url)
{
	struct feed_source source = {bytes, n, content_type, base_url};
	struct buf out = BUF_INIT(0);
	struct feed *feed;
	struct err err = {0};
	if (feed_parse(&source, &feed, &err) != OK) {
		buf_addf(&out, "no: %s", err.text);
		feed_free(feed);
		return buf_take(&out);
	}
	buf_addf(&out, "%s|%s|", feed_format_name(feed->format),
		feed->title ? feed->title : "");
	for (size_t i = 0; i < feed->items_len; i++) {
		const struct item *item = &feed->items[i];
		const char *text = item_body(item)->text;
		buf_addf(&out, "%s%s", i ? ";" : "", item->title ? item->title : "");
		if (item->link)
			buf_addf(&out, "<%s>", item->link);
		buf_adds(&out, text ? text : "");
	}
	feed_free(feed);
	return buf_take(&out);
}

#endif
