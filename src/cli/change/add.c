/*
 * Adds a feed through the engine, as the reader does: the address is fetched to see what
 * is there (ENGINE_CANDIDATES); if that is a single feed, it is subscribed to
 * (ENGINE_SUBSCRIBED) and fetched (ENGINE_DONE). If the fetch fails, the reason is in the
 * store.
 */
#include "config.h"

#include "cli/change/commands.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "model/preview.h"
#include "model/subscription.h"
#include "output/preview.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

/* A page and each of its candidates may use up its time-out, and a little more. */
#define PATIENCE 4

struct add {
	struct cli *cli;
	struct arena arena;
	struct subscriptions *old; /* the subscriptions before */
	struct engine *engine;
	const char *title;
	const char **tags;
	size_t tags_len;
	bool json;
	bool preview; /* for preview: nothing is subscribed to */
	bool failed;  /* something could not be stored, or the server refused it */
};

/* The next event of this kind; free() it. NULL, with an error, if none comes. */
static struct engine_event *
wait_for(struct add *add, enum engine_event_kind kind, struct err *err)
{
	int64_t end = time_mono_ms() + PATIENCE * add->cli->settings->options.timeout;
	for (;;) {
		struct engine_event *event = engine_take(add->engine);
		if (event && event->kind == kind)
			return event;
		bool ended = event && event->kind == ENGINE_ENDED;
		if (event && event->kind == ENGINE_NOTE &&
			(event->unstored || (kind == ENGINE_SYNCED && event->error))) {
			cli_note(event->text);
			add->failed = true;
		}
		bool took = event != NULL;
		free(event);
		int64_t left = end - time_mono_ms();
		if (ended || left <= 0)
			break;
		struct pollfd fd = {.fd = engine_fd(add->engine), .events = POLLIN};
		if (!took)
			poll(&fd, 1, (int)left);
	}
	err_set(err, ERR_TIMEOUT, _("there was no answer; try again later"));
	return NULL;
}

/* Reads its number and its items from the store; a line without a feed has neither. */
static int
say_subscribed(struct add *add, const struct subscription *sub, struct err *err)
{
	struct buf out = BUF_INIT(0);
	struct store_feed feed = {0};
	struct store_view view;
	uint32_t id = 0;
	if (store_view_begin(add->cli->store, &view, err) != OK)
		return cli_fail(err);
	if (store_feed_find(&view, sub->url, &id) == OK &&
		store_feed(&view, id, &add->arena, &feed) != OK)
		feed.title = NULL;
	store_view_end(&view);
	const struct cli_added row = {.id = id,
		.url = url_public(&add->arena, sub->url, false),
		.title = feed.title,
		.items = feed.total};
	buf_addf(&out, _("You are already subscribed to %s; nothing was changed.\n"),
		url_mask(&add->arena, sub->url));
	return cli_result(add->json, cli_added_fields, &row, &out);
}

static void
say_unencrypted(const struct engine_event *found)
{
	struct err err;
	err_set(&err, ERR_DENIED,
		_("%s; to subscribe without encryption, add the address with http://"),
		found->text);
	cli_note(err.text);
}

static int
list_candidates(const struct add *add, const struct engine_event *found)
{
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < found->candidates_len; i++) {
		const struct cli_added row = {.url = found->candidates[i].url,
			.title = found->candidates[i].title};
		if (add->json) {
			cli_result_put(&out, cli_candidate_fields, &row);
			continue;
		}
		cli_clean(&out, found->candidates[i].url);
		if (!str_empty(found->candidates[i].title)) {
			buf_addc(&out, '\t');
			cli_clean(&out, found->candidates[i].title);
		}
		buf_addc(&out, '\n');
	}
	bool open = add->json ? cli_write(&out) : cli_print(&out);
	buf_done(&out);
	if (open && found->confirm)
		say_unencrypted(found);
	else if (open)
		cli_note(_("the page names several feeds; add the one you want"));
	return CLI_USAGE;
}

/* Reports how the first fetch went. The feed is subscribed to either way. */
static int
say_result(struct add *add, uint32_t id, struct err *err)
{
	struct store_feed feed = {0};
	struct store_view view;
	struct buf out = BUF_INIT(0);
	int status = store_view_begin(add->cli->store, &view, err);
	if (status == OK) {
		status = store_feed(&view, id, &add->arena, &feed);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status,
				_("the new feed cannot be read back; run courant check"));
	}
	if (status != OK)
		return cli_fail(err);
	const struct cli_added row = {.id = id,
		.url = url_public(&add->arena, feed.url, false),
		.title = feed.title,
		.items = feed.total,
		.added = true};
	buf_addf(&out,
		P_("Subscribed to %s: %u item.\n", "Subscribed to %s: %u items.\n",
			feed.total),
		feed.title ? feed.title : url_mask(&add->arena, feed.url), feed.total);
	int told = cli_result(add->json, cli_added_fields, &row, &out);
	if (feed.error) {
		err_set(err, ERR_NETWORK, _("its first fetch failed: %s"), feed.error);
		return cli_fail(err);
	}
	return told;
}

static bool
is_of(const struct add *add, const struct conf_account *account)
{
	struct span folder = span_of(conf_account_folder(account));
	for (size_t i = 0; i < add->tags_len; i++)
		if (subscription_tag_within(span_of(add->tags[i]), folder))
			return true;
	return false;
}

/* A feed below an account's tag belongs to the server, which is informed now. */
static void
tell_server(struct add *add, const struct conf_account *account)
{
	struct buf line = BUF_INIT(0);
	struct err err;
	engine_sync(add->engine, account->name, ENGINE_SYNC_WHOLE);
	struct engine_event *event = wait_for(add, ENGINE_SYNCED, &err);
	if (!event || event->error) {
		const char *why =
			event ? event->text + strcspn(event->text, "\n") + 1 : err.text;
		buf_addf(&line, _("the server of %s will hear of it later: %s"),
			account->name, why);
		cli_note(buf_str(&line));
	}
	free(event);
	buf_done(&line);
}

