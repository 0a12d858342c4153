/*
 * Queries: the first line is a query, the rest a text to match. Parsing gives a query or
 * an error with a sentence; whatever a regular expression matches contains its required
 * letters; a query and its negation never both match.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/fold.h"
#include "base/time.h"
#include "query/query.h"

#define NOW INT64_C(1790000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct span
text(void *data, enum query_field field, size_t i, bool *html)
{
	const struct span *span = data;
	*html = field == QUERY_TEXT;
	return i ? (struct span){NULL, 0} : *span;
}

static int64_t
number(void *data, enum query_field field)
{
	const struct span *span = data;
	return field == QUERY_DATE ? NOW - (int64_t)span->n * TIME_DAY : (int64_t)span->n;
}

/* Whatever the index would leave out does not match. */
static void
check_required(const struct query_node *root, struct span all, enum query_how how)
{
	struct buf folded = BUF_INIT(0);
	bool found = false;
	for (int html = 0; html < 2; html++) {
		fold_text(&folded, all.p, all.n, html,
			how & QUERY_ACCENTS_IGNORED ? FOLD_BASE : FOLD_CASE);
		found |= strstr(buf_str(&folded), root->required) != NULL ||
			 memchr(buf_str(&folded), 0, folded.len) != NULL;
	}
	buf_done(&folded);
	if (!found)
		abort();
}

static void
ask(const char *source, enum query_how how, struct span all)
{
	const struct query_item item = {&all, text, number, NULL};
	struct query *query, *denied;
	struct buf denial = BUF_INIT(0);
	struct err err = {0};
	int status = query_parse(source, how, &query, &err);
	if (status != OK) {
		if (!err.text[0])
			abort();
		return;
	}
	const struct query_node *root = query_root(query);
	bool matches = query_match(query, &item, NOW);
	if (matches && root->kind == QUERY_REGEX && root->required)
		check_required(root, all, how);
	buf_addf(&denial, "not (%s)", source);
	/* A ) that closes nothing is a letter, and would close the denial. */
	if (!query_gave_up(query) && root->kind != QUERY_ALL && !strpbrk(source, ")\\") &&
		query_parse(buf_str(&denial), how, &denied, &err) == OK) {
		if (query_match(denied, &item, NOW) == matches && !query_gave_up(denied))
			abort();
		query_free(denied);
	}
	buf_done(&denial);
	query_free(query);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const uint8_t *end = n ? memchr(data, '\n', n) : NULL;
	size_t first = end ? (size_t)(end - data) : n;
	struct span rest = {(const char *)data + first, n - first};
	char *source = strndup((const char *)data, first);
	ask(source, QUERY_ACCENTS_COUNT, rest);
	ask(source, QUERY_ACCENTS_IGNORED, rest);
	free(source);
	return 0;
}
