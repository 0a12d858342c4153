#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"
#include "render/changes.h"
#include "unit.h"

static const struct {
	const char *old, *new, *wanted;
} cases[] = {
	{"<p>One two three.</p>", "<p>One two three.</p>", "<p>One two three. </p>\n"},
	{"<p>One two three.</p>", "<p>One 2 three.</p>",
		"<p>One <span>[-two-]</span> <ins>{+2+}</ins> three. </p>\n"},
	{"<p>One two</p>", "<p>One</p>", "<p>One <span>[-two-]</span> </p>\n"},
	{"<p>One</p>", "<p>One</p><p>More &amp; more</p>",
		"<p>One </p>\n<p><ins>{+More &amp; more+}</ins> </p>\n"},
	{"<p>Gone</p><p>Stays</p>", "<p>Stays</p>",
		"<p><span>[-Gone-]</span> Stays </p>\n"},
	{"<p>a b c d e</p>", "<p>x b c y e z</p>",
		"<p><span>[-a-]</span> <ins>{+x+}</ins> b c <span>[-d-]</span> "
		"<ins>{+y+}</ins> e <ins>{+z+}</ins> </p>\n"},
	{"", "<p>New</p>", "<p><ins>{+New+}</ins> </p>\n"},
	{"<p><b>Bold</b> &lt;x&gt;</p>", "<p>Bold <i>&lt;x&gt;</i></p>",
		"<p>Bold &lt;x> </p>\n"},
};

static void
words_are_compared(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		const struct text old = {
			(char *)(uintptr_t)cases[i].old, TEXT_HTML, NULL};
		const struct text new = {
			(char *)(uintptr_t)cases[i].new, TEXT_HTML, NULL};
		render_changes(&old, &new, NULL, &out);
		assert_string_equal(buf_str(&out), cases[i].wanted);
		buf_done(&out);
	}
}

/* Numbers are the same here, and are written as the new text has them. */
static struct span
number_key(struct span word, struct span next)
{
	(void)next;
	return str_digit((unsigned char)*word.p) ? (struct span){"", 0} : word;
}

static void
keys_are_compared(void **state)
{
	(void)state;
	struct buf out = BUF_INIT(0);
	const struct text old = {(char *)(uintptr_t) "1 a 2 b\n3", TEXT_PLAIN, NULL};
	const struct text new = {(char *)(uintptr_t) "4 a 5 c\n6", TEXT_PLAIN, NULL};
	render_changes(&old, &new, number_key, &out);
	assert_string_equal(buf_str(&out),
		"<p>4 a 5 <span>[-b-]</span> <ins>{+c+}</ins> </p>\n<p>6 </p>\n");
	buf_done(&out);
}

/* Texts that have nothing in common are not compared for ever. */
static void
long_texts_end(void **state)
{
	(void)state;
	struct buf a = BUF_INIT(0), b = BUF_INIT(0), out = BUF_INIT(0);
	for (int i = 0; i < 20000; i++) {
		buf_addf(&a, "a%d ", i);
		buf_addf(&b, "b%d ", i);
	}
	const struct text old = {a.data, TEXT_PLAIN, NULL};
	const struct text new = {b.data, TEXT_PLAIN, NULL};
	render_changes(&old, &new, NULL, &out);
	assert_non_null(strstr(buf_str(&out), "[-a0 a1"));
	assert_non_null(strstr(buf_str(&out), "b19999+}"));
	buf_done(&a);
	buf_done(&b);
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_compared),
		cmocka_unit_test(keys_are_compared),
		cmocka_unit_test(long_texts_end),
	};
	return UNIT_RUN(tests);
}
