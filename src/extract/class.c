/*
 * Names of classes are made of words ("post-content", "relatedPosts", "entry__share"),
 * and each word of a table says something. What holds most of the text is never dropped
 * because of a word, since themes give their outer boxes names such as
 * "sidebar-right-layout".
 */
#include "config.h"

#include "extract/class.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "extract/tree.h"

enum meaning {
	AWAY = 1 << 0,     /* a block of this name is not the article's */
	HARD = 1 << 1,     /* neither is anything else of this name */
	COMMENTS = 1 << 2, /* what readers wrote, which may be longer than the article */
	NOUN = 1 << 3,     /* "post", and … */
	BODY = 1 << 4,     /* … "content" together name the text */
	WHOLE = 1 << 5,    /* names it alone */
	KEEP = 1 << 6,     /* part of an article beside its text */
	NOT = 1 << 7,   /* "has-sidebar" has no sidebar in it, "js-article" an article */
	FIRST = 1 << 8, /* counts as the first word of a name alone */
};

#define WORD_MAX 20
#define FIRST_NODES 8  /* in which a block is looked for */
#define HEADER_MAX 60  /* bytes of text in the header of a site */
#define ID_WORDS_MAX 2 /* longer ids are made of headings */

/* Sorted by word. */
static const struct {
	char word[WORD_MAX];
	int meaning;
} words[] = {
	{"ad", AWAY},
	{"addtoany", HARD},
	{"admonition", KEEP},
	{"ads", AWAY},
	{"advert", AWAY},
	{"advertisement", AWAY},
	{"advertising", AWAY},
	{"ambox", AWAY},
	{"annotations", KEEP},
	{"answer", NOUN},
	{"article", NOUN},
	{"articlebody", WHOLE},
	{"articletext", WHOLE},
	{"author", KEEP},
	{"banner", AWAY},
	{"bibliography", KEEP},
	{"bio", AWAY},
	{"blog", NOUN},
	{"blogroll", AWAY},
	{"body", BODY},
	{"bottomnav", AWAY},
	{"breadcrumb", AWAY},
	{"breadcrumbs", AWAY},
	{"byline", KEEP},
	{"callout", KEEP},
	{"catlinks", AWAY},
	{"comment", COMMENTS},
	{"commentlist", COMMENTS},
	{"comments", COMMENTS},
	{"consent", AWAY},
	{"content", BODY},
	{"cookie", AWAY},
	{"cookies", AWAY},
	{"copy", BODY},
	{"cta", AWAY},
	{"date", KEEP},
	{"dateline", KEEP},
	{"deck", KEEP},
	{"dek", KEEP},
	{"didomi", AWAY},
	{"discussion", COMMENTS},
	{"disqus", COMMENTS},
	{"doc", NOUN},
	{"docs", NOUN},
	{"document", NOUN},
	{"documentation", NOUN},
	{"editsection", HARD},
	{"endnotes", KEEP},
	{"entry", NOUN},
	{"explainer", KEEP},
	{"factbox", KEEP},
	{"featured", KEEP},
	{"flyout", AWAY},
	{"follow", AWAY},
	{"footer", AWAY},
	{"footnote", KEEP},
	{"footnotes", KEEP},
	{"gdpr", AWAY},
	{"has", NOT},
	{"hero", KEEP},
	{"infobox", KEEP},
	{"intro", KEEP},
	{"is", NOT},
	{"js", NOT},
	{"jumplinks", AWAY},
	{"lead", KEEP},
	{"lede", KEEP},
	{"likes", AWAY},
	{"loginform", AWAY},
	{"main", NOUN},
	{"markdown", NOUN},
	{"masthead", AWAY},
	{"menu", AWAY},
	{"message", NOUN},
	{"messagebody", WHOLE},
	{"modal", AWAY},
	{"more", AWAY},
	{"nav", AWAY},
	{"navbar", AWAY},
	{"navbox", AWAY},
	{"navigation", AWAY},
	{"newsletter", AWAY},
	{"no", NOT},
	{"noprint", AWAY},
	{"note", KEEP},
	{"onetrust", AWAY},
	{"outbrain", AWAY},
	{"overlay", AWAY},
	{"page", NOUN},
	{"pager", AWAY},
	{"pagination", AWAY},
	{"parser", NOUN},
	{"paywall", AWAY},
	{"popular", AWAY},
	{"popup", AWAY},
	{"post", NOUN},
	{"postbody", WHOLE},
	{"printfooter", AWAY},
	{"promo", AWAY},
	{"promoted", AWAY},
	{"promotion", AWAY},
	{"prose", WHOLE},
	{"published", KEEP},
	{"pullquote", KEEP},
	{"rating", AWAY},
	{"ratings", AWAY},
	{"readmore", AWAY},
	{"recipe", NOUN},
	{"recirc", AWAY},
	{"recirculation", AWAY},
	{"recommendations", AWAY},
	{"recommended", AWAY},
	{"references", KEEP},
	{"regwall", AWAY},
	{"related", AWAY},
	{"replies", COMMENTS},
	{"respond", COMMENTS},
	{"rich", NOUN},
	{"rst", NOUN},
	{"share", HARD},
	{"sharebar", HARD},
	{"sharedaddy", HARD},
	{"sharing", HARD},
	{"sidebar", AWAY},
	{"sidenav", AWAY},
	{"signin", AWAY},
	{"signup", AWAY},
	{"sitenav", AWAY},
	{"skip", HARD},
	{"skiplink", HARD},
	{"social", HARD},
	{"sponsor", AWAY},
	{"sponsored", AWAY},
	{"standfirst", KEEP},
	{"story", NOUN},
	{"storytext", WHOLE},
	{"subscribe", AWAY},
	{"subscription", AWAY},
	{"subtitle", KEEP},
	{"summary", KEEP},
	{"taboola", AWAY},
	{"tagcloud", AWAY},
	{"tags", AWAY},
	{"teaser", AWAY},
	{"teasers", AWAY},
	{"text", BODY},
	{"tip", KEEP},
	{"toc", AWAY},
	{"toolbar", AWAY},
	{"tools", AWAY},
	{"topic", NOUN},
	{"trending", AWAY},
	{"upsell", AWAY},
	{"voting", AWAY},
	{"warning", KEEP},
	{"widget", AWAY | FIRST},
	{"with", NOT},
	{"without", NOT},
};

