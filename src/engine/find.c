/*
 * A search has three parts, each in slices.
 *
 * 1. The index, a segment at a time. The query's tree is worked out on sets of documents.
 *    What the index cannot tell (an age, a regular expression) counts as "perhaps", so
 *    the result is a set of candidates, a bit an item. Of a query's outermost "and", the
 *    parts that the index tells exactly need no further look.
 * 2. Order. Few candidates are looked up one by one and sorted; for many, the list of
 *    the scope is walked, newest first, and each item's bit asked: the first screen comes
 *    after a few rows, and nothing is ever sorted.
 * 3. What the index left open is asked of each candidate by query_match, a block of the
 *    list at a time. Items that the index does not have yet are asked the whole query.
 *
 * Without an index (switched off, or damaged) every item is a candidate.
 *
 * Relevance counts the words of the query that stand in an item's title (four each) or
 * among its authors (two); among equals the newest is first.
 */
#include "config.h"

#include "engine/find.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "base/word.h"
#include "query/query.h"
#include "store/index_read.h"
#include "store/peek.h"

#define CHUNK 128       /* items between two looks at the clock */
#define FEW_SHARE 24    /* candidates are few when they are one of so many items */
#define BLOCK_MIN 512   /* items of the list that are asked together at first, */
#define BLOCK_MAX 32768 /* and in the end */
#define PARTS_MAX 64    /* of an "and" whose exact ones are left out */
#define SCORE_MAX 255
#define SCORE_TITLE 4
#define SCORE_AUTHOR 2

enum stage {
	STAGE_BEGIN,
	STAGE_INDEX,
	STAGE_PLACES, /* few: collect and sort */
	STAGE_FEW,
	STAGE_WALK,
	STAGE_GATHER, /* a block of the list whose items are to be asked, */
	STAGE_ASK,    /* asked in the order of their ids, */
	STAGE_EMIT,   /* given out in the list's */
	STAGE_RANK,   /* by relevance: everything was collected */
	STAGE_DONE,
};

/* What the index can say of a node. */
enum grasp {
	GRASP_NONE,
	GRASP_PERHAPS, /* the set has all that match, and more */
	GRASP_EXACT,
};

struct place {
	uint64_t id;
	size_t at; /* in the block */
};

struct engine_find {
	struct query *query;
	struct store_scope scope;
	char *tag;
	int how;
	int64_t now;
	enum stage stage;
	/* A bit an item: it may match; it is not in the index. */
	uint64_t *candidates, *unknown;
	uint8_t *scores; /* RELEVANT */
	size_t bits;     /* items that there is room for */
	uint64_t next;   /* the index is read up to here */
	struct index_alias *aliases;
	bool *valid; /* is this alias the last of its item? */
	size_t aliases_len;
	bool all;                                  /* every item is a candidate */
	bool exact;                                /* a known candidate is a hit */
	const struct query_node *known[PARTS_MAX]; /* told by the index */
	size_t known_len;
	/* Keys in order: STAGE_FEW, STAGE_RANK. */
	struct store_key *keys;
	size_t keys_len, keys_cap, keys_at;
	struct store_key last;
	bool begun, ranked;
	/* A block: keys in the list's order, ids ascending, a bit for each key that hits.
	 */
	struct store_key *block;
	struct place *asked;
	uint64_t *block_hits;
	size_t block_len, block_at, block_max;
	bool list_ended;
	/* The feeds, if the query asks for them. */
	struct arena arena, item_arena, tag_arena;
	struct store_feed *feeds;
	size_t feeds_len;
	bool feeds_read;
	/* The item being looked at. */
	struct store_peek peek;
	struct store_body body;
	struct store_item item;
	bool body_read, item_read, item_known;
	char *note;
};

/* ---- What the index can tell. */

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
		return node->field < QUERY_LINK && one_word(node->text) &&
				       one_word(node->base)
			       ? GRASP_PERHAPS
			       : GRASP_NONE;
	case QUERY_REGEX:
		return node->field < QUERY_LINK && node->certain ? GRASP_PERHAPS
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

static void
plan(struct engine_find *f)
{
	const struct query_node *root = query_root(f->query);
	enum grasp grasp = grasp_of(root);
	f->all = grasp == GRASP_NONE;
	f->exact = grasp == GRASP_EXACT || root->kind == QUERY_ALL;
	if (root->kind == QUERY_AND)
		for (size_t i = 0; i < root->parts_len && f->known_len < PARTS_MAX; i++)
			if (grasp_of(root->parts[i]) == GRASP_EXACT)
				f->known[f->known_len++] = root->parts[i];
}

