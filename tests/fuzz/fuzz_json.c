/* JSON Feed: the bytes are the items of a feed. */
#include "config.h"

#include "base/buf.h"
#include "feed.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct buf doc = BUF_INIT(0);
	buf_adds(&doc, "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[");
	buf_add(&doc, data, n);
	check_feed(doc.data, doc.len, NULL);
	buf_done(&doc);
	return 0;
}
