/*
 * A parser with a stack of open arrays and objects; it never recurses. Strings, which are
 * nearly all of a feed, are copied in runs that need no change.
 */
#include "config.h"

#include "feed/json_strict.h"

#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/simd.h"
#include "base/utf8.h"

#define DEPTH_MAX 512
#define NO_UNIT UINT32_MAX /* no hexadecimal number */

struct parser {
	const char *at, *end;
	json_t *stack[DEPTH_MAX]; /* the first one owns the others */
	size_t depth;
	bool opened; /* the innermost one was opened just now */
	struct buf key, text;
};

/* ---- Strings. */

/* How many bytes from s on stand for themselves in a string. */
static size_t
plain_run(const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 text = simd_load(s + i);
		simd_u8 other = (simd_u8)(text == '"') | (simd_u8)(text == '\\') |
				(simd_u8)(text < SIMD_ALL(0x20));
		if (simd_any(other))
			return i + (size_t)__builtin_ctzll(simd_bits(other));
	}
	while (i < n && s[i] != '"' && s[i] != '\\' && (unsigned char)s[i] >= 0x20)
		i++;
	return i;
}

/* Takes "u" and four digits. */
static uint32_t
take_unit(struct parser *p)
{
	uint32_t unit = 0;
	if (p->end - p->at < 5 || *p->at != 'u')
		return NO_UNIT;
	for (int i = 1; i < 5; i++) {
		int digit = str_hex(p->at[i]);
		if (digit < 0)
			return NO_UNIT;
		unit = unit * 16 + (uint32_t)digit;
	}
	p->at += 5;
	return unit;
}

static bool
take_character(struct parser *p, struct buf *to)
{
	char bytes[4];
	uint32_t unit = take_unit(p);
	if (unit >= 0xd800 && unit < 0xdc00 && p->at < p->end && *p->at == '\\') {
		p->at++;
		uint32_t low = take_unit(p);
		if (low < 0xdc00 || low > 0xdfff)
			return false;
		unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
	}
	if (unit == NO_UNIT || (unit >= 0xd800 && unit < 0xe000))
		return false;
	buf_add(to, bytes, utf8_encode(unit, bytes));
	return true;
}

/* Takes an escape, of which the backslash was read. */
static bool
take_escape(struct parser *p, struct buf *to)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	if (p->at == p->end)
		return false;
	if (*p->at == 'u')
		return take_character(p, to);
	const char *name = memchr(names, *p->at, sizeof names - 1);
	if (!name)
		return false;
	buf_addc(to, values[name - names]);
	p->at++;
	return true;
}

/* Takes a string, from its quote on. *out is valid until the next one is taken there. */
static bool
take_string(struct parser *p, struct buf *to, struct span *out)
{
	buf_clear(to);
	if (p->at == p->end || *p->at != '"')
		return false;
	for (p->at++;;) {
		size_t n = plain_run(p->at, (size_t)(p->end - p->at));
		*out = (struct span){p->at, n};
		p->at += n;
		if (p->at == p->end)
			return false;
		char c = *p->at++;
		if (c == '"' && !to->len)
			return true;
		buf_add(to, out->p, n);
		*out = (struct span){to->data, to->len};
		if (c == '"')
			return true;
		if (c != '\\' || !take_escape(p, to))
			return false;
	}
}

/* ---- Other values. */

static void
skip_space(struct parser *p)
{
	while (p->at < p->end &&
		(*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t'))
		p->at++;
}

static bool
take(struct parser *p, char c)
{
	skip_space(p);
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

/* Takes a number, true, false or null. They are few, so the library reads them. */
static json_t *
take_word(struct parser *p)
{
	const char *word = p->at;
	while (p->at < p->end &&
		(str_digit((unsigned char)*p->at) || str_alpha((unsigned char)*p->at) ||
			*p->at == '-' || *p->at == '+' || *p->at == '.'))
		p->at++;
	return json_loadb(word, (size_t)(p->at - word), JSON_DECODE_ANY, NULL);
}

static json_t *
take_value(struct parser *p)
{
	struct span text;
	skip_space(p);
	switch (p->at < p->end ? *p->at : '\0') {
	case '"':
		return take_string(p, &p->text, &text) ? json_stringn(text.p, text.n)
						       : NULL;
	case '{':
		p->at++;
		return json_object();
	case '[':
		p->at++;
		return json_array();
	default:
		return take_word(p);
	}
}

/* ---- The whole. */

static bool
take_key(struct parser *p)
{
	struct span key;
	skip_space(p);
	if (!take_string(p, &p->key, &key) || memchr(key.p, '\0', key.n))
		return false;
	if (key.p != p->key.data)
		buf_add(&p->key, key.p, key.n);
	return take(p, ':');
}

/* Takes the next value of the innermost array or object. A new array or object becomes
 * the innermost one. */
static bool
take_next(struct parser *p)
{
	json_t *in = p->depth ? p->stack[p->depth - 1] : NULL;
	if (p->depth == DEPTH_MAX || (json_is_object(in) && !take_key(p)))
		return false;
	json_t *value = take_value(p);
	bool holds = json_is_object(value) || json_is_array(value);
	/* Both drop the value if they fail. */
	if (!value ||
		(json_is_object(in) &&
			json_object_set_new(in, buf_str(&p->key), value) != 0) ||
		(json_is_array(in) && json_array_append_new(in, value) != 0))
		return false;
	p->opened = holds;
	if (holds)
		p->stack[p->depth++] = value;
	else if (!in)
		json_decref(value);
	return holds || in;
}

json_t *
feed_json_strict(struct span text)
{
	struct parser p = {.at = text.p,
		.end = text.p + text.n,
		.key = BUF_INIT(0),
		.text = BUF_INIT(0)};
	bool sound = take_next(&p);
	json_t *root = sound ? p.stack[0] : NULL;
	while (sound && p.depth) {
		if (take(&p, json_is_object(p.stack[p.depth - 1]) ? '}' : ']')) {
			p.depth--;
			p.opened = false;
		} else {
			sound = (p.opened || take(&p, ',')) && take_next(&p);
		}
	}
	buf_done(&p.key);
	buf_done(&p.text);
	if (!sound)
		json_decref(root);
	return sound ? root : NULL;
}
