/* The sanitizer: the stack of open elements: what ends which. */
#include "config.h"

#include "render/sanitize_inside.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

#define AGAIN_MAX 8 /* formatting elements that continue in a block */
#define SOON 8192   /* bytes within which they must end */

void
render_sanitize_put_end(struct sanitizer *t, const struct tag *tag)
{
	buf_adds(t->out, "</");
	buf_adds(t->out, tag->name);
	buf_addc(t->out, '>');
}

void
render_sanitize_end_down_to(struct sanitizer *t, size_t index)
{
	while (t->depth > index || (t->depth > 0 && t->open[t->depth - 1].ended)) {
		const struct tag *tag = t->open[--t->depth].tag;
		t->ordered -= (tag->flags & TAG_ORDERED) != 0;
		if (!t->open[t->depth].quiet)
			render_sanitize_put_end(t, tag);
	}
}

/* Does this formatting element end soon, before another of the same name starts? Then it
 * was meant to continue in the block; otherwise somebody forgot its end tag. */
static bool
ends_soon(const struct sanitizer *t, const struct tag *tag)
{
	size_t len = strlen(tag->name), left = (size_t)(t->end - t->at);
	const char *end = t->at + (left < SOON ? left : SOON), *p = t->at;
	while ((p = memchr(p, '<', (size_t)(end - p))) != NULL) {
		bool slash = ++p < end && *p == '/';
		const char *name = p + slash;
		if ((size_t)(end - name) > len && str_ieqn(name, tag->name, len) &&
			!str_alpha((unsigned char)name[len]) &&
			!str_digit((unsigned char)name[len]))
			return slash;
	}
	return false;
}

static void
open_again(struct sanitizer *t, const struct open_element *open)
{
	const char *at = t->at;
	t->at = open->attributes;
	buf_addf(t->out, "<%s", open->tag->name);
	render_sanitize_attributes(t, t->out);
	buf_addc(t->out, '>');
	t->at = at;
	t->open[t->depth] = *open;
	t->open[t->depth++].again = true;
}

/* Has no text come since the last tag? */
static bool
is_bare(const struct sanitizer *t)
{
	size_t n = t->out->len;
	while (n > 0 && str_space((unsigned char)t->out->data[n - 1]))
		n--;
	return n > 0 && t->out->data[n - 1] == '>';
}

/* Ends the elements down to the one at index. Formatting elements among them continue in
 * the block that starts here, as in browsers, if the first to end is a paragraph. */
static void
end_for(struct sanitizer *t, const struct tag *tag, size_t index)
{
	struct open_element again[AGAIN_MAX];
	size_t n = 0;
	bool block = !(tag->group & ~TAG_HEAD) || (tag->group == TAG_PAR && is_bare(t));
	bool goes_on = block && index < t->depth && t->open[index].tag->group == TAG_PAR;
	for (size_t i = index; goes_on && i < t->depth && n < AGAIN_MAX; i++) {
		const struct open_element *open = &t->open[i];
		if (open->tag->flags & TAG_FORMAT && !open->ended && !open->again &&
			ends_soon(t, open->tag))
			again[n++] = *open;
	}
	for (size_t i = 0; i < n; i++)
		if (str_eq(again[i].tag->name, "a"))
			buf_adds(t->out, "<!--a+-->");
	render_sanitize_end_down_to(t, index);
	for (size_t i = 0; i < n && t->depth < SANITIZE_DEPTH_MAX; i++)
		open_again(t, &again[i]);
}

void
render_sanitize_end_implied(struct sanitizer *t, const struct tag *start)
{
	size_t keep = t->depth;
	uint8_t groups = start->closes;
	for (size_t i = t->depth; i > 0 && groups; i--) {
		const struct tag *tag = t->open[i - 1].tag;
		if (tag->group & groups)
			keep = i - 1;
		groups &= (uint8_t)~tag->stops;
	}
	if (keep < t->depth)
		end_for(t, start, keep);
}

size_t
render_sanitize_find_open(const struct sanitizer *t, const struct tag *tag)
{
	/* Parts of a table may end from within its cells; only a table stops them. */
	bool part = tag->group & TAG_TABLE;
	for (size_t i = t->depth; i > 0; i--) {
		const struct open_element *open = &t->open[i - 1];
		if (open->tag == tag ? !open->ended
				     : (tag->group & TAG_HEAD & open->tag->group) != 0)
			return i;
		if (part ? str_eq(open->tag->name, "table")
			 : (open->tag->flags & TAG_SCOPE) && !(tag->flags & TAG_SCOPE))
			return 0;
	}
	return 0;
}

void
render_sanitize_end_format(struct sanitizer *t, const struct tag *tag)
{
	size_t i = render_sanitize_find_open(t, tag);
	if (i == 0)
		return;
	if (i == t->depth) {
		render_sanitize_end_down_to(t, i - 1);
		return;
	}
	t->open[i - 1].ended = true;
	buf_addf(t->out, "<!--%s-->", tag->name);
}