/* ---- A segment. */

struct eval {
	struct engine_find *find;
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
bases(const struct engine_find *f)
{
	return query_how(f->query) & QUERY_ACCENTS_IGNORED;
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
		e->view, e->segment, space, words, node->words_len, bases(e->find), out);
	free(words);
	return code;
}

static int
eval(const struct eval *e, const struct query_node *node, struct index_set *out);

/* Of an AND, parts that the index knows nothing of are left out. */
static int
eval_parts(const struct eval *e, const struct query_node *node, struct index_set *out)
{
	bool first = true;
	int code = OK;
	for (size_t i = 0; code == OK && i < node->parts_len; i++) {
		struct index_set part;
		if (grasp_of(node->parts[i]) == GRASP_NONE)
			continue;
		index_set_init(&part, e->segment);
		code = eval(e, node->parts[i], &part);
		for (size_t k = 0; k < out->len; k++)
			out->bits[k] = first || node->kind == QUERY_OR
					       ? out->bits[k] | part.bits[k]
					       : out->bits[k] & part.bits[k];
		first = false;
		index_set_done(&part);
	}
	return code;
}

/* out begins empty. */
static int
eval(const struct eval *e, const struct query_node *node, struct index_set *out)
{
	int code;
	switch (node->kind) {
	case QUERY_WORDS:
		return words_in(e, node, space_of(node->field), out);
	case QUERY_PART:
		return store_index_part(e->view, e->segment, space_of(node->field),
			bases(e->find) ? node->base : node->text, bases(e->find), out);
	case QUERY_REGEX:
		return store_index_part(e->view, e->segment, space_of(node->field),
			node->certain, bases(e->find), out);
	case QUERY_NOT:
		code = eval(e, node->parts[0], out);
		for (size_t i = 0; i < out->len; i++)
			out->bits[i] = ~out->bits[i];
		return code;
	default:
		return eval_parts(e, node, out);
	}
}

