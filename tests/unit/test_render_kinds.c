/*
 * What authors' tools write, and what it means: the kinds of markup that real feeds have.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render_text.h"

#define PAGE "https://blog.example/post"

struct kind_case {
	const char *name, *html;
	size_t width;
	const char *want;
};

static struct render_doc *
doc_about(const char *html, enum text_type type, const char *title)
{
	struct text text = {.type = type, .base = (char[]){PAGE}};
	struct render_about about = {PAGE, title};
	text.text = (char *)(uintptr_t)html;
	return render_doc_new(&text, strlen(html), &about);
}

static void
check_type(const struct kind_case *cases, size_t n, enum text_type type, bool styles)
{
	bool failed = false;
	for (size_t i = 0; i < n; i++) {
		struct render_doc *doc = doc_about(cases[i].html, type, "The title");
		lay_out(doc, cases[i].width);
		char *text = doc_text(doc, styles);
		const char *fault = doc_fault(doc, cases[i].width);
		bool wrong = fault || strcmp(text, cases[i].want) != 0;
		if (wrong)
			print_message("# %s: %s\nwanted:\n%s\ngot:\n%s\n", cases[i].name,
				fault ? fault : "", cases[i].want, text);
		failed |= wrong;
		free(text);
		render_doc_free(doc);
	}
	assert_false(failed);
}

static void
check(const struct kind_case *cases, size_t n)
{
	check_type(cases, n, TEXT_HTML, false);
}

static void
empty_lines_part_paragraphs(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"a div with a br", "<div>a</div><div><br></div><div>b</div>", 20,
			"a\n\nb"},
		{"… and a span around it",
			"<div>a</div><div><span><br></span></div><div>b</div>", 20,
			"a\n\nb"},
		{"br behind a block", "<div>a</div><br><br>b", 20, "a\n\nb"},
		{"two br at the end of a block", "<div>a<br><br></div><div>b</div>", 20,
			"a\n\nb"},
		{"one br at the end of a block", "<div>a<br></div><div>b</div>", 20,
			"a\nb"},
		{"blanks that count", "<div>a</div><div>&nbsp;</div><div>b</div>", 20,
			"a\n\nb"},
		{"nothing that is seen", "<div>a</div><div>&#8203;</div><div>b</div>", 20,
			"a\n\nb"},
		{"… before a text", "<div>a</div><div>&#65279;b</div>", 20, "a\nb"},
		{"never two blank lines",
			"<div>a</div><div><br></div><div><br></div><p>b</p>", 20,
			"a\n\nb"},
		{"not in front of an item's text", "<ul><li><br>a</li></ul>", 20, "• a"},
		{"not at the start", "<div><br></div><div>a</div>", 20, "a"},
		{"not in cells", "<table><tr><td><br>a<td>b<tr><td>c<td>d</table>", 20,
			"a │ b\nc │ d"},
	};
	check(cases, COUNT_OF(cases));
}

static void
blanks_that_count_are_kept(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"indentation", "a<br>&nbsp;&nbsp;b<br>&nbsp; &nbsp; c", 20,
			"a\n  b\n    c"},
		{"in a paragraph of its own", "<p>&nbsp;&nbsp;&nbsp;a</p>", 20, "   a"},
		{"in a row", "x&nbsp;&nbsp;&nbsp;y", 20, "x   y"},
		{"none at the end", "a&nbsp;&nbsp;<br>b", 20, "a\nb"},
		{"real blanks before them are none", "a<br>  &nbsp; b", 20, "a\n  b"},
		{"a single one is an accident", "<p>&nbsp;a</p>", 20, "a"},
		{"… but not behind a line", "a<br>&nbsp;b", 20, "a\n b"},
		{"an ideographic blank is two", "<p>　　日本</p>", 20, "    日本"},
		{"a long chain breaks between words", "one&nbsp;two&nbsp;three&nbsp;four",
			10, "one two\nthree four"},
	};
	check(cases, COUNT_OF(cases));
}

static void
code_breaks_with_a_sign(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"behind a comma",
			"<pre>    call(one_argument, two_arguments, "
			"three_arguments)</pre>",
			40,
			"    call(one_argument,\n  ↪ two_arguments, three_arguments)"},
		{"at the last blank", "<pre>the quick brown fox jumps over</pre>", 20,
			"the quick brown fox\n↪ jumps over"},
		{"in a word only if there is nothing else",
			"<pre>abcdefghijklmnopqrstuvwxyz</pre>", 12,
			"abcdefghijkl\n↪ mnopqrstuv\n↪ wxyz"},
		{"deep indentation leaves room",
			"<pre>                abc def ghi jkl</pre>", 20,
			"                abc\n↪ def ghi jkl"},
		{"in a quote", "<blockquote><pre>aaaa bbbb cccc</pre></blockquote>", 12,
			"│ aaaa bbbb\n│ ↪ cccc"},
	};
	check(cases, COUNT_OF(cases));
}

/* Code and tables that are too wide use the room on both sides of the text. */
static void
wide_blocks_use_the_room(void **state)
{
	(void)state;
	static const struct {
		const char *html;
		size_t width, room, lines, left;
	} cases[] = {
		{"<pre>0123456789 0123456789 0123</pre>", 20, 40, 1, 0},
		{"<pre>0123456789 0123456789 0123456789 01</pre>", 20, 40, 1, 5},
		{"<pre>0123456789 0123456789 0123456789 0123456789</pre>", 20, 40, 2, 10},
		{"<p>0123456789 0123456789 0123</p>", 20, 40, 2, 0},
		{"<table><tr><td>0123456789<td>0123456789012<tr><td>a<td>b</table>", 20,
			40, 2, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc = doc_about(cases[i].html, TEXT_HTML, NULL);
		render_layout_start(doc, cases[i].width, cases[i].room);
		while (!render_layout_step(doc, SIZE_MAX, 0))
			;
		assert_null(doc_fault(doc, cases[i].room));
		assert_int_equal(render_lines_len(doc), cases[i].lines);
		assert_int_equal(render_line_at(doc, 0)->left, cases[i].left);
		render_doc_free(doc);
	}
}

static void
plain_text_keeps_its_shape(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"indentation", "a:\n\n    b\n      c", 20, "a:\n\n    b\n      c"},
		{"columns", "a   b\nc\td", 20, "a   b\nc       d"},
		{"tabs go by columns", "abc\td\nabcdefghij\tk", 20,
			"abc     d\nabcdefghij      k"},
		{"long lines hang below their first word", "  one two three four", 12,
			"  one two\n  three four"},
		{"quotes as well", "> one two three", 10, "> one two\n  three"},
		{"… and items below their text", "- one two three\n10. four five six", 12,
			"- one two\n  three\n10. four\n    five six"},
		{"… with other marks", "(a) one two three\n– four five six", 12,
			"(a) one two\n    three\n– four five\n  six"},
	};
	check_type(cases, COUNT_OF(cases), TEXT_PLAIN, false);
}

