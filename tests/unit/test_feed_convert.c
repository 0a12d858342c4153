/*
 * Character sets to UTF-8: sets of single bytes go by a table, which must give what iconv
 * gives.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/utf8.h"
#include "feed/convert.h"

/* Each byte behind each other one, so that what depends on its neighbours shows. */
static struct span
pairs(void)
{
	static char text[2 * 256 * 256];
	for (size_t i = 0; i < 256 * 256; i++) {
		text[2 * i] = (char)(i / 256);
		text[2 * i + 1] = (char)(i % 256);
	}
	return (struct span){text, sizeof text};
}

/* What iconv gives, with the same stand-ins for bad bytes. */
static size_t
by_iconv(iconv_t cd, struct span b, bool western, struct buf *out)
{
	size_t bad = 0, left = b.n;
	char *in = (char *)(uintptr_t)b.p;
	while (left) {
		char some[4096], *at = some, stand_in[4];
		size_t room = sizeof some;
		size_t done = iconv(cd, &in, &left, &at, &room);
		int why = errno;
		buf_add(out, some, (size_t)(at - some));
		if (done != (size_t)-1 || why == E2BIG || !left)
			continue;
		uint32_t cp = western ? utf8_windows_1252((unsigned char)*in)
				      : UTF8_REPLACEMENT;
		buf_add(out, stand_in, utf8_encode(cp, stand_in));
		bad++;
		in++;
		left--;
	}
	return bad;
}

static void
sets_convert_like_iconv(void **state)
{
	static const char *const names[] = {"WINDOWS-1252", "WINDOWS-1251", "KOI8-R",
		"ISO-8859-2", "ISO-8859-7", "ISO-8859-15", "CP866", "CP874", "MACINTOSH",
		"US-ASCII",
		/* composed, in EBCDIC, of several bytes, with escapes */
		"CP1255", "CP1258", "TCVN", "IBM037", "CP932", "GB18030", "BIG5", "CP949",
		"EUC-JP", "ISO-2022-JP", "UTF-7", "UTF-8"};
	size_t known = 0;
	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct buf got = BUF_INIT(0), want = BUF_INIT(0);
		struct misfits misfits;
		iconv_t cd = iconv_open("UTF-8", names[i]);
		if (cd == (iconv_t)-1)
			continue;
		size_t bad = by_iconv(cd, pairs(), i == 0, &want);
		iconv_close(cd);
		assert_int_equal(feed_convert(pairs(), names[i], &got, &misfits), OK);
		if (got.len != want.len || memcmp(got.data, want.data, got.len) != 0)
			fail_msg("%s is not what iconv makes of it", names[i]);
		assert_int_equal(misfits.count, bad);
		buf_done(&got);
		buf_done(&want);
		known++;
	}
	assert_true(known >= 2);
}

static void
misfits_are_replaced_and_counted(void **state)
{
	static const struct {
		const char *charset, *text, *want;
		size_t count, first;
	} rows[] = {
		{"WINDOWS-1252", "a\x93\x81\x81", "a\xe2\x80\x9c\xef\xbf\xbd\xef\xbf\xbd",
			2, 7},
		{"US-ASCII", "ab\xe9", "ab\xef\xbf\xbd", 1, 5},
		{"ISO-8859-7", "\xe1\xd2", "\xce\xb1\xef\xbf\xbd", 1, 5},
		{"EUC-JP", "\xb8\xec\xb8", "\xe8\xaa\x9e\xef\xbf\xbd", 1, 6},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct buf out = BUF_INIT(0);
		struct misfits misfits;
		/* what the buffer has stays, and counts */
		buf_adds(&out, "<x>");
		assert_int_equal(feed_convert(span_of(rows[i].text), rows[i].charset,
					 &out, &misfits),
			OK);
		assert_string_equal(buf_str(&out) + 3, rows[i].want);
		assert_int_equal(misfits.count, rows[i].count);
		assert_int_equal(misfits.first, rows[i].first);
		buf_done(&out);
	}
}

static void
there_are_limits(void **state)
{
	struct misfits misfits;
	struct buf out = BUF_INIT(64);
	char text[64];
	(void)state;
	memset(text, 0xe4, sizeof text);
	assert_int_equal(feed_convert((struct span){text, sizeof text}, "WINDOWS-1251",
				 &out, &misfits),
		ERR_LIMIT);
	assert_int_equal(
		feed_convert(span_of("x"), "NO-SUCH-SET", &out, &misfits), ERR_INVALID);
	assert_int_equal(feed_convert(span_of(""), "WINDOWS-1251", &out, &misfits), OK);
	assert_int_equal(out.len, 0);
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_convert_like_iconv),
		cmocka_unit_test(misfits_are_replaced_and_counted),
		cmocka_unit_test(there_are_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
