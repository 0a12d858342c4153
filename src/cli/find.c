#include "config.h"

#include "cli/find.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/session.h"
#include "engine/api.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"

#define SEARCH 1 /* its id */

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
		if (str_int(span_of(argv[i]), &number) != OK || number < 1)
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
			   (event->kind == ENGINE_NOTE && event->error)) {
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
	return target->kind == TARGET_ITEMS
		       ? OK
		       : cli_find_each(s, target->query, &target->scope, count, found,
				 err);
}

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
	if (all_numbers(argc, argv)) {
		int status = take_numbers(s, argc, argv, items, err);
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
