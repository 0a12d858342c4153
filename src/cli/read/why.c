#include "config.h"

#include "cli/read/commands.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/utf8.h"
#include "cli/core/command.h"
#include "cli/core/feeds.h"
#include "cli/core/json.h"
#include "cli/read/why_account.h"
#include "cli/read/why_item.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/settings.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/subscription.h"
#include "model/trace.h"
#include "output/shown_address.h"
#include "schedule/due.h"
#include "schedule/interest.h"
#include "schedule/outlook.h"
#include "schedule/why.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/feed.h"
#include "store/feed/interest.h"
#include "store/poll/trace.h"

#define POLLS_SHOWN 8 /* as text, so that it fits one screen with the time line */

struct why {
	struct arena arena;
	struct store_feed feed;
	struct http_state http;
	struct schedule_record habit;
	struct interest all; /* of all feeds */
	bool learn;          /* the option learn-interest */
	struct feed_trace *trace;
	const char *duplicate;
	struct buf out;
	struct cli_read_account account;
	const char *list; /* the opml: line that it came with; NULL: none */
};

static void
put_text(struct why *w)
{
	const struct schedule_why why = {
		.title = w->feed.title,
		.url = output_address(&w->arena, w->feed.address),
		.live = &w->feed.live,
		.list = w->list,
		.duplicate = w->duplicate,
		.http = &w->http,
		.habit = &w->habit,
		.all = w->learn ? &w->all : NULL,
		.trace = w->trace,
		.now = time_wall(),
		.empty = !w->feed.total,
	};
	struct buf text = BUF_INIT(0);
	if (w->account.account) {
		cli_clean(&w->out, w->feed.title ? w->feed.title : "");
		buf_addc(&w->out, '\n');
		cli_read_account_text(&w->account, &w->out);
		return;
	}
	why_text(&why, POLLS_SHOWN, &text);
	utf8_clean_text(&w->out, buf_str(&text), text.len);
	buf_done(&text);
}

/* ---- as JSON */

static void
json_sum(struct buf *out, const struct outlook_sum *sum)
{
	cli_json_number(out, "requests", sum->requests);
	cli_json_number(out, "requests_today", sum->today);
	cli_json_number(out, "conditional_today", sum->today_conditional);
	cli_json_real(out, "hours", sum->hours);
	cli_json_number(out, "waited_items", sum->items);
	cli_json_real(out, "waited_mean_s",
		sum->items > 0 ? sum->waited / (double)sum->items : (double)NAN);
}