static void
tables_hold_what_cells_hold(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"lists and code",
			"<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td><pre>p\n "
			"q</pre>"
			"</table>",
			20, "a   │ b\n────┼───\n• x │ p\n• y │  q"},
		{"rules only beside high rows",
			"<table><tr><td>a<td>b<tr><td>c<td>d<tr><td><p>e<p>f<td>g</"
			"table>",
			20, "a │ b\nc │ d\n──┼──\ne │ g\n  │\nf │"},
		{"a cell over all columns is a line",
			"<table><tr><td>1<td>2<tr><td colspan=2>all of the line</table>",
			20, "1 │ 2\nall of the line"},
		{"… and as a head has no crossings",
			"<table><tr><th "
			"colspan=2>Head<tr><td>aa<td>bb<tr><td>c<td>d</table>",
			20, "Head\n───┬───\naa │ bb\nc  │ d"},
		{"a cell over some columns shares its need",
			"<table><tr><td colspan=2>one two three<td>x<tr><td>a<td>b<td>c"
			"<tr><td>d<td>e<td>f</table>",
			30, "one two three │ x\na     │ b     │ c\nd     │ e     │ f"},
		{"empty columns are left out",
			"<table><tr><td>a<td><td>b<tr><td>c<td>&nbsp;<td>d</table>", 20,
			"a │ b\nc │ d"},
		{"numbers stand right, with their head",
			"<table><tr><th>Town<th>People<tr><td>A<td>1,200<tr><td>B<td>n/a"
			"<tr><td>C<td>−7</table>",
			20,
			"Town │ People\n─────┼───────\nA    │  1,200\nB    │    n/a\n"
			"C    │     −7"},
		{"one word among numbers: left",
			"<table><tr><td>a<td>1<tr><td>b<td>two</table>", 20,
			"a │ 1\nb │ two"},
		{"what the source says of a row",
			"<table><tr align=right><td>a<td>b<tr><td>ccc<td>ddd</table>", 20,
			"  a │   b\nccc │ ddd"},
		{"too wide: records with names",
			"<table><tr><th>Name<th>Address<tr><td>aaaaaaaaaa<td>bbbbbbbbbb"
			"<tr><td>cc<td>dd</table>",
			20,
			"Name:    aaaaaaaaaa\nAddress: bbbbbbbbbb\n\nName:    "
			"cc\nAddress: dd"},
		{"lines of code in rows",
			"<table><tr><td class=lineno>1<td><pre>a</pre><tr><td "
			"class=lineno>2"
			"<td><pre>b</pre></table>",
			20, "a\n\nb"},
		{"numbers without a name for them",
			"<table><tr><td><pre>1\n2</pre><td><pre>x\ny</pre></table>", 20,
			"x\ny"},
		{"numbers of lines inside of code",
			"<pre><span class=lineno>1 </span>a\n<span class=lineno>2 "
			"</span>b</pre>",
			20, "a\nb"},
		{"a link around a table",
			"<a href=/x><table><tr><td>a<td>b<tr><td>c<td>d</table></a>", 20,
			"a │ b\nc │ d[1]"},
	};
	check(cases, COUNT_OF(cases));
}

static void
marks_say_what_they_mean(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"tasks in paragraphs",
			"<ul><li><p><input type=checkbox checked> a</p><li><p><input "
			"type=checkbox> b</p></ul>",
			20, "☑ a\n\n☐ b"},
		{"tasks with numbers", "<ol><li><input type=checkbox checked>a</ol>", 20,
			"1. ☑ a"},
		{"other fields are nothing", "a<input type=text value=x><input>b", 20,
			"ab"},
		{"raised words", "x<sup>ab</sup> x<sup>AB</sup> 2<sup>-1</sup>", 20,
			"xᵃᵇ x^(AB) 2⁻¹"},
		{"ordinals",
			"1<sup>st</sup> 2<sup>nd</sup> 1<sup>er</sup> 2<sup>ème</sup>",
			30, "1st 2nd 1er 2ème"},
		{"trade marks", "A<sup>TM</sup> B<sup>®</sup>", 20, "A™ B®"},
		{"with blanks", "x<sup>n + 1</sup>", 20, "xⁿ ⁺ ¹"},
		{"small print stands apart", "and<sup>see below</sup>", 20,
			"and see below"},
		{"small print stays", "<sup>see below for more</sup>", 30,
			"see below for more"},
		{"lowered", "x<sub>i</sub> CO<sub>2</sub> x<sub>Q</sub>", 30,
			"xᵢ CO₂ x_Q"},
		{"marked up in it", "x<sup><i>n</i>+1</sup>", 20, "xⁿ⁺¹"},
		{"citations", "word<sup>1,2</sup>.", 20, "word¹,²."},
		{"spelled out once",
			"<abbr title='World Wide Web'>WWW</abbr> <abbr title='World Wide "
			"Web'>WWW</abbr>",
			40, "WWW (World Wide Web) WWW"},
		{"GitHub's notes", "<blockquote><p>[!TIP]\nDo it.</p></blockquote>", 20,
			"│ Tip\n│ Do it."},
		{"… only at the start of a quote", "<p>[!TIP] x</p>", 20, "[!TIP] x"},
	};
	check(cases, COUNT_OF(cases));
}

