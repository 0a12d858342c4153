#include "config.h"

#include "engine/rule/rule_command.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/quote.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/thread.h"
#include "base/time.h"
#include "conf/rule.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/rule/rule_inside.h"
#include "model/item.h"
#include "store/feed/feed.h"

#define ERRORS_MAX 4096

struct engine_rule_order {
	struct arena arena;
	char **argv;
	struct buf input;
	char *where; /* the rule's file and line */
	int status;
	struct err err; /* why it failed */
};

struct engine_rule_runs {
	struct queue *orders, *results;
	struct thread *thread; /* NULL: not needed yet */
	size_t under_way;
	struct buf failures;   /* of those under way, as reported, in lines */
	size_t left_out;       /* orders that were not run, since it was too late */
	_Atomic int64_t until; /* none begins after it, of time_mono_ms; 0: no limit */
	int stop[2];           /* a pipe: the thread ends when it is closed */
};

int
engine_rule_run_init(struct engine *e, struct engine_rule_runs **out, struct err *err)
{
	struct engine_rule_runs runs = {.failures = BUF_INIT(0)};
	if (pipe(runs.stop) != 0)
		return err_set(err, ERR_IO, _("cannot create a pipe for commands: %s"),
			strerror(errno));
	fcntl(runs.stop[0], F_SETFD, FD_CLOEXEC);
	fcntl(runs.stop[1], F_SETFD, FD_CLOEXEC);
	runs.orders = queue_new(NULL, NULL);
	runs.results = queue_new(engine_wake, e);
	*out = mem_dup(&runs, sizeof runs);
	return OK;
}

bool
engine_rule_run_join(struct engine_rule_runs *runs, int64_t until_ms)
{
	close(runs->stop[1]);
	runs->stop[1] = -1;
	return !runs->thread || thread_join_by(runs->thread, until_ms);
}

static void
free_order(void *data)
{
	engine_rule_order_free(data);
}

void
engine_rule_run_done(struct engine_rule_runs *runs)
{
	for (int i = 0; i < 2; i++)
		if (runs->stop[i] >= 0)
			close(runs->stop[i]);
	queue_free(runs->orders, free_order);
	queue_free(runs->results, free_order);
	buf_done(&runs->failures);
	free(runs);
}

/* ---- Orders. */

static void
put_string(struct buf *out, const char *key, const char *value)
{
	buf_addf(out, ",\"%s\":", key);
	if (value)
		quote_json(out, value);
	else
		buf_adds(out, "null");
}

static void
put_time(struct buf *out, const char *key, int64_t value)
{
	buf_addf(out, ",\"%s\":", key);
	if (value == TIME_NONE)
		buf_adds(out, "null");
	else
		buf_addf(out, "%" PRId64, value);
}

/* The keys are those of courant list --items --json, where it has them. */
void
engine_rule_item_json(
	struct buf *out, const struct engine_rule_item *i, bool text, struct arena *arena)
{
	const struct item *item = i->item;
	const struct text *body = item_body(item);
	buf_addf(out, "{\"id\":%" PRIu64 ",\"feed\":%" PRIu32, i->id, i->feed->id);
	put_string(out, "feed_url", i->feed->url);
	put_string(out, "feed_title", i->feed->title);
	put_string(out, "guid", item->guid);
	put_string(out, "title", item->title ? item->title : item->lead);
	put_string(out, "link", item->link);
	put_string(out, "author", item_authors(item, arena));
	put_time(out, "published", item->published);
	put_time(out, "updated", item->updated);
	put_string(
		out, "enclosure", item->enclosures_len ? item->enclosures[0].url : NULL);
	if (text) {
		put_string(out, "type", body->type == TEXT_HTML ? "html" : "text");
		put_string(out, "text", body->text);
	}
	buf_adds(out, "}\n");
}

struct engine_rule_order *
engine_rule_order_new(const struct conf_rule *rule, char *const *argv,
	const struct engine_rule_item *item)
{
	struct engine_rule_order *order = mem_zalloc(sizeof *order);
	struct arena *arena = &order->arena;
	size_t n = 0;
	while (argv[n])
		n++;
	order->argv = arena_zalloc(arena, (n + 1) * sizeof *order->argv);
	for (size_t i = 0; i < n; i++)
		order->argv[i] = arena_strdup(arena, argv[i]);
	order->where = arena_printf(arena, "%s:%d", rule->file, rule->line);
	engine_rule_item_json(&order->input, item, true, arena);
	return order;
}

