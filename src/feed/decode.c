/*
 * The name of the character set comes from four places, in this order: a byte order mark,
 * the HTTP header, the document's own declaration (whose letters may stand in UTF-16,
 * UTF-32 or EBCDIC), and uchardet's guess. The bytes have the last word: what is valid
 * UTF-8 and not plain ASCII is UTF-8, and a name that they refute yields to the next.
 */
#include "config.h"

#include "feed/decode.h"

#include <iconv.h>
#include <stdbool.h>
#include <string.h>
#include <uchardet.h>

#include "base/i18n.h"
#include "base/simd.h"
#include "base/utf8.h"
#include "feed/charset.h"
#include "feed/clean_text.h"
#include "feed/convert.h"
#include "feed/document_limits.h"

#define HEAD_MAX 1024 /* where a declaration may stand */

/* What the bytes beyond ASCII look like when they are read as UTF-8. */
struct tally {
	size_t high;    /* bytes */
	size_t good;    /* characters */
	size_t stray;   /* bytes that fit nowhere in UTF-8 */
	size_t crowded; /* of these, those with three more beyond ASCII beside them */
	/* Broken characters that start like UTF-8: cut, overlong, or halves of surrogate
	 * pairs (CESU-8). */
	size_t cut;
};

/* The character set that the HTTP header or the document itself names. */
struct claim {
	char charset[CHARSET_NAME_MAX];
	size_t line; /* of the declaration; 0: the header */
};

#define CLAIMS_MAX 2

struct claims {
	struct claim list[CLAIMS_MAX]; /* known ones, the header's first */
	size_t len;
};

/* The sets that the bytes may be in, the most likely first. */
struct guesses {
	char charsets[CLAIMS_MAX + 1][CHARSET_NAME_MAX];
	size_t len;
	bool as_is;  /* UTF-8 or plain ASCII: nothing to convert */
	size_t skip; /* bytes of the byte order mark */
	struct tally tally;
	struct claims claims;
};

static void
add_guess(struct guesses *g, const char *charset)
{
	for (size_t i = 0; i < g->len; i++)
		if (str_eq(g->charsets[i], charset))
			return;
	feed_charset_set(g->charsets[g->len++], span_of(charset));
}

/* Byte order marks, and the first bytes of "<?xm", "<rss" and the like in sets with wider
 * characters (XML 1.0, appendix F). The longer ones come first. */
static bool
guess_shape(struct span b, struct guesses *g)
{
	static const struct {
		const char *bytes, *mask; /* mask 'x': must match, '.': any but zero */
		const char *charset;
		size_t skip;
	} shapes[] = {
		{"\0\0\xfe\xff", "xxxx", "UTF-32BE", 4},
		{"\xff\xfe\0\0", "xxxx", "UTF-32LE", 4},
		{"\xef\xbb\xbf", "xxx", "UTF-8", 3},
		{"\xfe\xff", "xx", "UTF-16BE", 2},
		{"\xff\xfe", "xx", "UTF-16LE", 2},
		{"\0\0\0.", "xxx.", "UTF-32BE", 0},
		{".\0\0\0", ".xxx", "UTF-32LE", 0},
		{"\0.\0.", "x.x.", "UTF-16BE", 0},
		{".\0.\0", ".x.x", "UTF-16LE", 0},
	};
	for (size_t i = 0; i < COUNT_OF(shapes); i++) {
		size_t n = strlen(shapes[i].mask), k = 0;
		while (k < n && k < b.n &&
			(shapes[i].mask[k] == 'x' ? b.p[k] == shapes[i].bytes[k]
						  : b.p[k] != '\0'))
			k++;
		if (k < n)
			continue;
		add_guess(g, shapes[i].charset);
		g->skip = shapes[i].skip;
		g->as_is = str_eq(shapes[i].charset, "UTF-8");
		return true;
	}
	return false;
}

/* The value of name= in s, quoted or not: charset=… of a header, encoding=… of a
 * declaration. */
