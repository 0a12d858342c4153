/*
 * An engine that polls by its schedule, and a listener that reports what it does. All the
 * work is the worker's: it checks what is due at least once a minute by the wall clock,
 * so that a machine that was suspended catches up within a minute; claims keep other
 * processes away from the same feeds.
 */
#include "config.h"

#include "cli/run/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/time.h"
#include "base/url.h"
#include "cli/core/command.h"
#include "cli/core/command_result.h"
#include "cli/core/engine_session.h"
#include "cli/core/field.h"
#include "cli/core/json.h"
#include "conf/settings.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

#define IDLE_MS 60000

struct daemon {
	struct cli *cli;
	struct cli_session session;
	bool verbose;
	bool json;
	bool died;             /* the worker stopped unexpectedly */
	bool unstored;         /* since the last round, something could not be stored */
	bool lacking;          /* … or in that round */
	struct settings *told; /* a reference: those that were reported last */
};

/* What --json reports, and with which keys. */
enum event {
	EVENT_START,
	EVENT_RELOAD,
	EVENT_ITEM,
	EVENT_FEED,
	EVENT_NOTIFY,
	EVENT_ROUND,
	EVENT_NOTE,
	EVENT_ERROR,
	EVENT_STOP,
};

static const struct {
	const char *name, *keys;
} events[] = {
	[EVENT_START] = {"start", "time,event,text"},
	[EVENT_RELOAD] = {"reload", "time,event,text"},
	[EVENT_FEED] = {"feed", "time,event,feed,url,title,new,changed,error"},
	[EVENT_ITEM] = {"item", "time,event,feed,url,title,id,item,link,published"},
	[EVENT_NOTIFY] = {"notify", "time,event,text,new"},
	[EVENT_ROUND] = {"round",
		"time,event,text,feeds,new,changed,unchanged,failed,unreachable,held,"
		"complete"},
	[EVENT_NOTE] = {"note", "time,event,text"},
	[EVENT_ERROR] = {"error", "time,event,error"},
	[EVENT_STOP] = {"stop", "time,event,text"},
};

/* A line is written out at once, since its reader may be waiting for it. */
static void
put_json(struct daemon *d, enum event event, struct cli_event *told)
{
	struct buf out = BUF_INIT(0);
	if (!d->json)
		return;
	told->time = time_wall();
	told->event = events[event].name;
	cli_json_begin(&out);
	cli_fields_json(&out, cli_event_fields, events[event].keys, told);
	cli_json_end(&out);
	cli_write(&out);
	cli_flush();
	buf_done(&out);
}

static void
tell(struct daemon *d, enum event event, const char *sentence)
{
	struct cli_event told = {.text = sentence, .error = sentence};
	log_put(event == EVENT_ERROR ? LOG_WARN : LOG_INFO, "%s", sentence);
	if (d->verbose)
		cli_note(sentence);
	put_json(d, event, &told);
}

/* Called after SIGHUP. If the config file has faulty lines, they are reported, and the
 * settings stay as they are. */
static void
reload(struct daemon *d)
{
	struct settings *before = d->cli->settings, *next = NULL;
	struct err err;
	engine_reload_feeds(d->session.engine);
	if (conf_settings_reload(&next, before, &err) != OK) {
		tell(d, EVENT_ERROR, err.text);
		return;
	}
	for (size_t i = 0; i < next->config.errors_len; i++)
		tell(d, EVENT_ERROR, next->config.errors[i]);
	for (size_t i = 0; i < next->config.warnings_len; i++)
		tell(d, EVENT_NOTE, next->config.warnings[i]);
	if (next->config.errors_len > 0) {
		tell(d, EVENT_ERROR, _("settings not reloaded"));
		conf_settings_unref(next);
		return;
	}
	engine_reload_settings(d->session.engine, next, true);
	conf_settings_unref(before);
	d->cli->settings = next;
}

static void
tell_settings(struct daemon *d)
{
	struct buf names = BUF_INIT(0), text = BUF_INIT(0);
	conf_settings_changes(d->told, d->cli->settings, &names);
	buf_adds(&text, _("settings reloaded"));
	if (names.len)
		buf_addf(&text, _("; changed: %s"), buf_str(&names));
	tell(d, EVENT_RELOAD, buf_str(&text));
	conf_settings_unref(d->told);
	d->told = conf_settings_ref(d->cli->settings);
	buf_done(&names);
	buf_done(&text);
}

/* The worker has reloaded a file, or refused to. */
static void
tell_reload(struct daemon *d, const struct engine_event *event)
{
	if (event->error)
		tell(d, EVENT_ERROR, event->text);
	else if (event->generation)
		tell_settings(d);
	else
		tell(d, EVENT_RELOAD, _("feeds reloaded"));
}

