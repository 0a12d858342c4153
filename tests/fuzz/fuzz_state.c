/*
 * Other machines' logs: the first byte tells where a read of the file ends. The same
 * words come out of one read and of two; each is written as a line, and stored as a row,
 * that gives it back; of two words, one is the later or they say the same.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "engine/sync/sync.h"
#include "model/state.h"
#include "store/sync/sync.h"
#include "store/sync/sync_row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static bool
same_word(const struct state *a, const struct state *b)
{
	return a->kind == b->kind && a->on == b->on && a->stamp.time == b->stamp.time &&
	       a->stamp.machine == b->stamp.machine && str_eq(a->tag, b->tag);
}

static bool
same_state(const struct state *a, const struct state *b)
{
	return same_word(a, b) && memcmp(a->feed, b->feed, sizeof a->feed) == 0 &&
	       memcmp(a->item, b->item, sizeof a->item) == 0;
}

static void
check_state(const struct state *state)
{
	struct buf out = BUF_INIT(0);
	struct state back;
	if (!utf8_valid(state->tag, strlen(state->tag)) ||
		(state->kind == STATE_TAGGED) != (state->tag[0] != '\0'))
		abort();
	state_put(&out, state);
	if (out.len < 2 || out.data[out.len - 1] != '\n' ||
		!state_read((struct span){out.data, out.len - 1}, &back) ||
		!same_state(state, &back))
		abort();
	buf_clear(&out);
	store_sync_pack(&out, state);
	struct span row = {out.data, out.len};
	if (!store_sync_next(&row, &back) || row.n || !same_word(state, &back))
		abort();
	buf_done(&out);
}

static void
check_order(const struct state *a, const struct state *b)
{
	bool after = state_later(&a->stamp, a->on, &b->stamp, b->on);
	bool before = state_later(&b->stamp, b->on, &a->stamp, a->on);
	bool equal = a->stamp.time == b->stamp.time &&
		     a->stamp.machine == b->stamp.machine && a->on == b->on;
	if (after + before + equal != 1)
		abort();
}

/* Appends the states of all whole lines to list; how many bytes were read. */
static size_t
read_all(struct span text, struct state **list, size_t *len)
{
	size_t used, total = 0;
	do {
		*list = mem_realloc(*list, *len + STATE_MERGE_MAX, sizeof **list);
		*len += engine_sync_read_lines(text, *list + *len, &used);
		text.p += used;
		text.n -= used;
		total += used;
	} while (used);
	return total;
}

/* Bytes of a damaged store: entries of a row, or none. */
static void
read_row(struct span row)
{
	struct state state = {0};
	size_t before = row.n;
	while (store_sync_next(&row, &state)) {
		if (row.n >= before)
			abort();
		before = row.n;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	if (n < 1)
		return 0;
	struct state *whole = NULL, *parts = NULL;
	size_t whole_len = 0, parts_len = 0;
	struct span text = {(const char *)data + 1, n - 1};
	size_t cut = text.n * data[0] / 256;
	size_t used = read_all(text, &whole, &whole_len);
	size_t first = read_all((struct span){text.p, cut}, &parts, &parts_len);
	size_t rest = read_all(
		(struct span){text.p + first, text.n - first}, &parts, &parts_len);
	if (first + rest != used || whole_len != parts_len)
		abort();
	for (size_t i = 0; i < whole_len; i++) {
		if (!same_state(&whole[i], &parts[i]))
			abort();
		check_state(&whole[i]);
		check_order(&whole[i], &whole[i ? i - 1 : 0]);
	}
	free(whole);
	free(parts);
	read_row(text);
	return 0;
}
