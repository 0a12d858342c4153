/*
 * Search without an index: the scope's list is walked newest first, in slices, and each
 * item's title, author and text are folded (fold.c) and looked through. A slice begins
 * after the last key of the one before, in a view of its own, so that a search of any
 * length holds no page of the store.
 *
 * An index can come beside this without a change of the interface: it would stand
 * between store_keys and `matches` as another source of candidates.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/fold.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "store/db.h"
#include "store/read.h"
#include "store/shape.h"

#define CHUNK 32 /* items between two looks at the clock */

struct word {
	char *text; /* folded */
	size_t len;
	bool found; /* in the item being looked at */
};

struct store_search {
	struct store_scope scope;
	char *tag; /* owned copy of scope.tag */
	struct word *words;
	size_t words_len, words_cap;
	bool unicode; /* a word holds more than ASCII */
	bool begun;
	struct store_key last;
	struct buf folded;
};

static bool
is_ascii(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s >= 0x80)
			return false;
	return true;
}

struct store_search *
store_search_new(const char *words, const struct store_scope *scope)
{
	struct store_search *search = mem_zalloc(sizeof *search);
	search->scope = *scope;
	search->tag = mem_strdup(scope->tag);
	search->scope.tag = search->tag;
	search->unicode = !is_ascii(words);
	fold_text(&search->folded, words, strlen(words), false,
		search->unicode ? FOLD_CASE : FOLD_ASCII);
	struct span rest = {buf_str(&search->folded), search->folded.len}, part;
	while (span_split(&rest, ' ', &part)) {
		part = span_trim(part);
		if (part.n)
			*VEC_PUSH(search->words, search->words_len, search->words_cap) =
				(struct word){mem_strndup(part.p, part.n), part.n, false};
	}
	return search;
}

void
store_search_free(struct store_search *search)
{
	if (!search)
		return;
	for (size_t i = 0; i < search->words_len; i++)
		free(search->words[i].text);
	free(search->words);
	free(search->tag);
	buf_done(&search->folded);
	free(search);
}

/* Looks for the words not found yet. True when none is left. */
static bool
look_through(struct store_search *search, struct span text, bool html)
{
	bool all = true;
	if (text.n)
		fold_text(&search->folded, text.p, text.n, html,
			search->unicode ? FOLD_CASE : FOLD_ASCII);
	for (size_t i = 0; i < search->words_len; i++) {
		struct word *word = &search->words[i];
		if (!word->found && text.n)
			word->found = memmem(search->folded.data, search->folded.len,
					      word->text, word->len) != NULL;
		all = all && word->found;
	}
	return all;
}

static bool
matches(struct store_search *search, const struct store_view *view, uint64_t id)
{
	struct span bytes;
	for (size_t i = 0; i < search->words_len; i++)
		search->words[i].found = false;
	/* What is damaged is never a hit, and never an end. */
	if (store_db_get(view, TABLE_ITEM, schema_id(id), &bytes) != OK ||
		record_check(id, bytes) != OK)
		return false;
	if (look_through(search, record_find(bytes, ITEM_TITLE), false) ||
		look_through(search, record_find(bytes, ITEM_AUTHOR), false))
		return true;
	if (store_db_get(view, TABLE_TEXT, schema_id(id), &bytes) != OK ||
		record_check(id, bytes) != OK)
		return false;
	bool html = record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML;
	return look_through(search, record_find(bytes, TEXT_BODY), html);
}

static int
step(struct store_search *search, const struct store_view *view, int64_t until,
	struct store_key *out, size_t max, size_t *len, bool *done)
{
	struct store_key keys[CHUNK];
	while (*len < max) {
		size_t n;
		int code = store_keys(view, &search->scope,
			search->begun ? &search->last : NULL, keys, CHUNK, &n);
		if (code)
			return code;
		for (size_t i = 0; i < n && *len < max; i++) {
			search->last = keys[i];
			search->begun = true;
			if (matches(search, view, keys[i].id))
				out[(*len)++] = keys[i];
			*done = n < CHUNK && i + 1 == n;
		}
		if (n == 0 || *done) {
			*done = true;
			return OK;
		}
		if (time_mono_us() >= until)
			return OK;
	}
	return OK;
}

int
store_search_step(struct store_search *search, struct store *store, int64_t budget_us,
	struct store_key *out, size_t max, size_t *len, bool *done, struct err *err)
{
	struct store_view view;
	*len = 0;
	*done = search->words_len == 0;
	if (*done)
		return OK;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	status = step(search, &view, time_mono_us() + budget_us, out, max, len, done);
	store_view_end(&view);
	return store_db_fail(store, status, err, _("cannot search"));
}
