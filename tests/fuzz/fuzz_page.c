/*
 * Web pages and the feeds that they name: the first byte chooses where the page came
 * from, the rest is the page.
 */
#include "config.h"

#include "base/attr.h"
#include "base/buf.h"
#include "feed.h"
#include "feed/html_page.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const char *const urls[] = {NULL, "https://h/dir/page",
		"https://www.youtube.com/playlist?list=", "https://www.youtube.com/user/",
		"https://git.sr.ht/~", "https://podcasts.apple.com/us/podcast/x/id",
		"https://social.example/@", "https://medium.com/"};
	if (!n)
		return 0;
	struct buf url = BUF_INIT(0);
	const char *start = urls[data[0] % COUNT_OF(urls)];
	/* What follows in the address is the page's own beginning. */
	size_t tail = n - 1 < 64 ? n - 1 : 64;
	buf_adds(&url, start ? start : "");
	buf_add(&url, data + 1, tail);
	struct feed *feed = feed_new();
	struct span page = {(const char *)data + 1, n - 1};
	/* A Link header, with some pages. */
	const char *links = data[0] & 128 ? buf_str(&url) + url.len - tail : NULL;
	feed_html_discover(feed, page, links, start ? buf_str(&url) : NULL);
	for (size_t i = 0; i < feed->links_len; i++)
		if (!*feed->links[i].url)
			abort();
	feed_free(feed);
	buf_done(&url);
	return 0;
}
