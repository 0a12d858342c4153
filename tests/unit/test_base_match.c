#include "config.h"

#include "unit.h"

#include <string.h>

#include "base/buf.h"
#include "base/match.h"
#include "base/str.h"

static void
words_are_found_in_any_order(void **state)
{
	(void)state;
	static const struct {
		const char *words, *text, *other;
		bool found;
	} cases[] = {
		{"", "anything", NULL, true},
		{"  ", "anything", NULL, true},
		{"kern", "Kernel Weekly", NULL, true},
		{"weekly KERNEL", "Kernel Weekly", NULL, true},
		{"nel", "Kernel Weekly", NULL, true},
		{"krnl wkl", "Kernel Weekly", NULL, true},
		{"rnl", "Kernel Weekly", NULL, false}, /* not from its first letter on */
		{"kw", "Kernel Weekly", NULL, false},  /* letters of one word only */
		{"kernel daily", "Kernel Weekly", NULL, false},
		{"kernel daily", "Kernel Weekly", "Daily", true},
		{"cafe", "Le Café", NULL, true},
		{"CAFÉ", "le cafe", NULL, true},
		{"resume", "re\xcc\x81sume\xcc\x81", NULL, true},
		{"сообще", "Новое сообщение", NULL, true},
		{"x", NULL, NULL, false},
		{"\xff", "bytes \xfe", NULL, true},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *const texts[] = {cases[i].text, cases[i].other};
		struct match *match = match_new(cases[i].words, false);
		if (match_all(match, texts, 2) != cases[i].found)
			fail_msg("%s in %s", cases[i].words, cases[i].text);
		match_free(match);
	}
}

/* The places are bytes of the text itself, accents included. */
static void
places_are_marked(void **state)
{
	(void)state;
	static const struct {
		const char *words, *text, *marked;
		bool whole;
	} cases[] = {
		{"tea", "Tea, tea and steam", "[Tea], [tea] and s[tea]m"},
		{"cafe le", "Le Café", "[Le] [Café]"},
		{"re", "re\xcc\x81-re", "[re\xcc\x81]-[re]"},
		{"krnl", "Kernel", "Kernel"},
		{"", "Kernel", "Kernel"},
		{"tea", "Tea, team and steam: tea", "[Tea], team and steam: [tea]", true},
		{"tea*", "Tea, team and steam", "[Tea], [tea]m and steam", true},
		{"日本", "新日本語", "新[日本]語", true},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct match *match = match_new(cases[i].words, cases[i].whole);
		struct buf out = BUF_INIT(0);
		const char *text = cases[i].text;
		size_t done = 0, from = 0, to;
		while (match_next(match, text, &from, &to)) {
			buf_add(&out, text + done, from - done);
			buf_addf(&out, "[%.*s]", (int)(to - from), text + from);
			done = from = to;
		}
		buf_adds(&out, text + done);
		assert_string_equal(buf_str(&out), cases[i].marked);
		buf_done(&out);
		match_free(match);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_found_in_any_order),
		cmocka_unit_test(places_are_marked),
	};
	return UNIT_RUN(tests);
}