static void
links_lead_where_they_say(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"a footnote", "Word<a href=#fn1>[1]</a>.", 20, "Word¹."},
		{"… by the item's own address",
			"Word<sup><a "
			"href='http://www.blog.example/post/#fn1'>2</a></sup>",
			20, "Word²"},
		{"… and its text", "<div><a href=#r1>1</a><div><p>Note.</p></div></div>",
			20, "1 Note."},
		{"a jump in a sentence", "See <a href=#s3>section 3</a>.", 20,
			"See section 3."},
		{"the place of another page", "<a href=/other#x>1</a>", 20, "1[1]"},
		{"a linked picture has one number", "<a href=/p><img src=/i alt=A></a>",
			20, "[image: A 1]"},
		{"… which words beside it share",
			"<a href=/p><img src=/i alt=A> more</a>", 20,
			"[image: A 1] more"},
		{"… unless they mislead",
			"<a href=http://evil.example><img src=/i alt=A>http://b.example"
			"</a>",
			60, "[image: A 1] http://b.example[1: evil.example]"},
		{"pictures in a row", "<img src=/1 alt=A><img src=/2 alt=B>", 30,
			"[image: A 1] [image: B 2]"},
		{"a picture and a word", "<img src=/1 alt=A>Word", 30,
			"[image: A 1] Word"},
		{"a picture that floats", "<img src=/1 alt=A align=left>Word", 30,
			"[image: A 1]\nWord"},
		{"an address in the text", "See http://a.example/x.", 40,
			"See http://a.example/x[1]."},
		{"… in brackets, across elements", "(<b>http://a.example/</b>)", 40,
			"(http://a.example/[1])"},
		{"… in quotes of print", "“http://a.example/x”", 40,
			"“http://a.example/x[1]”"},
		{"… but not in code", "<code>http://a.example/x</code>", 40,
			"http://a.example/x"},
		{"… nor in a link", "<a href=/x>http://blog.example/x</a>", 40,
			"http://blog.example/x[1]"},
		{"a block in a link in a paragraph", "<p><a href=/x><div>a</div></a>", 20,
			"a[1]"},
		{"… with bold words that go on", "<p><b>a<div>b</div></b>c", 20,
			"a\n\nb\nc"},
		{"permalinks are no text",
			"<h2>Head <a href=#x>¶</a></h2><h3><a class=headerlink "
			"href=/p#y>link</a>Sub</h3>",
			20, "Head\n\nSub"},
	};
	check(cases, COUNT_OF(cases));
}

