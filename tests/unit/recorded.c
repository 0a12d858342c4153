#include "config.h"

#include "unit.h"

#include "recorded.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/time.h"
#include "remote/id.h"

void
recorded_open(struct recorded *rec, const char *name)
{
	*rec = (struct recorded){0};
	char path[512];
	const char *srcdir = getenv("srcdir");
	(void)snprintf(path, sizeof path, "%s/tests/remote/recorded/%s",
		srcdir ? srcdir : ".", name);
	json_t *root = json_load_file(path, 0, NULL);
	if (!root)
		fail_msg("%s cannot be read", path);
	json_t *answer = json_object_get(root, "answer");
	json_t *body = json_object_get(answer, "body");
	rec->root = root;
	rec->status = (long)json_integer_value(json_object_get(answer, "status"));
	rec->body = (struct span){json_string_value(body), json_string_length(body)};
	if (!json_is_string(body) && !json_is_null(body)) {
		char *text = json_dumps(body, JSON_COMPACT | JSON_ENCODE_ANY);
		rec->body = span_of(arena_strdup(&rec->arena, text));
		free(text);
	}
}

void
recorded_make(struct recorded *rec, long status, struct span body)
{
	*rec = (struct recorded){.status = status, .body = body};
}

void
recorded_close(struct recorded *rec)
{
	json_decref(rec->root);
	buf_done(&rec->told);
	arena_done(&rec->arena);
}

static struct span
header(const void *of, const char *name)
{
	const struct recorded *rec = of;
	json_t *headers =
		json_object_get(json_object_get(rec->root, "answer"), "headers");
	const char *key;
	json_t *value;
	json_object_foreach(headers, key, value) if (str_ieq(key, name)) return span_of(
		json_string_value(value));
	return (struct span){NULL, 0};
}

static void
put_list(struct buf *told, const struct span *list, size_t len)
{
	buf_adds(told, " [");
	for (size_t i = 0; i < len; i++)
		buf_addf(told, "%s%.*s", i ? "," : "", SPAN_FMT(list[i]));
	buf_adds(told, "]\n");
}

static void
told_folder(void *ctx, const struct remote_folder *folder)
{
	static const char *const kinds[] = {"folder", "label", "either"};
	struct recorded *rec = ctx;
	buf_addf(&rec->told, "folder %s %.*s", kinds[folder->kind], SPAN_FMT(folder->id));
	if (folder->name.n != folder->id.n ||
		memcmp(folder->name.p, folder->id.p, folder->id.n) != 0)
		buf_addf(&rec->told, " %.*s", SPAN_FMT(folder->name));
	if (folder->parent.n > 0)
		buf_addf(&rec->told, " in %.*s", SPAN_FMT(folder->parent));
	buf_addc(&rec->told, '\n');
}

static void
told_feed(void *ctx, const struct remote_feed *feed)
{
	struct recorded *rec = ctx;
	buf_addf(&rec->told, "feed %.*s %.*s %.*s", SPAN_FMT(feed->id),
		SPAN_FMT(feed->url), SPAN_FMT(feed->title));
	put_list(&rec->told, feed->folders, feed->folders_len);
}

static void
told_id(void *ctx, struct span id)
{
	struct recorded *rec = ctx;
	buf_adds(&rec->told, "id ");
	remote_id_put(&rec->told, id);
	buf_addc(&rec->told, '\n');
}

static void
told_item(void *ctx, const struct remote_item *item)
{
	struct recorded *rec = ctx;
	buf_adds(&rec->told, "item ");
	remote_id_put(&rec->told, item->id);
	buf_addf(&rec->told, " %.*s %s%s %s %s", SPAN_FMT(item->feed),
		item->flags & ITEM_UNREAD ? "u" : "-",
		item->flags & ITEM_STARRED ? "s" : "",
		item->item->title ? item->item->title : "-",
		item->item->link ? item->item->link : "-");
	if (item->item->published != TIME_NONE)
		buf_addf(&rec->told, " %" PRId64, item->item->published);
	put_list(&rec->told, item->labels, item->labels_len);
}

static void
told_place(void *ctx, const struct remote_place *place)
{
	struct recorded *rec = ctx;
	buf_addf(&rec->told,
		"place %.*s %.*s %.*s %" PRId64 " %" PRId64 "/%" PRId64 "%s\n",
		SPAN_FMT(place->podcast), SPAN_FMT(place->episode), SPAN_FMT(place->guid),
		place->at, place->position, place->total, place->played ? " played" : "");
}

static void
told_count(void *ctx, struct span what, int64_t n, struct span stamp)
{
	struct recorded *rec = ctx;
	buf_addf(&rec->told, "count %.*s %" PRId64 " %.*s\n", SPAN_FMT(what), n,
		SPAN_FMT(stamp));
}

static void
told_total(void *ctx, int64_t n)
{
	struct recorded *rec = ctx;
	buf_addf(&rec->told, "total %" PRId64 "\n", n);
}

static void
told_more(void *ctx, struct span next)
{
	struct recorded *rec = ctx;
	buf_addf(&rec->told, "more %.*s\n", SPAN_FMT(next));
}

enum remote_verdict
recorded_take(struct recorded *rec, const struct remote_backend *backend,
	struct remote_session *session, enum remote_step step,
	const struct remote_arg *arg)
{
	const struct remote_sink sink = {
		.ctx = rec,
		.arena = &rec->arena,
		.folder = told_folder,
		.feed = told_feed,
		.id = told_id,
		.item = told_item,
		.place = told_place,
		.count = told_count,
		.total = told_total,
		.more = told_more,
	};
	const struct remote_answer answer = {
		.status = rec->status, .body = rec->body, .header = header, .of = rec};
	buf_clear(&rec->told);
	err_clear(&rec->err);
	return backend->take(session, step, arg, &answer, &sink, &rec->err);
}

char *
recorded_ask(const struct remote_backend *backend, const struct remote_session *session,
	enum remote_step step, const struct remote_arg *arg)
{
	static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};
	struct remote_ask ask;
	struct buf text = BUF_INIT(0);
	remote_ask_init(&ask);
	if (backend->ask(session, step, arg, &ask)) {
		buf_addf(&text, "%s %s\n", methods[ask.method], buf_str(&ask.url));
		buf_addf(&text, "%s%s", buf_str(&ask.headers), buf_str(&ask.body));
	} else {
		buf_adds(&text, "none");
	}
	remote_ask_done(&ask);
	return buf_take(&text);
}