static struct span
parameter(struct span s, const char *name)
{
	size_t len = strlen(name);
	const char *end = s.p + s.n, *p = s.p;
	while ((p = str_ifind(p, (size_t)(end - p), name)) != NULL) {
		p += len;
		while (p < end && str_space((unsigned char)*p))
			p++;
		if (p == end || *p != '=')
			continue;
		p++;
		while (p < end &&
			(str_space((unsigned char)*p) || *p == '"' || *p == '\''))
			p++;
		const char *start = p;
		while (p < end && !str_space((unsigned char)*p) && !strchr("\"';,?>", *p))
			p++;
		return (struct span){start, (size_t)(p - start)};
	}
	return (struct span){NULL, 0};
}

/* The encoding that the XML declaration names in a text of ASCII. */
static struct span
declared(struct span head)
{
	const char *end = head.p + head.n;
	const char *start = str_ifind(head.p, head.n, "<?xml");
	if (!start)
		return (struct span){NULL, 0};
	const char *stop = memchr(start, '>', (size_t)(end - start));
	return parameter(
		(struct span){start, (size_t)((stop ? stop : end) - start)}, "encoding");
}

/* EBCDIC documents start with 4C 6F A7 94 ("<?xm"). Their declaration is read by code
 * page 37, which agrees with all of them in the letters that matter. */
static bool
guess_ebcdic(struct span b, struct guesses *g)
{
	if (b.n < 4 || memcmp(b.p, "\x4c\x6f\xa7\x94", 4) != 0)
		return false;
	char text[HEAD_MAX], name[CHARSET_NAME_MAX];
	iconv_t cd = iconv_open("UTF-8", "IBM037");
	size_t left = sizeof text;
	if (cd != (iconv_t)-1) {
		char *in = (char *)(uintptr_t)b.p, *to = text;
		size_t in_left = b.n < HEAD_MAX / 4 ? b.n : HEAD_MAX / 4;
		iconv(cd, &in, &in_left, &to, &left);
		iconv_close(cd);
	}
	struct span decl = declared((struct span){text, sizeof text - left});
	bool known = decl.p && feed_charset_known(decl, name);
	add_guess(g, known ? name : "IBM037");
	return true;
}

/* Whether the byte at i stands among three others beyond ASCII. */
static bool
is_crowded(struct span b, size_t i)
{
	size_t beside = 0;
	for (size_t k = i; k > 0 && beside < 3 && (unsigned char)b.p[k - 1] >= 0x80; k--)
		beside++;
	for (size_t k = i + 1; k < b.n && beside < 3 && (unsigned char)b.p[k] >= 0x80;
		k++)
		beside++;
	return beside == 3;
}

/* How many bytes from s on are ASCII. */
static size_t
ascii_length(const char *s, size_t n)
{
	size_t i = 0;
	for (; i + sizeof(simd_u8) <= n; i += sizeof(simd_u8)) {
		simd_u8 high = (simd_u8)(simd_load(s + i) > SIMD_ALL(0x7f));
		if (simd_any(high))
			return i + (size_t)__builtin_ctzll(simd_bits(high));
	}
	while (i < n && (unsigned char)s[i] < 0x80)
		i++;
	return i;
}

static struct tally
tally_utf8(struct span b)
{
	struct tally tally = {0};
	size_t i = 0;
	while ((i += ascii_length(b.p + i, b.n - i)) < b.n) {
		uint32_t cp;
		size_t len = utf8_decode(b.p + i, b.n - i, &cp);
		if (len > 1) {
			tally.good++;
		} else {
			size_t broken = feed_clean_broken(b.p + i, b.n - i);
			tally.cut += broken > 0;
			tally.stray += !broken;
			tally.crowded += !broken && is_crowded(b, i);
			len = broken ? broken : 1;
		}
		tally.high += len;
		i += len;
	}
	return tally;
}