static int
by_word(const void *key, const void *row)
{
	return strcmp(key, row);
}

static int
meaning_of(const char *word)
{
	const char *row = bsearch(word, words, COUNT_OF(words), sizeof *words, by_word);
	return row ? words[(size_t)(row - words[0].word) / sizeof *words].meaning : 0;
}

/* Takes the next word off the front, in lower case: up to a character that is not a
 * letter, or to a capital after a small letter. False at the end. */
static bool
take_word(struct span *rest, char word[WORD_MAX])
{
	size_t n = 0;
	while (rest->n && !str_alpha((unsigned char)*rest->p))
		rest->p++, rest->n--;
	for (bool small = false; rest->n && str_alpha((unsigned char)*rest->p);
		rest->p++, rest->n--) {
		int lower = str_lower((unsigned char)*rest->p);
		bool capital = lower != *rest->p;
		if (capital && small)
			break;
		small = !capital;
		if (n + 1 < WORD_MAX)
			word[n++] = (char)lower;
	}
	word[n] = '\0';
	return n > 0;
}

/* What one class or id says. */
static int
name_meaning(struct span name, size_t *count)
{
	char word[WORD_MAX];
	int all = 0, before = 0;
	for (*count = 0; take_word(&name, word); ++*count) {
		int meaning = meaning_of(word);
		if (before & NOT || (meaning & FIRST && *count))
			meaning &= ~(AWAY | HARD | COMMENTS);
		all |= meaning;
		before = meaning;
	}
	if ((all & (NOUN | BODY)) == (NOUN | BODY))
		all |= WHOLE;
	return all;
}

static int
class_meaning(const struct extract_tree *tree, const struct extract_node *node)
{
	struct span rest = extract_tree_value(tree, node, "class"), name;
	struct span id = extract_tree_value(tree, node, "id");
	size_t count;
	int all = 0;
	while (rest.p && span_split(&rest, ' ', &name))
		all |= name_meaning(name, &count);
	/* What programs call the parts that they put together. */
	static const char *const others[] = {"data-component", "data-testid"};
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		struct span value = extract_tree_value(tree, node, others[i]);
		all |= value.p ? name_meaning(value, &count) & (AWAY | HARD) : 0;
	}
	bool section = node->traits & EXTRACT_HEADING ||
		       span_eq(extract_tree_name(tree, node), "section");
	int by_id = id.p && !section ? name_meaning(id, &count) : 0;
	return by_id && count <= ID_WORDS_MAX ? all | by_id : all;
}

/* ---- other attributes */

static const struct {
	const char *attribute, *value;
	uint32_t traits;
} says[] = {
	{"itemprop", "articleBody", EXTRACT_BODY},
	{"name", "articleBody", EXTRACT_BODY},
	{"itemprop", "recipeInstructions", EXTRACT_KEPT},
	{"itemprop", "recipeIngredient", EXTRACT_KEPT},
	{"role", "main", EXTRACT_MAIN},
	{"role", "article", EXTRACT_MAIN},
	{"role", "doc-endnotes", EXTRACT_KEPT},
	{"role", "note", EXTRACT_KEPT},
	{"role", "navigation", EXTRACT_OUT},
	{"role", "banner", EXTRACT_OUT},
	{"role", "contentinfo", EXTRACT_OUT},
	{"role", "complementary", EXTRACT_ASIDE},
	{"role", "search", EXTRACT_DROPPED},
	{"role", "dialog", EXTRACT_DROPPED},
	{"role", "alertdialog", EXTRACT_DROPPED},
	{"role", "menu", EXTRACT_DROPPED},
	{"role", "menubar", EXTRACT_DROPPED},
	{"role", "toolbar", EXTRACT_DROPPED},
	{"role", "doc-toc", EXTRACT_DROPPED},
};

