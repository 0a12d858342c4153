/*
 * Feeds for the fuzz targets: parsed, and everything in the model looked at.
 */
#ifndef TESTS_FUZZ_FEED_H
#define TESTS_FUZZ_FEED_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"
#include "feed/parse.h"
#include "model/feed.h"

/* All text of the model is valid UTF-8; lines hold no control characters. */
static inline void
check_text(const char *s, bool line)
{
	if (!s)
		return;
	size_t n = strlen(s);
	if (!utf8_valid(s, n))
		abort();
	for (size_t i = 0; line && i < n; i++)
		if ((unsigned char)s[i] < 0x20 || s[i] == 0x7f)
			abort();
}

static inline void
check_item(const struct item *item)
{
	check_text(item->title, true);
	check_text(item->guid, false);
	check_text(item->link, true);
	check_text(item->comments, true);
	check_text(item->date, true);
	check_text(item->summary.text, false);
	check_text(item->content.text, false);
	check_text(item->media.thumbnail, true);
	for (size_t i = 0; i < item->authors_len; i++) {
		check_text(item->authors[i].name, true);
		check_text(item->authors[i].email, true);
		check_text(item->authors[i].uri, true);
	}
	for (size_t i = 0; i < item->categories_len; i++)
		check_text(item->categories[i], true);
	for (size_t i = 0; i < item->enclosures_len; i++) {
		check_text(item->enclosures[i].url, true);
		check_text(item->enclosures[i].type, true);
	}
}

static inline void
check_feed(const void *bytes, size_t n, const char *content_type)
{
	struct feed_source source = {
		bytes, n, content_type, "http://example.org/dir/feed"};
	struct feed *feed;
	struct err err = {0};
	int status = feed_parse(&source, &feed, &err);
	if (status != OK && !err.text[0])
		abort();
	if (status == OK && !feed)
		abort();
	if (!feed)
		return;
	check_text(feed->title, true);
	check_text(feed->subtitle.text, true);
	check_text(feed->link, true);
	check_text(feed->generator, true);
	for (size_t i = 0; i < feed->items_len; i++)
		check_item(&feed->items[i]);
	for (size_t i = 0; i < feed->links_len; i++) {
		check_text(feed->links[i].url, false);
		check_text(feed->links[i].title, true);
		for (size_t k = 0; k < feed->links[i].tags_len; k++)
			check_text(feed->links[i].tags[k], true);
	}
	feed_free(feed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#endif
