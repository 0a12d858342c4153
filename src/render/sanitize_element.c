/* The sanitizer: elements that are dropped or unwrapped, and what others are for. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
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

bool
render_sanitize_start_other(struct sanitizer *t, const struct tag *tag)
{
	if (tag->flags & TAG_OTHER && render_sanitize_other(t, tag))
		return true;
	if (tag->flags & (TAG_DROP | TAG_UNWRAP))
		render_sanitize_attributes(t, NULL);
	if (tag->flags & TAG_DROP || is_excuse(t, tag))
		render_sanitize_skip(t, tag);
	return tag->flags & (TAG_DROP | TAG_UNWRAP);
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
