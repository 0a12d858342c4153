/*
 * A formula is read from left to right; an argument (a group or one character or command)
 * is a formula of its own, which nests at most DEPTH_MAX deep.
 */
#include "config.h"

#include "render/tex.h"

#include <stdint.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "render/shift.h"
#include "render/tex_command.h"

#define DEPTH_MAX 8
#define NAME_MAX_TEX 20

struct tex {
	const char *at, *end;
	int depth;
};

static bool read_formula(struct buf *out, struct tex *t);

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\x01';
}

static void
skip_blanks(struct tex *t)
{
	while (t->at < t->end && is_blank(*t->at))
		t->at++;
}

static void
put_blank(struct buf *out)
{
	if (out->len && out->data[out->len - 1] != ' ')
		buf_addc(out, ' ');
}

/* The content of the braces that start here; NULL bytes if they do not end. */
static struct span
take_group(struct tex *t, char open, char close)
{
	const char *start = t->at + 1;
	int depth = 0;
	for (const char *p = t->at; p < t->end; p++) {
		if (*p == '\\' && p + 1 < t->end) {
			p++;
			continue;
		}
		depth += (*p == open) - (*p == close);
		if (depth == 0) {
			t->at = p + 1;
			return (struct span){start, (size_t)(p - start)};
		}
	}
	return (struct span){NULL, 0};
}

/* The source of the next argument: a group, a command or a character. */
static struct span
take_argument(struct tex *t)
{
	skip_blanks(t);
	if (t->at == t->end)
		return (struct span){NULL, 0};
	const char *start = t->at;
	if (*start == '{')
		return take_group(t, '{', '}');
	if (*start == '\\') {
		t->at += 1 + (t->at + 1 < t->end);
		while (str_alpha((unsigned char)t->at[-1]) && t->at < t->end &&
			str_alpha((unsigned char)*t->at))
			t->at++;
		if (t->at - start == 7 && memcmp(start, "\\mathbb", 7) == 0 &&
			take_argument(t).n == 0)
			return (struct span){NULL, 0};
	} else {
		uint32_t cp;
		t->at += utf8_decode(t->at, (size_t)(t->end - t->at), &cp);
	}
	return (struct span){start, (size_t)(t->at - start)};
}

/* Reads the source of an argument, which is NULL if it has no end, as a formula of its
 * own.
 */
static bool
read_inner(struct buf *out, const struct tex *t, struct span source)
{
	if (!source.p || t->depth + 1 == DEPTH_MAX)
		return false;
	struct tex inner = {source.p, source.p + source.n, t->depth + 1};
	while (inner.end > inner.at && is_blank(inner.end[-1]))
		inner.end--;
	return read_formula(out, &inner);
}

static bool
read_argument(struct buf *out, struct tex *t)
{
	struct span source = take_argument(t);
	return read_inner(out, t, source);
}

static struct span
span_of_buf(const struct buf *buf)
{
	return (struct span){buf_str(buf), buf->len};
}

/* Is it more than one factor, so that it needs brackets in a fraction? */
static bool
is_sum(struct span s)
{
	int depth = 0;
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		i += utf8_decode(s.p + i, s.n - i, &cp);
		depth += (cp == '(') - (cp == ')');
		bool sign = cp == 0xb1 || cp == 0x2212 ||
			    (cp < 0x80 && cp && strchr(" \t\n+-/=,", (int)cp));
		if (sign && depth <= 0)
			return true;
	}
	return false;
}

static void
put_factor(struct buf *out, struct span s)
{
	bool sum = is_sum(s);
	if (sum)
		buf_addc(out, '(');
	buf_add(out, s.p, s.n);
	if (sum)
		buf_addc(out, ')');
}

void
render_tex_fraction(struct buf *out, struct span a, struct span b)
{
	/* "2c" below the line would be read as "/2 c". */
	bool product = b.n > 1 && str_digit((unsigned char)b.p[0]);
	size_t digits = 0;
	while (digits < b.n && strchr("0123456789.,", b.p[digits]))
		digits++;
	product &= digits < b.n && !is_sum(b);
	put_factor(out, a);
	buf_adds(out, product ? "/(" : "/");
	put_factor(out, b);
	buf_adds(out, product ? ")" : "");
}

