/*
 * Tags are written as the sanitizer left them. What is left out has no good paragraph in
 * it, and either a label says so ("Related", "Share this") or it is made of links and
 * comes before or after all of the text.
 */
#include "config.h"

#include "extract/write_html.h"

#include <string.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/str.h"
#include "extract/tags.h"
#include "extract/tree.h"

#define LABEL_MAX 48  /* bytes of a line that is only a label */
#define TITLE_MAX 400 /* of a heading that may be the title */
#define SIGN_MAX 4    /* after it: the sign of a link to itself */

/* Lines over or in front of what is not the article's. */
static const char *const labels[] = {"about the author", "ad", "advertisement",
	"advertising", "also read", "article continues after advertisement",
	"article continues below", "article continues below advertisement", "categories",
	"category", "comments", "continue reading", "continue reading below",
	"editors' picks", "filed under", "follow us", "for more", "further stories",
	"get our newsletter", "get the newsletter", "in other news",
	"join the conversation", "keep reading", "latest news", "latest posts",
	"latest stories", "leave a comment", "leave a reply", "like this",
	"listen to this article", "listen to this story", "more from", "more from us",
	"more news", "more on this", "more on this story", "more on this topic",
	"more posts", "more stories", "most popular", "most read", "newsletter",
	"popular posts", "post a comment", "previous and next", "print this page",
	"read also", "read more", "read more on this", "read next", "recent posts",
	"recommended", "recommended reading for you", "related", "related articles",
	"related content", "related links", "related news", "related posts",
	"related stories", "related topics", "share", "share on", "share this",
	"share this article", "share this page", "share this post", "share this story",
	"share via", "sign up", "skip ad", "skip advertisement", "sponsored",
	"story continues after advertisement", "story continues below",
	"story continues below advertisement", "subscribe", "subscribe now", "tags",
	"tags in this post", "topics", "trending", "trending now", "up next",
	"was this helpful", "was this page helpful", "what to read next",
	"you may also like", "you might also like",
	/* … in other languages */
	"lesen sie auch", "auch interessant", "mehr zum thema",
	"das könnte sie auch interessieren", "anzeige", "weiterlesen", "lesen sie mehr",
	"à lire aussi", "lire aussi", "publicité", "sur le même sujet", "lee también",
	"lea también", "te puede interesar", "publicidad", "leggi anche", "pubblicità",
	"lees ook", "lees meer", "advertentie", "leia também", "leia mais", "veja também",
	"publicidade", "читайте также", "реклама", "читайте також", "czytaj też",
	"czytaj także", "zobacz także", "läs också", "läs mer", "annons", "læs også",
	"les også", "lue myös", "čtěte také", "関連記事", "相关阅读", "延伸阅读"};

struct writer {
	struct extract_tree *tree;
	struct extract_pick pick;
	const char *const *titles;
	struct extract_tags tags;
	struct buf *out;
	uint32_t kept_end; /* of what is kept beside the text */
	uint32_t list_end; /* of a list that is kept, with all its items */
	bool labelled;     /* a label was left out, and no paragraph came since */
	bool headed;       /* a heading was just written */
	bool begun;        /* a heading or a paragraph was written */
	struct buf words, folded;
};

/* Sets words to the first ones of a node, and folded to these in small letters. */
static void
fold_words(struct writer *w, uint32_t i)
{
	buf_clear(&w->words);
	extract_tree_words(w->tree, i, &w->words, LABEL_MAX + 1);
	fold_text(&w->folded, buf_str(&w->words), w->words.len, true, FOLD_CASE);
}

static bool
has_label(struct writer *w, uint32_t i, bool line)
{
	fold_words(w, i);
	struct span text = {buf_str(&w->folded), w->folded.len};
	if (!line)
		text.n = strcspn(text.p, ":|");
	while (text.n && strchr(": .!?", text.p[text.n - 1]))
		text.n--;
	for (size_t k = 0; text.n <= LABEL_MAX && k < COUNT_OF(labels); k++)
		if (text.n && *text.p == *labels[k] && span_eq(text, labels[k]))
			return true;
	return false;
}

/* Does the block, above the text, say who wrote it? */
static bool
is_byline(struct writer *w, uint32_t i)
{
	static const char *const by[] = {"by ", "written by ", "words by ", "story by ",
		"von ", "par ", "por ", "di ", "door ", "av ", "af ", "przez ", "автор "};
	if (w->tree->nodes[i].next > w->tree->first)
		return false;
	fold_words(w, i);
	for (size_t k = 0; w->words.len <= LABEL_MAX && k < COUNT_OF(by); k++)
		if (str_starts(buf_str(&w->folded), by[k]))
			return true;
	return false;
}

/* Is the text one of the titles, or the beginning of one that continues with the name of
 * the site? */
static bool
is_title(struct writer *w, uint32_t i)
{
	buf_clear(&w->words);
	extract_tree_words(w->tree, i, &w->words, TITLE_MAX);
	const char *words = buf_str(&w->words);
	size_t n = w->words.len;
	for (size_t k = 0; k < 2; k++) {
		const char *title = w->titles[k];
		size_t len = title ? strlen(title) : 0;
		size_t least = len < n ? len : n;
		if (!least || !str_ieqn(title, words, least) || n - least > SIGN_MAX)
			continue;
		if (n >= len || (n > 4 && strchr(" |-:", title[n])))
			return true;
	}
	return false;
}

