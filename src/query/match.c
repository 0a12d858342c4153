/*
 * Matches an item, node by node. The item's fields are fetched when a node needs them,
 * and folded once per item.
 *
 * Words are compared the way the store's index does it (base/word.h). Splitting a text
 * into words costs more than scanning it, so it is first searched for the bytes of the
 * words.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "base/word.h"
#include "model/subscription.h"
#include "query/query_node.h"

/* What an item has in a field that it lacks, as in newsboat: author = "" finds it. */
static const struct span nothing = {"", 0};

#define WINDOW 64 /* the last words of a text; more than the longest phrase has */

struct match {
	struct query *query;
	const struct query_item *item;
	int64_t now;
};

bool
query_field_lists(enum query_field field)
{
	return field == QUERY_TAG || field == QUERY_ENCLOSURE ||
	       field == QUERY_ENCLOSURE_TYPE || field == QUERY_CATEGORY;
}

/* Leaves QUERY_SLACK bytes after the text. */
static void
fold(struct buf *out, struct span text, bool html, enum fold_how how)
{
	fold_text(out, text.p, text.n, html, how);
	(void)buf_reserve(out, QUERY_SLACK);
	buf_end(out, 0);
}

/* p is NULL if the item has none. */
static struct span
folded_text(struct query *query, const struct query_item *item, enum query_field field,
	struct buf *folded)
{
	struct span text;
	bool html = false;
	if (query_fold(query) == FOLD_CASE && item->folded &&
		item->folded(item->data, field, &text))
		return text;
	text = item->text(item->data, field, 0, &html);
	if (text.p) {
		fold(folded, text, html, query_fold(query));
		text = (struct span){buf_str(folded), folded->len};
	}
	return text;
}

bool
query_field_text(struct query *query, const struct query_item *item,
	enum query_field field, struct span *out)
{
	struct query_cache *cache = &query->fields[field];
	if (!cache->ready)
		cache->text = folded_text(query, item, field, &cache->folded);
	cache->ready = true;
	*out = cache->text;
	return out->p != NULL;
}

bool
query_field_string(struct query *query, const struct query_item *item,
	enum query_field field, size_t i, struct span *out)
{
	bool html = false;
	struct span text = item->text(item->data, field, i, &html);
	if (!text.p)
		return false;
	fold(&query->folded, text, false, query_fold(query));
	*out = (struct span){buf_str(&query->folded), query->folded.len};
	return true;
}

struct query_cache *
query_cache_new(void)
{
	return mem_zalloc(QUERY_FIELDS * sizeof(struct query_cache));
}

void
query_cache_free(struct query_cache *fields)
{
	for (size_t i = 0; fields && i < QUERY_FIELDS; i++)
		buf_done(&fields[i].folded);
	free(fields);
}

void
query_forget(struct query *query)
{
	for (size_t i = 0; i < QUERY_FIELDS; i++)
		query->fields[i].ready = false;
}

static bool
field_text(struct match *m, enum query_field field, struct span *out)
{
	return query_field_text(m->query, m->item, field, out);
}

static const char *
wanted(const struct match *m, const char *text, const char *base)
{
	return m->query->how & QUERY_ACCENTS_IGNORED ? base : text;
}

static bool
contains(struct span text, const char *part)
{
	return memmem(text.p, text.n, part, strlen(part)) != NULL;
}

/* ---- Words. */

static bool
same_word(struct span found, const char *text, bool prefix)
{
	size_t n = strlen(text);
	n = n > WORD_MAX ? WORD_MAX : n;
	return (prefix ? found.n >= n : found.n == n) && memcmp(found.p, text, n) == 0;
}

/* Does the phrase end with the word at position? window holds the words up to it. */
static bool
phrase_ends(const struct match *m, const struct query_node *node,
	const struct span *window, uint32_t position)
{
	uint32_t span = node->words[node->words_len - 1].offset;
	if (position < span)
		return false;
	for (size_t i = node->words_len; i-- > 0;) {
		const struct query_word *word = &node->words[i];
		uint32_t at = position - span + word->offset;
		if (!same_word(window[at % WINDOW], wanted(m, word->text, word->base),
			    word->prefix))
			return false;
	}
	return true;
}

/* The text begins with the bytes of the phrase's first word: does it begin with the
 * phrase? */
static bool
phrase_begins(const struct match *m, const struct query_node *node, struct span text)
{
	uint32_t last = node->words[node->words_len - 1].offset;
	struct span window[WINDOW];
	struct word_walk walk = word_walk(text);
	while (word_next(&walk)) {
		window[walk.position % WINDOW] = walk.word;
		if (walk.position == last)
			return phrase_ends(m, node, window, last);
	}
	return false;
}

static bool
walk_finds(const struct match *m, const struct query_node *node, struct span text)
{
	struct span window[WINDOW];
	struct word_walk walk = word_walk(text);
	while (word_next(&walk)) {
		window[walk.position % WINDOW] = walk.word;
		if (phrase_ends(m, node, window, walk.position))
			return true;
	}
	return false;
}

/* The phrase can only be where its first word is. Next to letters beyond ASCII, only the
 * walk can tell whether a word begins there. */