static bool
is_hidden(const struct extract_tree *tree, const struct extract_node *node)
{
	struct span style = extract_tree_value(tree, node, "style");
	struct span aria = extract_tree_value(tree, node, "aria-hidden");
	if (span_ieq(aria, "true") && !(node->traits & EXTRACT_FIGURE))
		return true;
	if (extract_tree_value(tree, node, "hidden").p)
		return true;
	const char *none = style.p ? str_ifind(style.p, style.n, "display:") : NULL;
	size_t left = none ? (size_t)(style.p + style.n - none) - strlen("display:") : 0;
	struct span value = {none ? none + strlen("display:") : NULL, left};
	value = span_trim(value);
	return value.n >= 4 && str_ieqn(value.p, "none", 4);
}

static void
read_attributes(const struct extract_tree *tree, struct extract_node *node)
{
	for (size_t i = 0; i < COUNT_OF(says); i++) {
		struct span value = extract_tree_value(tree, node, says[i].attribute);
		if (value.p && span_ieq(span_trim(value), says[i].value))
			node->traits |= says[i].traits;
	}
	if (is_hidden(tree, node))
		node->traits |= EXTRACT_DROPPED;
}

/* ---- all together */

/* Where the node is. */
struct place {
	uint32_t main_end; /* the article or main that it is in ends here; 0: in none */
	uint32_t code_end;
	uint32_t quote_end;
	uint32_t kept_end;
};

/* Custom elements, which count as text, hold blocks as well. */
static bool
holds_block(const struct extract_tree *tree, const struct extract_node *node)
{
	size_t i = (size_t)(node - tree->nodes) + 1, end = i + FIRST_NODES;
	for (; i < node->next && i < end; i++)
		if (tree->nodes[i].traits & EXTRACT_BLOCK)
			return true;
	return false;
}

static bool
is_away(const struct extract_tree *tree, const struct extract_node *node, int meaning,
	const struct place *in)
{
	uint32_t all = tree->nodes[0].good, i = (uint32_t)(node - tree->nodes);
	/* The header of an article may have its first paragraph. */
	bool header = span_eq(extract_tree_name(tree, node), "header") &&
		      i >= in->main_end && node->good < HEADER_MAX;
	bool block = node->traits & EXTRACT_BLOCK ||
		     (meaning & AWAY && holds_block(tree, node));
	bool kept = node->traits & EXTRACT_KEPT || i < in->kept_end;
	if (node->traits & EXTRACT_HEADING || i < in->code_end)
		return false;
	if (meaning & COMMENTS && block)
		return (uint64_t)node->good * 20 < (uint64_t)all * 19;
	if ((uint64_t)node->good * 2 > all)
		return false;
	if (meaning & HARD || (meaning & AWAY && block && i >= in->kept_end))
		return true;
	return !kept && i >= in->quote_end &&
	       (node->traits & (EXTRACT_OUT | EXTRACT_ASIDE) || header);
}

static void
note_place(struct place *in, const struct extract_tree *tree,
	const struct extract_node *node)
{
	uint32_t i = (uint32_t)(node - tree->nodes);
	struct span name = extract_tree_name(tree, node);
	if (node->traits & EXTRACT_MAIN && i >= in->main_end)
		in->main_end = node->next;
	if (node->traits & EXTRACT_KEPT && i >= in->kept_end)
		in->kept_end = node->next;
	if ((node->traits & EXTRACT_PRE || span_eq(name, "code")) && i >= in->code_end)
		in->code_end = node->next;
	if (span_eq(name, "blockquote") && i >= in->quote_end)
		in->quote_end = node->next;
}

void
extract_class_read(struct extract_tree *tree)
{
	struct place in = {0};
	for (size_t i = 1; i < tree->len;) {
		struct extract_node *node = &tree->nodes[i];
		i++;
		if (node->traits & (EXTRACT_TEXT | EXTRACT_MARK))
			continue;
		bool bare =
			!memchr(tree->source.data + node->at, '"', node->end - node->at);
		int meaning = bare ? 0 : class_meaning(tree, node);
		if (!bare)
			read_attributes(tree, node);
		if (meaning & WHOLE && node->traits & EXTRACT_BLOCK)
			node->traits |= EXTRACT_BODY;
		if (meaning & KEEP)
			node->traits |= EXTRACT_KEPT;
		if (meaning & COMMENTS)
			node->traits |= EXTRACT_COMMENTS;
		if (is_away(tree, node, meaning, &in))
			node->traits |= EXTRACT_DROPPED;
		note_place(&in, tree, node);
		if (node->traits & EXTRACT_DROPPED)
			i = node->next;
	}
	extract_tree_weigh(tree);
}
