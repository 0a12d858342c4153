#include "config.h"

#include "remote/form.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "remote/remote.h"

static bool
unreserved(char c)
{
	return str_alpha(c) || str_digit(c) || (c != '\0' && strchr("-._~", c));
}

void
remote_form_escape(struct buf *out, struct span text)
{
	for (size_t i = 0; i < text.n; i++)
		if (unreserved(text.p[i]))
			buf_addc(out, text.p[i]);
		else
			buf_addf(out, "%%%02X", (unsigned)(unsigned char)text.p[i]);
}

static void
add(struct buf *out, const char *sep, const char *name, struct span value)
{
	buf_adds(out, sep);
	buf_adds(out, name);
	buf_addc(out, '=');
	remote_form_escape(out, value);
}

void
remote_form_add(struct buf *form, const char *name, struct span value)
{
	add(form, form->len > 0 ? "&" : "", name, value);
}

void
remote_query_add(struct buf *url, const char *name, struct span value)
{
	add(url, strchr(buf_str(url), '?') ? "&" : "?", name, value);
}

void
remote_query_number(struct buf *url, const char *name, long long value)
{
	char text[24];
	(void)snprintf(text, sizeof text, "%lld", value);
	remote_query_add(url, name, span_of(text));
}

void
remote_header_add(
	struct remote_ask *ask, const char *name, const char *prefix, const char *value)
{
	buf_addf(&ask->headers, "%s: %s", name, prefix);
	for (; *value; value++)
		if (*value != '\r' && *value != '\n')
			buf_addc(&ask->headers, *value);
	buf_addc(&ask->headers, '\n');
}

static void
add_base64(struct buf *out, const unsigned char *bytes, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < n; i += 3) {
		unsigned word = (unsigned)bytes[i] << 16;
		word |= i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0;
		word |= i + 2 < n ? bytes[i + 2] : 0;
		buf_addc(out, digits[word >> 18]);
		buf_addc(out, digits[word >> 12 & 63]);
		buf_addc(out, i + 1 < n ? digits[word >> 6 & 63] : '=');
		buf_addc(out, i + 2 < n ? digits[word & 63] : '=');
	}
}

void
remote_header_basic(struct remote_ask *ask, const char *user, const char *password)
{
	struct buf pair = BUF_INIT(0);
	buf_addf(&pair, "%s:%s", user, password);
	buf_adds(&ask->headers, "Authorization: Basic ");
	add_base64(&ask->headers, (const unsigned char *)buf_str(&pair), pair.len);
	buf_addc(&ask->headers, '\n');
	buf_done(&pair);
}
