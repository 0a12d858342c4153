#include "config.h"

#include "cli/core/find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "conf/words.h"
#include "engine/api.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"

#define SEARCH 1 /* its id */
#define INPUT_MAX ((size_t)64 << 20)

void
cli_items_done(struct cli_items *items)
{
	free(items->ids);
	free(items->query);
}

/* ---- by number */

static bool
all_numbers(int argc, char *const *argv)
{
	int64_t number;
	for (int i = 0; i < argc; i++)
		if (str_int(span_of(argv[i]), &number) != OK || number < 0)
			return false;
	return argc > 0;
}

static int
take_numbers(struct cli_session *s, int argc, char *const *argv, struct cli_items *items,
	struct err *err)
{
	struct store_view view;
	int status = store_view_begin(s->cli->store, &view, err);
	if (status != OK)
		return status;
	for (int i = 0; i < argc && status == OK; i++) {
		int64_t number = 0;
		int flags;
		status = str_int(span_of(argv[i]), &number);
		if (status == OK)
			status = store_item_flags(&view, (uint64_t)number, &flags);
		if (status == OK)
			*VEC_PUSH(items->ids, items->len, items->cap) = (uint64_t)number;
		else
			err_set(err, status,
				_("there is no item %" PRId64
				  "; courant list --items shows the items"),
				number);
	}
	store_view_end(&view);
	return status;
}

/* ---- by query */

int
cli_find_each(struct cli_session *s, const char *query, const struct store_scope *scope,
	cli_find_take *take, void *data, struct err *err)
{
	const struct store_scope all = {.kind = STORE_ALL};
	bool done = false;
	int status = query_check(query, err);
	if (status != OK)
		return ERR_INVALID;
	engine_search(s->engine, SEARCH, query, scope ? scope : &all);
	while (!done && status == OK) {
		struct engine_event *event = cli_session_next(s, -1);
		if (!event) {
			status = err_set(err, ERR_CANCELLED, _("stopped"));
		} else if (event->kind == ENGINE_HITS && event->search == SEARCH) {
			bool more = take(data, event->hits, event->hits_len);
			done = event->done || !more;
		} else if (event->kind == ENGINE_ENDED ||
			   (event->kind == ENGINE_NOTE && event->search == SEARCH)) {
			/* The query is valid: it is the search that failed. */
			status = err_set(err, ERR_IO, "%s",
				event->text ? event->text : _("the worker stopped"));
		}
		free(event);
	}
	return status;
}

static bool
count(void *data, const struct store_key *hits, size_t len)
{
	(void)hits;
	*(size_t *)data += len;
	return true;
}

int
cli_find_count(struct cli_session *s, const struct engine_target *target, size_t *found,
	struct err *err)
{
	*found = target->items_len;
	return target->kind == TARGET_ITEMS ? OK
					    : cli_find_each(s, target->query,
						      &target->scope, count, found, err);
}

/* ---- from standard input */

static bool
take_ids(void *data, const struct store_key *hits, size_t len)
{
	struct cli_items *items = data;
	for (size_t i = 0; i < len; i++)
		*VEC_PUSH(items->ids, items->len, items->cap) = hits[i].id;
	return true;
}

/* Takes a line: the number or the guid of an item. */
static int
take_line(
	struct cli_session *s, const char *line, struct cli_items *items, struct err *err)
{
	char *const word = mem_strdup(line);
	size_t before = items->len;
	int status;
	if (all_numbers(1, &word)) {
		status = take_numbers(s, 1, &word, items, err);
	} else {
		struct buf query = BUF_INIT(0);
		buf_adds(&query, "guid=");
		conf_word_format(&query, line, true);
		status = cli_find_each(s, buf_str(&query), NULL, take_ids, items, err);
		if (status == OK && items->len == before)
			status = err_set(
				err, ERR_NOT_FOUND, _("no item has the id \"%s\""), line);
		buf_done(&query);
	}
	free(word);
	return status;
}

static int
take_input(struct cli_session *s, struct cli_items *items, struct err *err)
{
	struct buf all = BUF_INIT(INPUT_MAX);
	char chunk[8192];
	size_t n;
	int status = OK;
	do {
		n = fread(chunk, 1, sizeof chunk, stdin);
		status = buf_add(&all, chunk, n);
	} while (n > 0 && status == OK);
	if (status != OK)
		err_set(err, status, _("standard input has too many lines"));
	struct span rest = {buf_str(&all), all.len}, line;
	while (status == OK && span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		char *text = mem_strndup(line.p, line.n);
		if (*text)
			status = take_line(s, text, items, err);
		free(text);
	}
	buf_done(&all);
	return status;
}

/* ---- */

/* The newest item there is now; those that arrive later are not meant. */
static int
last_item(struct cli_session *s, uint64_t *id, struct err *err)
{
	struct store_view view;
	int status = store_view_begin(s->cli->store, &view, err);
	if (status != OK)
		return status;
	*id = store_item_last_id(&view);
	store_view_end(&view);
	return OK;
}

int
cli_find_target(struct cli_session *s, int argc, char *const *argv,
	struct cli_items *items, struct engine_target *target, struct err *err)
{
	bool input = argc == 1 && str_eq(argv[0], "-");
	if (input || all_numbers(argc, argv)) {
		int status = input ? take_input(s, items, err)
				   : take_numbers(s, argc, argv, items, err);
		*target = engine_items(items->ids, items->len);
		return status;
	}
	items->query = query_join(argc, argv);
	/* Perhaps from a script with an empty variable: all items would be a bad guess.
	 */
	if (!items->query[strspn(items->query, " \t\n")])
		return err_set(err, ERR_INVALID,
			_("give items or a query; see courant help mark"));
	if (query_check(items->query, err) != OK)
		return ERR_INVALID;
	*target = (struct engine_target){.kind = TARGET_QUERY, .query = items->query};
	return last_item(s, &target->upto, err);
}
