#include "config.h"

#include "import/charset.h"

#include <stdbool.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"
#include "feed/decode.h"
#include "feed/repair_note.h"

#define MARK "\xef\xbb\xbf"

static struct span
without_mark(struct span s)
{
	size_t n = sizeof MARK - 1;
	bool marked = s.n >= n && memcmp(s.p, MARK, n) == 0;
	return marked ? (struct span){s.p + n, s.n - n} : s;
}

static struct span
convert(struct span bytes, struct buf *out)
{
	struct decoded decoded = {0};
	struct notes notes = {0};
	if (feed_decode(bytes, NULL, &decoded, &notes, NULL) != OK)
		return bytes;
	buf_add(out, decoded.text.p, decoded.text.n);
	buf_done(&decoded.buf);
	return (struct span){buf_str(out), out->len};
}

/* UTF-16 and UTF-32 have zero bytes in ASCII text. */
static bool
is_wide(struct span s)
{
	return s.n && memchr(s.p, '\0', s.n);
}

struct span
import_text_of(struct span bytes, struct buf *out)
{
	struct span text = without_mark(bytes);
	bool good = !is_wide(text) && utf8_valid(text.p, text.n);
	return good ? text : without_mark(convert(bytes, out));
}

struct span
import_text_head(struct span bytes, struct buf *out)
{
	return is_wide(bytes) ? without_mark(convert(bytes, out)) : without_mark(bytes);
}