static void
players_have_names_and_addresses(void **state)
{
	(void)state;
	static const struct {
		const char *src, *want, *url;
	} cases[] = {
		{"https://www.youtube.com/embed/abc?start=90", "[video: youtube.com 1]",
			"https://www.youtube.com/watch?v=abc&t=90"},
		{"https://www.youtube-nocookie.com/embed/abc?rel=0",
			"[video: youtube-nocookie.com 1]",
			"https://www.youtube.com/watch?v=abc"},
		{"//player.vimeo.com/video/12?h=1", "[video: player.vimeo.com 1]",
			"https://vimeo.com/12"},
		{"https://open.spotify.com/embed/episode/9",
			"[audio: open.spotify.com 1]",
			"https://open.spotify.com/episode/9"},
		{"https://tube.example/videos/embed/9", "[video: tube.example 1]",
			"https://tube.example/videos/embed/9"},
		{"https://maps.example/m", "[page: maps.example 1]",
			"https://maps.example/m"},
		{"https://player.twitch.tv/?channel=foo&parent=x",
			"[video: player.twitch.tv 1]", "https://www.twitch.tv/foo"},
		{"https://www.facebook.com/plugins/"
		 "video.php?href=https%3A%2F%2Fwww.facebook.com%2Fx",
			"[video: facebook.com 1]", "https://www.facebook.com/x"},
		{"https://platform.twitter.com/embed/Tweet.html?id=12",
			"[page: platform.twitter.com 1]",
			"https://twitter.com/i/status/12"},
		{"https://embed.podcasts.apple.com/us/podcast/x/id1?i=2",
			"[audio: embed.podcasts.apple.com 1]",
			"https://podcasts.apple.com/us/podcast/x/id1?i=2"},
		{"https://cdn.embedly.com/widgets/media.html?src=x&url="
		 "https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabc",
			"[video: youtube.com 1]", "https://www.youtube.com/watch?v=abc"},
		{"https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b",
			"[audio: w.soundcloud.com 1]", "https://soundcloud.com/a/b"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char html[200];
		snprintf(html, sizeof html, "a<iframe src='%s'></iframe>b", cases[i].src);
		struct render_doc *doc = doc_about(html, TEXT_HTML, NULL);
		lay_out(doc, 60);
		assert_int_equal(render_lines_len(doc), 3);
		assert_string_equal(
			render_line_text(render_line_at(doc, 1)), cases[i].want);
		assert_string_equal(render_link_at(doc, 0)->url, cases[i].url);
		render_doc_free(doc);
	}
}

static void
pictures_are_the_best_on_offer(void **state)
{
	(void)state;
	static const struct {
		const char *html, *url;
	} cases[] = {
		{"<img alt=a srcset='/s.jpg 480w, /m.jpg 1200w, /l.jpg 3000w'>",
			"/m.jpg"},
		{"<img alt=a srcset='/1.jpg, /2.jpg 2x'>", "/2.jpg"},
		{"<img alt=a srcset='/only.jpg'>", "/only.jpg"},
		{"<img alt=a srcset='/big.jpg 4000w'>", "/big.jpg"},
		{"<a href=/full.JPG?x><img src=/thumb.jpg alt=a></a>", "/full.JPG?x"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc = doc_about(cases[i].html, TEXT_HTML, NULL);
		lay_out(doc, 60);
		assert_int_equal(render_links_len(doc), 1);
		assert_string_equal(
			strchr(render_link_at(doc, 0)->url + 8, '/'), cases[i].url);
		assert_string_equal(render_link_at(doc, 0)->kind, "image");
		render_doc_free(doc);
	}
}

static void
what_is_said_once_is_shown_once(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"the title", "<h1>The Title!</h1><p>a", 20, "a"},
		{"… as a link", "<h2><a href=/x>The title</a></h2><p>a", 20, "a"},
		{"another heading stays", "<h1>Title</h1><p>a", 20, "Title\n\na"},
		{"a later one stays", "<p>a</p><h2>The title</h2>", 20,
			"a\n\n\nThe title"},
		{"a picture of the title", "<img src=/2 alt='The title'>", 20,
			"[image 1]"},
		{"a caption",
			"<figure><img src=/2 alt='A cat'><figcaption>A "
			"cat.</figcaption></figure>b",
			30, "[image: A cat 1]\n\nb"},
		{"preheaders",
			"<div style='font-size:0px'>x</div><span "
			"style='opacity:0'>y</span><div style='max-height:0px'>z</div>a",
			20, "a"},
		{"… but no columns without gaps",
			"<div style='font-size:0'><div "
			"style='font-size:14px'>a</div></div>",
			20, "a"},
		{"escaped twice", "&lt;p&gt;a &amp;amp; b&lt;/p&gt;&lt;p&gt;c&lt;/p&gt;",
			20, "a & b\n\nc"},
		{"… but not what is about markup", "<p>Use &lt;b&gt; or &lt;i&gt;", 20,
			"Use <b> or <i>"},
		{"a small picture of a character",
			"a <img class=wp-smiley alt=':)' style='height: 1em' src=/x>", 20,
			"a :)"},
		{"the size of a copy in its name", "<img src=/harbour-300x200.jpg>", 30,
			"[image: harbour 1]"},
		{"buttons for sharing",
			"a<a href='http://feeds.feedburner.com/~ff/x?a=1'><img "
			"src='http://feeds.feedburner.com/~ff/x?d=2'></a>",
			20, "a"},
	};
	check(cases, COUNT_OF(cases));
}

static void
styles_in_attributes_count(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"bold", "<span style='font-weight: 600'>a</span>", 20, "<b>a<>"},
		{"not bold", "<b style='font-weight:normal'>a</b>", 20, "a"},
		{"italic", "<i>a</i><span style='font-style:oblique'>b</span>", 20,
			"<i>ab<>"},
		{"struck out", "<span style='text-decoration: line-through'>a</span>", 20,
			"<s>a<>"},
		{"under and through",
			"<span style='text-decoration: underline line-through'>a</span>",
			20, "<us>a<>"},
		{"highlighted", "<mark>a</mark>", 20, "<h>a<>"},
		{"centred", "<p align=center>ab</p>", 20, "         ab"},
		{"headings differ", "<h1>a</h1><h2>b</h2><h3>c</h3>", 20,
			"<bH1>a<>\n\n<bH2>b<>\n\n<bH>c<>"},
		{"code in headings", "<h3>a <code>b</code></h3>", 20, "<bH>a <><bcH>b<>"},
		{"lists", "<ul style='list-style:none'><li>a<li>b</ul>", 20, "a\nb"},
		{"letters", "<ul style='list-style-type:upper-alpha'><li>a</ul>", 20,
			"<m>A.<> a"},
	};
	check_type(cases, COUNT_OF(cases), TEXT_HTML, true);
}

static void
formulas_are_text(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"Greek", "$\\alpha \\leq \\beta_{12}$", 30, "α ≤ β₁₂"},
		{"fractions", "\\(\\frac{a+b}{c}\\)", 30, "(a+b)/c"},
		{"roots", "$\\sqrt{x} + \\sqrt{a b}$", 30, "√x + √(a b)"},
		{"text", "$x_{\\text{max}}$ and $n$", 30, "xₘₐₓ and n"},
		{"accents", "$\\hat{x}$", 30, "x\xcc\x82"},
		{"what is not understood stays whole", "$\\foo{x}$ $\\alpha \\bar", 30,
			"$\\foo{x}$ $\\alpha \\bar"},
		{"money is none", "It costs $5 or $10, not $x.", 40,
			"It costs $5 or $10, not $x."},
		{"code is none", "<code>$x^2$</code>", 30, "$x^2$"},
		{"brackets of displays", "\\[E = mc^2\\]", 30, "E = mc²"},
		{"MathML",
			"<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</"
			"mn>"
			"<mn>2</mn></mfrac></math>",
			30, "x² = 1/2"},
		{"MathML with its TeX",
			"<math alttext='{\\displaystyle \\pi r^{2}}'><mi>z</mi></math>",
			30, "π r²"},
		{"MathML with TeX that is not understood",
			"<math alttext='\\foo'><mi>z</mi></math>", 30, "\\foo"},
		{"a fraction beside an operator",
			"<math><mo>±</mo><msqrt><mi>d</mi></msqrt><mi>x</mi></math>", 30,
			"±√d x"},
		{"MathML without an end", "<math><mi>x</mi>", 30, "x"},
	};
	check(cases, COUNT_OF(cases));
}

