#include "config.h"

#include "remote/body.h"

#include "base/buf.h"
#include "base/str.h"
#include "remote/id.h"

static void
put_text(struct buf *body, struct span text)
{
	buf_addc(body, '"');
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];
		if (c < ' ')
			buf_addf(body, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			buf_addf(body, "\\%c", c);
		else
			buf_addc(body, (char)c);
	}
	buf_addc(body, '"');
}

static void
put_name(struct buf *body, const char *name)
{
	buf_addc(body, body->len > 0 ? ',' : '{');
	put_text(body, span_of(name));
	buf_addc(body, ':');
}

void
remote_body_text(struct buf *body, const char *name, struct span value)
{
	put_name(body, name);
	put_text(body, value);
}

void
remote_body_number(struct buf *body, const char *name, long long value)
{
	put_name(body, name);
	buf_addf(body, "%lld", value);
}

void
remote_body_bool(struct buf *body, const char *name, bool value)
{
	put_name(body, name);
	buf_adds(body, value ? "true" : "false");
}

void
remote_body_null(struct buf *body, const char *name)
{
	put_name(body, name);
	buf_adds(body, "null");
}

void
remote_body_name(struct buf *body, const char *name, struct span id)
{
	int64_t number;
	if (str_int(id, &number) == OK)
		remote_body_number(body, name, number);
	else
		remote_body_text(body, name, id);
}

void
remote_body_ids(struct buf *body, const char *name, const struct span *ids, size_t len)
{
	put_name(body, name);
	buf_addc(body, '[');
	for (size_t i = 0; i < len; i++) {
		uint64_t number;
		if (i > 0)
			buf_addc(body, ',');
		if (remote_id_is_number(ids[i], &number))
			remote_id_put(body, ids[i]);
		else
			put_text(body, ids[i]);
	}
	buf_addc(body, ']');
}

void
remote_body_end(struct buf *body)
{
	buf_adds(body, body->len > 0 ? "}" : "{}");
}

void
remote_ids_put(struct buf *out, const struct span *ids, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (i > 0)
			buf_addc(out, ',');
		remote_id_put(out, ids[i]);
	}
}