static bool
detect(struct span b, char *charset)
{
	uchardet_t detector = uchardet_new();
	bool found = false;
	if (uchardet_handle_data(detector, b.p, b.n) == 0) {
		uchardet_data_end(detector);
		const char *name = uchardet_get_charset(detector);
		found = !str_empty(name) && feed_charset_known(span_of(name), charset) &&
			!feed_charset_wide(charset);
	}
	uchardet_delete(detector);
	return found && !str_eq(charset, "UTF-8") && !str_eq(charset, CHARSET_ASCII);
}

static void
add_claim(struct claims *claims, struct span name, size_t line, struct notes *notes)
{
	struct claim *claim = &claims->list[claims->len];
	claim->line = line;
	if (!name.n)
		return;
	if (feed_charset_known(name, claim->charset)) {
		claims->len++;
		return;
	}
	feed_note_line(notes, NOTE_CHARSET_UNKNOWN, line);
	feed_note_detail(notes, NOTE_CHARSET_UNKNOWN, name);
}

static void
note_conflict(struct notes *notes, const struct claim *claim)
{
	feed_note_line(notes, NOTE_CHARSET_CONFLICT, claim->line);
	feed_note_detail(notes, NOTE_CHARSET_CONFLICT, span_of(claim->charset));
}

/* Whether the set is none of UTF-8, UTF-16, UTF-32 and ASCII. */
static bool
is_byte_set(const char *charset)
{
	return !str_eq(charset, "UTF-8") && !str_eq(charset, CHARSET_ASCII) &&
	       !feed_charset_wide(charset);
}

/* Whether bytes that are not all UTF-8 are UTF-8 with mistakes, which feed_clean mends. A
 * cut character is evidence for that, but not where the document itself claims another
 * set: bytes of any set may look like one. Single bytes here and there are letters that
 * somebody put into a document of UTF-8; other sets have letters side by side. */
static bool
mostly_utf8(const struct tally *t, const struct claims *claims)
{
	bool other = false, own = false;
	for (size_t i = 0; i < claims->len; i++) {
		other |= is_byte_set(claims->list[i].charset);
		own |= claims->list[i].line && is_byte_set(claims->list[i].charset);
	}
	if (!other)
		return t->good + t->cut >= (t->good ? t->crowded : t->stray);
	if (own || claims->len == 1)
		return t->good > 4 * (t->stray + t->cut);
	return t->good + t->cut > 4 * t->stray;
}

/* The first claimed set of seven bits. If another set is claimed before it, the bytes
 * must show a sign: the escapes that switch the set. */
static const struct claim *
seven_bit_claim(struct span b, const struct claims *claims)
{
	for (size_t i = 0; i < claims->len; i++)
		if (feed_charset_seven_bit(claims->list[i].charset) &&
			(i == 0 || memchr(b.p, 0x1b, b.n)))
			return &claims->list[i];
	return NULL;
}

/* The bytes are UTF-8, all or nearly all of them. */
static void
settle_utf8(struct guesses *g, struct notes *notes)
{
	const struct claim *first = g->claims.len ? &g->claims.list[0] : NULL;
	bool plain = !g->tally.high && first && !feed_charset_wide(first->charset);
	if (first && !plain && !str_eq(first->charset, "UTF-8"))
		note_conflict(notes, first);
	add_guess(g, plain ? first->charset : "UTF-8");
	g->as_is = true;
}

/* Decides between the claims and what the bytes look like. */
static void
settle(struct span b, struct guesses *g, struct notes *notes)
{
	const struct claims *claims = &g->claims;
	g->tally = tally_utf8(b);
	const struct claim *seven = g->tally.high ? NULL : seven_bit_claim(b, claims);
	if (seven) {
		add_guess(g, seven->charset);
		return;
	}
	if ((!g->tally.stray && !g->tally.cut) || mostly_utf8(&g->tally, claims)) {
		settle_utf8(g, notes);
		return;
	}
	for (size_t i = 0; i < claims->len; i++) {
		if (is_byte_set(claims->list[i].charset))
			add_guess(g, claims->list[i].charset);
	}
	if (!g->len && !detect(b, g->charsets[g->len++]))
		feed_charset_set(g->charsets[0], span_of(CHARSET_WESTERN));
}

