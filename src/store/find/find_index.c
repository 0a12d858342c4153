/*
 * What the index can answer: evaluates the query's tree on sets of documents, one segment
 * at a time.
 */
#include "config.h"

#include "store/find/find_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/word.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/index/index_read.h"

/* How well the index answers a node. */
enum grasp {
	GRASP_NONE,
	GRASP_PERHAPS, /* the set has all documents that match, and others */
	GRASP_EXACT,
};

/* ---- What the index can answer */

static bool
one_word(const char *text)
{
	struct word_walk walk = word_walk(span_of(text));
	return word_next(&walk) && !walk.pair && walk.word.n == strlen(text);
}

static enum grasp
grasp_of(const struct query_node *node)
{
	enum grasp grasp;
	switch (node->kind) {
	case QUERY_WORDS:
		return node->field == QUERY_TEXT  ? GRASP_PERHAPS
		       : node->field < QUERY_LINK ? GRASP_EXACT
						  : GRASP_NONE;
	case QUERY_PART:
		if (node->field < QUERY_LINK && one_word(node->text) &&
			one_word(node->base))
			return GRASP_PERHAPS;
		/* fall through */
	case QUERY_REGEX:
		return node->field < QUERY_LINK && node->required ? GRASP_PERHAPS
								  : GRASP_NONE;
	case QUERY_NOT:
		return grasp_of(node->parts[0]) == GRASP_EXACT ? GRASP_EXACT : GRASP_NONE;
	case QUERY_AND:
		grasp = GRASP_EXACT;
		for (size_t i = 0; i < node->parts_len; i++)
			if (grasp_of(node->parts[i]) != GRASP_EXACT)
				grasp = GRASP_NONE;
		for (size_t i = 0; grasp == GRASP_NONE && i < node->parts_len; i++)
			if (grasp_of(node->parts[i]) != GRASP_NONE)
				grasp = GRASP_PERHAPS;
		return grasp;
	case QUERY_OR:
		grasp = GRASP_EXACT;
		for (size_t i = 0; i < node->parts_len; i++) {
			enum grasp part = grasp_of(node->parts[i]);
			grasp = part < grasp ? part : grasp;
		}
		return grasp;
	default:
		return GRASP_NONE;
	}
}

/* ---- What the list can answer */

static void
bound(struct store_find *f, int64_t oldest, int64_t newest)
{
	f->oldest = oldest > f->oldest ? oldest : f->oldest;
	f->newest = newest < f->newest ? newest : f->newest;
}

/* Lists are sorted by date, and unread and starred items have lists of their own. So
 * these parts of a query choose or shorten the list, and no item has to be tested for
 * them. */
static bool
answered_by_list(struct store_find *f, const struct query_node *node)
{
	if (node->kind == QUERY_RANGE && node->field == QUERY_DATE) {
		bound(f, node->low, node->high);
		return true;
	}
	if (node->kind == QUERY_RANGE && node->field == QUERY_AGE) {
		/* Items from the future have age 0. */
		bound(f, node->high < 0 ? INT64_MAX : f->now - node->high,
			node->low <= 0 ? INT64_MAX : f->now - node->low);
		return true;
	}
	if (node->kind != QUERY_FLAGGED || node->field == QUERY_MEDIA ||
		f->scope.kind != STORE_ALL)
		return false;
	if (node->flag == ITEM_UNREAD || node->flag == ITEM_STARRED)
		f->scope.kind = node->flag == ITEM_UNREAD ? STORE_UNREAD : STORE_STARRED;
	return f->scope.kind != STORE_ALL;
}

