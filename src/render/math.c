/*
 * The elements are read with a short stack. Each remembers where the text of its children
 * starts, and at its end puts signs between them.
 */
#include "config.h"

#include "render/math.h"

#include <stdbool.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/utf8.h"
#include "render/reference.h"
#include "render/tex.h"

#define DEPTH_MAX 24   /* of elements; what is deeper is written as text */
#define CHILDREN_MAX 3 /* of elements whose children have a meaning by their order */

enum kind {
	FRACTION,
	ROOT,
	SQUARE_ROOT,
	UPPER,
	LOWER,
	BOTH,
	OVER, /* an accent, perhaps */
	FENCED,
	/* The order of children means nothing for those below. */
	CELL,
	LINE,
	TABLE,
	WORDS,  /* blanks count in it */
	SILENT, /* its content is not shown */
	ROW,
};

static const struct {
	const char *name;
	enum kind kind;
} kinds[] = {{"mfrac", FRACTION}, {"mroot", ROOT}, {"msqrt", SQUARE_ROOT},
	{"msup", UPPER}, {"mover", OVER}, {"msub", LOWER}, {"munder", LOWER},
	{"msubsup", BOTH}, {"munderover", BOTH}, {"mtd", CELL}, {"mtr", LINE},
	{"annotation", SILENT}, {"annotation-xml", SILENT}, {"mphantom", SILENT},
	{"mfenced", FENCED}, {"mtable", TABLE}, {"mtext", WORDS}};

struct level {
	enum kind kind;
	size_t start;                  /* of its text */
	size_t children[CHILDREN_MAX]; /* where each starts */
	size_t len;
	struct span attributes; /* of FENCED */
};

struct math {
	struct buf *out;
	struct level levels[DEPTH_MAX];
	size_t depth;
	size_t beyond; /* levels that are not kept */
	size_t silent; /* how many of them are SILENT */
	bool wide;     /* a fraction or a root has just ended */
};

/* The kind of an element, whose name may have a prefix: mml:mi. */
static enum kind
kind_of(struct span name)
{
	const char *colon = memchr(name.p, ':', name.n);
	if (colon)
		name = (struct span){colon + 1, name.n - (size_t)(colon + 1 - name.p)};
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (name.n == strlen(kinds[i].name) &&
			str_ieqn(name.p, kinds[i].name, name.n))
			return kinds[i].kind;
	return ROW;
}

/* A fraction or a root has a blank between it and its neighbour. */
static void
part(struct math *m)
{
	const struct buf *out = m->out;
	unsigned char last = out->len ? (unsigned char)out->data[out->len - 1] : '\0';
	if (str_alpha(last) || str_digit(last) || last == ')' || m->wide)
		buf_addc(m->out, ' ');
}

static void
begin_child(struct math *m)
{
	struct level *level = m->depth ? &m->levels[m->depth - 1] : NULL;
	if (level && level->len < CHILDREN_MAX)
		level->children[level->len++] = m->out->len;
}

static bool
is_wide(enum kind kind)
{
	return kind == FRACTION || kind == ROOT || kind == SQUARE_ROOT;
}

static void
start(struct math *m, enum kind kind, struct span attributes)
{
	if (m->depth == DEPTH_MAX || m->beyond) {
		m->beyond++;
		return;
	}
	const struct level *outer = m->depth ? &m->levels[m->depth - 1] : NULL;
	bool row = !outer || outer->kind == ROW || outer->kind == SQUARE_ROOT;
	if (row && m->out->len > (outer ? outer->start : 0) && (m->wide || is_wide(kind)))
		part(m);
	m->wide = false;
	begin_child(m);
	m->levels[m->depth++] = (struct level){
		.kind = kind, .start = m->out->len, .attributes = attributes};
	m->silent += kind == SILENT;
}

/* The text of a child, which ends where the next one starts. */
static struct span
child(const struct level *level, const struct buf *text, size_t i)
{
	if (i >= level->len)
		return (struct span){"", 0};
	size_t from = level->children[i],
	       to = i + 1 < level->len ? level->children[i + 1] : text->len;
	return span_trim((struct span){buf_str(text) + from, to - from});
}

