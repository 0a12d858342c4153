#include "config.h"

#include "feed/charset.h"

#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "base/attr.h"

/* Names that a set goes by, and what iconv calls it or the superset of it that browsers
 * use (WHATWG Encoding, section 4.2). Only letters and digits are compared. */
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
	{"iso88591", CHARSET_WESTERN},
	{"latin1", CHARSET_WESTERN},
	{"l1", CHARSET_WESTERN},
	{"isolatin1", CHARSET_WESTERN},
	{"csisolatin1", CHARSET_WESTERN},
	{"cp819", CHARSET_WESTERN},
	{"ibm819", CHARSET_WESTERN},
	{"ascii", CHARSET_ASCII},
	{"usascii", CHARSET_ASCII},
	{"ansix341968", CHARSET_ASCII},
	{"xcp1252", CHARSET_WESTERN},
	{"latin", CHARSET_WESTERN},
	{"8859", CHARSET_WESTERN},
	{"iso8859", CHARSET_WESTERN},
	{"646", CHARSET_ASCII},
	{"us", CHARSET_ASCII},
	{"cp367", CHARSET_ASCII},
	{"ibm367", CHARSET_ASCII},
	{"iso646us", CHARSET_ASCII},
	{"iso646irv1991", CHARSET_ASCII},
	{"ansix341986", CHARSET_ASCII},
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
	{"iso88596e", "ISO-8859-6"},
	{"iso88596i", "ISO-8859-6"},
	{"csiso88596e", "ISO-8859-6"},
	{"csiso88596i", "ISO-8859-6"},
	{"iso88598e", "ISO-8859-8"},
	{"iso88598i", "ISO-8859-8"},
	{"csiso88598e", "ISO-8859-8"},
	{"csiso88598i", "ISO-8859-8"},
	{"logical", "ISO-8859-8"},
	{"visual", "ISO-8859-8"},
	{"koi", "KOI8-R"},
	{"dos874", "CP874"},
	{"ksc56011989", "CP949"},
	{"suneugreek", "ISO-8859-7"},
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

void
feed_charset_set(char *out, struct span name)
{
	size_t n = name.n < CHARSET_NAME_MAX - 1 ? name.n : CHARSET_NAME_MAX - 1;
	memcpy(out, name.p, n);
	out[n] = '\0';
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
	/* The year in "iso_8859-2:1987" says nothing. */
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
			feed_charset_set(out, span_of(labels[i].charset));
			return true;
		}
	return false;
}

/* Families of sets that differ in a number: "windows1251", "win_1251", "cp01140", "1251",
 * "iso8859_5". */
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
bool
feed_charset_known(struct span name, char *out)
{
	char key[CHARSET_NAME_MAX] = "";
	name = span_trim(name);
	if (!name.n || name.n >= CHARSET_NAME_MAX || memchr(name.p, '/', name.n))
		return false;
	squeeze(name, key);
	if (labelled(key, out))
		return true;
	feed_charset_set(out, name);
	if (iconv_knows(out))
		return true;
	for (char *p = out; *p; p++)
		if (*p == '_')
			*p = '-';
	if (iconv_knows(out))
		return true;
	/* Tries "x-mac-cyrillic" and "cs…" (an alias of IANA) without the prefix and the
	 * marks. */
	const char *plain = str_starts(key, "x")    ? key + 1
			    : str_starts(key, "cs") ? key + 2
						    : key;
	if (plain != key && labelled(plain, out))
		return true;
	feed_charset_set(out, span_of(plain));
	if (iconv_knows(out) || numbered(plain, out))
		return true;
	/* The Mac's sets share the letters of Western languages. */
	feed_charset_set(out, span_of("MACINTOSH"));
	return str_starts(plain, "mac") && iconv_knows(out);
}

/* Sets that encode letters in seven bits: ASCII bytes do not mean ASCII there. */
bool
feed_charset_seven_bit(const char *charset)
{
	static const char *const names[] = {
		"ISO-2022", "HZ", "UTF-7", "ISO2022", "CSISO2022"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_istarts(charset, names[i]))
			return true;
	return false;
}

bool
feed_charset_wide(const char *charset)
{
	return str_istarts(charset, "UTF-16") || str_istarts(charset, "UTF-32");
}