static void
writing_keeps_its_letters(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"Persian", "می\xe2\x80\x8cخواهم", 20, "می\xe2\x80\x8cخواهم"},
		{"no joiner between Latin letters",
			"a\xe2\x80\x8d"
			"b",
			20, "ab"},
		{"no joiner at a word's end", "می\xe2\x80\x8c و", 20, "می و"},
		{"soft hyphens", "Donau&shy;dampf&shy;schiff", 12, "Donaudampf-\nschiff"},
		{"… show nothing where they are not needed", "Do&shy;nau", 12, "Donau"},
		{"places to break", "aaaaaa<wbr>bbbbbb&#8203;cccccc", 14,
			"aaaaaabbbbbb\ncccccc"},
	};
	check(cases, COUNT_OF(cases));
}

/* What programs write for the same, each in its own way. */
static void
programs_have_habits(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"numbers that are not for copying",
			"<pre><span style=\"user-select:none\">1 </span>a\n<span "
			"style=\"user-select:none\">2 </span>  b</pre>",
			20, "a\n  b"},
		{"… and others stay", "<pre><span>1</span> a</pre>", 20, "1 a"},
		{"lines of GitHub",
			"<table><tr><td class=blob-num></td><td class=blob-code>a {</td>"
			"<tr><td class=blob-num></td><td class=blob-code>    "
			"b</td></table>",
			20, "a {\n    b"},
		{"numbered lines of Prettify",
			"<pre><ol class=linenums><li>a</li><li>  b</li></ol></pre>", 20,
			"a\n  b"},
		{"boxes by role",
			"<ul><li role=checkbox aria-checked=true>a<li role=checkbox "
			"aria-checked=false>b</ul>",
			20, "☑ a\n☐ b"},
		{"boxes of Notion",
			"<ul><li><div class=\"checkbox checkbox-on\"></div> "
			"a</li><li><div "
			"class=\"checkbox checkbox-off\"></div> b</li></ul>",
			20, "☑ a\n☐ b"},
		{"boxes of Discourse",
			"<p><span class=\"chcklst-box checked\"></span> a<br><span "
			"class=chcklst-box></span> b</p>",
			20, "☑ a\n☐ b"},
		{"boxes that show and hide are none",
			"a<input type=checkbox class=margin-toggle><span>b</span>", 20,
			"ab"},
		{"words for listeners",
			"<ul><li><input type=checkbox><span class=sr-only>▢ </span>a</ul>"
			"<h2 class=sr-only>Notes</h2>",
			20, "☐ a\n\n\nNotes"},
		{"notes by class",
			"<div class=markdown-alert><p class=markdown-alert-title>Tip</p>"
			"<p>a</p></div>",
			20, "│ Tip\n│\n│ a"},
	};
	check(cases, COUNT_OF(cases));
}

static void
what_serves_pages_is_left_out(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"buttons of a wiki",
			"<h2>Head<span class=mw-editsection>[<a href=/e>edit</a>]</span>"
			"</h2>",
			20, "Head"},
		{"permalinks in brackets", "<h2>Head <a href=#x>[#]</a></h2>", 20,
			"Head"},
		{"… in words", "<h2>Head <a href=#x>(permalink)</a></h2>", 20, "Head"},
		{"… of terms", "<dl><dt>f()<a class=headerlink href=#f>¶</a></dl>", 20,
			"f()"},
		{"… but not a language", "<h2>C <a href=/csharp>#</a></h2>", 20,
			"C #[1]"},
		{"a summary that is a heading",
			"<details><summary><h3>More</h3></summary>a</details>", 20,
			"More\n\na"},
		{"a paragraph in a link in one",
			"<ul><li><p><a href=/x><p>a</p></a></ul>", 20, "• a[1]"},
		{"… but not behind words", "<p><a href=/x>a<p>b</p></a>", 20,
			"a[1]\n\nb"},
		{"two notes of GitHub",
			"<blockquote><p>[!NOTE]<br>a</blockquote><blockquote><p>[!TIP]"
			"</blockquote>",
			20, "│ Note\n│ a\n\n│ Tip"},
		{"notes of Obsidian", "<blockquote><p>[!tip]- Title<br>a</blockquote>",
			20, "│ Tip\n│ Title\n│ a"},
		{"the end of a paragraph that had ended", "<p>a<div>b</div>c</p>d", 20,
			"a\n\nb\nc\n\nd"},
		{"… in items", "<ul><li>a</p><li>b</p></ul>", 20, "• a\n• b"},
		{"one head for a part of the rows",
			"<table><tr><th>a<th>b<tr><th "
			"colspan=2>Part<tr><td>c<td>d</table>",
			20, "a │ b\n──┴──\nPart\nc │ d"},
		{"spelled out by an old element",
			"<acronym title='Cascading Style Sheets'>CSS</acronym>", 30,
			"CSS (Cascading Style Sheets)"},
		{"hidden by a box of a pixel",
			"<div style=\"width:1px;height:1px;overflow:hidden\">x</div><div "
			"style=\"font-size:.1px\">y</div>a",
			20, "a"},
		{"words that say nothing of a picture",
			"<img src=/harbour.jpg alt=image> <img src=/1.jpg alt=' '>", 40,
			"[image: harbour 1] [image 2]"},
		{"escaped twice, with an address",
			"<div>&lt;img src=\"/a.jpg\" alt=\"A\"&gt;&lt;br&gt;b</div>", 20,
			"[image: A 1]\nb"},
	};
	check(cases, COUNT_OF(cases));
}

