#include "config.h"

#include "cli/change/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/find.h"
#include "cli/core/rows.h"
#include "conf/rule.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "model/action.h"
#include "query/query.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/rule.h"

#define SHOWN 10 /* items that test shows */
#define CHAIN 1  /* all that apply does is undone together */

/* The fields of a row that are always known. */
#define KNOWN "number,rule,where,hits,last"

/* The options, in the order of the table. */
enum {
	RULES_DRY_RUN,
	RULES_JSON,
};

/* A rule that was asked for. */
struct chosen {
	const struct conf_rule *rule;
	struct cli_rule row;
	uint64_t *ids; /* of the items it matches */
	size_t len, cap;
};

struct rules {
	struct cli *cli;
	struct cli_rows rows;
	struct cli_session session;
	bool dry_run, apply;
	struct chosen *chosen;
	size_t len, cap;
	struct err err;
};

/* ---- What they match. */

static bool
take_ids(void *data, const struct store_key *hits, size_t len)
{
	struct chosen *c = data;
	for (size_t i = 0; i < len; i++)
		*VEC_PUSH(c->ids, c->len, c->cap) = hits[i].id;
	return true;
}

static int
find(struct rules *r, struct chosen *c)
{
	const struct store_scope scope = {
		.kind = c->rule->tag ? STORE_TAG : STORE_ALL, .tag = c->rule->tag};
	int status =
		cli_find_each(&r->session, c->rule->query, &scope, take_ids, c, &r->err);
	c->row.found = c->len;
	return status;
}

static int
read_hits(struct rules *r, struct chosen *c)
{
	struct store_rule_hits hits;
	struct store_view view;
	int status = store_view_begin(r->cli->store, &view, &r->err);
	if (status != OK)
		return status;
	status = store_item_rule_hits(&view, store_item_rule_hash(c->rule->text), &hits);
	store_view_end(&view);
	c->row.hits = hits.hits;
	c->row.last = hits.last;
	return status == OK
		       ? OK
		       : err_set(&r->err, status, _("the rules' hits cannot be read"));
}

/* ---- apply */

/* As on arrival, each rule does what it does to the items as they were before any rule
 * did something. So all are found first, and since an item that was taken out of the
 * lists gets no tags any more, and a hidden one cannot be dropped, this comes last. */
enum step {
	MARK,
	DROP,
	HIDE,
	STEPS,
};

static enum step
step_of(enum action verb)
{
	return verb == ACTION_DISCARD ? DROP : verb == ACTION_HIDE ? HIDE : MARK;
}

static int
act(struct rules *r, struct chosen *c, enum step step)
{
	char score[ENGINE_SCORE_BYTES];
	struct engine_action *also =
		arena_alloc(&r->rows.arena, (c->rule->acts_len + 1) * sizeof *also);
	struct engine_action action = engine_rule_action(c->rule, score, also);
	struct cli_done done = {0};
	size_t n = 0;
	for (size_t i = 0; i < action.also_len; i++)
		if (step_of(also[i].verb) == step)
			also[n++] = also[i];
	if (!c->len || (!n && step != MARK))
		return OK;
	action.also_len = n;
	action.target = engine_items(c->ids, c->len);
	action.chain = CHAIN;
	int status = cli_session_do(&r->session, &action, &done, &r->err);
	c->row.changed = done.changed > c->row.changed ? done.changed : c->row.changed;
	return status;
}

static int
apply(struct rules *r)
{
	int status = OK;
	for (enum step step = MARK; step < STEPS; step++)
		for (size_t i = 0; i < r->len && status == OK; i++)
			status = act(r, &r->chosen[i], step);
	return status;
}

/* ---- Rows. */

static void
put_text(struct rules *r, const struct cli_rule *row)
{
	struct buf *out = &r->rows.out;
	buf_addf(out, "%4" PRIu64 "  ", row->number);
	buf_addf(out, P_("%7zu hit", "%7zu hits", row->hits), (size_t)row->hits);
	if (r->dry_run)
		buf_addf(out,
			P_(", would apply to %zu item that is stored",
				", would apply to %zu items that are stored", row->found),
			(size_t)row->found);
	else if (r->apply)
		buf_addf(out, P_(", %zu item", ", %zu items", row->found),
			(size_t)row->found);
	if (r->apply && !r->dry_run)
		buf_addf(out, P_(", %zu changed", ", %zu changed", row->changed),
			(size_t)row->changed);
	buf_addf(out, "  %s\n", row->rule);
}

