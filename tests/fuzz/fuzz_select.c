/*
 * A recipe, a newline, and a page: whatever both are, the items that come out are texts
 * that can be stored, and a selector that is refused says where.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/url.h"
#include "base/utf8.h"
#include "feed/document_limits.h"
#include "model/feed.h"
#include "select/compare_text.h"
#include "select/recipe_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_text(const char *text)
{
	if (text && !utf8_valid(text, strlen(text)))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *bytes = (const char *)data;
	const char *lf = n ? memchr(bytes, '\n', n) : NULL;
	size_t len = lf ? (size_t)(lf - bytes) : 0;
	const struct feed_source source = {.bytes = bytes + len,
		.len = n - len,
		.base_url = "https://example.org/dir/page"};
	struct feed *feed = NULL;
	struct err err = {0};
	int status = select_page_feed((struct span){bytes, len}, &source, &feed, &err);
	if ((status == OK) != (feed != NULL) || (status != OK && !*err.text) ||
		(feed && !feed->items_len))
		abort();
	for (size_t i = 0; feed && i < feed->items_len; i++) {
		const struct item *item = &feed->items[i];
		if (item->link && !url_is_web(item->link))
			abort();
		check_text(item->title);
		check_text(item->guid);
		check_text(item->content.text);
	}
	feed_free(feed);
	if (select_text_feed((struct span){bytes, len}, &source, &feed, &err) == OK) {
		check_text(feed->items[0].content.text);
		if (!select_text_same(
			    feed->items[0].content.text, feed->items[0].content.text))
			abort();
		feed_free(feed);
	}
	return 0;
}