void
store_find_plan(struct store_find *f)
{
	const struct query_node *root = query_root(f->query);
	const bool many = root->kind == QUERY_AND;
	size_t len = many ? root->parts_len : 1, answered = 0, listed = 0;
	f->all = grasp_of(root) == GRASP_NONE;
	f->oldest = INT64_MIN;
	f->newest = INT64_MAX;
	/* Hidden items are in a single list, whatever else is said of them. */
	if (f->scope.kind == STORE_ALL && query_finds_hidden(f->query))
		f->scope.kind = STORE_HIDDEN;
	for (size_t i = 0; i < len && i < FIND_PARTS_MAX; i++) {
		const struct query_node *node = many ? root->parts[i] : root;
		if (answered_by_list(f, node)) {
			f->by_list |= UINT64_C(1) << i;
			listed++;
		} else if (grasp_of(node) == GRASP_EXACT) {
			f->by_index |= UINT64_C(1) << i;
			answered++;
		}
	}
	f->listed = root->kind == QUERY_ALL || listed == len;
	f->exact = listed + answered == len;
}

/* ---- A segment */

struct eval {
	const struct query *query;
	const struct store_view *view;
	const struct index_segment *segment;
};

static enum index_space
space_of(enum query_field field)
{
	return field == QUERY_TITLE    ? INDEX_TITLE
	       : field == QUERY_AUTHOR ? INDEX_AUTHOR
				       : INDEX_ANY;
}

static bool
bases(const struct eval *e)
{
	return query_how(e->query) & QUERY_ACCENTS_IGNORED;
}

static int
words_in(const struct eval *e, const struct query_node *node, enum index_space space,
	struct index_set *out)
{
	struct index_word *words = mem_zalloc(node->words_len * sizeof *words);
	for (size_t i = 0; i < node->words_len; i++)
		words[i] = (struct index_word){node->words[i].text, node->words[i].base,
			node->words[i].offset, node->words[i].prefix};
	int code = store_index_words(
		e->view, e->segment, space, words, node->words_len, bases(e), out);
	free(words);
	return code;
}

static int
eval(const struct eval *e, const struct query_node *node, struct index_set *out);

/* In an "and", parts about which the index knows nothing are left out. */
static int
eval_parts(const struct eval *e, const struct query_node *node, struct index_set *out)
{
	bool first = true;
	int code = OK;
	for (size_t i = 0; code == OK && i < node->parts_len; i++) {
		struct index_set part;
		if (grasp_of(node->parts[i]) == GRASP_NONE)
			continue;
		store_index_set_init(&part, e->segment);
		code = eval(e, node->parts[i], &part);
		for (size_t k = 0; k < out->len; k++)
			out->bits[k] = first || node->kind == QUERY_OR
					       ? out->bits[k] | part.bits[k]
					       : out->bits[k] & part.bits[k];
		first = false;
		store_index_set_done(&part);
	}
	return code;
}

/* out is empty at first. */
static int
eval(const struct eval *e, const struct query_node *node, struct index_set *out)
{
	int code;
	switch (node->kind) {
	case QUERY_WORDS:
		return words_in(e, node, space_of(node->field), out);
	case QUERY_PART:
		return store_index_part(e->view, e->segment, space_of(node->field),
			node->required ? node->required
			: bases(e)     ? node->base
				       : node->text,
			bases(e), out);
	case QUERY_REGEX:
		return store_index_part(e->view, e->segment, space_of(node->field),
			node->required, bases(e), out);
	case QUERY_NOT:
		code = eval(e, node->parts[0], out);
		for (size_t i = 0; i < out->len; i++)
			out->bits[i] = ~out->bits[i];
		return code;
	default:
		return eval_parts(e, node, out);
	}
}

int
store_find_among(const struct query *query, const struct store_view *view,
	const struct index_segment *segment, struct index_set *out)
{
	const struct eval e = {query, view, segment};
	const struct query_node *root = query_root(query);
	if (grasp_of(root) != GRASP_NONE)
		return eval(&e, root, out);
	memset(out->bits, 0xff, out->len * sizeof *out->bits);
	return OK;
}

uint64_t
store_find_by_index(const struct query *query)
{
	const struct query_node *root = query_root(query);
	const bool many = root->kind == QUERY_AND;
	uint64_t parts = 0;
	for (size_t i = 0; i < (many ? root->parts_len : 1) && i < FIND_PARTS_MAX; i++)
		if (grasp_of(many ? root->parts[i] : root) == GRASP_EXACT)
			parts |= UINT64_C(1) << i;
	return parts;
}

