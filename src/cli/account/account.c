#include "config.h"

#include "cli/account/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/account/account_inside.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "conf/settings.h"
#include "engine/api.h"

bool
cli_account_known(struct account_command *c, const char *name)
{
	struct err err;
	if (conf_find_account(&c->cli->settings->config, name))
		return true;
	err_set(&err, ERR_NOT_FOUND,
		_("account %s does not exist; run courant account list to see all "
		  "accounts"),
		name);
	cli_note(err.text);
	return false;
}

int
cli_account_begin(struct account_command *c)
{
	struct err err;
	if (cli_session_begin(&c->session, c->cli, false, &err) == OK)
		return CLI_OK;
	return cli_fail(&err);
}

/* ---- what an engine says */

/* The next line of a text of several. */
static struct span
next(struct span *rest)
{
	struct span line = {"", 0};
	(void)span_split(rest, '\n', &line);
	return line;
}

static void
put_member(struct buf *out, const char *key, struct span text)
{
	struct arena arena = ARENA_INIT;
	cli_json_string(out, key, arena_strndup(&arena, text.p, text.n));
	arena_done(&arena);
}

static void
put_synced(struct account_command *c, const struct engine_event *event)
{
	struct span rest = span_of(event->text), name = next(&rest);
	struct buf line = BUF_INIT(0), clean = BUF_INIT(0);
	if (c->values[ACCOUNT_JSON]) {
		cli_json_begin(&c->out);
		put_member(&c->out, "account", name);
		cli_json_bool(&c->out, "ok", !event->error);
		put_member(&c->out, "text", rest);
		cli_json_number(&c->out, "added", event->counts.added);
		cli_json_number(&c->out, "changed", event->counts.edited);
		cli_json_number(&c->out, "sent", event->changed);
		cli_json_number(&c->out, "requests", event->counts.total);
		cli_json_number(&c->out, "bytes", event->counts.done);
		cli_json_end(&c->out);
	} else if (rest.p && rest.n > 0) {
		buf_addf(&line, "%.*s: %.*s", SPAN_FMT(name), SPAN_FMT(rest));
		if (event->error)
			cli_note(buf_str(&line));
		else
			buf_addf(&c->out, "%s\n", cli_clean(&clean, buf_str(&line)));
	}
	buf_done(&clean);
	buf_done(&line);
}

static void
put_difference(struct account_command *c, const char *text)
{
	struct span rest = span_of(text), account = next(&rest), item = next(&rest),
		    title = next(&rest);
	struct buf line = BUF_INIT(0), clean = BUF_INIT(0);
	c->differs = true;
	if (c->values[ACCOUNT_JSON]) {
		cli_json_begin(&c->out);
		put_member(&c->out, "account", account);
		put_member(&c->out, "item", item);
		put_member(&c->out, "title", title);
		put_member(&c->out, "text", rest);
		cli_json_end(&c->out);
	} else {
		buf_addf(&line, "%.*s  %.*s: %.*s", SPAN_FMT(item), SPAN_FMT(title),
			SPAN_FMT(rest));
		buf_addf(&c->out, "%s\n", cli_clean(&clean, buf_str(&line)));
	}
	buf_done(&clean);
	buf_done(&line);
}

int
cli_account_wait(struct account_command *c, size_t accounts)
{
	int status = CLI_OK;
	while (accounts > 0) {
		struct engine_event *event = cli_session_next(&c->session, -1);
		if (event && event->kind == ENGINE_SYNCING)
			cli_progress_sync(&c->progress, event->text, &event->counts);
		else if (!event || event->kind != ENGINE_CHANGED)
			cli_progress_clear(&c->progress);
		if (!event)
			return CLI_SIGNAL + cli_session_signal();
		if (event->kind == ENGINE_SYNCED) {
			accounts--;
			c->requests = event->counts.total;
			put_synced(c, event);
			if (event->error)
				status = CLI_FAILED;
		} else if (event->kind == ENGINE_DIFFERS) {
			put_difference(c, event->text);
		} else if (event->kind == ENGINE_NOTE) {
			cli_note(event->text);
			if (event->unstored)
				status = CLI_FAILED;
		} else if (event->kind == ENGINE_ENDED) {
			cli_note(_("the worker stopped"));
			accounts = 0;
			status = CLI_FAILED;
		}
		free(event);
	}
	return status;
}

