#include "config.h"

#include "base/json.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

static void
put_character(struct buf *out, uint32_t cp)
{
	char utf8[4];
	if (cp == '"' || cp == '\\')
		buf_addf(out, "\\%c", (int)cp);
	else if (cp == '\n')
		buf_adds(out, "\\n");
	else if (cp == '\t')
		buf_adds(out, "\\t");
	else if (cp < 0x10000 && cp != ' ' && utf8_hidden(cp))
		buf_addf(out, "\\u%04x", (unsigned)cp);
	else
		buf_add(out, utf8, utf8_encode(cp, utf8));
}

void
json_put(struct buf *out, const char *text)
{
	size_t n = strlen(text);
	buf_addc(out, '"');
	while (n) {
		uint32_t cp;
		size_t used = utf8_decode(text, n, &cp);
		put_character(out, cp);
		text += used;
		n -= used;
	}
	buf_addc(out, '"');
}

void
json_put_member(struct buf *out, const char *key, const char *value)
{
	if (out->len && out->data[out->len - 1] != '{')
		buf_addc(out, ',');
	json_put(out, key);
	buf_addc(out, ':');
	if (value)
		json_put(out, value);
	else
		buf_adds(out, "null");
}