static void
notes_and_formulas_by_other_programs(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"brackets around a footnote's link",
			"a<sup>[<a href=#n>1</a>]</sup> b<sup>[cite]</sup>", 20,
			"a¹ b[cite]"},
		{"brackets of the text", "a [<a href=#n>1</a>], (<a href=#m>2</a>)", 20,
			"a [1], (2)"},
		{"two footnotes are not one number",
			"a<sup><a href=#n>1</a></sup><sup><a href=#m>2</a></sup>", 20,
			"a¹,²"},
		{"a quotient of sums",
			"<math><mfrac><mrow><mi>a</mi><mo>±</mo><msqrt><mi>b</mi><mo>−</"
			"mo>"
			"<mi>c</mi></msqrt></mrow><mi>d</mi></mfrac></math>",
			20, "(a±√(b−c))/d"},
		{"a product with brackets", "$\\frac{n(n+1)}{2}$", 20, "n(n+1)/2"},
		{"other fences",
			"<math><mfenced open=\"[\" "
			"close=\"]\"><mi>a</mi></mfenced></math>",
			20, "[a]"},
		{"states, and fonts switched on",
			"$\\ket{0}$, $\\bra{\\phi}$, $\\mathcal{L}_{\\rm int}$, "
			"$a \\bmod b$",
			40, "|0⟩, ⟨φ|, Lᵢₙₜ, a mod b"},
		{"degrees", "20$^{\\circ}$C", 20, "20°C"},
		{"pictures of formulas",
			"<img class=\"mwe-math-fallback-image-inline\" src=/x.svg "
			"alt=\"{\\displaystyle E=mc^{2}}\">",
			20, "E=mc²"},
		{"a formula and what scripts replace",
			"<span class=MathJax_Preview>x^2</span><script "
			"type=\"math/tex\">x^2</script>",
			20, "x²"},
		{"Malayalam", "അവന്\xe2\x80\x8d, ന്\xe2\x80\x8d", 20,
			"അവന്\xe2\x80\x8d, ന്\xe2\x80\x8d"},
	};
	check(cases, COUNT_OF(cases));
}

static void
what_was_escaped_twice_is_decoded(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"with a paragraph around each",
			"<p>&lt;p&gt;a&lt;/p&gt;</p><p>&lt;p&gt;b&lt;/p&gt;</p>", 20,
			"a\n\nb"},
		{"with breaks around it",
			"<br>&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;<br>", 20, "a\n\nb"},
		{"with an address in the middle",
			"<p>&lt;b&gt;a&lt;/b&gt; and &lt;a "
			"href=\"/x\"&gt;b&lt;/a&gt;.</p>",
			20, "a and b[1]."},
		{"references alone", "it&amp;rsquo;s 5 &amp;#8211; 6, caf&amp;eacute;",
			20, "it’s 5 – 6, café"},
		{"… but not signs of markup", "AT&amp;amp;T &amp;lt; x", 30,
			"AT&amp;T &lt; x"},
		{"what is about elements",
			"Use &lt;script&gt; and &lt;div&gt;, not &lt;table&gt;.", 40,
			"Use <script> and <div>, not <table>."},
		{"… even if it begins so", "<p>&lt;p&gt; is ended by &lt;/p&gt; here.",
			40, "<p> is ended by </p> here."},
		{"code is meant so", "<pre>&lt;p&gt;a&lt;/p&gt;</pre>", 20, "<p>a</p>"},
	};
	check(cases, COUNT_OF(cases));
}

static void
captions_are_said_once(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"of Blogger",
			"<table class=tr-caption-container><tr><td><img src=/a alt='A "
			"bridge'></td></tr><tr><td class=tr-caption>A bridge</td></tr>"
			"</table>",
			30, "[image: A bridge 1]"},
		{"in other letters",
			"<figure><img src=/a "
			"alt=Café><figcaption>CAFÉ</figcaption></figure>",
			30, "[image: Café 1]"},
		{"before the picture",
			"<figure><figcaption>A boat</figcaption><img src=/a alt='A boat'>"
			"</figure>",
			30, "A boat\n[image 1]"},
		{"signs beside a picture",
			"<img src=/a alt=A>“b” <img src=/b alt=B>, <img src=/c alt=C>(d)",
			60, "[image: A 1] “b” [image: B 2], [image: C 3] (d)"},
	};
	check(cases, COUNT_OF(cases));
}

#define LONG "some words that are long enough to be kept back from the tree"

static void
narrow_tables_lose_no_head(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"over all columns",
			"<table><tr><th colspan=2>Results<tr><th>Name<th>Address<tr><td>"
			"aaaaaaaaaa<td>bbbbbbbbbb</table>",
			20, "Results\n\nName:    aaaaaaaaaa\nAddress: bbbbbbbbbb"},
		{"over some",
			"<table><tr><th rowspan=2>Name<th colspan=2>Both "
			"places<tr><th>From"
			"<th>To<tr><td>aaaaaaaaaa<td>bbbbbbbbbb<td>cccccccccc</table>",
			20,
			"Both places\n\nName: aaaaaaaaaa\nFrom: bbbbbbbbbb\n"
			"To:   cccccccccc"},
		{"of rows",
			"<table><tr><th>Name<td>aaaaaaaaaaaaaa<tr><th>Town<td>bb</table>",
			20, "Name: aaaaaaaaaaaaaa\nTown: bb"},
	};
	check(cases, COUNT_OF(cases));
}

