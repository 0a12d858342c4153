#include "config.h"

#include "unit.h"

#include <string.h>

#include "base/bidi.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"

static void
letters_are_recognised(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool needed;
	} cases[] = {
		{"", false}, {"plain", false}, {"naïve – Ω Ж ☃ 日本 \xff", false},
		{"a שלום", true}, {"سلام", true}, {"\xf0\x9e\xa4\x80", true}, /* Adlam */
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(bidi_needed(cases[i].text, strlen(cases[i].text)),
			cases[i].needed);
}

/* The line as it is shown. */
static const char *
shown(const char *text, enum bidi_base base)
{
	static struct buf out;
	uint32_t list[100], order[100];
	char bytes[8];
	size_t len = 0;
	for (size_t i = 0, n = strlen(text); i < n;)
		i += utf8_decode(text + i, n - i, &list[len++]);
	bool done = bidi_reorder(list, order, len, base);
	buf_done(&out);
	out = (struct buf)BUF_INIT(0);
	for (size_t i = 0; i < len; i++)
		if (list[i] != 0xfeff)
			buf_add(&out, bytes, utf8_encode(list[i], bytes));
	/* Each character comes from one place. */
	uint32_t seen = 0;
	for (size_t i = 0; done && i < len; i++)
		seen |= UINT32_C(1) << order[i];
	assert_true(!done || seen == (UINT32_C(1) << len) - 1);
	return buf_str(&out);
}

/* What UAX 9 says, worked out by hand; in Arabic, the forms of U+FE70 to U+FEFF. */
static void
lines_are_reordered(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum bidi_base base;
		const char *shown;
	} cases[] = {
		{"plain text", BIDI_AUTO, "plain text"},
		{"אבג", BIDI_AUTO, "גבא"},
		{"abc אבג def", BIDI_LEFT, "abc גבא def"},
		{"abc אבג def", BIDI_RIGHT, "def גבא abc"},
		{"אבג abc 12", BIDI_AUTO, "abc 12 גבא"},
		{"אבג (abc)", BIDI_RIGHT, "(abc) גבא"},
		{"abc (אבג)", BIDI_LEFT, "abc (גבא)"},
		{"אבג 12-34", BIDI_RIGHT, "12-34 גבא"},
		/* seen, lam-alef, meem: the middle two become one */
		{"\u0633\u0644\u0627\u0645", BIDI_AUTO, "\ufee1\ufefc\ufeb3"},
	};
	if (!bidi_rightward("\u05d0", 2))
		skip(); /* built without fribidi */
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(shown(cases[i].text, cases[i].base), cases[i].shown);
	assert_false(bidi_rightward("12 a \u05d0", 7));
	assert_true(bidi_rightward("12 \u05d0 a", 7));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_are_recognised),
		cmocka_unit_test(lines_are_reordered),
	};
	return UNIT_RUN(tests);
}