int
cli_account_reload(struct account_command *c, struct err *err)
{
	struct settings *next;
	int status = conf_settings_reload(&next, c->cli->settings, err);
	if (status != OK)
		return status;
	engine_reload_settings(c->session.engine, next, false);
	conf_settings_unref(c->cli->settings);
	c->cli->settings = next;
	return OK;
}

/* ---- verbs */

static int
run_sync(struct account_command *c)
{
	const char *name = c->argc > 1 ? c->argv[1] : NULL;
	size_t n = name ? 1 : c->cli->settings->config.accounts_len;
	bool check = c->values[ACCOUNT_DRY_RUN] || str_eq(c->argv[0], "check");
	if (name && !cli_account_known(c, name))
		return CLI_NOTHING;
	if (n == 0) {
		cli_note(_("there are no accounts yet; add one with courant account add "
			   "NAME URL"));
		return CLI_NOTHING;
	}
	int status = cli_account_begin(c);
	if (status != CLI_OK)
		return status;
	engine_sync(c->session.engine, name,
		ENGINE_SYNC_WHOLE | (check ? ENGINE_SYNC_CHECK : 0));
	status = cli_account_wait(c, n);
	return status == CLI_OK && c->differs && str_eq(c->argv[0], "check") ? CLI_FAILED
									     : status;
}

static int
manage(struct account_command *c, enum engine_account_verb verb)
{
	if (!cli_account_known(c, c->argv[1]))
		return CLI_NOTHING;
	int status = cli_account_begin(c);
	if (status != CLI_OK)
		return status;
	engine_account(c->session.engine, verb, c->argv[1]);
	return cli_account_wait(c, 1);
}

static int
run_pause(struct account_command *c)
{
	return manage(c, ENGINE_ACCOUNT_PAUSE);
}

static int
run_resume(struct account_command *c)
{
	return manage(c, ENGINE_ACCOUNT_RESUME);
}

static int
run_remove(struct account_command *c)
{
	struct err err;
	const struct dirs *dirs = c->cli->dirs;
	int status = manage(
		c, c->values[ACCOUNT_KEEP] ? ENGINE_ACCOUNT_KEEP : ENGINE_ACCOUNT_LEAVE);
	if (status != CLI_OK)
		return status;
	if (conf_account_rewrite(dirs->config, c->argv[1], NULL, &err) != OK ||
		conf_account_put_secret(dirs->store, c->argv[1], NULL, &err) != OK)
		return cli_fail(&err);
	return CLI_OK;
}

/* Lines of the account get the new name's tags. */
static int
retag_lines(const struct dirs *dirs, struct span key, const char *from, const char *to,
	struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	struct arena arena = ARENA_INIT;
	struct conf_feeds_edit *edits = NULL;
	size_t len = 0, n = strlen(from);
	int status = conf_feeds_load(subs, dirs->feeds, NULL, NULL, err);
	for (size_t i = 0; status == OK && i < subs->len; i++) {
		struct subscription *sub = &subs->list[i];
		struct span of, id;
		if (!conf_feeds_account_parts(sub->url, &of, &id) || of.n != key.n ||
			memcmp(of.p, key.p, key.n) != 0)
			continue;
		for (size_t k = 0; k < sub->tags_len; k++)
			if (subscription_tag_within(span_of(sub->tags[k]), span_of(from)))
				sub->tags[k] = arena_printf(
					&arena, "%s%s", to, sub->tags[k] + n);
		edits = arena_push(&arena, edits, len, sizeof *edits);
		edits[len++] = (struct conf_feeds_edit){
			.url = sub->url, .after = "", .sub = sub};
	}
	if (status == OK && len > 0)
		status = conf_feeds_edit(dirs->feeds, edits, len, &arena, err);
	arena_done(&arena);
	subscription_list_free(subs);
	return status;
}

