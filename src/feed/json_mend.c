#include "config.h"

#include "feed/json_mend.h"

#include <string.h>

#include "base/buf.h"
#include "feed/json_strict.h"
#include "feed/repair_note.h"

#define DEPTH_MAX 512
#define VALUES_MAX 500000 /* in a document: ten thousand items have 50 each */
#define FLAGS (JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK)

struct mend {
	struct span s;
	size_t at;
	struct buf *out;
	char stack[DEPTH_MAX]; /* closing brackets that must follow */
	size_t depth;
	/* The length up to which the output is whole, and the brackets that must follow
	 * there. */
	size_t good_len, good_depth;
	char good_stack[2];
};

static int
hex4(const char *s, size_t n)
{
	int value = 0;
	if (n < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int digit = str_hex(s[i]);
		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

/* Mends the escape at "\" and returns how many bytes it takes. */
static size_t
mend_escape(struct mend *m)
{
	const char *s = m->s.p + m->at;
	size_t n = m->s.n - m->at;
	if (n < 2)
		return n;
	if (s[1] != 'u') {
		if (strchr("\"\\/bfnrt", s[1])) {
			buf_add(m->out, s, 2);
			return 2;
		}
		return 1; /* the backslash is dropped */
	}
	int unit = hex4(s + 2, n - 2);
	if (unit < 0) {
		buf_adds(m->out, "\\ufffd");
		return 2;
	}
	bool high = unit >= 0xd800 && unit < 0xdc00,
	     low = unit >= 0xdc00 && unit < 0xe000;
	int next =
		high && n >= 12 && s[6] == '\\' && s[7] == 'u' ? hex4(s + 8, n - 8) : -1;
	if (high && next >= 0xdc00 && next < 0xe000) {
		buf_add(m->out, s, 12);
		return 12;
	}
	if (high || low)
		buf_adds(m->out, "\\ufffd");
	else
		buf_add(m->out, s, 6);
	return 6;
}

static size_t
skip_space(struct span s, size_t at)
{
	while (at < s.n && str_space((unsigned char)s.p[at]))
		at++;
	return at;
}

/* Whether the quote here ends its string, and is not a quote in the text that should have
 * been escaped: JSON continues after it. */
static bool
ends_string(const struct mend *m)
{
	size_t next = skip_space(m->s, m->at + 1);
	return next == m->s.n || strchr(",:]}/#\"'", m->s.p[next]);
}

/* Whether no comma may stand next. White space is never written. */
static bool
is_parted(const struct mend *m)
{
	return !m->out->len || strchr("{[:,", m->out->data[m->out->len - 1]);
}

/* Adds the comma that is missing before a value or key. */
static void
part(struct mend *m)
{
	if (!is_parted(m))
		buf_addc(m->out, ',');
}

/* Copies a string, from its first quote, of whatever kind, to its last. False when it
 * does not end. */
static bool
mend_string(struct mend *m)
{
	const char quote = m->s.p[m->at];
	part(m);
	buf_addc(m->out, '"');
	m->at++;
	while (m->at < m->s.n) {
		unsigned char c = (unsigned char)m->s.p[m->at];
		if (c == (unsigned char)quote && ends_string(m)) {
			buf_addc(m->out, '"');
			m->at++;
			return true;
		}
		if (c == '\\') {
			m->at += mend_escape(m);
			continue;
		}
		if (c < 0x20)
			buf_addf(m->out, "\\u%04x", c);
		else if (c == '"')
			buf_adds(m->out, "\\\"");
		else
			buf_addc(m->out, (char)c);
		m->at++;
	}
	return false;
}

/* Whether a comment of JavaScript or of a script starts here. */
static bool
at_comment(const struct mend *m)
{
	const char *s = m->s.p + m->at;
	size_t n = m->s.n - m->at;
	return *s == '#' || (*s == '/' && n > 1 && (s[1] == '/' || s[1] == '*'));
}

static void
skip_comment(struct mend *m)
{
	const char *end = m->s.p[m->at + 1] == '*' ? "*/" : "\n";
	const char *s = m->s.p + m->at;
	const char *found = str_ifind(s, m->s.n - m->at, end);
	m->at += found ? (size_t)(found - s) + strlen(end) : m->s.n - m->at;
}

/* Whether JSON allows such a number, and the library can hold it. */
static bool
is_number(struct span word)
{
	size_t i = word.n && *word.p == '-', digits = i;
	bool whole = true;
	for (; i < word.n; i++) {
		whole &= str_digit((unsigned char)word.p[i]);
		if (!str_digit((unsigned char)word.p[i]) && !strchr("+-.eE", word.p[i]))
			return false;
	}
	return digits < word.n && str_digit((unsigned char)word.p[digits]) &&
	       str_digit((unsigned char)word.p[word.n - 1]) &&
	       (!whole ||
		       (word.n <= 18 && (word.p[digits] != '0' || word.n == digits + 1)));
}

/* Copies what stands without quotes. Words of other languages are translated; what JSON
 * does not know is a key or a text. */
static void
mend_word(struct mend *m)
{
	static const char *const words[][2] = {
		{"true", "true"},
		{"false", "false"},
		{"null", "null"},
		{"True", "true"},
		{"False", "false"},
		{"None", "null"},
		{"undefined", "null"},
		{"NaN", "null"},
		{"Infinity", "null"},
		{"-Infinity", "null"},
	};
	struct span word = {m->s.p + m->at, 0};
	while (m->at < m->s.n && !str_space((unsigned char)m->s.p[m->at]) &&
		!strchr(",:{}[]\"'/#", m->s.p[m->at]))
		m->at++;
	word.n = (size_t)(m->s.p + m->at - word.p);
	part(m);
	size_t next = skip_space(m->s, m->at);
	bool key = next < m->s.n && m->s.p[next] == ':';
	for (size_t i = 0; i < COUNT_OF(words) && !key; i++)
		if (span_eq(word, words[i][0])) {
			buf_adds(m->out, words[i][1]);
			return;
		}
	bool number = !key && is_number(word);
	if (!number)
		buf_addc(m->out, '"');
	for (size_t i = 0; i < word.n; i++)
		if (word.p[i] != '\\' && (unsigned char)word.p[i] >= 0x20)
			buf_addc(m->out, word.p[i]);
	if (!number)
		buf_addc(m->out, '"');
}

static void
mark_good(struct mend *m)
{
	m->good_len = m->out->len;
	m->good_depth = m->depth;
	memcpy(m->good_stack, m->stack, m->depth < 2 ? m->depth : 2);
}

static void
mend_bracket(struct mend *m, char c)
{
	if (c == '{' || c == '[') {
		part(m);
		if (m->depth < DEPTH_MAX)
			m->stack[m->depth++] = c == '{' ? '}' : ']';
		buf_addc(m->out, c);
		return;
	}
	size_t n = m->out->len;
	if (n && m->out->data[n - 1] == ',')
		buf_cut(m->out, n - 1);
	/* A bracket of the wrong kind stands for the one that must follow. */
	buf_addc(m->out, m->depth ? m->stack[--m->depth] : c);
	if (m->depth == 2 && m->stack[1] == ']')
		mark_good(m);
}

/* Copies the next part of the text. False at a string without an end. */
static bool
mend_next(struct mend *m)
{
	char c = m->s.p[m->at];
	if (c == '"' || c == '\'')
		return mend_string(m);
	if (at_comment(m)) {
		skip_comment(m);
		return true;
	}
	if (c && !str_space((unsigned char)c) && !strchr(",:{}[]/", c)) {
		mend_word(m);
		return true;
	}
	if (c == ':') {
		buf_addc(m->out, c);
	} else if (c == ',' && !is_parted(m)) {
		if (m->depth == 1)
			mark_good(m);
		buf_addc(m->out, c);
	} else if (c && strchr("{}[]", c)) {
		mend_bracket(m, c);
	}
	m->at++;
	return true;
}

/* Writes a copy of the text without what a strict parser refuses; the header says what
 * that is. Returns whether it had to be cut. */
static bool
mend(struct span text, struct buf *out)
{
	struct mend m = {.s = text, .out = out};
	bool whole = false;
	while (m.at < text.n && !whole && mend_next(&m))
		whole = m.depth == 0 && out->len && strchr("}]", out->data[out->len - 1]);
	if (whole)
		return false;
	buf_cut(out, m.good_len);
	while (m.good_depth)
		buf_addc(out, m.good_stack[--m.good_depth]);
	return true;
}

/* Roughly how many values there are outside of strings. In memory each takes up to a
 * hundred times the bytes that it has in the document. */
static size_t
count_values(struct span text)
{
	size_t values = 0;
	bool quoted = false;
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '\\' && quoted)
			i++;
		else if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == ',' || c == '{' || c == '['))
			values++;
	}
	return values;
}

json_t *
feed_json_load(struct span text, struct notes *notes, bool *truncated)
{
	json_error_t error;
	if (count_values(text) > VALUES_MAX)
		return NULL;
	json_t *root = feed_json_strict(text);
	/* The library says which line has the fault. */
	if (!root)
		root = json_loadb(text.p, text.n, FLAGS, &error);
	if (root)
		return root;
	struct buf mended = BUF_INIT(0);
	bool cut = mend(text, &mended);
	const char *again = buf_str(&mended);
	root = json_loadb(again, mended.len, FLAGS, NULL);
	buf_done(&mended);
	if (root) {
		feed_note_line(notes, NOTE_JSON, error.line > 0 ? (size_t)error.line : 0);
		*truncated = cut;
	}
	return root;
}
