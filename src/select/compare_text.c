#include "config.h"

#include "select/compare_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "feed/clean_text.h"
#include "feed/decode.h"
#include "feed/document_limits.h"
#include "feed/unpack.h"
#include "model/feed.h"
#include "select/recipe.h"
#include "select/selector_match.h"
#include "select/tree.h"

#define CODE_MIN 16 /* bytes of a random code */

/* ---- the text of a page */

static bool
shown(const struct select_node *node, bool whole)
{
	static const char *const never[] = {"script", "style", "template", "noscript",
		"head", "svg", "select", "textarea", "iframe"};
	static const char *const around[] = {
		"nav", "header", "footer", "form", "aside", "dialog"};
	static const char *const inside[] = {"b", "i", "em", "strong", "a", "span"};
	if (!node->name.n || span_is_any(node->name, inside, COUNT_OF(inside)))
		return true;
	struct span role = select_tree_attribute(node, SPAN_LIT("role"));
	return !span_is_any(node->name, never, COUNT_OF(never)) &&
	       !(whole && span_is_any(node->name, around, COUNT_OF(around))) &&
	       !(whole && span_ieq(role, "navigation")) &&
	       !select_tree_attribute(node, SPAN_LIT("hidden")).p;
}

static bool
breaks(const struct select_node *node)
{
	static const char *const flows[] = {"a", "abbr", "b", "big", "cite", "code",
		"del", "em", "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s",
		"small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"};
	return node->name.n && !span_is_any(node->name, flows, COUNT_OF(flows));
}