/* The combining character for a sign over a letter; NULL: it is not an accent. */
static const char *
accent_of(struct span sign)
{
	static const struct {
		const char *sign, *accent;
	} accents[] = {{"^", "\u0302"}, {"ˆ", "\u0302"}, {"~", "\u0303"}, {"˜", "\u0303"},
		{"¯", "\u0304"}, {"‾", "\u0304"}, {"−", "\u0304"}, {"_", "\u0304"},
		{"˙", "\u0307"}, {".", "\u0307"}, {"¨", "\u0308"}, {"→", "\u20d7"}};
	for (size_t i = 0; i < COUNT_OF(accents); i++)
		if (span_eq(sign, accents[i].sign))
			return accents[i].accent;
	return NULL;
}

static void
put_over(struct buf *new, struct span base, struct span sign)
{
	uint32_t cp;
	const char *accent = accent_of(sign);
	bool letter = base.n && utf8_decode(base.p, base.n, &cp) == base.n;
	if (accent && letter)
		buf_adds(new, accent);
	else
		render_tex_shift(new, sign, 1);
}

/* Appends the value of an attribute, or what it is without one. */
static void
put_attribute(
	struct buf *new, struct span attributes, const char *name, const char *otherwise)
{
	size_t len = strlen(name);
	const char *at = str_ifind(attributes.p, attributes.n, name);
	size_t left = at ? (size_t)(attributes.p + attributes.n - at) : 0;
	const char *quote = left > len ? at + len : NULL;
	const char *end = quote && strchr("\"'", *quote)
				  ? memchr(quote + 1, *quote, left - len - 1)
				  : NULL;
	if (end)
		render_reference_decode(
			new, (struct span){quote + 1, (size_t)(end - quote - 1)});
	else
		buf_adds(new, otherwise);
}

static void
put_fenced(struct buf *new, const struct level *level, const struct buf *text)
{
	put_attribute(new, level->attributes, "open=", "(");
	for (size_t i = 0; i < level->len; i++) {
		struct span part = child(level, text, i);
		buf_adds(new, i ? ", " : "");
		buf_add(new, part.p, part.n);
	}
	put_attribute(new, level->attributes, "close=", ")");
}

static void
put_parts(struct buf *new, const struct level *level, const struct buf *text)
{
	struct span a = child(level, text, 0), b = child(level, text, 1),
		    c = child(level, text, 2);
	struct span all = {buf_str(text) + level->start, text->len - level->start};
	if (level->kind == FRACTION)
		render_tex_fraction(new, a, b);
	else if (level->kind == ROOT)
		render_tex_root(new, b, a);
	else if (level->kind == SQUARE_ROOT)
		render_tex_root(new, (struct span){"", 0}, span_trim(all));
	else if (level->kind == FENCED)
		put_fenced(new, level, text);
	else
		buf_add(new, a.p, a.n);
	if (level->kind == OVER)
		put_over(new, a, b);
	if (level->kind == UPPER)
		render_tex_shift(new, b, 1);
	if (level->kind == LOWER || level->kind == BOTH)
		render_tex_shift(new, b, -1);
	if (level->kind == BOTH)
		render_tex_shift(new, c, 1);
}

/* Drops what separates the last cell or row from the next. */
static void
drop_last(struct buf *out, const char *s)
{
	size_t n = strlen(s);
	if (out->len >= n && memcmp(out->data + out->len - n, s, n) == 0)
		buf_cut(out, out->len - n);
}

static void
end(struct math *m)
{
	if (m->beyond) {
		m->beyond--;
		return;
	}
	if (m->depth == 0)
		return;
	const struct level *level = &m->levels[--m->depth];
	struct buf new = BUF_INIT(0);
	m->silent -= level->kind == SILENT;
	m->wide |= is_wide(level->kind);
	bool part = level->kind == CELL || level->kind == LINE;
	if (level->kind == LINE || level->kind == TABLE)
		drop_last(m->out, level->kind == LINE ? " " : "; ");
	if (part) {
		buf_adds(m->out, level->kind == CELL ? " " : "; ");
	} else if (level->kind < CELL) {
		put_parts(&new, level, m->out);
		buf_cut(m->out, level->start);
		buf_add(m->out, buf_str(&new), new.len);
		m->wide |= new.len &&new.data[new.len - 1] == '}';
		buf_done(&new);
	}
}