/* The set counts from the segment's first document. */
static bool
in_set(const struct index_set *set, const struct index_segment *segment, uint64_t doc)
{
	return doc >= segment->first && doc <= segment->last &&
	       find_get_bit(set->bits, doc - segment->first);
}

static void
clear_in_set(struct index_set *set, const struct index_segment *segment, uint64_t doc)
{
	if (doc >= segment->first && doc <= segment->last)
		set->bits[(doc - segment->first) / 64] &=
			~(UINT64_C(1) << ((doc - segment->first) % 64));
}

/* Turns documents into items: a hit on an alias is a hit on its item. The old text of an
 * edited item and its older aliases no longer count. */
static void
take_aliases(
	struct store_find *f, const struct index_segment *segment, struct index_set *set)
{
	for (size_t i = 0; i < f->aliases_len; i++) {
		const struct index_alias *a = &f->aliases[i];
		clear_in_set(set, segment, a->item);
		if (f->valid[i] && a->item < f->bits && in_set(set, segment, a->doc))
			find_set_bit(f->candidates, a->item);
		clear_in_set(set, segment, a->doc);
	}
}

static void
take_set(struct store_find *f, const struct index_segment *segment,
	const struct index_set *set)
{
	for (size_t i = 0; i < set->len; i++) {
		uint64_t bits = set->bits[i];
		for (; bits; bits &= bits - 1) {
			uint64_t doc =
				segment->first + i * 64 + (uint64_t)__builtin_ctzll(bits);
			if (doc < f->bits && doc <= segment->last)
				find_set_bit(f->candidates, doc);
		}
	}
}

/* ---- Relevance. */

void
store_find_score(struct store_find *f, uint64_t item, unsigned score)
{
	if (item < f->bits && f->scores[item] + score <= FIND_SCORE_MAX)
		f->scores[item] = (uint8_t)(f->scores[item] + score);
}

static int
score_words(struct store_find *f, const struct eval *e, const struct query_node *node,
	enum index_space space, unsigned score)
{
	struct index_set set;
	store_index_set_init(&set, e->segment);
	int code = words_in(e, node, space, &set);
	for (size_t i = 0; i < f->aliases_len; i++) {
		const struct index_alias *a = &f->aliases[i];
		clear_in_set(&set, e->segment, a->item);
		if (f->valid[i] && in_set(&set, e->segment, a->doc))
			store_find_score(f, a->item, score);
		clear_in_set(&set, e->segment, a->doc);
	}
	for (size_t i = 0; code == OK && i < set.len; i++)
		for (uint64_t bits = set.bits[i]; bits; bits &= bits - 1)
			store_find_score(f,
				e->segment->first + i * 64 +
					(uint64_t)__builtin_ctzll(bits),
				score);
	store_index_set_done(&set);
	return code;
}

static int
score(struct store_find *f, const struct eval *e, const struct query_node *node)
{
	int code = OK;
	if (node->kind == QUERY_WORDS && node->field < QUERY_LINK) {
		code = score_words(f, e, node, INDEX_TITLE, FIND_SCORE_TITLE);
		return code == OK
			       ? score_words(f, e, node, INDEX_AUTHOR, FIND_SCORE_AUTHOR)
			       : code;
	}
	for (size_t i = 0; code == OK && node->kind != QUERY_NOT && i < node->parts_len;
		i++)
		code = score(f, e, node->parts[i]);
	return code;
}

int
store_find_segment(struct store_find *f, const struct store_view *view,
	const struct index_segment *segment)
{
	const struct eval e = {f->query, view, segment};
	struct index_set set;
	int code = OK;
	store_index_set_init(&set, segment);
	if (!f->all)
		code = eval(&e, query_root(f->query), &set);
	if (code == OK && !f->all) {
		take_aliases(f, segment, &set);
		take_set(f, segment, &set);
	}
	store_index_set_done(&set);
	return code == OK && f->scores ? score(f, &e, query_root(f->query)) : code;
}
