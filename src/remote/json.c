#include "config.h"

#include "remote/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "remote/id.h"

#define FLAGS (JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL)

enum {
	LINE_MAX_BYTES = 4096,
	LARGE_DIGITS = 19, /* 2^63 has as many */
};

/* Appends the number at the front of s, as a string if it may have more than 63 bits.
 * Returns its length. */
static size_t
put_number(struct buf *out, struct span s)
{
	size_t n = 1, digits = 0;
	while (n < s.n && memchr("0123456789+-.eE", s.p[n], 15))
		n++;
	while (digits < n && (str_digit(s.p[digits]) || (digits == 0 && s.p[0] == '-')))
		digits++;
	bool large = digits == n && n >= LARGE_DIGITS;
	buf_adds(out, large ? "\"" : "");
	buf_add(out, s.p, n);
	buf_adds(out, large ? "\"" : "");
	return n;
}

/* Bytes that are not UTF-8 become U+FFFD, and control characters within strings become
 * blanks. Numbers that are too large become strings: one of them must not spoil the whole
 * document. */
static json_t *
read_mended(struct span text)
{
	struct buf mended = BUF_INIT(0);
	bool quoted = false;
	for (size_t i = 0; i < text.n;) {
		uint32_t cp;
		struct span rest = {text.p + i, text.n - i};
		if (!quoted && (str_digit(rest.p[0]) || rest.p[0] == '-')) {
			i += put_number(&mended, rest);
			continue;
		}
		if (quoted && rest.n > 1 && rest.p[0] == '\\' && rest.p[1] >= ' ') {
			buf_addc(&mended, '\\');
			i++;
			rest = (struct span){rest.p + 1, rest.n - 1};
		} else if (rest.p[0] == '"') {
			quoted = !quoted;
		}
		char out[4];
		i += utf8_decode(rest.p, rest.n, &cp);
		buf_add(&mended, out, utf8_encode(cp < ' ' ? ' ' : cp, out));
	}
	json_t *root = json_loadb(buf_str(&mended), mended.len, FLAGS, NULL);
	buf_done(&mended);
	return root;
}

/* Whether read_mended can help with the error. */
static bool
is_mendable(const json_error_t *error)
{
	switch (json_error_code(error)) {
	case json_error_invalid_utf8:
	case json_error_invalid_syntax:
	case json_error_numeric_overflow:
		return true;
	default:
		return false;
	}
}

/* Whether one of PHP's notices begins here, with its tags or without. */
static bool
is_notice(struct span text)
{
	static const char tags[] = "<br />\n<b>";
	static const char *const kinds[] = {
		"Deprecated", "Notice", "PHP Deprecated", "PHP Notice"};
	if (text.n > sizeof tags && memcmp(text.p, tags, sizeof tags - 1) == 0)
		text = (struct span){text.p + sizeof tags - 1, text.n - sizeof tags + 1};
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		size_t n = strlen(kinds[i]);
		if (text.n > n && memcmp(text.p, kinds[i], n) == 0 &&
			strchr(":<", text.p[n]))
			return true;
	}
	return false;
}

struct span
remote_json_behind_notices(struct span text)
{
	for (;;) {
		text = span_trim(text);
		if (text.n >= 3 && memcmp(text.p, "\xef\xbb\xbf", 3) == 0)
			text = span_trim((struct span){text.p + 3, text.n - 3});
		const char *line =
			is_notice(text) ? str_ifind(text.p, text.n, " on line ") : NULL;
		size_t at = line ? (size_t)(line - text.p) : text.n;
		const char *end = line ? memchr(line, '\n', text.n - at) : NULL;
		if (!end)
			return text;
		text = (struct span){end, text.n - (size_t)(end - text.p)};
	}
}

json_t *
remote_json_read(struct span text)
{
	text = remote_json_behind_notices(text);
	if (text.n == 0)
		return NULL;
	json_error_t error;
	json_t *root = json_loadb(text.p, text.n, FLAGS, &error);
	return root || !is_mendable(&error) ? root : read_mended(text);
}

const json_t *
remote_json_get(const json_t *value, const char *key)
{
	const json_t *member = json_is_object(value) ? json_object_get(value, key) : NULL;
	return json_is_null(member) ? NULL : member;
}

const json_t *
remote_json_list(const json_t *value, const char *key)
{
	const json_t *list = remote_json_get(value, key);
	return json_is_array(list) ? list : NULL;
}

struct span
remote_json_span(const json_t *value)
{
	if (!json_is_string(value))
		return (struct span){NULL, 0};
	return (struct span){json_string_value(value), json_string_length(value)};
}

int64_t
remote_json_integer(const json_t *value, int64_t fallback)
{
	int64_t number = fallback;
	if (json_is_integer(value))
		return json_integer_value(value);
	if (json_is_real(value)) {
		double real = json_real_value(value);
		return real > -9e18 && real < 9e18 ? (int64_t)real : fallback;
	}
	if (json_is_string(value) && str_int(remote_json_span(value), &number) != OK)
		return fallback;
	return number;
}

int64_t
remote_json_count(const json_t *value, int64_t fallback)
{
	int64_t n = remote_json_integer(value, -1);
	return n >= 0 && n <= INT32_MAX ? n : fallback;
}

bool
remote_json_true(const json_t *value)
{
	return json_is_true(value) || span_ieq(remote_json_span(value), "true") ||
	       remote_json_integer(value, 0) != 0;
}

bool
remote_json_id(const json_t *value, struct remote_id *out)
{
	if (json_is_integer(value)) {
		remote_id_number((uint64_t)json_integer_value(value), out);
		return true;
	}
	struct span text = remote_json_span(value);
	return text.p && (remote_id_decimal(text, out) || remote_id_text(text, out));
}

struct span
remote_json_text(struct arena *arena, const json_t *value)
{
	if (json_is_integer(value))
		return span_of(arena_printf(
			arena, "%lld", (long long)json_integer_value(value)));
	struct span text = remote_json_span(value);
	return text.p ? arena_span(arena, text) : text;
}

char *
remote_json_line(struct arena *arena, const json_t *value)
{
	struct span text = remote_json_span(value);
	struct buf line = BUF_INIT(0);
	if (text.p)
		(void)utf8_keep_line(&line, text.p, text.n, LINE_MAX_BYTES);
	char *out = line.len > 0 ? arena_strndup(arena, line.data, line.len) : NULL;
	buf_done(&line);
	return out;
}
