#include "config.h"

#include "store_helper.h"
#include "unit.h"

#include <dirent.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/subscriptions.h"
#include "store/file/copy.h"
#include "store/health/check.h"
#include "store/index/index_inside.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/mark/flags.h"
#include "store/open.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"

#define LIST_MAX 4096
#define KEYS_MAX 2000
#define ROOM (UINT64_C(1) << 30) /* several tests run side by side */

void
fixture_in_memory(void)
{
	struct statvfs room;
	if (!getenv("TMPDIR") && access("/dev/shm", W_OK | X_OK) == 0 &&
		statvfs("/dev/shm", &room) == 0 &&
		(uint64_t)room.f_bavail * room.f_frsize >= ROOM)
		setenv("TMPDIR", "/dev/shm", 1);
}

int
fixture_setup(void **state)
{
	struct fixture *f = mem_zalloc(sizeof *f);
	struct err err;
	fixture_in_memory();
	const char *tmp = getenv("TMPDIR");
	snprintf(f->dir, sizeof f->dir, "%s/courant-store.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(f->dir) || store_open(&f->store, f->dir, &err) != OK)
		return -1;
	*state = f;
	return 0;
}

/* The files of a directory, and it. */
static void
remove_all(const char *dir)
{
	DIR *list = opendir(dir);
	for (struct dirent *e; list && (e = readdir(list)) != NULL;) {
		char path[600];
		snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
		if (!str_eq(e->d_name, ".") && !str_eq(e->d_name, "..") &&
			unlink(path) != 0)
			remove_all(path);
	}
	if (list)
		closedir(list);
	rmdir(dir);
}

int
fixture_teardown(void **state)
{
	struct fixture *f = *state;
	store_close(f->store);
	remove_all(f->dir);
	free(f);
	return 0;
}

void
fixture_close(struct fixture *f)
{
	store_close(f->store);
	f->store = NULL;
}

void
fixture_reopen(struct fixture *f)
{
	struct err err;
	fixture_close(f);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
}

char *
fixture_path(struct fixture *f, const char *name)
{
	static char path[300];
	snprintf(path, sizeof path, "%s/%s", f->dir, name);
	return path;
}

void
fixture_put_data(struct fixture *f, const char *bytes, size_t n)
{
	FILE *file = fopen(fixture_path(f, "data.mdb"), "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, n, file), n);
	assert_int_equal(fclose(file), 0);
}

void
fixture_clear(struct fixture *f)
{
	struct err err;
	fixture_close(f);
	remove_all(f->dir);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
}

void
fixture_age(struct fixture *f)
{
	static const char *const later[] = {"journal", "tag", "tagname", "tagitem",
		"itemtag", "trash", "segment", "word", "alias"};
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	char name[] = META_FORMAT, format[] = "\0\0\0\1\0\0\0\0000.1";
	MDB_val k = {strlen(name), name}, v = {11, format};
	fixture_close(f);
	assert_int_equal(mdb_env_create(&env), 0);
	mdb_env_set_maxdbs(env, TABLE_LEN);
	mdb_env_set_mapsize(env, 1 << 26);
	assert_int_equal(mdb_env_open(env, f->dir, 0, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
	for (size_t i = 0; i < COUNT_OF(later); i++) {
		assert_int_equal(mdb_dbi_open(txn, later[i], 0, &dbi), 0);
		assert_int_equal(mdb_drop(txn, dbi, 1), 0);
	}
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &dbi), 0);
	assert_int_equal(mdb_put(txn, dbi, &k, &v, 0), 0);
	assert_int_equal(mdb_txn_commit(txn), 0);
	mdb_env_close(env);
}

struct store_batch *
begin_batch(struct fixture *f)
{
	struct store_batch *batch;
	struct err err;
	assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
	return batch;
}

void
commit_batch(struct store_batch *batch)
{
	struct err err;
	assert_int_equal(store_batch_commit(batch, &err), OK);
}

void
put_subscriptions(struct fixture *f, const char *const *lines, size_t len)
{
	struct subscriptions *subs = subscription_list_new();
	struct err err;
	for (size_t i = 0; i < len; i++) {
		struct subscription *sub = subscription_list_add(subs);
		struct span rest = span_of(lines[i]), part;
		span_split(&rest, ' ', &part);
		sub->url = arena_strndup(&subs->arena, part.p, part.n);
		while (span_split(&rest, ' ', &part)) {
			sub->tags = arena_push(&subs->arena, sub->tags, sub->tags_len,
				sizeof *sub->tags);
			sub->tags[sub->tags_len++] =
				arena_strndup(&subs->arena, part.p, part.n);
		}
	}
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_feed_put_subscriptions(batch, subs, NULL, &err), OK);
	commit_batch(batch);
	subscription_list_free(subs);
}

static char *
next_part(struct feed *feed, struct span *rest)
{
	struct span part;
	if (!span_split(rest, '|', &part) || !part.n)
		return NULL;
	return arena_strndup(&feed->arena, part.p, part.n);
}

struct feed *
make_document(const char *const *items, size_t len)
{
	struct feed *feed = feed_new();
	feed->format = FEED_RSS20;
	for (size_t i = 0; i < len; i++) {
		struct span rest = span_of(items[i]);
		feed->items = arena_push(
			&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
		struct item *item = &feed->items[feed->items_len++];
		item->guid = next_part(feed, &rest);
		item->link = next_part(feed, &rest);
		item->title = next_part(feed, &rest);
		item->content.text = next_part(feed, &rest);
		item->content.type = TEXT_HTML;
		item->date = next_part(feed, &rest);
		item->updated = TIME_NONE;
		item->published = item->date ? strtoll(item->date, NULL, 10) : TIME_NONE;
	}
	return feed;
}

struct feed *
make_numbered(const char *prefix, size_t len, const char *text)
{
	struct feed *feed = feed_new();
	feed->format = FEED_RSS20;
	for (size_t i = 0; i < len; i++) {
		feed->items = arena_push(
			&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
		struct item *item = &feed->items[feed->items_len++];
		item->guid = arena_printf(&feed->arena, "%s%zu", prefix, i);
		item->title = item->guid;
		item->content.text = arena_strdup(&feed->arena, text);
		item->content.type = TEXT_HTML;
		item->published = item->updated = TIME_NONE;
	}
	return feed;
}

int
put_poll(struct store *store, struct store_poll *poll, size_t *added)
{
	struct store_poll_result result;
	struct store_batch *batch;
	int status = store_batch_begin(store, &batch, NULL);
	if (status == OK) {
		status = store_poll_put(batch, poll, &result, NULL);
		if (status == OK)
			status = store_batch_commit(batch, NULL);
		else
			store_batch_abort(batch);
	}
	if (status == OK && added)
		*added = result.added;
	feed_free((struct feed *)(uintptr_t)poll->document);
	poll->document = NULL;
	return status;
}

struct store_poll_result
poll_feed(struct fixture *f, uint32_t feed, int64_t now, struct feed *document)
{
	struct store_poll_result result;
	struct err err;
	struct store_poll poll = {.feed = feed, .now = now, .document = document};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_put(batch, &poll, &result, &err), OK);
	commit_batch(batch);
	feed_free(document);
	return result;
}

struct store_poll_result
poll_items(struct fixture *f, uint32_t feed, int64_t now, const char *const *items,
	size_t len)
{
	return poll_feed(f, feed, now, make_document(items, len));
}

bool
patience_ends(void *data, uint64_t done, uint64_t total)
{
	struct patience *p = data;
	assert_true(done >= p->done && done <= total);
	assert_true(p->total == 0 || p->total == total);
	p->done = done;
	p->total = total;
	p->asked++;
	return p->left-- > 0;
}

struct store_item_counts
count_all(struct store *store)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_item_counts counts;
	struct store_view view;
	assert_int_equal(store_view_begin(store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &all, &counts), OK);
	store_view_end(&view);
	return counts;
}

size_t
count_segments(struct fixture *f)
{
	struct index_segment segment;
	struct store_view view;
	size_t n = 0;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (uint64_t from = 1; store_index_segment(&view, from, &segment) == OK; n++)
		from = segment.last + 1;
	store_view_end(&view);
	return n;
}

const char *
titles(struct fixture *f, enum store_scope_kind kind, uint32_t feed, const char *tag)
{
	static char list[LIST_MAX];
	struct store_scope scope = {kind, feed, tag};
	struct store_view view;
	struct store_key key;
	struct arena arena = ARENA_INIT;
	struct err err;
	size_t len, at = 0;
	bool first = true;
	list[0] = '\0';
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	for (;; first = false) {
		struct store_item item;
		assert_int_equal(store_item_keys(&view, &scope, first ? NULL : &key, &key,
					 1, &len),
			OK);
		if (!len)
			break;
		assert_int_equal(store_item(&view, key.id, &arena, &item), OK);
		at += (size_t)snprintf(list + at, sizeof list - at, "%s%s%s%s%s%s",
			first ? "" : " ", item.title ? item.title : "-",
			item.flags & ITEM_UNREAD ? "*" : "",
			item.flags & ITEM_STARRED ? "+" : "",
			item.flags & ITEM_EDITED ? "~" : "",
			item.flags & ITEM_GONE ? "!" : "");
	}
	store_view_end(&view);
	arena_done(&arena);
	return list;
}

uint64_t
find_title(struct fixture *f, const char *title)
{
	struct store_scope scope = {STORE_ALL, 0, NULL};
	struct store_view view;
	struct store_key keys[KEYS_MAX];
	struct arena arena = ARENA_INIT;
	struct err err;
	size_t len;
	uint64_t found = 0;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, KEYS_MAX, &len), OK);
	for (size_t i = 0; i < len && !found; i++) {
		struct store_item item;
		assert_int_equal(store_item(&view, keys[i].id, &arena, &item), OK);
		if (str_eq(item.title, title))
			found = item.id;
	}
	store_view_end(&view);
	arena_done(&arena);
	assert_true(found != 0);
	return found;
}

void
set_flags(struct fixture *f, const char *title, int set, int clear)
{
	uint64_t id = find_title(f, title);
	struct err err;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_flags(batch, &id, 1, set, clear, NULL, &err), OK);
	commit_batch(batch);
}

void *
shared_memory(size_t size)
{
	void *memory = mmap(
		NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(memory != MAP_FAILED);
	return memory;
}

void
end_well(pid_t child)
{
	int code;
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_true(WIFEXITED(code));
	assert_int_equal(WEXITSTATUS(code), 0);
}

static void
print_fault(void *data, const char *sentence)
{
	(void)data;
	print_error("%s\n", sentence);
}

void
assert_sound(struct fixture *f)
{
	struct store_health_check check;
	struct err err = {0};
	const struct store_watch watch = {.report = print_fault};
	int status = store_health_check(f->store, &check, &watch, &err);
	if (status)
		print_error("%s\n", err.text);
	assert_int_equal(status, OK);
	assert_int_equal(store_health_check_faults(&check), 0);
}