static void
tell_round(struct daemon *d, const struct engine_counts *c)
{
	struct buf line = BUF_INIT(0);
	if (c->total == 0)
		return;
	buf_addf(&line, P_("%zu feed: ", "%zu feeds: ", c->total), c->total);
	buf_addf(&line,
		P_("%zu new item, %zu changed, %zu feeds unchanged, %zu failed, %zu held "
		   "back",
			"%zu new items, %zu changed, %zu feeds unchanged, %zu failed, "
			"%zu "
			"held back",
			c->added),
		c->added, c->edited, c->unchanged, c->failed, c->held);
	const char *sentence = buf_str(&line);
	struct cli_event told = {.text = sentence,
		.counts = {.feeds = c->total,
			.added = c->added,
			.edited = c->edited,
			.unchanged = c->unchanged,
			.failed = c->failed,
			.unreachable = c->unreachable,
			.held = c->held,
			.complete = !d->unstored}};
	d->lacking = d->unstored;
	d->unstored = false;
	log_put(LOG_INFO, "%s", sentence);
	if (d->verbose)
		cli_note(sentence);
	put_json(d, EVENT_ROUND, &told);
	buf_done(&line);
}

/* Reports a feed that had something new or failed; the log only counts them. */
static void
tell_feed(struct daemon *d, const struct engine_event *event)
{
	const struct engine_counts *c = &event->counts;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed = {0};
	if (!d->json || (c->added + c->edited == 0 && !event->error))
		return;
	if (store_view_begin(d->cli->store, &view, NULL) == OK) {
		if (store_feed(&view, event->feed, &arena, &feed) != OK)
			feed = (struct store_feed){0};
		store_view_end(&view);
	}
	struct cli_event told = {.feed = event->feed,
		.url = feed.address ? url_mask(&arena, feed.address) : NULL,
		.title = feed.title,
		.counts = {.added = c->added, .edited = c->edited},
		.error = event->error ? event->text : NULL};
	put_json(d, EVENT_FEED, &told);
	arena_done(&arena);
}

/* Each new item, as it is stored. */
static void
tell_items(struct daemon *d, const struct engine_event *event)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_feed feed = {0};
	if (!d->json || store_view_begin(d->cli->store, &view, NULL) != OK)
		return;
	if (store_feed(&view, event->feed, &arena, &feed) != OK)
		feed = (struct store_feed){0};
	const char *url = feed.address ? url_mask(&arena, feed.address) : NULL;
	for (size_t i = 0; i < event->hits_len; i++) {
		struct store_item item;
		if (store_item(&view, event->hits[i].id, &arena, &item) != OK)
			continue;
		struct cli_event told = {.feed = event->feed,
			.url = url,
			.title = feed.title,
			.id = item.id,
			.item = item.title,
			.link = item.link,
			.published = item.published};
		put_json(d, EVENT_ITEM, &told);
	}
	store_view_end(&view);
	arena_done(&arena);
}

/* The worker runs the notify-command. */
static void
tell_news(struct daemon *d, const struct engine_event *event)
{
	struct cli_event told = {
		.text = event->text, .counts = {.added = (size_t)event->counted}};
	log_put(LOG_INFO, "%s", event->text);
	if (d->verbose)
		cli_note(event->text);
	put_json(d, EVENT_NOTIFY, &told);
}

static void
take_event(struct daemon *d, const struct engine_event *event)
{
	switch (event->kind) {
	case ENGINE_DONE:
		tell_round(d, &event->counts);
		break;
	case ENGINE_ARRIVED:
		tell_items(d, event);
		break;
	case ENGINE_NEWS:
		tell_news(d, event);
		break;
	case ENGINE_FEED_STATE:
		tell_feed(d, event);
		break;
	case ENGINE_RELOADED:
		tell_reload(d, event);
		break;
	case ENGINE_NOTE:
		d->unstored |= event->unstored;
		tell(d, event->error ? EVENT_ERROR : EVENT_NOTE, event->text);
		break;
	case ENGINE_ENDED:
		d->died = true;
		break;
	default:
		break;
	}
}

static int
listen_on(struct daemon *d)
{
	struct err err;
	tell(d, EVENT_START, _("the daemon has started"));
	while (!cli_session_signal() && !d->died && !cli_lost()) {
		struct engine_event *event = cli_session_next(&d->session, IDLE_MS);
		if (event)
			take_event(d, event);
		if (cli_session_hung_up())
			reload(d);
		free(event);
	}
	if (d->died) {
		err_set(&err, ERR_IO, _("the worker stopped unexpectedly; see the log"));
		put_json(d, EVENT_ERROR, &(struct cli_event){.error = err.text});
		return cli_fail(&err);
	}
	if (cli_lost() && cli_lost() != EPIPE) {
		errno = cli_lost();
		err_set_errno(&err, ERR_IO, _("cannot write the output"));
		log_put(LOG_WARN, "%s", err.text);
		return CLI_FAILED; /* cli_finish says so */
	}
	tell(d, EVENT_STOP,
		cli_lost() ? _("the daemon exits because its output was closed")
			   : _("the daemon was told to stop"));
	return d->unstored || d->lacking ? CLI_FAILED : CLI_OK;
}

int
cli_run_daemon(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct daemon d = {.cli = cli};
	struct err err = {0};
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	if (status != CLI_OK)
		return status;
	d.verbose = values[0] != NULL;
	d.json = values[1] != NULL;
	if (store_read_only(cli->store)) {
		err_set(&err, ERR_DENIED,
			_("the daemon cannot run: the store is read-only"));
		return cli_fail(&err);
	}
	if (cli_session_begin(&d.session, cli, true, &err) != OK)
		return cli_fail(&err);
	d.told = conf_settings_ref(cli->settings);
	engine_download(d.session.engine, true);
	status = listen_on(&d);
	cli_session_end(&d.session);
	conf_settings_unref(d.told);
	return status;
}
