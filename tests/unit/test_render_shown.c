/*
 * No text vanishes without a trace: whatever "<", "&" and quotes are in a source, all
 * letters that a browser shows of it are shown.
 */
#include "config.h"

#include "tests/unit/unit.h"

#include "tests/unit/browser_text.h"
#include "tests/unit/render_text.h"

#define TEXTS 30000
#define WIDTH 60

static void
what_browsers_show_is_shown(void **state)
{
	(void)state;
	uint32_t seed = 1;
	struct buf source = BUF_INIT(0), want = BUF_INIT(0), got = BUF_INIT(0);
	for (size_t i = 0; i < TEXTS; i++) {
		browser_random(&source, &seed);
		buf_clear(&want);
		buf_clear(&got);
		browser_letters(&want, source.data, source.len);
		struct render_doc *doc = doc_of(source.data, source.len, TEXT_HTML);
		lay_out(doc, WIDTH);
		char *text = doc_text(doc, false);
		browser_add_letters(&got, text);
		if (!browser_all_there(buf_str(&want), buf_str(&got)))
			fail_msg("text %zu: %s\n  a browser shows %s\n  we show %s", i,
				source.data, want.data, text);
		free(text);
		render_doc_free(doc);
	}
	buf_done(&source);
	buf_done(&want);
	buf_done(&got);
}

/* What a browser loses, too: an opening that never ends takes nothing with it. */
static void
what_never_ends_is_text(void **state)
{
	(void)state;
	static const struct {
		const char *source, *want;
	} cases[] = {
		{"a <title> b", "a <title> b"},
		{"a <textarea> b", "a <textarea> b"},
		{"a <script> b", "a <script> b"},
		{"a <style type='x'> b", "a <style type='x'> b"},
		{"a <b", "a <b"},
		{"a <b c d", "a <b c d"},
		{"a </b c d", "a </b c d"},
		{"a <b c='d e", "a <b c='d e"},
		{"a <! b", "a <! b"},
		{"a <!' b> c", "a <!' b> c"},
		{"a <? b", "a <? b"},
		{"x<y, <b>c</b>", "x<y, c"},
		{"a<b, then <i>c</i>", "a<b, then c"},
		{"see <a href=\"https://x/>here</a> and <i>more</i>",
			"see here[1] and more"},
		{"see <a href='x>here</a> and more", "see here[1] and more"},
		/* the end quote is missing, but another quote comes */
		{"see <a href=\"https://x/>here</a>, <a href=\"https://y/\">there</a> c",
			"see here[1], there[2] c"},
		{"see <a href='https://x/>here</a>. It's <i>more</i>",
			"see here[1]. It's more"},
		{"<p class=\"a>b <script>c</p><p class=\"d\">e</p>", "b <script>c\n\ne"},
		{"<img alt=\"a > b\"> <i title='c>d'/>e", "[image: a > b] e"},
		{"see <img src=\"a, all</p><p>and <i>more</i>",
			"see <img src=\"a, all\n\nand more"},
		{"<p>a <?php b</p>c", "a <?php b\n\nc"},
		{"a <?xml:namespace prefix=o /> b <!DOCTYPE c> d", "a b d"},
		{"a <video> b", "a b"},
		{"a <audio> b <video>c</video> d", "a b d"},
		{"<video>a</video><video>b</video> c<video> d", "c d"},
		{"mail <me@s.org>, <b>see</b> <https://s/a> c",
			"mail <me@s.org>, see <https://s/a[1]> c"},
		/* what ends is what it is */
		{"a<![if !lists]>b<![endif]>c", "abc"},
		{"a <title>b</title> c", "a c"},
		{"a <!-- b --> c <!-- d", "a c"},
		{"a <!-- b <!-- c", "a"},
		{"a <b title='c <!-- d'>e</b> f", "a e f"},
		{"a <!-- b --!> c", "a c"},
		{"a <script>b</script> c <script> d", "a c <script> d"},
		{"<a href='x' title='a > b'>c</a> d", "c[1] d"},
		/* halves of a surrogate pair, by references */
		{"&#55356;&#57137; &#xD83C;&#xdf31;", "🌱 🌱"},
		{"&#55356; &#65;&#57137;", "\xef\xbf\xbd A\xef\xbf\xbd"},
		/* styles that keep lines */
		{"<p style='white-space: pre-wrap'>a\nb  c</p>d\ne", "a\nb  c\n\nd e"},
		{"<div style=\"white-space:pre-line;color:red\">a\nb</div>", "a\nb"},
		{"<div style='white-space: break-spaces'>a\n\nb</div>", "a\n\nb"},
		{"<div style='white-space:pre'>a  b\n c</div>", "a  b\n c"},
		{"<div style='white-space: pre-line'>a\n<span "
		 "style='white-space:normal'>b\nc</span>\nd</div>",
			"a\nb c\nd"},
		{"<div style='white-space: nowrap'>a\nb</div>", "a b"},
		{"<div style='white-space-collapse: preserve'>a\nb</div>", "a\nb"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *source = cases[i].source;
		struct render_doc *doc = doc_of(source, strlen(source), TEXT_HTML);
		lay_out(doc, WIDTH);
		char *text = doc_text(doc, false);
		if (strcmp(text, cases[i].want) != 0)
			fail_msg("%s\n  wanted %s\n  got    %s", source, cases[i].want,
				text);
		free(text);
		render_doc_free(doc);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_browsers_show_is_shown),
		cmocka_unit_test(what_never_ends_is_text),
	};
	return UNIT_RUN(tests);
}