static void
set_bit(uint64_t *bits, uint64_t i)
{
	bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool
get_bit(const uint64_t *bits, uint64_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

/* The set counts documents from the segment's first on. */
static bool
in_set(const struct index_set *set, const struct index_segment *segment, uint64_t doc)
{
	return doc >= segment->first && doc <= segment->last &&
	       get_bit(set->bits, doc - segment->first);
}

static void
clear_in_set(struct index_set *set, const struct index_segment *segment, uint64_t doc)
{
	if (doc >= segment->first && doc <= segment->last)
		set->bits[(doc - segment->first) / 64] &=
			~(UINT64_C(1) << ((doc - segment->first) % 64));
}

/* Documents become items: an alias's hit is its item's, an edited item's old text and
 * older aliases count no more. */
static void
take_aliases(
	struct engine_find *f, const struct index_segment *segment, struct index_set *set)
{
	for (size_t i = 0; i < f->aliases_len; i++) {
		const struct index_alias *a = &f->aliases[i];
		clear_in_set(set, segment, a->item);
		if (f->valid[i] && a->item < f->bits && in_set(set, segment, a->doc))
			set_bit(f->candidates, a->item);
		clear_in_set(set, segment, a->doc);
	}
}

static void
take_set(struct engine_find *f, const struct index_segment *segment,
	const struct index_set *set)
{
	for (size_t i = 0; i < set->len; i++) {
		uint64_t bits = set->bits[i];
		for (; bits; bits &= bits - 1) {
			uint64_t doc =
				segment->first + i * 64 + (uint64_t)__builtin_ctzll(bits);
			if (doc < f->bits && doc <= segment->last)
				set_bit(f->candidates, doc);
		}
	}
}

/* ---- Relevance. */

static void
add_score(struct engine_find *f, uint64_t item, unsigned score)
{
	if (item < f->bits && f->scores[item] + score <= SCORE_MAX)
		f->scores[item] = (uint8_t)(f->scores[item] + score);
}

static int
score_words(const struct eval *e, const struct query_node *node, enum index_space space,
	unsigned score)
{
	struct engine_find *f = e->find;
	struct index_set set;
	index_set_init(&set, e->segment);
	int code = words_in(e, node, space, &set);
	for (size_t i = 0; i < f->aliases_len; i++) {
		const struct index_alias *a = &f->aliases[i];
		clear_in_set(&set, e->segment, a->item);
		if (f->valid[i] && in_set(&set, e->segment, a->doc))
			add_score(f, a->item, score);
		clear_in_set(&set, e->segment, a->doc);
	}
	for (size_t i = 0; code == OK && i < set.len; i++)
		for (uint64_t bits = set.bits[i]; bits; bits &= bits - 1)
			add_score(f,
				e->segment->first + i * 64 +
					(uint64_t)__builtin_ctzll(bits),
				score);
	index_set_done(&set);
	return code;
}

static int
score(const struct eval *e, const struct query_node *node)
{
	int code = OK;
	if (node->kind == QUERY_WORDS && node->field < QUERY_LINK) {
		code = score_words(e, node, INDEX_TITLE, SCORE_TITLE);
		return code == OK ? score_words(e, node, INDEX_AUTHOR, SCORE_AUTHOR)
				  : code;
	}
	for (size_t i = 0; code == OK && node->kind != QUERY_NOT && i < node->parts_len;
		i++)
		code = score(e, node->parts[i]);
	return code;
}

static int
take_segment(struct engine_find *f, const struct store_view *view,
	const struct index_segment *segment)
{
	struct eval e = {f, view, segment};
	struct index_set set;
	int code = OK;
	index_set_init(&set, segment);
	if (!f->all)
		code = eval(&e, query_root(f->query), &set);
	if (code == OK && !f->all) {
		take_aliases(f, segment, &set);
		take_set(f, segment, &set);
	}
	index_set_done(&set);
	return code == OK && f->scores ? score(&e, query_root(f->query)) : code;
}

/* ---- The stages. */

/* Items that are not in the index yet are candidates, and nothing is known of them. */
static void
take_unknown(struct engine_find *f, uint64_t mark)
{
	for (uint64_t i = mark; i < f->bits; i++) {
		set_bit(f->candidates, i);
		set_bit(f->unknown, i);
	}
	for (size_t i = 0; i < f->aliases_len; i++)
		if (f->aliases[i].doc >= mark && f->aliases[i].item < f->bits) {
			set_bit(f->candidates, f->aliases[i].item);
			set_bit(f->unknown, f->aliases[i].item);
		}
}

static int
by_item(const void *a, const void *b)
{
	const struct index_alias *x = a, *y = b;
	if (x->item != y->item)
		return x->item < y->item ? -1 : 1;
	return (x->doc > y->doc) - (x->doc < y->doc);
}

static int
begin(struct engine_find *f, const struct store_view *view)
{
	f->bits = (size_t)store_last_id(view) + 1;
	f->candidates = mem_zalloc((f->bits / 64 + 1) * sizeof *f->candidates);
	f->unknown = mem_zalloc((f->bits / 64 + 1) * sizeof *f->unknown);
	if (f->how & ENGINE_FIND_RELEVANT)
		f->scores = mem_zalloc(f->bits);
	int code = store_index_aliases(view, &f->aliases, &f->aliases_len);
	f->valid = mem_zalloc(f->aliases_len + 1);
	if (f->aliases_len)
		qsort(f->aliases, f->aliases_len, sizeof *f->aliases, by_item);
	for (size_t i = 0; i < f->aliases_len; i++)
		f->valid[i] = i + 1 == f->aliases_len ||
			      f->aliases[i + 1].item != f->aliases[i].item;
	f->stage = f->all && !f->scores ? STAGE_WALK : STAGE_INDEX;
	return code;
}

static size_t
count_bits(const struct engine_find *f)
{
	size_t n = 0;
	for (size_t i = 0; i < f->bits / 64 + 1; i++)
		n += (size_t)__builtin_popcountll(f->candidates[i]);
	return n;
}

static int
read_index(struct engine_find *f, const struct store_view *view)
{
	struct index_segment segment;
	struct index_state state;
	int code = store_index_state(view, &state);
	if (code == OK)
		code = state.on ? store_index_segment(view, f->next, &segment)
				: ERR_DAMAGED;
	if (code == OK)
		code = take_segment(f, view, &segment);
	if (code == OK) {
		f->next = segment.last + 1;
		return OK;
	}
	/* Nothing can be said by a damaged index: every item is asked. */
	if (code == ERR_DAMAGED) {
		f->all = true;
		f->exact = query_root(f->query)->kind == QUERY_ALL;
		f->known_len = 0;
		f->stage = STAGE_WALK;
		return OK;
	}
	if (code != ERR_NOT_FOUND)
		return code;
	take_unknown(f, state.mark);
	f->next = 0;
	f->stage =
		f->all || count_bits(f) * FEW_SHARE > f->bits ? STAGE_WALK : STAGE_PLACES;
	return OK;
}

static int
by_time(const void *a, const void *b)
{
	const struct store_key *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	return (x->id < y->id) - (x->id > y->id);
}

/* A part of the candidates gets their times; at the end they are put in order. */
static int
find_places(struct engine_find *f, const struct store_view *view)
{
	uint64_t i = f->next;
	size_t taken = 0;
	for (; i < f->bits && taken < CHUNK; i++) {
		struct store_peek peek;
		if (i % 64 == 0 && !f->candidates[i / 64]) {
			i += 63;
			continue;
		}
		if (!get_bit(f->candidates, i))
			continue;
		taken++;
		int code = store_peek(view, i, &peek);
		if (code == OK)
			*VEC_PUSH(f->keys, f->keys_len, f->keys_cap) = peek.key;
		else if (code != ERR_NOT_FOUND)
			return code;
	}
	f->next = i;
	if (i < f->bits)
		return OK;
	if (f->keys_len)
		qsort(f->keys, f->keys_len, sizeof *f->keys, by_time);
	f->stage = STAGE_FEW;
	return OK;
}

/* ---- An item asked. */

static const struct store_feed *
feed_of(struct engine_find *f)
{
	uint32_t id = store_peek_feed(&f->peek);
	if (!f->feeds_read) {
		f->feeds_read = true;
		if (store_feeds(f->peek.view, &f->arena, true, &f->feeds,
			    &f->feeds_len) != OK)
			f->feeds_len = 0;
	}
	/* In the file's order, so ids ascend for the most part. */
	if (id && id <= f->feeds_len && f->feeds[id - 1].id == id)
		return &f->feeds[id - 1];
	for (size_t i = 0; i < f->feeds_len; i++)
		if (f->feeds[i].id == id)
			return &f->feeds[i];
	return NULL;
}

static struct span
maybe(const char *s)
{
	return (struct span){s, s ? strlen(s) : 0};
}

/* The i-th of the item's own tags. */
static struct span
own_tag(struct engine_find *f, size_t i)
{
	if (!f->item_read) {
		f->item_read = true;
		arena_reset(&f->tag_arena);
		if (store_item(f->peek.view, f->peek.key.id, &f->tag_arena, &f->item) !=
			OK)
			f->item.tags_len = 0;
	}
	return maybe(i < f->item.tags_len ? f->item.tags[i] : NULL);
}

static struct span
body_text(struct engine_find *f, enum query_field field, size_t i)
{
	if (!f->body_read) {
		f->body_read = true;
		arena_reset(&f->item_arena);
		if (store_body(f->peek.view, f->peek.key.id, &f->item_arena, &f->body) !=
			OK)
			f->body = (struct store_body){.text = {NULL}};
	}
	const struct store_body *b = &f->body;
	if (field == QUERY_CATEGORY)
		return maybe(i < b->categories_len ? b->categories[i] : NULL);
	if (i >= b->enclosures_len)
		return maybe(NULL);
	return maybe(
		field == QUERY_ENCLOSURE ? b->enclosures[i].url : b->enclosures[i].type);
}

static struct span
text_of(void *data, enum query_field field, size_t i, bool *html)
{
	struct engine_find *f = data;
	const struct store_feed *feed;
	switch (field) {
	case QUERY_TITLE:
		return store_peek_text(&f->peek, PEEK_TITLE, html);
	case QUERY_AUTHOR:
		return store_peek_text(&f->peek, PEEK_AUTHOR, html);
	case QUERY_TEXT:
		return store_peek_text(&f->peek, PEEK_BODY, html);
	case QUERY_LINK:
		return store_peek_text(&f->peek, PEEK_LINK, html);
	case QUERY_GUID:
		return store_peek_text(&f->peek, PEEK_GUID, html);
	case QUERY_ENCLOSURE:
	case QUERY_ENCLOSURE_TYPE:
	case QUERY_CATEGORY:
		return body_text(f, field, i);
	default:
		break;
	}
	feed = feed_of(f);
	if (!feed)
		return maybe(NULL);
	switch (field) {
	case QUERY_FEED:
		return maybe(feed->title ? feed->title : feed->url);
	case QUERY_FEED_URL:
		return maybe(feed->url);
	case QUERY_FEED_LINK:
		return maybe(feed->link);
	case QUERY_TAG:
		return i < feed->tags_len ? maybe(feed->tags[i])
					  : own_tag(f, i - feed->tags_len);
	default:
		return maybe(NULL);
	}
}

static int64_t
number_of(void *data, enum query_field field)
{
	struct engine_find *f = data;
	const struct store_feed *feed;
	if (field == QUERY_FLAG)
		return store_peek_flags(&f->peek);
	if (field == QUERY_DATE)
		return store_peek_date(&f->peek);
	if (field == QUERY_ID)
		return (int64_t)f->peek.key.id;
	feed = feed_of(f);
	if (!feed)
		return TIME_NONE;
	return field == QUERY_FEED_UNREAD  ? feed->unread
	       : field == QUERY_FEED_TOTAL ? feed->total
					   : (int64_t)feed->order + 1;
}

static bool
is_known(void *data, const struct query_node *node, bool *answer)
{
	const struct engine_find *f = data;
	for (size_t i = 0; f->item_known && i < f->known_len; i++)
		if (f->known[i] == node) {
			*answer = true;
			return true;
		}
	return false;
}

/* The score of an item that the index does not have. */
static void
score_item(struct engine_find *f, const struct query_item *item,
	const struct query_node *node)
{
	if (node->kind == QUERY_WORDS && node->field < QUERY_LINK) {
		if (query_words_in(f->query, item, node, QUERY_TITLE))
			add_score(f, f->peek.key.id, SCORE_TITLE);
		if (query_words_in(f->query, item, node, QUERY_AUTHOR))
			add_score(f, f->peek.key.id, SCORE_AUTHOR);
	}
	for (size_t i = 0; node->kind != QUERY_NOT && i < node->parts_len; i++)
		score_item(f, item, node->parts[i]);
}

static bool
is_candidate(const struct engine_find *f, uint64_t id)
{
	return f->all || id >= f->bits || get_bit(f->candidates, id);
}

static bool
is_hit(struct engine_find *f, const struct store_view *view, const struct store_key *key)
{
	if (!is_candidate(f, key->id))
		return false;
	f->item_known = !f->all && key->id < f->bits && !get_bit(f->unknown, key->id);
	if (f->exact && (f->item_known || query_root(f->query)->kind == QUERY_ALL))
		return true;
	const struct query_item item = {f, text_of, number_of, is_known};
	f->peek = store_peek_key(view, key);
	f->body_read = f->item_read = false;
	if (!query_match(f->query, &item, f->now))
		return false;
	if (f->scores && !f->item_known)
		score_item(f, &item, query_root(f->query));
	return true;
}

/* ---- Hits. */

struct hits {
	struct store_key *out;
	size_t max, len;
};

/* By relevance, everything is kept until all is known. */
static void
take_hit(struct engine_find *f, struct hits *hits, const struct store_key *key)
{
	if (f->scores)
		*VEC_PUSH(f->keys, f->keys_len, f->keys_cap) = *key;
	else
		hits->out[hits->len++] = *key;
}

static bool
in_scope(
	struct engine_find *f, const struct store_view *view, const struct store_key *key)
{
	f->peek = store_peek_key(view, key);
	f->item_read = false;
	if (!store_peek_in(&f->peek, &f->scope))
		return false;
	if (f->scope.kind == STORE_TAGGED) {
		struct span tag;
		for (size_t i = 0;; i++) {
			tag = own_tag(f, i);
			if (!tag.p || span_eq(tag, f->scope.tag))
				return tag.p != NULL;
		}
	}
	if (f->scope.kind != STORE_TAG)
		return true;
	const struct store_feed *feed = feed_of(f);
	size_t n = strlen(f->scope.tag);
	for (size_t i = 0; feed && i < feed->tags_len; i++)
		if (strncmp(feed->tags[i], f->scope.tag, n) == 0 &&
			(!feed->tags[i][n] || feed->tags[i][n] == '/'))
			return true;
	return false;
}

static void
finish(struct engine_find *f)
{
	size_t gave_up = query_gave_up(f->query);
	if (gave_up && !f->note) {
		struct err err;
		err_set(&err, ERR_LIMIT,
			P_("the regular expression took too long on %zu item, which was "
			   "left out",
				"the regular expression took too long on %zu items, "
				"which "
				"were left out",
				gave_up),
			gave_up);
		f->note = mem_strdup(err.text);
	}
	f->stage = STAGE_DONE;
}

static int
take_few(struct engine_find *f, const struct store_view *view, struct hits *hits)
{
	size_t kept = 0, from = f->keys_at;
	for (size_t i = 0; i < CHUNK && f->keys_at < f->keys_len && hits->len < hits->max;
		i++) {
		struct store_key key = f->keys[f->keys_at++];
		if (!is_hit(f, view, &key) || !in_scope(f, view, &key))
			continue;
		if (f->scores)
			f->keys[from + kept++] = key;
		else
			hits->out[hits->len++] = key;
	}
	if (f->scores) {
		/* The hits stay, the others go; small enough to be moved. */
		memmove(f->keys + from + kept, f->keys + f->keys_at,
			(f->keys_len - f->keys_at) * sizeof *f->keys);
		f->keys_len -= f->keys_at - from - kept;
		f->keys_at = from + kept;
	}
	if (f->keys_at < f->keys_len)
		return OK;
	f->keys_at = 0;
	if (f->scores)
		f->stage = STAGE_RANK;
	else
		finish(f);
	return OK;
}

/* The next keys of the list, at most max of them; f->list_ended at its end. */
static int
next_keys(struct engine_find *f, const struct store_view *view, struct store_key *keys,
	size_t max, size_t *len)
{
	int code =
		store_keys(view, &f->scope, f->begun ? &f->last : NULL, keys, max, len);
	f->list_ended = code == OK && *len < max;
	return code;
}

static void
go_behind(struct engine_find *f, const struct store_key *key)
{
	f->last = *key;
	f->begun = true;
}

static void
end_list(struct engine_find *f)
{
	if (f->scores)
		f->stage = STAGE_RANK;
	else
		finish(f);
}

static int
take_list(struct engine_find *f, const struct store_view *view, struct hits *hits)
{
	struct store_key keys[CHUNK];
	size_t n, i;
	if (!f->exact) {
		f->stage = STAGE_GATHER;
		return OK;
	}
	int code = next_keys(f, view, keys, CHUNK, &n);
	if (code)
		return code;
	for (i = 0; i < n && hits->len < hits->max; i++) {
		go_behind(f, &keys[i]);
		if (is_hit(f, view, &keys[i]))
			take_hit(f, hits, &keys[i]);
	}
	if (i == n && f->list_ended)
		end_list(f);
	return OK;
}

/* ---- Blocks. The list's order is that of time, and items lie in the order of their ids:
 * to ask one after the other would jump about in the store, at twice the cost. So a part
 * of the list is asked in the order of ids; the first is small, for the first screen. */

static int
by_id(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	return (x->id > y->id) - (x->id < y->id);
}

static void
begin_asking(struct engine_find *f)
{
	for (size_t i = 0; i < f->block_len; i++)
		f->asked[i] = (struct place){f->block[i].id, i};
	if (f->block_len)
		qsort(f->asked, f->block_len, sizeof *f->asked, by_id);
	memset(f->block_hits, 0, BLOCK_MAX / 8);
	f->block_at = 0;
	f->stage = STAGE_ASK;
}

static int
gather_block(struct engine_find *f, const struct store_view *view)
{
	struct store_key keys[CHUNK];
	size_t n;
	if (!f->block) {
		f->block = mem_alloc(BLOCK_MAX * sizeof *f->block);
		f->asked = mem_alloc(BLOCK_MAX * sizeof *f->asked);
		f->block_hits = mem_alloc(BLOCK_MAX / 8);
		f->block_max = BLOCK_MIN;
	}
	int code = next_keys(f, view, keys, CHUNK, &n);
	if (code)
		return code;
	for (size_t i = 0; i < n; i++) {
		go_behind(f, &keys[i]);
		if (is_candidate(f, keys[i].id))
			f->block[f->block_len++] = keys[i];
	}
	if (f->list_ended || f->block_len + CHUNK > f->block_max)
		begin_asking(f);
	return OK;
}

static void
ask_block(struct engine_find *f, const struct store_view *view)
{
	for (size_t i = 0; i < CHUNK && f->block_at < f->block_len; i++) {
		const struct place *place = &f->asked[f->block_at++];
		if (is_hit(f, view, &f->block[place->at]))
			set_bit(f->block_hits, place->at);
	}
	if (f->block_at < f->block_len)
		return;
	f->block_at = 0;
	f->stage = STAGE_EMIT;
}

static void
emit_block(struct engine_find *f, struct hits *hits)
{
	for (; f->block_at < f->block_len && hits->len < hits->max; f->block_at++)
		if (get_bit(f->block_hits, f->block_at))
			take_hit(f, hits, &f->block[f->block_at]);
	if (f->block_at < f->block_len)
		return;
	f->block_len = 0;
	f->block_max = f->block_max < BLOCK_MAX ? f->block_max * 2 : BLOCK_MAX;
	f->stage = STAGE_GATHER;
	if (f->list_ended)
		end_list(f);
}

/* The keys come newest first: those of each score, the highest first. */
static void
take_rank(struct engine_find *f, struct hits *hits)
{
	if (!f->ranked) {
		struct store_key *sorted = mem_zalloc((f->keys_len + 1) * sizeof *sorted);
		size_t counts[SCORE_MAX + 2] = {0};
		for (size_t i = 0; i < f->keys_len; i++)
			counts[SCORE_MAX - f->scores[f->keys[i].id] + 1]++;
		for (size_t i = 1; i <= SCORE_MAX; i++)
			counts[i] += counts[i - 1];
		for (size_t i = 0; i < f->keys_len; i++)
			sorted[counts[SCORE_MAX - f->scores[f->keys[i].id]]++] =
				f->keys[i];
		free(f->keys);
		f->keys = sorted;
		f->ranked = true;
	}
	while (f->keys_at < f->keys_len && hits->len < hits->max)
		hits->out[hits->len++] = f->keys[f->keys_at++];
	if (f->keys_at == f->keys_len)
		finish(f);
}

static int
step(struct engine_find *f, const struct store_view *view, struct hits *hits)
{
	switch (f->stage) {
	case STAGE_BEGIN:
		return begin(f, view);
	case STAGE_INDEX:
		return read_index(f, view);
	case STAGE_PLACES:
		return find_places(f, view);
	case STAGE_FEW:
		return take_few(f, view, hits);
	case STAGE_WALK:
		return take_list(f, view, hits);
	case STAGE_GATHER:
		return gather_block(f, view);
	case STAGE_ASK:
		ask_block(f, view);
		return OK;
	case STAGE_EMIT:
		emit_block(f, hits);
		return OK;
	case STAGE_RANK:
		take_rank(f, hits);
		return OK;
	case STAGE_DONE:
		break;
	}
	return OK;
}

int
engine_find_step(struct engine_find *f, struct store *store, int64_t budget_us,
	struct store_key *out, size_t max, size_t *len, bool *done, struct err *err)
{
	struct store_view view;
	struct hits hits = {out, max, 0};
	int64_t until = time_mono_us() + budget_us;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	do
		status = step(f, &view, &hits);
	while (status == OK && f->stage != STAGE_DONE && hits.len < max &&
		time_mono_us() < until);
	store_view_end(&view);
	*len = hits.len;
	*done = f->stage == STAGE_DONE;
	return status ? err_set(err, (enum status)status, _("cannot search the store"))
		      : OK;
}

int
engine_find_new(const char *text, const struct store_scope *scope, int how, int64_t now,
	struct engine_find **out, struct err *err)
{
	struct query *query;
	int status = query_parse(text,
		how & ENGINE_FIND_ACCENTS ? QUERY_ACCENTS_COUNT : QUERY_ACCENTS_IGNORED,
		&query, err);
	if (status)
		return status;
	struct engine_find *f = mem_zalloc(sizeof *f);
	f->query = query;
	f->scope = *scope;
	f->scope.tag = f->tag = mem_strdup(scope->tag);
	f->how = how;
	f->now = now;
	f->next = 1;
	plan(f);
	*out = f;
	return OK;
}

void
engine_find_free(struct engine_find *f)
{
	if (!f)
		return;
	query_free(f->query);
	free(f->candidates);
	free(f->unknown);
	free(f->scores);
	free(f->aliases);
	free(f->valid);
	free(f->keys);
	free(f->block);
	free(f->asked);
	free(f->block_hits);
	free(f->tag);
	free(f->note);
	arena_done(&f->arena);
	arena_done(&f->item_arena);
	arena_done(&f->tag_arena);
	free(f);
}

const char *
engine_find_note(const struct engine_find *f)
{
	return f->note;
}