void
render_tex_root(struct buf *out, struct span index, struct span a)
{
	if (index.n)
		render_tex_shift(out, index, 1);
	buf_adds(out, "√");
	put_factor(out, a);
}

/* Raises or lowers what has such forms. Blanks around signs are left out, since they have
 * none. */
static bool
shift_tightly(struct buf *out, struct span s, int shift)
{
	struct buf tight = BUF_INIT(0);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != ' ')
			buf_addc(&tight, s.p[i]);
	bool done = tight.len && render_shift(out, tight.data, tight.len, shift);
	buf_done(&tight);
	return done;
}

void
render_tex_shift(struct buf *out, struct span s, int shift)
{
	uint32_t cp;
	if (s.n == 0 || shift_tightly(out, s, shift))
		return;
	bool single = utf8_decode(s.p, s.n, &cp) == s.n;
	/* A prime stands high by itself, and a ring is a degree. */
	if (single && shift > 0 && (cp == 0x2032 || cp == 0x2218)) {
		buf_adds(out, cp == 0x2032 ? "′" : "°");
		return;
	}
	buf_adds(out, shift > 0 ? "^" : "_");
	buf_adds(out, single ? "" : "{");
	buf_add(out, s.p, s.n);
	buf_adds(out, single ? "" : "}");
}

/* Blackboard letters; Unicode had C, H, N, P, Q, R and Z before the others, in another
 * block. */
static bool
put_double(struct buf *out, struct span s)
{
	static const char old[] = "CHNPQRZ";
	static const uint32_t letters[] = {
		0x2102, 0x210d, 0x2115, 0x2119, 0x211a, 0x211d, 0x2124};
	for (size_t i = 0; i < s.n; i++) {
		char bytes[4];
		const char *known = strchr(old, s.p[i]);
		bool upper = s.p[i] >= 'A' && s.p[i] <= 'Z';
		if (!upper && s.p[i] != '1')
			return false;
		uint32_t cp = !upper  ? 0x1d7d9
			      : known ? letters[known - old]
				      : 0x1d538 + (uint32_t)(s.p[i] - 'A');
		buf_add(out, bytes, utf8_encode(cp, bytes));
	}
	return s.n > 0;
}

static bool
read_two(struct buf *out, struct tex *t, enum tex_kind kind)
{
	struct buf a = BUF_INIT(0), b = BUF_INIT(0);
	bool ok = read_argument(&a, t) && read_argument(&b, t);
	if (ok && kind == TEX_FRACTION)
		render_tex_fraction(out, span_of_buf(&a), span_of_buf(&b));
	else if (ok)
		buf_addf(out, "C(%s, %s)", buf_str(&a), buf_str(&b));
	buf_done(&a);
	buf_done(&b);
	return ok;
}

static bool
read_root(struct buf *out, struct tex *t)
{
	struct buf a = BUF_INIT(0);
	struct span index = {"", 0};
	skip_blanks(t);
	if (t->at < t->end && *t->at == '[')
		index = take_group(t, '[', ']');
	bool ok = index.p && read_argument(&a, t);
	if (ok)
		render_tex_root(out, index, span_of_buf(&a));
	buf_done(&a);
	return ok;
}

static bool
read_accent(struct buf *out, struct tex *t, const char *accent)
{
	struct buf a = BUF_INIT(0);
	uint32_t cp;
	bool ok =
		read_argument(&a, t) && a.len && utf8_decode(a.data, a.len, &cp) == a.len;
	if (ok)
		buf_addf(out, "%s%s", buf_str(&a), accent);
	buf_done(&a);
	return ok;
}

static bool
read_around(struct buf *out, struct tex *t, const char *signs)
{
	uint32_t cp;
	size_t n = utf8_decode(signs, strlen(signs), &cp);
	buf_add(out, signs, n);
	bool ok = read_argument(out, t);
	buf_adds(out, signs + n);
	return ok;
}

static bool
read_shift(struct buf *out, struct tex *t, int shift)
{
	struct buf a = BUF_INIT(0);
	bool ok = read_argument(&a, t) && a.len;
	if (ok)
		render_tex_shift(out, span_of_buf(&a), shift);
	buf_done(&a);
	return ok;
}

static bool
put_text(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (strchr("\\{}$^_", s.p[i]))
			return false;
		buf_addc(out, is_blank(s.p[i]) ? ' ' : s.p[i]);
	}
	return s.p != NULL;
}

