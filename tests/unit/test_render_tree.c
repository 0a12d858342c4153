/*
 * Trees of sanitized HTML, as the HTML standard's section 13.2.6 has them: tables whose
 * parts are missing, what is moved out of them, and references.
 */
#include "config.h"

#include "unit.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "render/sanitize.h"
#include "render/tree.h"

static void
write_node(struct buf *out, const GumboNode *node)
{
	if (node->type == GUMBO_NODE_WHITESPACE || node->type == GUMBO_NODE_TEXT ||
		node->type == GUMBO_NODE_COMMENT) {
		bool comment = node->type == GUMBO_NODE_COMMENT;
		buf_addf(out, comment ? "!%s!" : "%s", node->v.text.text);
		return;
	}
	buf_adds(out, gumbo_normalized_tagname(node->v.element.tag));
	for (unsigned i = 0; i < node->v.element.attributes.length; i++) {
		const GumboAttribute *a = node->v.element.attributes.data[i];
		buf_addf(out, " %s=%s", a->name, a->value);
	}
	buf_addc(out, '(');
	for (unsigned i = 0; i < node->v.element.children.length; i++) {
		const GumboNode *child = node->v.element.children.data[i];
		assert_ptr_equal(child->parent, node);
		assert_int_equal(child->index_within_parent, i);
		write_node(out, child);
	}
	buf_addc(out, ')');
}

static const struct row {
	const char *html, *tree;
} rows[] = {
	{"", "body()"},
	{"a<b>b</b>c", "body(ab(b)c)"},
	{"<p>a<p>b", "body(p(a)p(b))"},
	{"<br>a<img src=i>", "body(br()aimg src=i())"},
	/* parts of tables */
	{"<table><tr><td>a</table>", "body(table(tbody(tr(td(a)))))"},
	{"<table><td>a<td>b</table>c", "body(table(tbody(tr(td(a)td(b))))c)"},
	{"<table><tbody><td>a<tr><th>b</table>",
		"body(table(tbody(tr(td(a))tr(th(b)))))"},
	{"<table><caption>a<td>b</table>", "body(table(caption(a)tbody(tr(td(b)))))"},
	{"<table><thead><tr><th>a<tbody><tr><td>b</table>",
		"body(table(thead(tr(th(a)))tbody(tr(td(b)))))"},
	{"<table><td>a<table><td>b</table>c</table>",
		"body(table(tbody(tr(td(atable(tbody(tr(td(b))))c)))))"},
	{"<td>a<tr>b", "body(ab)"},
	/* … what is in their way */
	{"<table>a<tr><td>b</table>", "body(atable(tbody(tr(td(b)))))"},
	{"<table><tr>a<td>b</td>c</table>d", "body(actable(tbody(tr(td(b))))d)"},
	{"<table><div>a</div><tr><td>b</table>", "body(div(a)table(tbody(tr(td(b)))))"},
	{"<table><td>a</table><table>b</table>", "body(table(tbody(tr(td(a))))btable())"},
	{"<table> <tr> <td>a</table>", "body(table( tbody(tr( td(a)))))"},
	{"<table><table><td>a</table></table>", "body(table()table(tbody(tr(td(a)))))"},
	/* tags that cross */
	{"<b><p>a</b>b</p>", "body(b(p(a!b!b)))"},
	/* references */
	{"&eacute;&#8217;&#x41;&hellip;&lt;b&gt;&amp;amp;", "body(é’A…<b>&amp;)"},
	{"&nbsp&copy2020 &ampx &notin; &b; & c", "body(\u00a0©2020 &x ∉ &b; & c)"},
	{"<a href='?a=1&copy=2&amp;lt=3&lang'>x</a>",
		"body(a href=?a=1&copy=2&lt=3&lang(x))"},
	{"<img alt='&quot;a&quot; > b'>", "body(img alt=\"a\" > b())"},
	/* ends of lines */
	{"a\r\nb\rc", "body(a\nb\nc)"},
	{"<pre>\na\n</pre>", "body(pre(a\n))"},
	{"<pre>\r\n\na</pre>", "body(pre(\na))"},
};

static void
trees_are_as_the_standard_has_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = ARENA_INIT;
		struct buf source = BUF_INIT(0), tree = BUF_INIT(0);
		struct sanitizer *sanitizer =
			render_sanitize_new(rows[i].html, strlen(rows[i].html));
		buf_adds(&source, "<body>");
		render_sanitize_next(sanitizer, &source, SIZE_MAX);
		write_node(&tree, render_tree_build(&arena, source.data, source.len));
		if (!str_eq(buf_str(&tree), rows[i].tree))
			print_message("# %s\n", rows[i].html);
		assert_string_equal(buf_str(&tree), rows[i].tree);
		render_sanitize_free(sanitizer);
		buf_done(&source);
		buf_done(&tree);
		arena_done(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_are_as_the_standard_has_them),
	};
	return UNIT_RUN(tests);
}