struct engine_rule_order *
engine_rule_order_line(const char *where, const char *line, struct buf *input)
{
	char **words;
	size_t n;
	if (str_words(line, &words, &n) != OK)
		return NULL;
	struct engine_rule_order *order = n ? mem_zalloc(sizeof *order) : NULL;
	if (order) {
		struct arena *arena = &order->arena;
		order->argv = arena_zalloc(arena, (n + 1) * sizeof *order->argv);
		for (size_t i = 0; i < n; i++)
			order->argv[i] = arena_strdup(arena, words[i]);
		order->where = arena_strdup(arena, where);
		order->input = *input;
		buf_init(input, 0);
	}
	free(words);
	return order;
}

void
engine_rule_order_free(struct engine_rule_order *order)
{
	if (!order)
		return;
	buf_done(&order->input);
	arena_done(&order->arena);
	free(order);
}

/* ---- The thread. */

static void
perform(struct engine_rule_runs *runs, struct engine_rule_order *order)
{
	struct buf errors = BUF_INIT(ERRORS_MAX);
	char *path = file_expand_home(order->argv[0]);
	order->argv[0] = path;
	order->status = spawn_run(order->argv, &order->input, NULL, &errors,
		ENGINE_RULE_RUN_MS, runs->stop[0], &order->err);
	free(path);
	buf_done(&errors);
}

/* Only where somebody waits for them. */
static bool
is_late(struct engine_rule_runs *runs)
{
	int64_t until = atomic_load(&runs->until);
	return until && time_mono_ms() >= until;
}

static void
wait_for_orders(void *data)
{
	struct engine_rule_runs *runs = data;
	for (;;) {
		struct pollfd fds[] = {
			{runs->stop[0], POLLIN, 0}, {queue_fd(runs->orders), POLLIN, 0}};
		poll(fds, COUNT_OF(fds), -1);
		if (fds[0].revents)
			return;
		struct engine_rule_order *order = queue_take(runs->orders);
		if (!order)
			continue;
		if (is_late(runs))
			order->status = ERR_CANCELLED;
		else
			perform(runs, order);
		queue_post(runs->results, order);
	}
}

/* ---- The worker. */

void
engine_rule_run_post(
	struct engine *e, struct engine_rule_runs *runs, struct engine_rule_order *order)
{
	struct err err;
	if (!runs->thread &&
		thread_start(&runs->thread, "rules", wait_for_orders, runs, &err) != OK) {
		engine_event_note(e, true, "%s: %s", order->where, err.text);
		engine_rule_order_free(order);
		return;
	}
	runs->under_way++;
	queue_post(runs->orders, order);
}

/* A missing command fails for each item, but is reported once. */
static void
tell_failure(struct engine *e, struct engine_rule_runs *runs,
	const struct engine_rule_order *order)
{
	struct buf line = BUF_INIT(0);
	buf_addf(&line, "%s: %s\n", order->where, order->err.text);
	if (!strstr(buf_str(&runs->failures), buf_str(&line))) {
		engine_event_note(e, true, "%s: %s", order->where, order->err.text);
		buf_adds(&runs->failures, buf_str(&line));
	}
	buf_done(&line);
}

/* All have ended. */
static void
end_wait(struct engine *e, struct engine_rule_runs *runs)
{
	if (runs->left_out)
		engine_event_note(e, true,
			P_("commands of rules get %d seconds after a refresh; %zu was "
			   "not run",
				"commands of rules get %d seconds after a refresh; %zu "
				"were not run",
				runs->left_out),
			ENGINE_RULE_WAIT_MS / 1000, runs->left_out);
	buf_clear(&runs->failures);
	runs->left_out = 0;
	atomic_store(&runs->until, 0);
}

bool
engine_rule_run_step(struct engine *e)
{
	struct engine_rule_runs *runs = e->rules->runs;
	struct engine_rule_order *order;
	while ((order = queue_take(runs->results)) != NULL) {
		runs->under_way--;
		runs->left_out += order->status == ERR_CANCELLED;
		if (order->status != OK && order->status != ERR_CANCELLED)
			tell_failure(e, runs, order);
		engine_rule_order_free(order);
		if (!runs->under_way)
			end_wait(e, runs);
	}
	return false;
}

bool
engine_rule_idle(const struct engine *e)
{
	return e->rules->runs->under_way == 0;
}

bool
engine_rule_over(struct engine *e)
{
	struct engine_rule_runs *runs = e->rules->runs;
	int64_t ms = e->commands_ms ? e->commands_ms : ENGINE_RULE_WAIT_MS;
	if (runs->under_way && !atomic_load(&runs->until))
		atomic_store(&runs->until, time_mono_ms() + ms);
	return !runs->under_way;
}