static void
choose(struct span b, const char *content_type, struct guesses *g, struct notes *notes)
{
	*g = (struct guesses){.len = 0};
	if (guess_shape(b, g) || guess_ebcdic(b, g))
		return;
	add_claim(&g->claims, parameter(span_of(content_type), "charset"), 0, notes);
	add_claim(&g->claims,
		declared((struct span){b.p, b.n < HEAD_MAX ? b.n : HEAD_MAX}), 1, notes);
	settle(b, g, notes);
}

/* Whether too many bytes do not fit into the set for it to be the right one. A set that
 * has nearly all bytes can't be refuted like this. */
static bool
refuted(const struct guesses *g, const char *charset, size_t misfits)
{
	return misfits * 8 > g->tally.high && g->tally.high &&
	       !str_eq(charset, CHARSET_WESTERN);
}

/* Converts by the first guess that the bytes do not refute. If they refute all, it tries
 * what they look like, and falls back to the first guess. */
static int
convert_best(struct span b, struct guesses *g, size_t *chosen, struct buf *out,
	struct notes *notes)
{
	struct misfits misfits;
	bool detected = false;
	int status = ERR_INVALID;
	for (size_t i = 0; i < g->len; i++) {
		buf_clear(out);
		status = feed_convert(b, g->charsets[i], out, &misfits);
		*chosen = i;
		if (status == ERR_LIMIT)
			return status;
		if (status == OK && !refuted(g, g->charsets[i], misfits.count))
			break;
		char *more = g->charsets[g->len];
		if (i + 1 == g->len && !detected && detect(b, more)) {
			detected = true;
			add_guess(g, more);
		}
	}
	if (*chosen > 0 && status == OK &&
		refuted(g, g->charsets[*chosen], misfits.count)) {
		*chosen = 0;
		buf_clear(out);
		status = feed_convert(b, g->charsets[0], out, &misfits);
	}
	if (status == OK && misfits.count) {
		feed_note(notes, NOTE_CHARSET_BYTES, buf_str(out), misfits.first);
		while (--misfits.count)
			feed_note_line(notes, NOTE_CHARSET_BYTES, 0);
	}
	return status;
}

int
feed_decode_limit(struct err *err)
{
	return err_set(err, ERR_LIMIT,
		_("the document is larger than %zu MB, the most that is read"),
		FEED_DOCUMENT_MAX >> 20);
}

int
feed_decode(struct span bytes, const char *content_type, struct decoded *out,
	struct notes *notes, struct err *err)
{
	struct guesses guesses;
	size_t chosen = 0;
	*out = (struct decoded){.buf = BUF_INIT(FEED_DOCUMENT_MAX)};
	choose(bytes, content_type, &guesses, notes);
	bytes.p += guesses.skip;
	bytes.n -= guesses.skip;
	out->text = bytes;
	int status = OK;
	if (bytes.n > FEED_DOCUMENT_MAX)
		status = ERR_LIMIT;
	else if (!guesses.as_is)
		status = convert_best(bytes, &guesses, &chosen, &out->buf, notes);
	const char *charset = guesses.charsets[chosen];
	feed_charset_set(out->charset,
		span_of(str_eq(charset, CHARSET_ASCII) ? CHARSET_WESTERN : charset));
	if (status == ERR_LIMIT) {
		buf_done(&out->buf);
		return feed_decode_limit(err);
	}
	const struct claim *first = guesses.claims.len ? &guesses.claims.list[0] : NULL;
	if (first && !guesses.as_is && !str_eq(first->charset, charset))
		note_conflict(notes, first);
	if (status == OK && out->buf.data)
		out->text = (struct span){buf_str(&out->buf), out->buf.len};
	return OK;
}