/* Does a sign compare what is on its sides, or lead from one to the other? */
static bool
is_relation(const char *s, size_t n)
{
	static const uint32_t ranges[][2] = {{'<', '>'}, {0x2190, 0x21ff},
		{0x2208, 0x220d}, {0x221d, 0x221d}, {0x2223, 0x2226}, {0x223c, 0x228b},
		{0x22a2, 0x22b8}, {0x22d0, 0x22ed}, {0x27f5, 0x27ff}, {0x2a7d, 0x2a7e}};
	uint32_t cp = 0;
	if (n)
		utf8_decode(s, n, &cp);
	for (size_t i = 0; i < COUNT_OF(ranges); i++)
		if (cp >= ranges[i][0] && cp <= ranges[i][1])
			return true;
	return false;
}

/* Is what is read above or below a letter? */
static bool
is_shifted(const struct math *m)
{
	for (size_t i = 0; i < m->depth; i++)
		if (m->levels[i].kind >= UPPER && m->levels[i].kind <= BOTH &&
			m->levels[i].len > 1)
			return true;
	return false;
}

/* Text of the source: references are decoded, blanks are kept among words. */
static void
put_text(struct math *m, struct span text)
{
	struct buf plain = BUF_INIT(0);
	bool words = m->depth && m->levels[m->depth - 1].kind == WORDS;
	if (!words)
		text = span_trim(text);
	if (m->silent || text.n == 0)
		return;
	render_reference_read(&plain, text, false);
	m->wide = false;
	if (str_eq(buf_str(&plain), "\u2061")) { /* between a function and its argument */
		buf_clear(&plain);
		buf_addc(&plain, ' ');
	}
	bool sign = is_relation(buf_str(&plain), plain.len) && !is_shifted(m);
	if (sign && m->out->len)
		buf_addc(m->out, ' ');
	buf_add(m->out, buf_str(&plain), plain.len);
	if (sign)
		buf_addc(m->out, ' ');
	buf_done(&plain);
}

static void
read_elements(struct math *m, struct span s)
{
	for (size_t i = 0; i < s.n;) {
		const char *lt = memchr(s.p + i, '<', s.n - i);
		size_t to = lt ? (size_t)(lt - s.p) : s.n;
		put_text(m, (struct span){s.p + i, to - i});
		const char *gt = lt ? memchr(lt, '>', s.n - to) : NULL;
		if (!gt)
			break;
		i = (size_t)(gt - s.p) + 1;
		bool ends = lt[1] == '/';
		size_t n = 0;
		while (lt + 1 + ends + n < gt &&
			!str_space((unsigned char)lt[1 + ends + n]) &&
			lt[1 + ends + n] != '/')
			n++;
		if (ends)
			end(m);
		else if (gt[-1] != '/' && str_alpha((unsigned char)lt[1]))
			start(m, kind_of((struct span){lt + 1, n}),
				(struct span){lt + 1 + n, (size_t)(gt - lt) - 1 - n});
	}
	while (m->depth)
		end(m);
}

/* The TeX in an annotation. */
static struct span
find_annotation(struct span s)
{
	struct span none = {NULL, 0};
	const char *at = str_ifind(s.p, s.n, "application/x-tex");
	const char *start = at ? memchr(at, '>', s.n - (size_t)(at - s.p)) : NULL;
	if (!start)
		return none;
	start++;
	const char *stop = memchr(start, '<', s.n - (size_t)(start - s.p));
	return stop ? span_trim((struct span){start, (size_t)(stop - start)}) : none;
}

/* {\displaystyle x}, as Wikipedia has it. */
static struct span
without_display(struct span s)
{
	static const char display[] = "{\\displaystyle";
	size_t n = sizeof display - 1;
	if (s.n > n && memcmp(s.p, display, n) == 0 && s.p[s.n - 1] == '}')
		return span_trim((struct span){s.p + n, s.n - n - 1});
	return s;
}

void
render_math_tex(struct buf *out, struct span tex)
{
	struct span source = without_display(span_trim(tex));
	if (source.n && !render_tex(out, source))
		buf_add(out, source.p, source.n);
}

void
render_math(struct buf *out, struct span alttext, struct span content)
{
	struct buf tex = BUF_INIT(0), text = BUF_INIT(0);
	struct span annotation = find_annotation(content);
	render_reference_read(
		&tex, annotation.n ? annotation : span_trim(alttext), false);
	render_math_tex(&text, (struct span){buf_str(&tex), tex.len});
	if (text.len == 0) {
		struct math m = {.out = &text};
		read_elements(&m, content);
	}
	render_reference_encode(out, span_trim((struct span){buf_str(&text), text.len}));
	buf_done(&text);
	buf_done(&tex);
}