static void
put_row(struct rules *r, const struct cli_rule *row)
{
	if (!cli_rows_put(&r->rows, cli_rule_fields, row))
		put_text(r, row);
	cli_rows_write(&r->rows);
}

/* ---- Which. */

static void
choose(struct rules *r, size_t i)
{
	const struct conf_rule *rule = &r->cli->settings->config.rules[i];
	*VEC_PUSH(r->chosen, r->len, r->cap) = (struct chosen){.rule = rule,
		.row = {.number = i + 1,
			.rule = rule->text,
			.where = arena_printf(
				&r->rows.arena, "%s:%d", rule->file, rule->line)}};
}

/* Chooses the rule with this number, or fails. */
static int
choose_number(struct rules *r, const char *word)
{
	int64_t number, len = (int64_t)r->cli->settings->config.rules_len;
	if (str_int(span_of(word), &number) != OK || number <= 0 || number > len)
		return err_set(&r->err, ERR_INVALID,
			_("rule %s does not exist; courant rules lists them"), word);
	choose(r, (size_t)number - 1);
	return OK;
}

/* All rules, or those with the numbers in argv; none if one of these is wrong. */
static int
put_rules(struct rules *r, int argc, char *const *argv)
{
	size_t len = r->cli->settings->config.rules_len;
	int status = OK;
	r->rows.fields = r->dry_run ? KNOWN ",found" : r->apply ? NULL : KNOWN;
	for (int i = 0; i < argc && status == OK; i++)
		status = choose_number(r, argv[i]);
	for (size_t i = 0; i < len && !argc; i++)
		choose(r, i);
	for (size_t i = 0; i < r->len && status == OK; i++) {
		status = read_hits(r, &r->chosen[i]);
		if (status == OK && (r->dry_run || r->apply))
			status = find(r, &r->chosen[i]);
	}
	if (status == OK && r->apply && !r->dry_run)
		status = apply(r);
	for (size_t i = 0; i < r->len && status == OK; i++)
		put_row(r, &r->chosen[i].row);
	if (!len)
		cli_note(_("there are no rules; courant-config(5) says how to write "
			   "them"));
	return status;
}

/* ---- test */

struct test {
	struct rules *rules;
	uint64_t found, shown;
};

static bool
show(void *data, const struct store_key *hits, size_t len)
{
	struct test *t = data;
	size_t more = SHOWN - (size_t)t->shown;
	t->found += len;
	more = len < more ? len : more;
	t->shown += more;
	return !more || cli_rows_keys(&t->rules->rows, hits, more, &t->rules->err) == OK;
}

static int
test(struct rules *r, int argc, char *const *argv)
{
	struct test t = {.rules = r};
	char *query = query_join(argc, argv);
	int status = cli_rows_begin(&r->rows, r->cli, &r->err);
	if (status == OK)
		status = cli_find_each(&r->session, query, NULL, show, &t, &r->err);
	free(query);
	if (status == OK && !r->rows.json)
		buf_addf(&r->rows.out, P_("%zu item\n", "%zu items\n", t.found),
			(size_t)t.found);
	cli_rows_write(&r->rows);
	return status;
}

/* ---- */

static int
run(struct rules *r, int argc, char **argv)
{
	bool tests = argc > 1 && str_eq(argv[1], "test");
	int status = cli_session_begin(&r->session, r->cli, false, &r->err);
	if (status == OK && tests)
		status = test(r, argc - 2, argv + 2);
	else if (status == OK)
		status = put_rules(r, argc > 2 ? argc - 2 : 0, argv + 2);
	cli_session_end(&r->session);
	return status == OK ? CLI_OK : cli_session_failed(status, &r->err);
}

int
cli_change_rules(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct rules r = {.cli = cli};
	int status = cli_args(cli, &argc, argv, 0, -1, values);
	if (status != CLI_OK)
		return status;
	r.apply = argc > 1 && str_eq(argv[1], "apply");
	if (argc > 1 && !r.apply && (argc < 3 || !str_eq(argv[1], "test")))
		return cli_usage(argv[0],
			_("write rules, rules test QUERY or rules apply [NUMBER…]"));
	r.dry_run = values[RULES_DRY_RUN] != NULL;
	r.rows.cli = cli;
	r.rows.json = values[RULES_JSON] != NULL;
	status = run(&r, argc, argv);
	for (size_t i = 0; i < r.len; i++)
		free(r.chosen[i].ids);
	free(r.chosen);
	cli_rows_done(&r.rows);
	return status;
}
