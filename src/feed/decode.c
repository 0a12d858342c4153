/*
 * The name of the character set comes from four places, in this order: a byte order mark,
 * the HTTP header, the document's own declaration (whose letters may stand in UTF-16,
 * UTF-32 or EBCDIC), and uchardet's guess. Bytes settle conflicts: what is valid UTF-8
 * and not plain ASCII is UTF-8, and a declared UTF-8 that most sequences contradict is
 * not.
 */
#include "config.h"

#include "feed/decode.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include <uchardet.h>

#include "base/i18n.h"
#include "base/utf8.h"
#include "feed/clean.h"
#include "feed/parse.h"

#define HEAD_MAX 1024 /* where a declaration may stand */

/* Names under which one set goes, to iconv's name of it or of its superset that browsers
 * use (WHATWG Encoding, section 4.2). Letters and digits alone
 * are compared. */
static const struct {
	const char *label, *charset;
} labels[] = {
	{"utf8", "UTF-8"},
	{"unicode11utf8", "UTF-8"},
	{"utf", "UTF-8"},
	{"u8", "UTF-8"},
	{"utf8ucs2", "UTF-8"},
	{"utf8ucs4", "UTF-8"},
	{"cp65001", "UTF-8"},
	{"iso88591", "WINDOWS-1252"},
	{"latin1", "WINDOWS-1252"},
	{"l1", "WINDOWS-1252"},
	{"isolatin1", "WINDOWS-1252"},
	{"csisolatin1", "WINDOWS-1252"},
	{"cp819", "WINDOWS-1252"},
	{"ibm819", "WINDOWS-1252"},
	{"ascii", "WINDOWS-1252"},
	{"usascii", "WINDOWS-1252"},
	{"ansix341968", "WINDOWS-1252"},
	{"xcp1252", "WINDOWS-1252"},
	{"latin", "WINDOWS-1252"},
	{"8859", "WINDOWS-1252"},
	{"iso8859", "WINDOWS-1252"},
	{"646", "WINDOWS-1252"},
	{"us", "WINDOWS-1252"},
	{"cp367", "WINDOWS-1252"},
	{"ibm367", "WINDOWS-1252"},
	{"iso646us", "WINDOWS-1252"},
	{"iso646irv1991", "WINDOWS-1252"},
	{"ansix341986", "WINDOWS-1252"},
	{"iso88599", "WINDOWS-1254"},
	{"latin5", "WINDOWS-1254"},
	{"gb2312", "GB18030"},
	{"gb231280", "GB18030"},
	{"gbk", "GB18030"},
	{"xgbk", "GB18030"},
	{"cp936", "GB18030"},
	{"windows936", "GB18030"},
	{"chinese", "GB18030"},
	{"euccn", "GB18030"},
	{"gb180302000", "GB18030"},
	{"gb23121980", "GB18030"},
	{"eucgb2312cn", "GB18030"},
	{"isoir58", "GB18030"},
	{"csiso58gb231280", "GB18030"},
	{"xmacsimpchinese", "GB18030"},
	{"big5", "BIG5-HKSCS"},
	{"xxbig5", "BIG5-HKSCS"},
	{"big5tw", "BIG5-HKSCS"},
	{"csbig5", "BIG5-HKSCS"},
	{"hkscs", "BIG5-HKSCS"},
	{"xmactradchinese", "BIG5-HKSCS"},
	{"cp950", "CP950"},
	{"ms950", "CP950"},
	{"shiftjis", "CP932"},
	{"sjis", "CP932"},
	{"xsjis", "CP932"},
	{"mskanji", "CP932"},
	{"windows31j", "CP932"},
	{"csshiftjis", "CP932"},
	{"ms932", "CP932"},
	{"xmacjapanese", "CP932"},
	{"euckr", "CP949"},
	{"ksc56011987", "CP949"},
	{"ksc5601", "CP949"},
	{"korean", "CP949"},
	{"windows949", "CP949"},
	{"uhc", "CP949"},
	{"ksx1001", "CP949"},
	{"isoir149", "CP949"},
	{"csksc56011987", "CP949"},
	{"ms949", "CP949"},
	{"xmackorean", "CP949"},
	{"xeucjp", "EUC-JP"},
	{"eucjp", "EUC-JP"},
	{"tis620", "CP874"},
	{"iso885911", "CP874"},
	{"windows874", "CP874"},
	{"thai", "CP874"},
	{"isoir166", "CP874"},
	{"tis6200", "CP874"},
	{"tis62025290", "CP874"},
	{"tis62025291", "CP874"},
	{"macintosh", "MACINTOSH"},
	{"xmacroman", "MACINTOSH"},
	{"macroman", "MACINTOSH"},
	{"cpis", "CP861"},
	{"csibm861", "CP861"},
	{"maccentraleurope", "MAC-CENTRALEUROPE"},
	{"maclatin2", "MAC-CENTRALEUROPE"},
	{"maccenteuro", "MAC-CENTRALEUROPE"},
	{"maciceland", "MAC-IS"},
	{"utf16", "UTF-16"},
	{"unicode", "UTF-16"},
	{"ucs2", "UTF-16"},
	{"iso10646ucs2", "UTF-16"},
	{"utf32", "UTF-32"},
	{"ucs4", "UTF-32"},
	{"iso10646ucs4", "UTF-32"},
	{"utf7", "UTF-7"},
	{"u7", "UTF-7"},
	{"unicode11utf7", "UTF-7"},
	{"l9", "ISO-8859-15"},
	{"latin9", "ISO-8859-15"},
	{"elot928", "ISO-8859-7"},
	{"sjis2004", "SHIFT_JISX0213"},
	{"shiftjis2004", "SHIFT_JISX0213"},
	{"sjisx0213", "SHIFT_JISX0213"},
	{"jisx0213", "EUC-JISX0213"},
	{"eucjis2004", "EUC-JISX0213"},
	{"eucjisx0213", "EUC-JISX0213"},
	{"iso2022jp1", "ISO-2022-JP-2"},
	{"iso2022jpext", "ISO-2022-JP-2"},
	{"iso2022jp2004", "ISO-2022-JP-3"},
	{"iso2022jp3", "ISO-2022-JP-3"},
	{"ms1361", "JOHAB"},
	{"ptcp154", "PT154"},
	{"csptcp154", "PT154"},
	{"cp154", "PT154"},
	{"cyrillicasian", "PT154"},
	{"kz1048", "RK1048"},
	{"cp1051", "HP-ROMAN8"},
	{"ibm1051", "HP-ROMAN8"},
	{"cp866u", "CP1125"},
	{"ruscii", "CP1125"},
};