static void
json_rules(struct buf *out, const struct http_state *http)
{
	cli_json_list(out, "rules");
	for (size_t i = 0; i + 1 < http->rules_len; i += 2) {
		int64_t at = http->rules[i];
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_string(out, "reason",
			due_reason_id((enum due_reason)http->rules[i + 1]));
		cli_json_time(out, "not_before", at == INT64_MAX ? TIME_NONE : at);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
json_polls(struct buf *out, const struct http_state *http)
{
	cli_json_list(out, "polls");
	for (size_t i = http_polls(http); i-- > 0;) {
		struct http_poll poll = http_poll_at(http, i);
		cli_json_element(out);
		cli_json_begin(out);
		cli_json_time(out, "at", poll.at);
		cli_json_number(out, "status", (uint64_t)poll.status);
		cli_json_string(out, "trouble",
			poll.trouble ? http_trouble_name(poll.trouble) : NULL);
		cli_json_number(out, "new_items", (uint64_t)poll.new_items);
		cli_json_number(out, "bytes", (uint64_t)poll.bytes);
		cli_json_bool(out, "conditional", poll.conditional);
		cli_json_close(out);
	}
	cli_json_list_end(out);
}

static void
json_promises(struct why *w)
{
	cli_json_list(&w->out, "promises");
	for (int i = 0; i < PROMISE_LEN; i++) {
		cli_json_element(&w->out);
		cli_json_begin(&w->out);
		cli_json_string(
			&w->out, "name", trace_promise_name((enum feed_promise)i));
		cli_json_number(&w->out, "kept", w->trace->kept[i]);
		cli_json_number(&w->out, "broken", w->trace->broken[i]);
		cli_json_close(&w->out);
	}
	cli_json_list_end(&w->out);
}

static void
json_outlook(struct why *w)
{
	struct outlook outlook;
	struct outlook_sum sum = {0};
	int64_t now = time_wall();
	outlook_of(&outlook, &w->habit.habit, now, 0);
	outlook_add(&sum, &w->habit.schedule, &w->http, now);
	cli_json_time(&w->out, "next_post", outlook.next_post);
	json_sum(&w->out, &sum);
	cli_json_real(
		&w->out, "posts_per_day", outlook.known ? outlook.per_day : (double)NAN);
	cli_json_list(&w->out, "posts_by_hour"); /* of the week, Monday 0 h UTC first */
	for (size_t i = 0; outlook.known && i < OUTLOOK_DAYS * OUTLOOK_HOURS; i++)
		cli_json_figure(
			&w->out, outlook.rate[i / OUTLOOK_HOURS][i % OUTLOOK_HOURS]);
	cli_json_list_end(&w->out);
}

static void
put_json(struct why *w)
{
	const struct http_state *http = &w->http;
	struct buf *out = &w->out;
	bool never = http->next_poll == INT64_MAX || http->next_poll == TIME_NONE;
	cli_json_begin(out);
	cli_json_number(out, "id", w->feed.id);
	cli_json_string(out, "url", url_mask(&w->arena, w->feed.address));
	cli_json_string(out, "title", w->feed.title);
	cli_json_time(out, "next_poll", never ? TIME_NONE : http->next_poll);
	cli_json_string(out, "reason",
		http->last_poll == TIME_NONE
			? NULL
			: due_reason_id((enum due_reason)http->reason));
	json_rules(out, http);
	cli_json_real(out, "budget", why_budget(&w->habit.schedule));
	cli_json_time(out, "last_poll", http->last_poll);
	cli_json_time(out, "last_change", http->last_change);
	cli_json_number(out, "usual_gap", (uint64_t)why_gap(&w->habit.schedule));
	if (w->learn)
		cli_json_real(
			out, "interest", interest_weight(&w->habit.interest, &w->all));
	cli_json_real(out, "rule_priority", interest_ruled(w->habit.ruled));
	cli_json_string(out, "etag", http->etag);
	cli_json_string(out, "last_modified", http->last_modified);
	cli_json_string(out, "moved_to", http->moved_to);
	cli_json_number(out, "failures", (uint64_t)http->failures);
	cli_json_string(
		out, "trouble", http->trouble ? http_trouble_name(http->trouble) : NULL);
	cli_json_time(out, "failed_since", http->failed_since);
	cli_json_string(out, "error", http->error);
	json_polls(out, http);
	json_promises(w);
	json_outlook(w);
	cli_read_account_json(&w->account, out);
	if (w->list)
		cli_json_string(out, "list", w->list);
	cli_json_end(out);
}

static void
read_duplicate(struct why *w, const struct store_view *view)
{
	uint32_t id;
	struct store_feed duplicate;
	w->duplicate = NULL;
	if (store_feed_duplicate(view, w->feed.id, w->http.moved_to, &id) == OK &&
		store_feed(view, id, &w->arena, &duplicate) == OK)
		w->duplicate = duplicate.title && !str_eq(duplicate.title, w->feed.title)
				       ? duplicate.title
				       : output_address(&w->arena, duplicate.url);
}

static void
read_list(struct cli *cli, struct why *w)
{
	struct subscriptions *subs = subscription_list_new();
	const struct subscription *sub =
		conf_feeds_load(subs, cli->dirs->feeds, NULL, NULL, NULL) == OK
			? subscription_list_find(subs, w->feed.url)
			: NULL;
	w->list = sub && sub->list ? output_address(&w->arena, sub->list) : NULL;
	subscription_list_free(subs);
}

static int
read_one(struct cli *cli, struct why *w, uint32_t id, struct err *err)
{
	struct store_view view;
	int64_t at;
	int status = store_view_begin(cli->store, &view, err);
	if (status != OK)
		return status;
	status = store_feed(&view, id, &w->arena, &w->feed);
	if (status == OK)
		status =
			store_feed_state(&view, id, &w->arena, &w->http, &w->habit, NULL);
	if (status == OK)
		status = store_feed_interest(&view, &w->all, &at);
	if (status == OK)
		status = store_poll_trace(&view, id, &w->arena, &w->trace);
	if (status == OK) {
		read_duplicate(w, &view);
		cli_read_account_of_feed(&view, w->feed.url, &w->arena, &w->account);
	}
	store_view_end(&view);
	if (status == OK)
		read_list(cli, w);
	return status == OK ? OK
			    : err_set(err, status,
				      _("feed %u cannot be read from the store; run "
					"courant check"),
				      (unsigned)id);
}

static int
run(struct cli *cli, struct why *w, const char *word, bool json)
{
	struct cli_feeds feeds = {.arena = ARENA_INIT};
	struct err err = {0};
	int status = cli_feeds_read(&feeds, cli, &err);
	if (status == OK)
		status = cli_feeds_name(&feeds, word, &err);
	for (size_t i = 0; status == OK && i < feeds.ids_len; i++) {
		status = read_one(cli, w, feeds.ids[i], &err);
		if (status != OK)
			break;
		if (json)
			put_json(w);
		else
			put_text(w);
		if (!json && i + 1 < feeds.ids_len)
			buf_addc(&w->out, '\n');
	}
	cli_feeds_done(&feeds);
	if (status == ERR_NOT_FOUND)
		return cli_read_why_item(cli, word, &err, json);
	if (status != OK)
		return cli_fail(&err);
	if (json)
		cli_write(&w->out);
	else
		cli_print(&w->out);
	return CLI_OK;
}

/* ---- all feeds */

static int
add_feeds(const struct store_view *view, struct why *w, struct outlook_sum *sum)
{
	struct store_feed *feeds;
	struct arena arena = ARENA_INIT;
	size_t len = 0;
	int64_t now = time_wall();
	int status = store_feed_all(view, &w->arena, false, &feeds, &len);
	for (size_t i = 0; i < len && status == OK; i++) {
		status = store_feed_state(
			view, feeds[i].id, &arena, &w->http, &w->habit, NULL);
		if (status == OK)
			outlook_add(sum, &w->habit.schedule, &w->http, now);
		arena_reset(&arena);
	}
	arena_done(&arena);
	return status;
}

static int
run_all(struct cli *cli, struct why *w, bool json)
{
	struct outlook_sum sum = {0};
	struct store_view view;
	struct err err = {0};
	int status = store_view_begin(cli->store, &view, &err);
	if (status == OK) {
		status = add_feeds(&view, w, &sum);
		store_view_end(&view);
		if (status != OK)
			err_set(&err, status,
				_("the feeds cannot be read from the store; run courant "
				  "check"));
	}
	if (status != OK)
		return cli_fail(&err);
	if (json) {
		cli_json_begin(&w->out);
		cli_json_number(&w->out, "feeds", sum.feeds);
		json_sum(&w->out, &sum);
		cli_json_end(&w->out);
	} else {
		outlook_sum_text(&sum, &w->out);
	}
	if (json)
		cli_write(&w->out);
	else
		cli_print(&w->out);
	return CLI_OK;
}

int
cli_read_why(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	int status = cli_args(cli, &argc, argv, 0, 1, values);
	if (status != CLI_OK)
		return status;
	struct why why = {
		.arena = ARENA_INIT, .learn = cli->settings->options.learn_interest};
	bool json = values[0] != NULL;
	if (values[1] && argc > 1)
		return cli_usage(argv[0], _("give a feed or an item, not both"));
	if (values[1])
		return cli_read_why_item(cli, values[1], NULL, json);
	if (argc > 1 && str_starts(argv[1], CLI_READ_ITEM))
		return cli_read_why_item(cli, argv[1], NULL, json);
	const struct conf_account *account =
		argc > 1 ? conf_find_account(&cli->settings->config, argv[1]) : NULL;
	if (account)
		return cli_read_why_account(cli, account, json);
	status = argc > 1 ? run(cli, &why, argv[1], json) : run_all(cli, &why, json);
	buf_done(&why.out);
	arena_done(&why.arena);
	return status;
}