static int
rename_all(struct account_command *c, const char *from, const char *to, struct err *err)
{
	const struct dirs *dirs = c->cli->dirs;
	const struct conf_account *conf =
		conf_find_account(&c->cli->settings->config, from);
	struct buf secret = BUF_INIT(0);
	char key[17];
	struct arena arena = ARENA_INIT;
	const char *base = conf->url;
	size_t n = strlen(base);
	while (n > 0 && base[n - 1] == '/')
		n--;
	conf_account_key(*conf->protocol ? conf->protocol : "greader",
		arena_strndup(&arena, base, n), conf->user, key);
	int status = conf_account_secret(dirs->store, from, &secret, err);
	if (status == OK)
		status = conf_account_put_secret(dirs->store, to, buf_str(&secret), err);
	if (status == OK || status == ERR_NOT_FOUND)
		status = conf_account_rewrite(dirs->config, from, to, err);
	if (status == OK && !*conf->folder)
		status = retag_lines(dirs, span_of(key), from, to, err);
	if (status == OK)
		status = conf_feeds_account_move(dirs->feeds, key, to, err);
	if (status == OK)
		status = conf_account_put_secret(dirs->store, from, NULL, err);
	buf_done(&secret);
	arena_done(&arena);
	return status;
}

static int
run_rename(struct account_command *c)
{
	struct err err;
	if (!cli_account_known(c, c->argv[1]))
		return CLI_NOTHING;
	if (conf_account_check_name(c->argv[2], &err) != OK) {
		cli_note(err.text);
		return CLI_USAGE;
	}
	if (rename_all(c, c->argv[1], c->argv[2], &err) != OK)
		return cli_fail(&err);
	put_synced(c, &(struct engine_event){.text = c->argv[2]});
	return CLI_OK;
}

static const struct {
	const char *verb;
	int least, most; /* words after it */
	int (*run)(struct account_command *c);
} verbs[] = {
	{"add", 2, 2, cli_account_add},
	{"list", 0, 0, cli_account_list},
	{"show", 1, 1, cli_account_show},
	{"sync", 0, 1, run_sync},
	{"check", 0, 1, run_sync},
	{"login", 1, 1, cli_account_login},
	{"podcasts", 1, 1, cli_account_podcasts},
	{"rename", 2, 2, run_rename},
	{"pause", 1, 1, run_pause},
	{"resume", 1, 1, run_resume},
	{"remove", 1, 1, run_remove},
};

static int
unknown_verb(const char *command, const char *verb)
{
	struct buf list = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(verbs); i++)
		buf_addf(&list, "%s%s", i ? ", " : "", verbs[i].verb);
	int status = cli_usage(
		command, _("unknown word \"%s\"; use one of %s"), verb, buf_str(&list));
	buf_done(&list);
	return status;
}

int
cli_account(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 0, 3, values);
	if (status != CLI_OK)
		return status;
	char list[] = "list", *none[] = {list, NULL};
	struct account_command c = {.cli = cli,
		.values = values,
		.argc = argc > 1 ? argc - 1 : 1,
		.argv = argc > 1 ? argv + 1 : none,
		.out = BUF_INIT(0)};
	cli_progress_init(&c.progress, true);
	size_t i = 0;
	while (i < COUNT_OF(verbs) && !str_eq(verbs[i].verb, c.argv[0]))
		i++;
	if (i == COUNT_OF(verbs))
		return unknown_verb(argv[0], c.argv[0]);
	if (c.argc - 1 < verbs[i].least || c.argc - 1 > verbs[i].most)
		return cli_usage(argv[0],
			verbs[i].least == 0   ? _("%s takes at most one account")
			: verbs[i].least == 1 ? _("%s takes the name of an account")
					      : _("%s takes two words; see the manual"),
			c.argv[0]);
	status = verbs[i].run(&c);
	cli_session_end(&c.session);
	if (c.out.len > 0 && c.values[ACCOUNT_JSON])
		cli_write(&c.out);
	else if (c.out.len > 0)
		cli_print(&c.out);
	buf_done(&c.out);
	return cli_finish(status);
}
