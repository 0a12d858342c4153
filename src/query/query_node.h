/*
 * The insides of a parsed query. Private to query.
 */
#ifndef QUERY_QUERY_NODE_H
#define QUERY_QUERY_NODE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/fold.h"
#include "query/query.h"

struct query_regex;

/* A field of the item being matched, folded when it is first needed. */
struct query_cache {
	struct span text; /* p is NULL if the item has none */
	struct buf folded;
	bool ready;
};

struct query {
	struct arena arena;
	struct query_node *root;
	enum query_how how;
	size_t nodes;
	struct query_regex *regexes; /* a linked list of all, to free them */
	size_t gave_up;
	struct query_cache *own;    /* once it is matched by itself */
	struct query_cache *fields; /* own, or those of a set; NULL: none yet */
	/* In a set: the number of the item; a keyed word has it in seen if the item
	 * contains the word. 0: nothing is known. Otherwise NULL. */
	const uint64_t *item;
	struct buf folded; /* the string of a list being matched */
};

/* How the items' texts are folded. */
static inline enum fold_how
query_fold(const struct query *query)
{
	return query->how & QUERY_ACCENTS_IGNORED ? FOLD_BASE : FOLD_CASE;
}

/* Compiles a regular expression for folded text into node->regex. */
int query_regex_compile(struct query *query, struct query_node *node, struct err *err);
bool query_regex_match(
	struct query *query, const struct query_node *node, const char *s, size_t n);
void query_regex_free(struct query *query);

/* A list of strings has no single text. */
bool query_field_lists(enum query_field field);
#define QUERY_SLACK 8 /* bytes that can be read after a folded text */

/* Gets the text of a field that is not a list, folded. False if the item has none. */
bool query_field_text(struct query *query, const struct query_item *item,
	enum query_field field, struct span *out);
/* Gets the i-th string of a list, folded, until the next call. False: there is none. */
bool query_field_string(struct query *query, const struct query_item *item,
	enum query_field field, size_t i, struct span *out);
struct query_cache *query_cache_new(void);
void query_cache_free(struct query_cache *fields); /* NULL is accepted */
/* Forgets the current item: the next one is another. */
void query_forget(struct query *query);

#endif