static bool
has_words(const struct match *m, const struct query_node *node, struct span text)
{
	const char *first = wanted(m, node->words[0].text, node->words[0].base);
	const char *at = text.p, *end = text.p + text.n;
	size_t n = strlen(first);
	for (size_t i = 1; i < node->words_len; i++)
		if (!contains(text, wanted(m, node->words[i].text, node->words[i].base)))
			return false;
	for (; (at = memmem(at, (size_t)(end - at), first, n)) != NULL; at++) {
		unsigned char before = at == text.p ? ' ' : (unsigned char)at[-1];
		if (before >= 0x80 || (unsigned char)*first >= 0x80)
			return walk_finds(m, node, text);
		if (!str_alpha(before) && !str_digit(before) &&
			phrase_begins(m, node, (struct span){at, (size_t)(end - at)}))
			return true;
	}
	return false;
}

/* ---- Texts. */

static bool
text_matches(const struct match *m, const struct query_node *node, struct span text)
{
	const char *part = wanted(m, node->text, node->base);
	switch (node->kind) {
	case QUERY_WORDS:
		return has_words(m, node, text);
	case QUERY_PART:
		return contains(text, part);
	case QUERY_EQUAL:
		return span_eq(text, part);
	case QUERY_REGEX:
		return query_regex_match(m->query, node, text.p, text.n);
	default:
		return false;
	}
}

/* Is it the wanted string, or, for tags, nested in it? tag:news finds news/world. */
static bool
is_member(struct span text, const char *want, enum query_field field)
{
	return field == QUERY_TAG ? subscription_tag_within(text, span_of(want))
				  : span_eq(text, want);
}

/* What a set of queries knows of a node's words: false if that does not decide the
 * node. */
static bool
known_by_words(const struct match *m, const struct query_node *node, bool *answer)
{
	if (!m->query->item || !*m->query->item || node->kind != QUERY_WORDS)
		return false;
	for (size_t i = 0; i < node->words_len; i++)
		if (node->words[i].keyed && node->words[i].seen != *m->query->item) {
			*answer = false;
			return true;
		}
	*answer = true;
	return node->words_len == 1 && node->words[0].keyed;
}

/* Does any string of the list match? An empty list is like one with an empty text. */
static bool
list_matches(const struct match *m, const struct query_node *node)
{
	const char *want = wanted(m, node->text, node->base);
	struct span text;
	size_t i = 0;
	for (; query_field_string(m->query, m->item, node->field, i, &text); i++)
		if (node->kind == QUERY_MEMBER ? is_member(text, want, node->field)
					       : text_matches(m, node, text))
			return true;
	if (i)
		return false;
	return node->kind == QUERY_MEMBER ? !*want : text_matches(m, node, nothing);
}

static bool
field_matches(struct match *m, const struct query_node *node)
{
	static const enum query_field any[] = {QUERY_TITLE, QUERY_AUTHOR, QUERY_TEXT};
	struct span text;
	bool answer;
	if (known_by_words(m, node, &answer))
		return answer;
	if (query_field_lists(node->field))
		return list_matches(m, node);
	if (node->field != QUERY_ANY)
		return text_matches(
			m, node, field_text(m, node->field, &text) ? text : nothing);
	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		if (field_text(m, any[i], &text) && text_matches(m, node, text))
			return true;
	return false;
}

/* ---- Numbers. */

static bool
in_range(const struct match *m, const struct query_node *node)
{
	enum query_field field = node->field == QUERY_AGE        ? QUERY_DATE
				 : node->field == QUERY_FEED_AGE ? QUERY_FEED_DATE
								 : node->field;
	int64_t value = m->item->number(m->item->data, field);
	if (value == TIME_NONE)
		return false;
	if (field != node->field)
		value = value > m->now ? 0 : m->now - value;
	return value >= node->low && value <= node->high;
}

static bool
is_flagged(const struct match *m, const struct query_node *node)
{
	enum query_field field = node->field == QUERY_MEDIA ? QUERY_MEDIA : QUERY_FLAG;
	int64_t flags = m->item->number(m->item->data, field);
	return flags != TIME_NONE && (flags & node->flag) != 0;
}

/* ---- The tree. parse.c limits its depth. */

static bool
matches(struct match *m, const struct query_node *node)
{
	bool answer;
	if (m->item->known && m->item->known(m->item->data, node, &answer))
		return answer;
	switch (node->kind) {
	case QUERY_ALL:
		return true;
	case QUERY_AND:
		for (size_t i = 0; i < node->parts_len; i++)
			if (!matches(m, node->parts[i]))
				return false;
		return true;
	case QUERY_OR:
		for (size_t i = 0; i < node->parts_len; i++)
			if (matches(m, node->parts[i]))
				return true;
		return false;
	case QUERY_NOT:
		return !matches(m, node->parts[0]);
	case QUERY_FLAGGED:
		return is_flagged(m, node);
	case QUERY_RANGE:
		return in_range(m, node);
	case QUERY_WORDS:
	case QUERY_PART:
	case QUERY_EQUAL:
	case QUERY_REGEX:
	case QUERY_MEMBER:
		return field_matches(m, node);
	}
	return false;
}

bool
query_match(struct query *query, const struct query_item *item, int64_t now)
{
	struct match m = {query, item, now};
	if (!query->fields)
		query->own = query->fields = query_cache_new();
	if (query->fields == query->own)
		query_forget(query);
	return matches(&m, query->root);
}

bool
query_words_in(struct query *query, const struct query_item *item,
	const struct query_node *node, enum query_field field)
{
	struct match m = {query, item, 0};
	struct span text;
	return field_text(&m, field, &text) && has_words(&m, node, text);
}

size_t
query_gave_up(const struct query *query)
{
	return query->gave_up;
}