struct guess {
	char charset[CHARSET_NAME_MAX];
	bool as_is;  /* the bytes are UTF-8 or plain ASCII: nothing to convert */
	size_t skip; /* bytes of the byte order mark */
};

static void
set_charset(char *out, struct span name)
{
	size_t n = name.n < CHARSET_NAME_MAX - 1 ? name.n : CHARSET_NAME_MAX - 1;
	memcpy(out, name.p, n);
	out[n] = '\0';
}

/* The first bytes of "<?xm", "<rss" and the like in sets of other shape, and byte order
 * marks (XML 1.0, appendix F). The longer first. */
static bool
guess_shape(struct span b, struct guess *guess)
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
		set_charset(guess->charset, span_of(shapes[i].charset));
		guess->skip = shapes[i].skip;
		guess->as_is = str_eq(guess->charset, "UTF-8");
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

/* The encoding that an XML declaration in ASCII text names. */
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

static void
squeeze(struct span name, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < name.n && n < CHARSET_NAME_MAX - 1; i++)
		if (str_alpha((unsigned char)name.p[i]) ||
			str_digit((unsigned char)name.p[i]))
			out[n++] = (char)str_lower((unsigned char)name.p[i]);
	out[n] = '\0';
	/* "iso_8859-2:1987": the year says nothing. */
	if (n > 12 && str_starts(out, "iso8859") &&
		(str_starts(out + n - 4, "19") || str_starts(out + n - 4, "20")))
		out[n - 4] = '\0';
	else if (n == 12 && str_starts(out, "iso8859") && str_starts(out + 8, "19"))
		out[8] = '\0';
}

static bool
iconv_knows(const char *name)
{
	iconv_t cd = iconv_open("UTF-8", name);
	if (cd == (iconv_t)-1)
		return false;
	iconv_close(cd);
	return true;
}

static bool
labelled(const char *key, char *out)
{
	for (size_t i = 0; i < COUNT_OF(labels); i++)
		if (str_eq(labels[i].label, key)) {
			set_charset(out, span_of(labels[i].charset));
			return true;
		}
	return false;
}

/* Families whose members differ in a number: "windows1251", "win_1251", "cp01140",
 * "1251", "iso8859_5". */