/* Longer texts do not go through the tree; that must not show. */
static void
long_texts_are_as_short_ones(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"with references", LONG " &amp; &lt;b&gt;" LONG, 200,
			LONG " & <b>" LONG},
		{"with elements", "<p>" LONG "<b> b </b>" LONG "</p><p>" LONG "</p>", 200,
			LONG " b " LONG "\n\n" LONG},
		{"white space around them", "<pre>\n\n  " LONG "\n a</pre>", 80,
			"  " LONG "\n a"},
		{"marks of private use",
			"\xef\xa3\xbf"
			"0\xef\xa3\xbf " LONG,
			80,
			"\xef\xa3\xbf"
			"0\xef\xa3\xbf " LONG},
		{"… as references", "&#xF8FF;0&#63743; " LONG, 80,
			"\xef\xa3\xbf"
			"0\xef\xa3\xbf " LONG},
		{"moved out of a table", "<table><tr>" LONG "<td>a</table>", 80,
			LONG "\n\na"},
	};
	check(cases, COUNT_OF(cases));
}

/* Jumps know where they lead, and back. */
static void
jumps_lead_to_places(void **state)
{
	(void)state;
	static const char html[] = "<p id=a>One<a href=#n>1</a></p><p>two</p>"
				   "<p id=n>Note <a href=#a>↩</a> <a href=#no>?</a></p>";
	struct render_doc *doc = doc_about(html, TEXT_HTML, NULL);
	lay_out(doc, 40);
	assert_int_equal(render_links_len(doc), 0);
	assert_int_equal(render_jumps_len(doc), 3);
	assert_int_equal(render_line_of(doc, render_jump_at(doc, 0).to), 4);
	assert_int_equal(render_line_of(doc, render_jump_at(doc, 1).to), 0);
	assert_int_equal(render_jump_at(doc, 2).to, RENDER_NOWHERE);
	render_doc_free(doc);
}

/* <details> is folded where somebody can unfold it. */
static void
details_are_folded(void **state)
{
	(void)state;
	static const char html[] =
		"<details><summary>More</summary><p>a<details><summary>Even "
		"more</summary><p>b</details></details><details open><summary>Open"
		"</summary>c</details><details>d</details>e";
	struct text text = {.type = TEXT_HTML, .text = (char *)(uintptr_t)html};
	const struct render_about about = {.folds = true};
	static const struct {
		int fold;
		const char *want;
	} steps[] = {{-1, "▸ More\n\nOpen\nc\n\nd\n\ne"},
		{1, "▾ More\n\na\n\n▸ Even more\n\nOpen\nc\n\nd\n\ne"},
		{0, "▾ More\n\na\n\n▾ Even more\n\nb\n\nOpen\nc\n\nd\n\ne"},
		{1, "▸ More\n\nOpen\nc\n\nd\n\ne"}};
	struct render_doc *doc = render_doc_new(&text, sizeof html - 1, &about);
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		if (steps[i].fold >= 0)
			assert_true(render_fold(doc, (uint16_t)steps[i].fold));
		lay_out(doc, 40);
		char *lines = doc_text(doc, false);
		assert_null(doc_fault(doc, 40));
		assert_string_equal(lines, steps[i].want);
		free(lines);
	}
	assert_int_equal(render_jumps_len(doc), 2);
	assert_int_equal(render_jump_at(doc, 0).fold, 1);
	render_doc_free(doc);
}

/* Times of an episode are jumps where they cannot be something else. */
static void
times_of_episodes_are_jumps(void **state)
{
	(void)state;
	static const struct {
		const char *html;
		int64_t plays;
		const char *want; /* the words and milliseconds of each */
	} cases[] = {{"<p>At [12:42] Ada, (1:02:03).</p>", INT64_MAX,
			     "[12:42] 762000, (1:02:03) 3723000, "},
		{"<p>00:00 Intro<br>• 5:00, Yeast<br/>- 6:00-7:00</p>", INT64_MAX,
			"00:00 0, 5:00 300000, 6:00 360000, "},
		{"<ul><li>1:00 a</li><li><b>2:00</b> b</li></ul>", INT64_MAX,
			"1:00 60000, 2:00 120000, "},
		{"<p>[1:00] [1:01]</p>", 60000, "[1:00] 60000, "},
		{"<p>At 12:42, or at 1:02:03; 2:1 [12:42 [1:70] [x1:10]</p>", INT64_MAX,
			""},
		{"<p>20:15h 1:00pm</p><pre>1:00</pre><code>2:00</code>", INT64_MAX, ""},
		{"<p>[1:00] <a href=\"http://a.example/\">2:00</a></p>", 0, ""},
		{"<p><a href=\"http://a.example/\">2:00</a> "
		 "[1:00], http://b.example/</p>",
			INT64_MAX, "[1:00] 60000, "}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct text text = {
			.type = TEXT_HTML, .text = (char *)(uintptr_t)cases[i].html};
		const struct render_about about = {.plays = cases[i].plays};
		struct render_doc *doc =
			render_doc_new(&text, strlen(cases[i].html), &about);
		struct buf got = BUF_INIT(0);
		size_t len;
		lay_out(doc, 40);
		assert_null(doc_fault(doc, 40));
		const char *shown = render_text(doc, &len);
		for (size_t n = 0; n < render_jumps_len(doc); n++) {
			struct render_jump jump = render_jump_at(doc, n);
			buf_add(&got, shown + jump.at, jump.end - jump.at);
			buf_addf(&got, " %d, ", (int)jump.time);
		}
		assert_string_equal(buf_str(&got), cases[i].want);
		buf_done(&got);
		render_doc_free(doc);
	}
}