static bool
is_outside(const struct writer *w, uint32_t i)
{
	const struct extract_node *body = &w->tree->nodes[w->pick.body];
	bool around = i <= w->pick.body && w->tree->nodes[i].next >= body->next;
	return !around && (i < w->pick.body || i >= body->next);
}

/* Made of links: at least every third letter. */
static bool
is_links(const struct extract_node *node)
{
	return node->links * 3 >= node->text && node->links;
}

/* Is the node kept, although beside the text? What says that it belongs to the text is,
 * in whatever boxes, and so are pictures before it. */
static bool
is_kept_outside(const struct writer *w, uint32_t i)
{
	const struct extract_node *node = &w->tree->nodes[i];
	bool before = i < w->pick.body;
	if (node->traits & EXTRACT_KEPT)
		return before || node->good || !is_links(node);
	if (node->traits & EXTRACT_FIGURE)
		return before;
	return node->traits & (EXTRACT_BOX | EXTRACT_FIGURE) && !node->own;
}

/* Is the block in the text clutter? It has no good paragraph. */
static bool
is_clutter(struct writer *w, uint32_t i)
{
	const struct extract_tree *tree = w->tree;
	const struct extract_node *node = &tree->nodes[i];
	bool heading = node->traits & EXTRACT_HEADING;
	if (node->text && node->text <= LABEL_MAX && has_label(w, i, true)) {
		w->labelled = true;
		return true;
	}
	if (heading || node->traits & EXTRACT_KEPT || !node->text)
		return false;
	bool end = i > tree->last || node->next <= tree->first;
	/* A label with a link after it may be longer than that. */
	if (node->links && node->text - node->links <= LABEL_MAX &&
		has_label(w, i, false))
		return true;
	if (!is_links(node))
		return w->labelled && end && !(node->traits & EXTRACT_FIGURE);
	if (!w->labelled && is_byline(w, i))
		return false;
	return w->labelled || (end && !w->headed) || has_label(w, i, false);
}

/* Is the node left out, with all that is in it? */
static bool
is_left_out(struct writer *w, uint32_t i)
{
	const struct extract_node *node = &w->tree->nodes[i];
	if (node->traits & EXTRACT_DROPPED)
		return true;
	if (is_outside(w, i))
		return i >= w->kept_end && !is_kept_outside(w, i);
	if (!(node->traits & EXTRACT_BLOCK) || i < w->list_end)
		return false;
	if (node->traits & EXTRACT_HEADING && !w->begun && is_title(w, i))
		return true;
	return !node->good && is_clutter(w, i);
}

/* ---- writing */

/* AMP pages have their own elements for pictures, which have become spans here. */
static bool
is_picture(const struct writer *w, const struct extract_node *node)
{
	return !(node->traits & EXTRACT_TEXT) &&
	       span_eq(extract_tree_name(w->tree, node), "span") &&
	       extract_tree_value(w->tree, node, "src").p;
}

static void
put_start(struct writer *w, const struct extract_node *node)
{
	struct span tag = {w->tree->source.data + node->at, node->end - node->at};
	if (is_picture(w, node)) {
		buf_adds(w->out, "<img");
		tag.p += strlen("<span");
		tag.n -= strlen("<span");
	}
	buf_add(w->out, tag.p, tag.n);
}

static void
put_node(struct writer *w, uint32_t i)
{
	struct extract_node *node = &w->tree->nodes[i];
	bool paragraph = node->traits & EXTRACT_PROSE && node->own;
	if (node->traits & EXTRACT_MARK) {
		extract_tags_mark(&w->tags, i);
		return;
	}
	put_start(w, node);
	if (node->traits & (EXTRACT_TEXT | EXTRACT_VOID) || is_picture(w, node))
		return;
	if (node->traits & EXTRACT_BLOCK &&
		(node->own || node->traits & EXTRACT_HEADING)) {
		w->headed = node->traits & EXTRACT_HEADING;
		w->begun |= w->headed || paragraph;
		w->labelled &= !(w->headed || node->good);
	}
	if (node->traits & (EXTRACT_KEPT | EXTRACT_FIGURE) && is_outside(w, i))
		w->kept_end = node->next;
	if (node->traits & EXTRACT_LIST && !(node->traits & EXTRACT_BOX))
		w->list_end = node->next;
	extract_tags_opened(&w->tags, i);
}

void
extract_write(struct extract_tree *tree, struct extract_pick pick,
	const char *const titles[2], struct buf *out)
{
	struct writer w = {.tree = tree,
		.pick = pick,
		.titles = titles,
		.tags = {.tree = tree, .out = out},
		.out = out};
	uint32_t end = tree->nodes[pick.whole].next;
	for (uint32_t i = pick.whole + 1; i < end;) {
		extract_tags_reach(&w.tags, i);
		if (is_left_out(&w, i)) {
			i = tree->nodes[i].next;
			continue;
		}
		put_node(&w, i++);
	}
	extract_tags_end(&w.tags);
	buf_done(&w.words);
	buf_done(&w.folded);
}