static bool
numbered(const char *key, char *out)
{
	static const struct {
		const char *start, *charset;
	} families[] = {
		{"iso8859", "ISO-8859-"},
		{"windows", "CP"},
		{"win", "CP"},
		{"ccsid", "CP"},
		{"ibm", "CP"},
		{"cp", "CP"},
		{"ms", "CP"},
		{"", "CP"},
	};
	for (size_t i = 0; i < COUNT_OF(families); i++) {
		if (!str_starts(key, families[i].start))
			continue;
		const char *digits = key + strlen(families[i].start);
		while (*digits == '0')
			digits++;
		if (!str_digit((unsigned char)*digits))
			continue;
		int n = snprintf(
			out, CHARSET_NAME_MAX, "%s%s", families[i].charset, digits);
		return n < CHARSET_NAME_MAX && iconv_knows(out);
	}
	return false;
}

/* A name as documents write it → iconv's. False when neither knows it. */
static bool
known_charset(struct span name, char *out)
{
	char key[CHARSET_NAME_MAX] = "";
	name = span_trim(name);
	if (!name.n || name.n >= CHARSET_NAME_MAX || memchr(name.p, '/', name.n))
		return false;
	squeeze(name, key);
	if (labelled(key, out))
		return true;
	set_charset(out, name);
	if (iconv_knows(out))
		return true;
	for (char *p = out; *p; p++)
		if (*p == '_')
			*p = '-';
	if (iconv_knows(out))
		return true;
	/* "x-mac-cyrillic", "cs…" of IANA's aliases: without prefix and marks. */
	const char *plain = str_starts(key, "x")    ? key + 1
			    : str_starts(key, "cs") ? key + 2
						    : key;
	if (plain != key && labelled(plain, out))
		return true;
	set_charset(out, span_of(plain));
	if (iconv_knows(out) || numbered(plain, out))
		return true;
	/* The Mac's sets share the letters of Western languages. */
	set_charset(out, span_of("MACINTOSH"));
	return str_starts(plain, "mac") && iconv_knows(out);
}

/* EBCDIC documents start with 4C 6F A7 94 ("<?xm"): their declaration is read through
 * code page 37, which agrees with all of them in the letters that matter. */
static bool
guess_ebcdic(struct span b, struct guess *guess)
{
	if (b.n < 4 || memcmp(b.p, "\x4c\x6f\xa7\x94", 4) != 0)
		return false;
	set_charset(guess->charset, span_of("IBM037"));
	char text[HEAD_MAX];
	iconv_t cd = iconv_open("UTF-8", "IBM037");
	if (cd == (iconv_t)-1)
		return true;
	char *in = (char *)(uintptr_t)b.p, *to = text;
	size_t in_left = b.n < HEAD_MAX / 4 ? b.n : HEAD_MAX / 4, left = sizeof text;
	iconv(cd, &in, &in_left, &to, &left);
	iconv_close(cd);
	char name[CHARSET_NAME_MAX];
	struct span decl = declared((struct span){text, sizeof text - left});
	if (decl.p && known_charset(decl, name))
		set_charset(guess->charset, span_of(name));
	return true;
}

/* Sets that encode letters in seven bits: ASCII bytes do not mean ASCII there. */
static bool
seven_bit(const char *charset)
{
	static const char *const names[] = {
		"ISO-2022", "HZ", "UTF-7", "ISO2022", "CSISO2022"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_istarts(charset, names[i]))
			return true;
	return false;
}

static bool
wide(const char *charset)
{
	return str_istarts(charset, "UTF-16") || str_istarts(charset, "UTF-32");
}

/* ASCII and UTF-8's multi-byte sequences, good and broken. */
struct tally {
	size_t good, bad;
};

static struct tally
tally_utf8(struct span b)
{
	struct tally tally = {0, 0};
	for (size_t i = 0; i < b.n;) {
		uint64_t word;
		if (i + 8 <= b.n) {
			memcpy(&word, b.p + i, 8);
			if (!(word & 0x8080808080808080u)) {
				i += 8;
				continue;
			}
		}
		if ((unsigned char)b.p[i] < 0x80) {
			i++;
			continue;
		}
		uint32_t cp;
		size_t len = utf8_decode(b.p + i, b.n - i, &cp);
		tally.good += len > 1;
		tally.bad += len == 1;
		/* A broken sequence counts once. */
		bool lead = len == 1 && (unsigned char)b.p[i] >= 0xc0;
		i += len;
		while (lead && i < b.n && ((unsigned char)b.p[i] & 0xc0) == 0x80)
			i++;
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
		found = !str_empty(name) && known_charset(span_of(name), charset) &&
			!wide(charset);
	}
	uchardet_delete(detector);
	return found;
}

static void
note_conflict(struct notes *notes, size_t line, const char *named)
{
	feed_note_line(notes, NOTE_CHARSET_CONFLICT, line);
	feed_note_detail(notes, NOTE_CHARSET_CONFLICT, span_of(named));
}

