/* The sanitizer: elements that are dropped, become text, or are written otherwise. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "render/math.h"
#include "render/node.h"
#include "render/role.h"

#define EXCUSE_MAX 512 /* bytes of what is said to those who run no scripts */
#define CUSTOM_MAX 40  /* bytes of the name of an author's own element */

const char *
render_sanitize_content_end(struct sanitizer *t, const struct tag *tag, const char *at)
{
	char name[sizeof tag->name + 2] = "</";
	size_t len = strlen(tag->name);
	memcpy(name + 2, tag->name, len + 1);
	bool *endless = &t->endless[render_tag_index(tag)];
	while (!*endless) {
		at = str_ifind(at, (size_t)(t->end - at), name);
		if (!at)
			break;
		at += len + 2;
		if (at == t->end || str_space((unsigned char)*at) || *at == '>' ||
			*at == '/')
			return at;
	}
	*endless = true;
	return NULL;
}

void
render_sanitize_skip(struct sanitizer *t, const struct tag *tag)
{
	const char *end = render_sanitize_content_end(t, tag, t->at);
	if (!end)
		return;
	t->at = end;
	render_sanitize_attributes(t, NULL);
}

bool
render_sanitize_plays_on(struct sanitizer *t, const struct tag *tag)
{
	bool video = str_eq(tag->name, "video");
	if (!t->last_end[video].known) {
		const char *at = t->at;
		while ((at = render_sanitize_content_end(t, tag, at)) != NULL)
			t->last_end[video].at = at;
		t->last_end[video].known = true;
	}
	return !t->last_end[video].at || t->at > t->last_end[video].at;
}

/* Fields of forms say nothing, except boxes that are checked or not. In a table, outside
 * of its cells, a tree builder would move them. */
static void
start_box(struct sanitizer *t, const struct tag *tag)
{
	size_t from = t->out->len;
	buf_addf(t->out, "<%s", tag->name);
	render_sanitize_attributes(t, t->out);
	struct span type = render_sanitize_written(t->out, from, " type=\"");
	bool box = span_ieq(type, "checkbox") || span_ieq(type, "radio");
	const struct tag *in = t->depth ? t->open[t->depth - 1].tag : NULL;
	bool between =
		in && (in->group & (TAG_ROW | TAG_PART) || str_eq(in->name, "table"));
	if (box && !between && !t->beyond)
		buf_addc(t->out, '>');
	else
		buf_cut(t->out, from);
}

/* A formula becomes text. */
static void
start_math(struct sanitizer *t, const struct tag *tag)
{
	struct buf alttext = BUF_INIT(0);
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	struct span alt = render_sanitize_written(t->out, from, " alttext=\"");
	buf_add(&alttext, alt.p ? alt.p : "", alt.n);
	buf_cut(t->out, from);
	const char *start = t->at, *end = render_sanitize_content_end(t, tag, t->at);
	if (end) {
		struct span content = {start, (size_t)(end - start) - strlen("</math")};
		render_math(
			t->out, (struct span){buf_str(&alttext), alttext.len}, content);
		t->at = end;
		render_sanitize_attributes(t, NULL);
	}
	buf_done(&alttext);
}

/* A script that MathJax takes for a formula becomes text, too; for machines that read XML
 * it may be a comment's CDATA section. */
static void
start_script(struct sanitizer *t, const struct tag *tag)
{
	static const char open[] = "% <![CDATA[", close[] = "%]]>";
	size_t from = t->out->len;
	render_sanitize_attributes(t, t->out);
	struct span type = render_sanitize_written(t->out, from, " type=\"");
	bool tex = type.n >= 8 && str_ieqn(type.p, "math/tex", 8);
	bool display = tex && str_ifind(type.p, type.n, "display");
	buf_cut(t->out, from);
	const char *start = t->at,
		   *end = tex ? render_sanitize_content_end(t, tag, start) : NULL;
	if (end) {
		struct span content = span_trim(
			(struct span){start, (size_t)(end - start) - strlen("</script")});
		if (content.n > sizeof open - 1 &&
			memcmp(content.p, open, sizeof open - 1) == 0) {
			content.p += sizeof open - 1;
			content.n -= sizeof open - 1;
			const char *last =
				memmem(content.p, content.n, close, sizeof close - 1);
			content.n = last ? (size_t)(last - content.p) : content.n;
		}
		buf_adds(t->out, display ? "<br>" : "");
		render_math(t->out, content, (struct span){"", 0});
		buf_adds(t->out, display ? "<br>" : "");
	}
	render_sanitize_skip(t, tag);
}

/* Is what stands in for a script only a request to allow scripts? */
static bool
is_excuse(const struct sanitizer *t, const struct tag *tag)
{
	size_t n = (size_t)(t->end - t->at);
	n = n < EXCUSE_MAX ? n : EXCUSE_MAX;
	if (!str_eq(tag->name, "noscript"))
		return false;
	const char *end = str_ifind(t->at, n, "</noscript");
	n = end ? (size_t)(end - t->at) : 0;
	return n && str_ifind(t->at, n, "javascript") && !str_ifind(t->at, n, "<img") &&
	       !str_ifind(t->at, n, "<iframe");
}

/* Is it a dialog, which is shown only when a script opens it? */
static bool
is_closed(const struct sanitizer *t, const struct tag *tag)
{
	if (!str_eq(tag->name, "dialog"))
		return false;
	const char *end = memchr(t->at, '>', (size_t)(t->end - t->at));
	return end && !str_ifind(t->at, (size_t)(end - t->at), "open");
}

bool
render_sanitize_start_other(struct sanitizer *t, const struct tag *tag)
{
	bool closed = is_closed(t, tag);
	if (tag->flags & (TAG_DROP | TAG_UNWRAP) && !(tag->flags & TAG_TEX))
		render_sanitize_attributes(t, NULL);
	if (tag->flags & TAG_TEX)
		start_script(t, tag);
	else if (tag->flags & TAG_DROP || closed || is_excuse(t, tag))
		render_sanitize_skip(t, tag);
	else if (tag->flags & TAG_BOX)
		start_box(t, tag);
	else if (tag->flags & TAG_MATH)
		start_math(t, tag);
	return tag->flags & (TAG_DROP | TAG_UNWRAP | TAG_BOX | TAG_MATH);
}

void
render_sanitize_put_custom(struct sanitizer *t, struct span name, size_t from)
{
	if (name.n > CUSTOM_MAX || !memchr(name.p, '-', name.n) ||
		render_sanitize_written(t->out, from, " class=\"").p)
		return;
	for (size_t i = 0; i < name.n; i++)
		if (!str_alpha((unsigned char)name.p[i]) && name.p[i] != '-')
			return;
	buf_adds(t->out, " class=\"");
	buf_add(t->out, name.p, name.n);
	buf_addc(t->out, '"');
}

static bool
class_says(struct span words)
{
	struct span word;
	while (span_split(&words, ' ', &word))
		if (render_role_class(span_trim(word)) ||
			render_node_class_styles(span_trim(word)))
			return true;
	return false;
}

bool
render_sanitize_says_nothing(const struct sanitizer *t, size_t from)
{
	struct span rest = {t->out->data + from, t->out->len - from}, name, value;
	if (!t->renders || (t->depth && t->open[t->depth - 1].styled))
		return false;
	while (span_split(&rest, '"', &name) && span_split(&rest, '"', &value)) {
		bool class = span_eq(name, " class="), style = span_eq(name, " style=");
		if (!(class ? !class_says(value) : style && !render_node_styles(value)))
			return false;
	}
	return true;
}