static int
subscribe(struct add *add, const struct engine_candidate *one, struct err *err)
{
	const struct subscription *known = subscription_list_find(add->old, one->url);
	if (known)
		return say_subscribed(add, known, err);
	engine_subscribe(add->engine, one->url, add->title, add->tags, add->tags_len);
	struct engine_event *event = wait_for(add, ENGINE_SUBSCRIBED, err);
	if (!event)
		return cli_fail(err);
	uint32_t id = event->feed;
	bool failed = event->error;
	if (failed)
		err_set(err, ERR_IO, "%s", event->text ? event->text : "");
	free(event);
	if (failed)
		return cli_fail(err);
	event = wait_for(add, ENGINE_DONE, err);
	if (!event)
		return cli_fail(err);
	free(event);
	int status = say_result(add, id, err);
	const struct config *config = &add->cli->settings->config;
	for (size_t i = 0; i < config->accounts_len; i++)
		if (is_of(add, &config->accounts[i]))
			tell_server(add, &config->accounts[i]);
	return add->failed && status == CLI_OK ? CLI_FAILED : status;
}

/* ---- without subscribing */

static int
say_preview(struct add *add, const struct engine_candidate *one)
{
	const struct preview *p = &one->preview;
	struct cli_previewed row = {.url = url_public(&add->arena, one->url, false),
		.title = one->title,
		.items = p->items,
		.whole = p->whole,
		.teasers = p->teasers,
		.newest = p->newest,
		.gap = p->gap};
	struct span rest = span_of(p->lines ? p->lines : ""), line, date;
	char *titles[PREVIEW_ITEMS];
	struct buf out = BUF_INIT(0);
	row.titles = titles;
	while (span_split(&rest, '\n', &line) && line.n && span_split(&line, '\t', &date))
		titles[row.titles_len++] = arena_strndup(&add->arena, line.p, line.n);
	output_preview(one->title, url_mask(&add->arena, one->url), p, &out);
	return cli_result(add->json, cli_previewed_fields, &row, &out);
}

static int
discover(struct add *add, const char *url, struct err *err)
{
	engine_discover(add->engine, url, false);
	struct engine_event *found = wait_for(add, ENGINE_CANDIDATES, err);
	int status;
	if (!found)
		return cli_fail(err);
	if (found->error || found->candidates_len == 0) {
		err_set(err, ERR_NOT_FEED, "%s", found->text ? found->text : "");
		status = cli_fail(err);
	} else if (add->preview && found->candidates[0].preview.lines) {
		status = say_preview(add, &found->candidates[0]);
	} else if (add->preview && found->candidates_len == 1) {
		err_set(err, ERR_NETWORK, _("%s is not answering; try again later"),
			url_mask(&add->arena, found->candidates[0].url));
		status = cli_fail(err);
	} else if (found->candidates_len == 1 && !found->confirm) {
		status = subscribe(add, &found->candidates[0], err);
	} else {
		status = list_candidates(add, found);
	}
	free(found);
	return status;
}

/* Reads the title (~Title) and the tags from the words after the address. */
static int
read_words(struct add *add, int argc, char **argv)
{
	add->tags = arena_zalloc(&add->arena, (size_t)argc * sizeof *add->tags);
	for (int i = 2; i < argc; i++) {
		struct span word = span_of(argv[i]);
		if (argv[i][0] == '~') {
			word.p++;
			word.n--;
			add->title = conf_feeds_title(&add->arena, word);
			continue;
		}
		char *tag = conf_feeds_tag(&add->arena, word);
		if (!tag)
			return cli_usage(
				argv[0], _("\"%s\" is not a valid tag"), argv[i]);
		add->tags[add->tags_len++] = tag;
	}
	return CLI_OK;
}

static int
run(struct add *add, const char *word, struct err *err)
{
	struct cli *cli = add->cli;
	enum source source;
	char *url;
	if (conf_feeds_url(&add->arena, word, false, &source, &url, err) != OK)
		return cli_fail(err);
	if (conf_feeds_load(add->old, cli->dirs->feeds, NULL, NULL, err) != OK)
		return cli_fail(err);
	const struct subscription *known = subscription_list_find(add->old, url);
	if (known && !add->preview)
		return say_subscribed(add, known, err);
	struct engine_setup setup = {.store = cli->store,
		.settings = cli->settings,
		.feeds_path = cli->dirs->feeds};
	if (engine_start(&add->engine, &setup, err) != OK)
		return cli_fail(err);
	int status = discover(add, word, err);
	if (!engine_stop(add->engine)) {
		cli_note(cli_session_hangs(add->cli->store));
		add->cli->hangs = true;
	}
	return status;
}

int
cli_change_add(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct add add = {.cli = cli, .arena = ARENA_INIT};
	int status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status != CLI_OK)
		return status;
	add.json = values[0] != NULL;
	add.old = subscription_list_new();
	status = read_words(&add, argc, argv);
	if (status == CLI_OK)
		status = run(&add, argv[1], &err);
	subscription_list_free(add.old);
	arena_done(&add.arena);
	return status;
}

int
cli_change_preview(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct err err = {0};
	struct add add = {.cli = cli, .arena = ARENA_INIT, .preview = true};
	int status = cli_args(cli, &argc, argv, 1, 1, values);
	if (status != CLI_OK)
		return status;
	add.json = values[0] != NULL;
	add.old = subscription_list_new();
	status = run(&add, argv[1], &err);
	subscription_list_free(add.old);
	arena_done(&add.arena);
	return status;
}