/* Settles between what was declared (may be "") on a line (0: by HTTP) and what the bytes
 * are. */
static void
settle(struct span b, const char *named, size_t line, struct guess *guess,
	struct notes *notes)
{
	char *charset = guess->charset;
	struct tally tally = tally_utf8(b);
	bool named_utf8 = str_eq(named, "UTF-8");
	if (!tally.bad && !seven_bit(named)) {
		bool fits = !tally.good || named_utf8 || !*named;
		if (!fits || wide(named))
			note_conflict(notes, line, named);
		bool keep = !tally.good && *named && !wide(named);
		set_charset(charset, span_of(keep ? named : "UTF-8"));
		guess->as_is = true;
		return;
	}
	if (*named && !named_utf8 && !wide(named)) {
		set_charset(charset, span_of(named));
		return;
	}
	/* UTF-8 with a few wrong bytes stays UTF-8; feed_clean mends those. */
	if (tally.good >= tally.bad) {
		set_charset(charset, span_of("UTF-8"));
		guess->as_is = true;
		return;
	}
	if (*named)
		note_conflict(notes, line, named);
	if (!detect(b, charset) || str_eq(charset, "UTF-8"))
		set_charset(charset, span_of("WINDOWS-1252"));
}

static void
choose(struct span b, const char *content_type, struct guess *guess, struct notes *notes)
{
	*guess = (struct guess){.charset = ""};
	if (guess_shape(b, guess) || guess_ebcdic(b, guess))
		return;
	struct span names[] = {
		parameter(span_of(content_type), "charset"),
		declared((struct span){b.p, b.n < HEAD_MAX ? b.n : HEAD_MAX}),
	};
	char named[CHARSET_NAME_MAX] = "";
	/* The declaration stands in line 1, a header in none. */
	size_t line = 0;
	for (size_t i = 0; i < COUNT_OF(names) && !*named; i++) {
		line = i;
		if (names[i].n && !known_charset(names[i], named)) {
			feed_note_line(notes, NOTE_CHARSET_UNKNOWN, line);
			feed_note_detail(notes, NOTE_CHARSET_UNKNOWN, names[i]);
			named[0] = '\0';
		}
	}
	settle(b, named, line, guess, notes);
}

/* Converts all of b, a bad byte becoming what windows-1252 has or U+FFFD. */
static int
convert(struct span b, const char *charset, struct buf *out, struct notes *notes)
{
	iconv_t cd = iconv_open("UTF-8", charset);
	if (cd == (iconv_t)-1)
		return ERR_INVALID;
	char *in = (char *)(uintptr_t)b.p;
	size_t left = b.n, unit = str_istarts(charset, "UTF-32")   ? 4
				  : str_istarts(charset, "UTF-16") ? 2
								   : 1;
	int status = OK;
	while (left && status == OK) {
		size_t want = left + left / 2 + 16;
		char *to = buf_reserve(out, want), *at = to;
		if (!to)
			to = at = buf_reserve(out, want = left + 4);
		if (!to) {
			status = ERR_LIMIT;
			break;
		}
		size_t room = want;
		size_t done = iconv(cd, &in, &left, &at, &room);
		int why = errno;
		buf_end(out, (size_t)(at - to));
		if (done != (size_t)-1 || why == E2BIG || !left)
			continue;
		/* EILSEQ, or EINVAL for a cut sequence at the end. */
		feed_note(notes, NOTE_CHARSET_BYTES, buf_str(out), out->len);
		char bytes[4];
		bool western = unit == 1 && str_eq(charset, "WINDOWS-1252");
		uint32_t cp = western ? feed_windows_1252((unsigned char)*in) : 0xfffd;
		status = buf_add(out, bytes, utf8_encode(cp, bytes));
		size_t step = left < unit ? left : unit;
		in += step;
		left -= step;
	}
	iconv_close(cd);
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
	struct guess guess;
	*out = (struct decoded){.buf = BUF_INIT(FEED_DOCUMENT_MAX)};
	choose(bytes, content_type, &guess, notes);
	bytes.p += guess.skip;
	bytes.n -= guess.skip;
	out->text = bytes;
	set_charset(out->charset, span_of(guess.charset));
	int status = OK;
	if (bytes.n > FEED_DOCUMENT_MAX)
		status = ERR_LIMIT;
	else if (!guess.as_is)
		status = convert(bytes, guess.charset, &out->buf, notes);
	if (status == ERR_LIMIT) {
		buf_done(&out->buf);
		return feed_decode_limit(err);
	}
	if (status == OK && out->buf.data)
		out->text = (struct span){buf_str(&out->buf), out->buf.len};
	return OK;
}