/* The same meanings in other disguises. */
static void
siblings_mean_the_same(void **state)
{
	(void)state;
	static const struct kind_case cases[] = {
		{"raised by style",
			"x<span style=\"vertical-align:super\">2</span>, "
			"H<small style=\"vertical-align: sub\">2</small>O",
			40, "x², H₂O"},
		{"blanks are kept by style",
			"<div style=\"white-space: pre-wrap\">a\n  b   c\nd</div>", 40,
			"a\n  b   c\nd"},
		{"only ends of lines are",
			"<div style=\"white-space: pre-line\">a\n  b   c\nd</div>", 40,
			"a\nb c\nd"},
		{"hidden by a pixel",
			"<div "
			"style=\"line-height:1px;font-size:1px\">Preview</div><p>a</p>",
			40, "a"},
		{"a permalink in boxes",
			"<h2>Head <a href=\"#h\"><span><b>🔗</b></span></a></h2><p>a</p>",
			40, "Head\n\na"},
		{"characters as pictures",
			"<p>Well <img src=\"1f600.png\" alt=\"😀\" width=16> done</p>", 40,
			"Well 😀 done"},
		{"pictures that scripts load",
			"<img src=\"data:image/gif;base64,x\" "
			"data-srcset=\"/s.jpg 300w, /l.jpg 900w\">",
			40, "[image: l 1]"},
		{"old addresses of films",
			"<embed src=\"https://www.youtube.com/v/AbC?fs=1\">", 40,
			"[video: youtube.com 1]"},
		{"other players",
			"<iframe src=\"https://archive.org/embed/a_film\"></iframe>", 40,
			"[video: archive.org 1]"},
		{"formulas: limits",
			"<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn>"
			"</mrow><mi>n</mi></munderover></math>, $\\sum_{i = 1}^n$",
			40, "∑ᵢ₌₁ⁿ, ∑ᵢ₌₁ⁿ"},
		{"formulas: accents",
			"<math><mover><mi>x</mi><mo>^</mo></mover></math> "
			"<math><mover><mi>v</mi><mo>→</mo></mover></math>",
			40, "x\u0302 v\u20d7"},
		{"formulas: fences",
			"<math><mi>f</mi><mfenced><mi>a</mi><mi>b</mi></mfenced></math>",
			40, "f(a, b)"},
		{"addresses in brackets", "<p>[embed]https://youtu.be/a[/embed]</p>", 60,
			"[embed]https://youtu.be/a[1][/embed]"},
	};
	check(cases, COUNT_OF(cases));
}

static void
addresses_are_those_for_people(void **state)
{
	(void)state;
	static const struct {
		const char *html, *url;
	} cases[] = {
		{"<img src=\"data:image/gif;base64,x\" "
		 "data-srcset=\"/s.jpg 300w, /l.jpg 900w\">",
			"https://blog.example/l.jpg"},
		{"<embed src=\"https://www.youtube.com/v/AbC?fs=1\">",
			"https://www.youtube.com/watch?v=AbC"},
		{"<iframe src=\"https://archive.org/embed/a_film\"></iframe>",
			"https://archive.org/details/a_film"},
		{"<p>[embed]https://youtu.be/a[/embed]</p>", "https://youtu.be/a"},
		{"<p>see [https://a.example/b]</p>", "https://a.example/b"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc = doc_about(cases[i].html, TEXT_HTML, NULL);
		lay_out(doc, 60);
		assert_int_equal(render_links_len(doc), 1);
		assert_string_equal(render_link_at(doc, 0)->url, cases[i].url);
		render_doc_free(doc);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_lines_part_paragraphs),
		cmocka_unit_test(blanks_that_count_are_kept),
		cmocka_unit_test(code_breaks_with_a_sign),
		cmocka_unit_test(wide_blocks_use_the_room),
		cmocka_unit_test(plain_text_keeps_its_shape),
		cmocka_unit_test(tables_hold_what_cells_hold),
		cmocka_unit_test(marks_say_what_they_mean),
		cmocka_unit_test(links_lead_where_they_say),
		cmocka_unit_test(players_have_names_and_addresses),
		cmocka_unit_test(pictures_are_the_best_on_offer),
		cmocka_unit_test(what_is_said_once_is_shown_once),
		cmocka_unit_test(styles_in_attributes_count),
		cmocka_unit_test(formulas_are_text),
		cmocka_unit_test(writing_keeps_its_letters),
		cmocka_unit_test(programs_have_habits),
		cmocka_unit_test(what_serves_pages_is_left_out),
		cmocka_unit_test(notes_and_formulas_by_other_programs),
		cmocka_unit_test(what_was_escaped_twice_is_decoded),
		cmocka_unit_test(captions_are_said_once),
		cmocka_unit_test(narrow_tables_lose_no_head),
		cmocka_unit_test(long_texts_are_as_short_ones),
		cmocka_unit_test(jumps_lead_to_places),
		cmocka_unit_test(details_are_folded),
		cmocka_unit_test(times_of_episodes_are_jumps),
		cmocka_unit_test(siblings_mean_the_same),
		cmocka_unit_test(addresses_are_those_for_people),
	};
	return UNIT_RUN(tests);
}
