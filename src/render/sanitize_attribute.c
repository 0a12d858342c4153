/* The sanitizer: the attributes of tags. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/str.h"

const char *
render_sanitize_browser_end(const struct sanitizer *t, const char *p, bool tag)
{
	while (p < t->end && *p != '>') {
		char quote = tag && p[0] == '=' && p + 1 < t->end ? p[1] : '\0';
		p++;
		const char *close =
			quote == '"' || quote == '\''
				? memchr(p + 1, quote, (size_t)(t->end - p - 1))
				: NULL;
		if (close)
			p = close + 1;
	}
	return p + (p < t->end);
}

/* The ">" in a quoted value that ends the tag, when the end quote is missing and what was
 * taken for it begins another value or a word of the text: <a href="/1>x</a> says "y".
 * Otherwise NULL. */
static const char *
missing_quote(struct sanitizer *t, struct span value)
{
	const char *behind = value.p + value.n + 1;
	if (behind == t->end || str_space((unsigned char)*behind) ||
		strchr("/>", *behind))
		return NULL;
	const char *gt = memchr(value.p, '>', value.n);
	if (gt && (!t->text_end || gt >= t->text_end))
		t->text_end = render_sanitize_browser_end(t, behind, true);
	return gt;
}

static struct span
take_value(struct sanitizer *t)
{
	while (t->at < t->end && str_space((unsigned char)*t->at))
		t->at++;
	char quote = t->at < t->end ? *t->at : '\0';
	const char *start = t->at;
	if (quote == '"' || quote == '\'') {
		const char **last = &t->last_quote[quote == '"'];
		start++;
		t->at = *last && start > *last
				? NULL
				: memchr(start, quote, (size_t)(t->end - start));
		if (t->at) {
			struct span value = {start, (size_t)(t->at - start)};
			const char *gt = missing_quote(t, value);
			t->at = gt ? gt : t->at + 1;
			value.n = gt ? (size_t)(gt - start) : value.n;
			return value;
		}
		/* The end quote is missing: the tag ends the value. */
		*last = start - 1;
		t->at = memchr(start, '>', (size_t)(t->end - start));
		if (!t->at)
			t->at = t->end;
		return (struct span){start, (size_t)(t->at - start)};
	}
	while (t->at < t->end && !str_space((unsigned char)*t->at) && *t->at != '>')
		t->at++;
	return (struct span){start, (size_t)(t->at - start)};
}

void
render_sanitize_put_value(struct buf *out, struct span value)
{
	struct span part;
	for (bool first = true; span_split(&value, '"', &part); first = false) {
		if (!first)
			buf_adds(out, "&quot;");
		render_sanitize_put_text(out, part.p, part.n);
	}
}

/* What is read of a tag. */
struct reading {
	struct span name, value;
	bool values; /* an attribute has had one */
	bool text;   /* it is rather text with "<" in it */
};

/* Reads the next attribute. False: there is none, or it is text. */
static bool
next_attribute(struct sanitizer *t, struct reading *r)
{
	while (t->at < t->end && (str_space((unsigned char)*t->at) || *t->at == '/'))
		t->at++;
	if (t->at == t->end || *t->at == '>')
		return false;
	const char *start = t->at++; /* a leading "=" belongs to the name */
	while (t->at < t->end && *t->at != '=' && !render_sanitize_ends_name(*t->at))
		t->at++;
	r->name = (struct span){start, (size_t)(t->at - start)};
	r->value = (struct span){NULL, 0};
	r->text = !r->values && memchr(r->name.p, '<', r->name.n);
	const char *look = t->at;
	while (look < t->end && str_space((unsigned char)*look))
		look++;
	if (r->text || look == t->end || *look != '=')
		return !r->text;
	t->at = look + 1;
	r->value = take_value(t);
	r->values = true;
	/* a quote that has no end, and a tag before the next ">" */
	r->text = t->at == r->value.p + r->value.n && strchr("\"'", r->value.p[-1]) &&
		  memchr(r->value.p, '<', r->value.n);
	return !r->text;
}

bool
render_sanitize_attributes(struct sanitizer *t, struct buf *out)
{
	uint64_t seen = 0;
	struct reading r = {.text = false};
	while (next_attribute(t, &r)) {
		int known = out ? render_tag_attribute(r.name) : -1;
		if (known < 0 || r.value.n > SANITIZE_VALUE_MAX || seen >> known & 1)
			continue;
		seen |= UINT64_C(1) << known;
		buf_addc(out, ' ');
		buf_adds(out, render_tag_attributes[known]);
		buf_adds(out, "=\"");
		render_sanitize_put_value(out, r.value);
		buf_addc(out, '"');
	}
	bool ended = !r.text && t->at < t->end;
	t->at += ended;
	return ended;
}

struct span
render_sanitize_raw_value(struct sanitizer *t, const char *name)
{
	const char *at = t->at;
	struct reading r = {.text = false};
	bool found = false;
	while (!found && next_attribute(t, &r))
		found = span_ieq(r.name, name);
	t->at = at;
	return found ? r.value : (struct span){NULL, 0};
}

struct span
render_sanitize_written(const struct buf *out, size_t from, const char *name)
{
	const char *s = out->data + from, *at = str_ifind(s, out->len - from, name);
	if (!at)
		return (struct span){NULL, 0};
	at += strlen(name);
	const char *end = memchr(at, '"', (size_t)(out->data + out->len - at));
	return (struct span){at, end ? (size_t)(end - at) : 0};
}