static void
put_break(struct buf *out)
{
	while (out->len && out->data[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
	if (out->len && out->data[out->len - 1] != '\n')
		buf_addc(out, '\n');
}

static void
put_text(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		bool blank = str_space((unsigned char)s.p[i]);
		char last = out->len ? out->data[out->len - 1] : '\n';
		if (!blank || (last != ' ' && last != '\n'))
			buf_addc(out, blank ? ' ' : s.p[i]);
	}
}

/* The block that the text stands in. */
static uint32_t
block_of(const struct select_tree *tree, uint32_t text)
{
	uint32_t i = tree->nodes[text].parent;
	while (i && !breaks(&tree->nodes[i]))
		i = tree->nodes[i].parent;
	return i;
}

/* Appends the text in the node at index as lines. */
static void
put_node(const struct select_tree *tree, uint32_t index, bool whole, struct buf *out)
{
	uint32_t end = tree->nodes[index].next, block = SELECT_NO_NODE;
	struct buf plain = BUF_INIT(0);
	for (uint32_t i = index; i < end && out->len < SELECT_TEXT_MAX;) {
		const struct select_node *node = &tree->nodes[i];
		if (breaks(node))
			block = SELECT_NO_NODE;
		if (!shown(node, whole)) {
			i = node->next;
			continue;
		}
		if (!node->name.n) {
			if (block_of(tree, i) != block)
				put_break(out);
			block = block_of(tree, i);
			buf_clear(&plain);
			feed_text_references(&plain, node->source);
			put_text(out, (struct span){buf_str(&plain), plain.len});
		}
		i++;
	}
	put_break(out);
	buf_done(&plain);
}

static void
put_all(const struct select_tree *tree, const struct selector *selector, struct buf *out)
{
	if (!selector->ends) {
		put_node(tree, 0, true, out);
		return;
	}
	bool *found = mem_zalloc((tree->len + 1) * sizeof *found);
	select_match(tree, selector, NULL, found);
	for (uint32_t i = 0; i < tree->len;) {
		if (found[i])
			put_node(tree, i, false, out);
		i = found[i] ? tree->nodes[i].next : i + 1;
	}
	free(found);
}

static char *
title_of(const struct select_tree *tree, struct feed *feed)
{
	struct buf text = BUF_INIT(0), scratch = BUF_INIT(0);
	for (uint32_t i = 0; i < tree->len && !text.len; i++)
		if (span_ieq(tree->nodes[i].name, "title"))
			select_tree_text(tree, i, NULL, 0, &text, FEED_TITLE_MAX);
	char *title = feed_text_line(
		&feed->arena, &scratch, (struct span){buf_str(&text), text.len});
	buf_done(&text);
	buf_done(&scratch);
	return title;
}

static int
read_page(struct feed *feed, struct span html, struct span selector, const char *url,
	struct err *err)
{
	struct selector compiled = {0};
	struct select_tree tree;
	struct buf text = BUF_INIT(0);
	int status = selector.n
			     ? select_recipe_plain(selector, &feed->arena, &compiled, err)
			     : OK;
	if (status != OK)
		return status;
	select_tree_init(&tree, html);
	put_all(&tree, &compiled, &text);
	feed->title = title_of(&tree, feed);
	feed->link = arena_strdup(&feed->arena, url);
	feed->items = arena_push(&feed->arena, NULL, 0, sizeof *feed->items);
	feed->items_len = 1;
	struct span all = {buf_str(&text), text.len};
	if (all.n > SELECT_TEXT_MAX)
		all.n = feed_text_cut(all, SELECT_TEXT_MAX);
	*feed->items = (struct item){.title = feed->title,
		.link = feed->link,
		.content = {arena_strndup(&feed->arena, all.p, all.n), TEXT_PLAIN, NULL},
		.published = TIME_NONE,
		.updated = TIME_NONE,
		.comments_count = -1};
	if (!all.n && selector.n)
		status = err_set(err, ERR_NOT_FEED,
			_("the selector %.*s finds no text on the page; if the page "
			  "changed, correct the line"),
			SPAN_FMT(selector));
	else if (!all.n)
		status = err_set(err, ERR_NOT_FEED, _("there is no text on the page"));
	select_tree_done(&tree);
	buf_done(&text);
	return status;
}

int
select_text_feed(struct span selector, const struct feed_source *source,
	struct feed **out, struct err *err)
{
	struct decoded decoded;
	struct notes notes = {0};
	struct buf cleaned = BUF_INIT(0);
	*out = NULL;
	int status = feed_decode((struct span){source->bytes, source->len},
		source->content_type, &decoded, &notes, err);
	if (status != OK)
		return status;
	struct feed *feed = feed_new();
	feed->format = FEED_HTML;
	feed->encoding = arena_strdup(&feed->arena, decoded.charset);
	status = read_page(feed, feed_clean(decoded.text, &cleaned, &notes), selector,
		source->base_url, err);
	if (status == OK)
		*out = feed;
	else
		feed_free(feed);
	buf_done(&decoded.buf);
	buf_done(&cleaned);
	return status;
}

/* ---- what differs and means nothing */

static struct span
next_word(const char **p)
{
	while (str_space((unsigned char)**p))
		++*p;
	struct span word = {*p, 0};
	while (**p && !str_space((unsigned char)**p))
		++*p;
	word.n = (size_t)(*p - word.p);
	return word;
}

/* A number with what stands between digits: 1,234 or 12:30:05. */
static bool
is_number(struct span word)
{
	size_t digits = 0;
	for (size_t i = 0; i < word.n; i++) {
		char c = word.p[i];
		if (str_digit((unsigned char)c))
			digits++;
		else if (!strchr(".,:()'+k", c))
			return false;
	}
	return digits > 0;
}

static bool
is_time(struct span word)
{
	const char *colon = word.n ? memchr(word.p, ':', word.n) : NULL;
	return colon && colon > word.p && colon + 2 < word.p + word.n &&
	       str_digit((unsigned char)colon[-1]) &&
	       str_digit((unsigned char)colon[1]) && str_digit((unsigned char)colon[2]);
}

static bool
is_code(struct span word)
{
	size_t digits = 0, letters = 0;
	for (size_t i = 0; i < word.n; i++) {
		digits += str_digit((unsigned char)word.p[i]);
		letters += str_alpha((unsigned char)word.p[i]);
	}
	return word.n >= CODE_MIN && digits > 2 && letters > 2 &&
	       digits + letters + 4 >= word.n;
}

/* What is counted on pages, or how long ago something was. */
static bool
is_counted(struct span word)
{
	static const char *const stems[] = {"view", "visit", "hit", "user", "online",
		"like", "share", "comment", "repl", "read", "download", "point", "vote",
		"second", "sec", "minute", "min", "hour", "guest", "member", "aufruf",
		"besuch", "kommentar", "sekunde", "minute", "stunde", "vue", "visite",
		"commentaire", "heure"};
	for (size_t i = 0; i < COUNT_OF(stems); i++) {
		size_t n = strlen(stems[i]);
		if (word.n >= n && word.n <= n + 4 && str_ieqn(word.p, stems[i], n))
			return true;
	}
	return false;
}

struct span
select_text_key(struct span word, struct span next)
{
	bool count = is_number(word) && is_counted(next);
	if (count || is_time(word) || is_code(word))
		return SPAN_LIT("");
	return is_counted(word) ? SPAN_LIT(" ") : word;
}

/* The key of the next word that says something. */
static struct span
next_telling(const char **p)
{
	for (;;) {
		struct span word = next_word(p);
		const char *ahead = *p;
		struct span key = select_text_key(word, next_word(&ahead));
		if (!word.n || key.n)
			return key;
	}
}

bool
select_text_same(const char *a, const char *b)
{
	for (;;) {
		struct span x = next_telling(&a), y = next_telling(&b);
		if (x.n != y.n || (x.n && memcmp(x.p, y.p, x.n) != 0))
			return false;
		if (!x.n)
			return true;
	}
}