static void
put_word(struct buf *out, struct tex *t, const char *word)
{
	if (out->len && str_alpha((unsigned char)out->data[out->len - 1]))
		buf_addc(out, ' ');
	buf_adds(out, word);
	if (t->at < t->end && (str_alpha((unsigned char)*t->at) ||
				      str_digit((unsigned char)*t->at) || *t->at == '\\'))
		buf_addc(out, ' ');
}

/* The blank that ends an operator's name is not shown, unless there is also one before
 * it. */
static void
put_sign(struct buf *out, struct tex *t, const char *sign)
{
	static const char operators[] = "×·±∓÷∗∘⊕⊗∪∩∧∨";
	if (strstr(operators, sign) && out->len && out->data[out->len - 1] != ' ')
		skip_blanks(t);
	buf_adds(out, sign);
}

static bool
run_command(struct buf *out, struct tex *t, const struct tex_command *c)
{
	switch (c->kind) {
	case TEX_SIGN:
		put_sign(out, t, c->text);
		return true;
	case TEX_RELATION:
		put_blank(out);
		buf_adds(out, c->text);
		skip_blanks(t);
		if (t->at < t->end)
			buf_addc(out, ' ');
		return true;
	case TEX_WORD:
		put_word(out, t, c->text);
		return true;
	case TEX_SKIP:
		skip_blanks(t);
		if (t->at < t->end && *t->at == '.')
			t->at++;
		return true;
	case TEX_PLAIN:
		return read_argument(out, t);
	case TEX_TEXT:
		return put_text(out, take_argument(t));
	case TEX_DOUBLE:
		return put_double(out, take_argument(t));
	case TEX_AROUND:
		return read_around(out, t, c->text);
	case TEX_ACCENT:
		return read_accent(out, t, c->text);
	case TEX_FRACTION:
	case TEX_BINOMIAL:
		return read_two(out, t, c->kind);
	case TEX_ROOT:
		return read_root(out, t);
	}
	return false;
}

/* A command of one character that is not a letter. */
static bool
put_symbol(struct buf *out, char c)
{
	if (strchr("{}%$&#_", c))
		buf_addc(out, c);
	else if (strchr(",;: >", c))
		put_blank(out);
	else if (c == '|')
		buf_adds(out, "‖");
	else
		return c == '!';
	return true;
}

static bool
read_command(struct buf *out, struct tex *t)
{
	char name[NAME_MAX_TEX];
	size_t n = 0;
	const char *p = t->at + 1;
	if (p == t->end)
		return false;
	if (!str_alpha((unsigned char)*p)) {
		t->at = p + 1;
		return put_symbol(out, *p);
	}
	while (p < t->end && str_alpha((unsigned char)*p) && n + 1 < sizeof name)
		name[n++] = *p++;
	name[n] = '\0';
	t->at = p;
	const struct tex_command *c = render_tex_command(name);
	return c && run_command(out, t, c);
}

static bool
read_formula(struct buf *out, struct tex *t)
{
	bool ok = true;
	while (ok && t->at < t->end) {
		char c = *t->at;
		if (c == '\\') {
			ok = read_command(out, t);
		} else if (c == '{') {
			ok = read_inner(out, t, take_group(t, '{', '}'));
		} else if (c == '^' || c == '_') {
			t->at++;
			ok = read_shift(out, t, c == '^' ? 1 : -1);
		} else if (strchr("}&#$%", c)) {
			ok = false;
		} else if (is_blank(c) || c == '~') {
			t->at++;
			put_blank(out);
		} else {
			t->at++;
			buf_add(out, c == '\'' ? "′" : &c, c == '\'' ? strlen("′") : 1);
		}
	}
	return ok;
}

bool
render_tex(struct buf *out, struct span tex)
{
	size_t len = out->len;
	struct tex t = {tex.p, tex.p + tex.n, 0};
	struct buf own = BUF_INIT(0);
	bool ok = read_formula(&own, &t) && own.len > 0;
	if (ok) {
		while (own.len > 0 && own.data[own.len - 1] == ' ')
			buf_cut(&own, own.len - 1);
		buf_add(out, buf_str(&own), own.len);
	}
	buf_done(&own);
	return ok && out->len > len;
}
