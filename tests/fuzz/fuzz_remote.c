/*
 * Answers of feed servers. The first bytes choose the protocol, the step, the status and
 * what the request was about; the rest is the body.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "remote/backends.h"
#include "remote/remote.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_line(struct span s)
{
	if (s.n > 0 && !utf8_valid(s.p, s.n))
		abort();
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20)
			abort();
}

static void
check_id(struct span id)
{
	if (id.n == 0 || id.n > REMOTE_ID_MAX)
		abort();
}

static void
told_folder(void *ctx, const struct remote_folder *folder)
{
	(void)ctx;
	if (folder->id.n == 0 || folder->name.n == 0)
		abort();
	check_line(folder->name);
}

static void
told_feed(void *ctx, const struct remote_feed *feed)
{
	(void)ctx;
	if (feed->id.n == 0)
		abort();
	check_line(feed->title);
	for (size_t i = 0; i < feed->folders_len; i++)
		if (feed->folders[i].n == 0)
			abort();
}

static void
told_id(void *ctx, struct span id)
{
	(void)ctx;
	check_id(id);
}

static void
told_item(void *ctx, const struct remote_item *item)
{
	(void)ctx;
	check_id(item->id);
	if (!item->item)
		abort();
	check_line(span_of(item->item->title));
	check_line(span_of(item->item->link));
	for (size_t i = 0; i < item->item->enclosures_len; i++)
		check_line(span_of(item->item->enclosures[i].url));
}

static void
told_place(void *ctx, const struct remote_place *place)
{
	(void)ctx;
	check_line(place->podcast);
	check_line(place->episode);
	check_line(place->guid);
	if (place->podcast.n == 0 || place->position < 0 || place->total < 0 ||
		(place->played && place->position < place->total))
		abort();
}

static void
told_count(void *ctx, struct span what, int64_t unread, struct span stamp)
{
	(void)ctx;
	(void)stamp;
	if (what.n == 0 || unread < 0)
		abort();
}

static void
told_total(void *ctx, int64_t n)
{
	(void)ctx;
	if (n < 0)
		abort();
}

static void
told_more(void *ctx, struct span next)
{
	struct buf *more = ctx;
	if (next.n == 0)
		abort();
	buf_clear(more);
	buf_add(more, next.p, next.n);
}

static void
told_text(void *ctx, struct span html)
{
	(void)ctx;
	if (html.n == 0)
		abort();
}

static struct span
no_header(const void *of, const char *name)
{
	(void)of;
	(void)name;
	return (struct span){NULL, 0};
}

/* What the request was about: both words, and all that a next request may say. */
static struct remote_arg
arg_of(unsigned kind, const struct span *ids)
{
	static const struct span mores[] = {{NULL, 0}, {"0", 1}, {"t 1", 3}, {"c 0", 3},
		{"a 7", 3}, {"0 890 7,5", 9}, {"2 8 7", 5}, {"b", 1}, {"e", 1},
		{"p 200", 5}, {"l -1027", 7}, {"l -1027 200", 11}, {"v", 1}, {"m", 1},
		{"d", 1}, {"u http://a/", 11}};
	return (struct remote_arg){
		.word = (enum remote_word)(kind / 16 % 3),
		.on = kind / 64 % 2,
		.more = mores[kind % 16],
		.ids = ids,
		.ids_len = 2,
		.label = {"later", 5},
		.feed = {"7", 1},
		.url = {"http://a/", 9},
		.title = {"title", 5},
		.since = kind / 128 % 2,
		.newest = ids[0],
	};
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const long statuses[] = {200, 200, 200, 204, 304, 400, 401, 404, 500};
	static const struct span ids[] = {{"\0\0\0\0\0\0\0\0\7", 9}, {"00157a17", 8}};
	size_t backends = 0;
	while (remote_backends[backends])
		backends++;
	if (n < 4)
		return 0;
	const struct remote_backend *backend = remote_backends[data[0] % backends];
	enum remote_step step = (enum remote_step)(data[1] % REMOTE_STEPS);
	struct remote_arg arg = arg_of(data[2], ids);
	const struct remote_place place = {.podcast = {"http://a/", 9},
		.episode = {"http://a/1.mp3", 14},
		.position = data[2] * 1000,
		.total = data[3] * 1000};
	arg.places = &place;
	arg.places_len = 1;
	char *body = malloc(n - 3); /* with an end of its own */
	memcpy(body, data + 4, n - 4);
	const struct remote_answer answer = {.status = statuses[data[3] % 9],
		.body = {body, n - 4},
		.header = no_header};
	struct arena arena = ARENA_INIT;
	struct buf more = BUF_INIT(0);
	const struct remote_sink sink = {&more, &arena, told_folder, told_feed, told_id,
		told_item, told_place, told_count, told_total, told_more, told_text};
	struct remote_session session;
	struct remote_ask ask;
	struct err err = {0};
	remote_session_init(&session, backend);
	session.base = "http://a/";
	if (backend->take(&session, step, &arg, &answer, &sink, &err) != REMOTE_OK &&
		!*err.text)
		abort();
	arg.more = (struct span){more.data, more.len};
	remote_ask_init(&ask);
	(void)backend->ask(&session, step, &arg, &ask);
	remote_ask_done(&ask);
	remote_session_done(&session);
	buf_done(&more);
	arena_done(&arena);
	free(body);
	return 0;
}
