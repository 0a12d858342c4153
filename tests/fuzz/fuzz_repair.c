/*
 * Decode, clean and repair: what comes out is well-formed, in names and offsets that
 * stand in the pool.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"
#include "feed/clean_text.h"
#include "feed/decode.h"
#include "feed/repair_xml.h"
#include "feed/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

struct counts {
	size_t starts, ends;
};

static void
on_start(void *data, const struct xml_element *e)
{
	struct counts *counts = data;
	counts->starts++;
	for (size_t i = 0; i < e->attrs_len; i++)
		if (!utf8_valid(e->attrs[i].value, strlen(e->attrs[i].value)))
			abort();
}

static void
on_end(void *data, bool cut)
{
	struct counts *counts = data;
	(void)cut;
	if (++counts->ends > counts->starts)
		abort();
}

static void
on_text(void *data, const char *text, size_t n)
{
	(void)data;
	if (!n || !utf8_valid(text, n))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const struct xml_handler handler = {on_start, on_end, on_text};
	struct notes notes = {0};
	struct decoded decoded;
	struct span bytes = {(const char *)data, n};
	if (feed_decode(bytes, NULL, &decoded, &notes, NULL) != OK)
		return 0;
	struct buf cleaned = BUF_INIT(0);
	struct span text = feed_clean(decoded.text, &cleaned, &notes);
	if (!utf8_valid(text.p, text.n) || memchr(text.p ? text.p : "", '\0', text.n))
		abort();
	struct repaired repaired;
	feed_repair(text, &repaired, &notes);
	struct counts counts = {0};
	feed_xml_read(&repaired, &handler, &counts, &notes);
	if (counts.starts != repaired.elements || counts.ends != repaired.elements)
		abort();
	feed_repaired_done(&repaired);
	buf_done(&cleaned);
	buf_done(&decoded.buf);
	return 0;
}
