/*
 * The feeds of an account as lines: a three-way merge of the server's list, the lines
 * here, and what both sides last agreed on. What differs from that on one side only is
 * that side's doing. A line that the user added, moved, renamed or dropped is an action
 * to be done at the server; where both sides changed the same, the line counts.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/url.h"
#include "base/utf8.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "engine/account/account_inside.h"
#include "engine/action/subscribe.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/address.h"
#include "store/feed/feed.h"
#include "store/item/list.h"
#include "store/remote/remote.h"

#define FORGET_ROWS 500 /* in a transaction */
#define FEW 4           /* a list with less than half of that many feeds is doubted */

struct merging {
	struct account *a;
	struct err *err;
	struct remotefeed_record *base;
	size_t base_len;
	struct map base_at, line_at, feed_at; /* by id; of line_at by address, too */
	struct map left_at;                   /* what lines came back for, by undo */
	struct conf_feeds_edit *edits;
	size_t edits_len;
	struct remotefeed_record *puts; /* what both sides agree on from now on */
	size_t puts_len;
	char **drops;
	size_t drops_len;
	size_t both;        /* new ones that are fetched here as well */
	const char **moves; /* addresses of lines and what they become, in turns */
	size_t moves_len;
};

/* ---- what the server says */

static char *
text(struct arena *arena, struct span s)
{
	return arena_strndup(arena, s.n ? s.p : "", s.n);
}

void
engine_account_feeds_sink(struct account *a, const struct remote_feed *feed)
{
	struct arena *arena = &a->arena;
	struct account_feed *out;
	a->feeds = arena_push(arena, a->feeds, a->feeds_len, sizeof *a->feeds);
	out = &a->feeds[a->feeds_len++];
	*out = (struct account_feed){
		.id = text(arena, feed->id),
		.url = text(arena, feed->url),
		.title = conf_feeds_title(arena, feed->title),
		.site = text(arena, feed->site),
		.folders_len = feed->folders_len,
	};
	out->folders = arena_alloc(arena, (out->folders_len + 1) * sizeof *out->folders);
	for (size_t i = 0; i < out->folders_len; i++)
		out->folders[i] = engine_account_folder_path(a, feed->folders[i]);
}

void
engine_account_folders_sink(struct account *a, const struct remote_folder *folder)
{
	engine_account_folder_add(a, folder);
	if (folder->kind == REMOTE_FOLDER)
		return;
	a->label_sure = arena_push(
		&a->arena, a->label_sure, a->labels_len, sizeof *a->label_sure);
	a->labels = arena_push(&a->arena, a->labels, a->labels_len, sizeof *a->labels);
	a->label_sure[a->labels_len] = true;
	a->labels[a->labels_len++] = span_of(text(&a->arena, folder->id));
}

/* A name that is some feed's folder is no label. */
static void
settle_labels(struct account *a)
{
	for (size_t i = 0; i < a->labels_len; i++)
		for (size_t k = 0; k < a->feeds_len; k++)
			for (size_t n = 0; n < a->feeds[k].folders_len; n++)
				if (span_eq(a->labels[i], a->feeds[k].folders[n]))
					a->label_sure[i] = false;
}

/* ---- folders and tags */

static char *
tag_of(struct merging *m, const char *folder)
{
	struct arena *arena = &m->a->arena;
	const char *above = conf_account_folder(engine_account_conf(m->a));
	struct buf tag = BUF_INIT(0);
	bool nested = m->a->session.quirk->flags & REMOTE_NESTED;
	buf_adds(&tag, above);
	buf_adds(&tag, folder && *folder ? "/" : "");
	for (; folder && *folder; folder++)
		if (*folder == '/' && !nested)
			buf_adds(&tag, ENGINE_ACCOUNT_SLASH);
		else
			buf_addc(&tag, *folder);
	char *clean = conf_feeds_tag(arena, span_of(buf_str(&tag)));
	buf_done(&tag);
	return clean ? clean : arena_strdup(arena, above);
}

/* The folder that a line's tags say; "": none; NULL: none of its tags is the account's.
 */
static char *
folder_of(struct merging *m, const struct subscription *line)
{
	const char *above = conf_account_folder(engine_account_conf(m->a));
	bool nested = m->a->session.quirk->flags & REMOTE_NESTED;
	size_t n = strlen(above);
	char *found = NULL;
	for (size_t i = 0; i < line->tags_len; i++) {
		const char *tag = line->tags[i];
		if (str_eq(tag, above) && !found)
			found = arena_strdup(&m->a->arena, "");
		if (!str_starts(tag, above) || tag[n] != '/')
			continue;
		struct buf name = BUF_INIT(0);
		for (const char *p = tag + n + 1; *p; p++)
			if (!nested && str_starts(p, ENGINE_ACCOUNT_SLASH)) {
				buf_addc(&name, '/');
				p += strlen(ENGINE_ACCOUNT_SLASH) - 1;
			} else {
				buf_addc(&name, *p);
			}
		found = arena_strndup(&m->a->arena, buf_str(&name), name.len);
		buf_done(&name);
		break;
	}
	return found;
}

static const char *
first_folder(char *const *folders, size_t len)
{
	return len ? folders[0] : "";
}

/* ---- lines */

static struct subscription *
line_for(struct merging *m, const struct account_feed *feed)
{
	struct arena *arena = &m->a->arena;
	struct subscription *sub = arena_zalloc(arena, sizeof *sub);
	sub->source = SOURCE_ACCOUNT;
	sub->url = engine_account_line_url(m->a, arena, feed->id);
	sub->title = feed->title;
	sub->tags = arena_zalloc(arena, (feed->folders_len + 1) * sizeof *sub->tags);
	for (size_t i = 0; i < feed->folders_len; i++)
		sub->tags[sub->tags_len++] = tag_of(m, feed->folders[i]);
	if (!sub->tags_len)
		sub->tags[sub->tags_len++] = tag_of(m, NULL);
	return sub;
}

static const char *
line_text(struct merging *m, const struct subscription *sub)
{
	struct buf line = BUF_INIT(0);
	conf_feeds_format(&line, sub);
	if (line.len && line.data[line.len - 1] == '\n')
		buf_cut(&line, line.len - 1);
	const char *out = arena_strndup(&m->a->arena, buf_str(&line), line.len);
	buf_done(&line);
	return out;
}

static void
edit(struct merging *m, const char *url, const char *after)
{
	m->edits = arena_push(&m->a->arena, m->edits, m->edits_len, sizeof *m->edits);
	m->edits[m->edits_len++] = (struct conf_feeds_edit){.url = url, .after = after};
}

/* The line gets another address, and its feed keeps all it has. */
static void
readdress(struct merging *m, const struct subscription *line, struct subscription *now)
{
	struct arena *arena = &m->a->arena;
	m->moves = arena_push(arena, m->moves, m->moves_len, sizeof *m->moves);
	m->moves[m->moves_len++] = line->url;
	m->moves = arena_push(arena, m->moves, m->moves_len, sizeof *m->moves);
	m->moves[m->moves_len++] = now->url;
	edit(m, line->url, line_text(m, now));
}

static struct remotefeed_record *
agree(struct merging *m, const struct account_feed *feed)
{
	m->puts = arena_push(&m->a->arena, m->puts, m->puts_len, sizeof *m->puts);
	m->puts[m->puts_len] = (struct remotefeed_record){.id = feed->id,
		.url = feed->url,
		.title = feed->title,
		.site = feed->site,
		.folders = feed->folders,
		.folders_len = feed->folders_len};
	return &m->puts[m->puts_len++];
}

static void
drop(struct merging *m, char *id)
{
	m->drops = arena_push(&m->a->arena, m->drops, m->drops_len, sizeof *m->drops);
	m->drops[m->drops_len++] = id;
}

static struct account_op *
add_op(struct merging *m, enum remote_step step)
{
	struct account *a = m->a;
	a->ops = arena_push(&a->arena, a->ops, a->ops_len, sizeof *a->ops);
	a->ops[a->ops_len].step = step;
	return &a->ops[a->ops_len++];
}

static struct account_op *
edit_op(struct merging *m, const char *id, const char *from)
{
	struct account_op *op = add_op(m, REMOTE_EDIT);
	op->id = arena_strdup(&m->a->arena, id);
	op->from = arena_strdup(&m->a->arena, from);
	op->to = op->from;
	return op;
}

/* ---- the merge */

static void *
find(const struct map *map, const char *key)
{
	return map_get(map, key, strlen(key));
}

/* Two tag lists of the account's tags alone. */
static bool
same_tags(const struct subscription *line, const struct subscription *want)
{
	size_t n = 0;
	for (size_t i = 0; i < want->tags_len; i++)
		for (size_t k = 0; k < line->tags_len; k++)
			n += str_eq(want->tags[i], line->tags[k]);
	return n == want->tags_len;
}

/* The tags of the line with the account's replaced, and all others kept. */
static void
retag(struct merging *m, const struct subscription *line, struct subscription *out,
	const struct subscription *want)
{
	struct arena *arena = &m->a->arena;
	const char *above = conf_account_folder(engine_account_conf(m->a));
	out->tags = arena_zalloc(
		arena, (line->tags_len + want->tags_len + 1) * sizeof *out->tags);
	out->tags_len = 0;
	for (size_t i = 0; i < want->tags_len; i++)
		out->tags[out->tags_len++] = want->tags[i];
	for (size_t i = 0; i < line->tags_len; i++)
		if (!subscription_tag_within(span_of(line->tags[i]), span_of(above)))
			out->tags[out->tags_len++] = line->tags[i];
}

static void
merge_known(struct merging *m, const struct account_feed *feed,
	const struct remotefeed_record *base, const struct subscription *line)
{
	bool read_only = engine_account_conf(m->a)->read_only;
	bool moves = !(m->a->session.quirk->flags & REMOTE_NO_MOVE) && !read_only;
	const char *title = line->title ? line->title : "";
	const char *folder = folder_of(m, line);
	const char *was = first_folder(base->folders, base->folders_len);
	bool titled = !str_eq(title, base->title ? base->title : "");
	struct subscription base_line = {0}, *want = line_for(m, feed), out = *line;
	struct account_feed before = {.id = base->id,
		.title = base->title,
		.folders = base->folders,
		.folders_len = base->folders_len};
	base_line = *line_for(m, &before);
	bool moved = folder && !same_tags(line, &base_line);
	struct remotefeed_record *now = agree(m, feed);
	if ((titled || moved) && moves) {
		struct account_op *op = edit_op(m, feed->id, was);
		op->title = titled ? arena_strdup(&m->a->arena, title) : NULL;
		if (moved)
			op->to = arena_strdup(&m->a->arena, folder);
		/* What was sent is agreed on when the server has done it. */
		now->title = base->title;
		now->folders = base->folders;
		now->folders_len = base->folders_len;
		return;
	}
	if (!titled)
		out.title = feed->title;
	if (!moved)
		retag(m, line, &out, want);
	if (!str_eq(out.title, line->title) || (!moved && !same_tags(line, want)))
		edit(m, line->url, line_text(m, &out));
}

static bool
is_here(struct merging *m, const char *url)
{
	char *address;
	return url_normalize(&m->a->arena, span_of(url), &address, NULL) == OK &&
	       subscriptions_find(&m->a->e->settings->subs, address) != NULL;
}

/* Once, when they come. */
static void
offer_merges(const struct merging *m)
{
	if (m->both > 0)
		engine_event_note(m->a->e, false,
			P_("%zu feed of %s is fetched here as well: courant merge "
			   "lists it, and makes one of the two",
				"%zu feeds of %s are fetched here as well: courant merge "
				"lists them, and makes one of each two",
				m->both),
			m->both, m->a->name);
}

static void
merge_feed(struct merging *m, const struct account_feed *feed)
{
	struct arena *arena = &m->a->arena;
	const struct remotefeed_record *base = find(&m->base_at, feed->id);
	const struct subscription *line = find(&m->line_at, feed->id);
	const struct subscription *wish =
		find(&m->line_at, arena_printf(arena, "+%s", feed->url));
	if (line && wish) { /* it was subscribed to already */
		edit(m, wish->url, NULL);
		wish = NULL;
	}
	if (base && line) {
		merge_known(m, feed, base, line);
	} else if (base) {
		if (!engine_account_conf(m->a)->read_only) {
			struct account_op *op = add_op(m, REMOTE_UNSUBSCRIBE);
			op->id = feed->id;
		}
	} else if (wish) {
		/* It is the server's now: under its id, in the folder that was wished. */
		struct subscription now = *wish;
		const char *folder = folder_of(m, wish);
		now.url = engine_account_line_url(m->a, arena, feed->id);
		now.title = wish->title ? wish->title : feed->title;
		readdress(m, wish, &now);
		agree(m, feed);
		if (m->a->session.quirk->flags & REMOTE_NO_MOVE)
			return;
		struct account_op *op = edit_op(
			m, feed->id, first_folder(feed->folders, feed->folders_len));
		if (wish->title && !str_eq(wish->title, feed->title))
			op->title = arena_strdup(arena, wish->title);
		if (folder && *folder)
			op->to = arena_strdup(arena, folder);
		if (!op->title && str_eq(op->to, op->from))
			m->a->ops_len--;
	} else {
		struct subscription *want = line_for(m, feed);
		if (!line) {
			edit(m, want->url, line_text(m, want));
			m->both += is_here(m, feed->url);
		}
		agree(m, feed);
	}
}

/* A feed that is not at the server any more goes here, too. */
static void
merge_gone(struct merging *m)
{
	for (size_t i = 0; i < m->base_len; i++) {
		char *id = m->base[i].id;
		if (find(&m->feed_at, id))
			continue;
		const struct subscription *line = find(&m->line_at, id);
		if (line)
			edit(m, line->url, NULL);
		drop(m, id);
	}
}

static void
subscribe_op(struct merging *m, const char *url, const struct subscription *line)
{
	struct account_op *op = add_op(m, REMOTE_SUBSCRIBE);
	const char *folder = folder_of(m, line);
	op->url = arena_strdup(&m->a->arena, url);
	op->title = line->title ? arena_strdup(&m->a->arena, line->title) : NULL;
	op->to = arena_strdup(&m->a->arena, folder ? folder : "");
}

/* A line without a feed: the user took back its end, or the server's is gone. */
static void
merge_lost(struct merging *m, const char *id, const struct subscription *line)
{
	struct arena *arena = &m->a->arena;
	const struct remotefeed_record *left = find(&m->left_at, id);
	struct subscription now = *line;
	if (!left || !left->url || engine_account_conf(m->a)->read_only) {
		edit(m, line->url, NULL);
		return;
	}
	now.url = engine_account_line_url(
		m->a, arena, arena_printf(arena, "+%s", left->url));
	readdress(m, line, &now);
	subscribe_op(m, left->url, line);
	drop(m, left->id);
}

/* Lines that the server has not got. */
static void
merge_lines(struct merging *m)
{
	for (size_t i = 0; i < m->line_at.count; i++) {
		const char *id = m->line_at.entries[i].key;
		const struct subscription *line = m->line_at.entries[i].value;
		if (id[0] != '+') {
			if (!find(&m->feed_at, id) && !find(&m->base_at, id))
				merge_lost(m, id, line);
			continue;
		}
		bool there = false;
		for (size_t k = 0; k < m->a->feeds_len && !there; k++)
			there = str_eq(m->a->feeds[k].url, id + 1);
		if (there || engine_account_conf(m->a)->read_only)
			continue;
		subscribe_op(m, id + 1, line);
	}
}

static char *
left_id(struct arena *arena, const char *id)
{
	return arena_printf(arena, STORE_REMOTE_LEFT "%s", id);
}

static int
gather_left(struct merging *m, struct store_view *view)
{
	struct arena *arena = &m->a->arena;
	int status = OK;
	for (size_t i = 0; status == OK && i < m->line_at.count; i++) {
		const char *id = m->line_at.entries[i].key;
		if (*id == '+' || find(&m->feed_at, id) || find(&m->base_at, id))
			continue;
		struct remotefeed_record *left = arena_zalloc(arena, sizeof *left);
		status = store_remote_feed(
			view, m->a->stored.id, span_of(left_id(arena, id)), arena, left);
		if (status == OK)
			*map_put(&m->left_at, id, strlen(id)) = left;
		else if (status == ERR_NOT_FOUND)
			status = OK;
	}
	return status;
}

/* All that a merge compares, by id. */
static int
gather(struct merging *m, struct store_view *view)
{
	struct account *a = m->a;
	const struct subscriptions *subs = &a->e->settings->subs;
	int status =
		store_remote_feeds(view, a->stored.id, &a->arena, &m->base, &m->base_len);
	for (size_t i = 0; i < m->base_len; i++)
		*map_put(&m->base_at, m->base[i].id, strlen(m->base[i].id)) = &m->base[i];
	for (size_t i = 0; i < a->feeds_len; i++)
		*map_put(&m->feed_at, a->feeds[i].id, strlen(a->feeds[i].id)) =
			&a->feeds[i];
	for (size_t i = 0; i < subs->len; i++) {
		struct span key, id;
		if (conf_feeds_account_parts(subs->list[i].url, &key, &id) &&
			span_eq(key, a->stored.is.key))
			*map_put(&m->line_at, id.p, id.n) = &subs->list[i];
	}
	return status == OK ? gather_left(m, view) : status;
}

static int
put_agreed(struct merging *m, struct store_batch *batch,
	const struct remotefeed_record *agreed)
{
	struct account *a = m->a;
	struct store_view view = store_batch_view(batch);
	char *line = engine_account_line_url(a, &a->arena, agreed->id);
	uint32_t feed;
	int status = store_remote_put_feed(batch, a->stored.id, agreed, m->err);
	if (status == OK && !str_empty(agreed->url) &&
		store_feed_find(&view, line, &feed) == OK)
		status = store_feed_put_source(batch, feed, agreed->url, m->err);
	return status;
}

static int
store_agreed(struct merging *m)
{
	struct account *a = m->a;
	struct store_batch *batch;
	int status = store_batch_begin(a->e->store, &batch, m->err);
	if (status != OK)
		return status;
	for (size_t i = 0; status == OK && i < m->puts_len; i++)
		status = put_agreed(m, batch, &m->puts[i]);
	for (size_t i = 0; status == OK && i < m->drops_len; i++)
		status = store_remote_drop_feed(
			batch, a->stored.id, span_of(m->drops[i]), m->err);
	return store_batch_end(batch, status, m->err);
}

static int
put_moves(struct merging *m)
{
	struct store_batch *batch;
	int status = store_batch_begin(m->a->e->store, &batch, m->err);
	if (status != OK)
		return status;
	struct store_view view = store_batch_view(batch);
	for (size_t i = 0; status == OK && i < m->moves_len; i += 2) {
		uint32_t feed;
		if (store_feed_find(&view, m->moves[i], &feed) == OK)
			status = store_feed_put_address(
				batch, feed, m->moves[i + 1], m->err);
	}
	return store_batch_end(batch, status, m->err);
}

/* The lines first: if we die in between, the next merge finds them right. */
static int
carry_out(struct merging *m)
{
	struct account *a = m->a;
	const char *path = a->e->feeds_path;
	struct arena arena = ARENA_INIT;
	int status = conf_feeds_account_make(path, a->name, a->stored.is.key, m->err);
	if (status == OK && m->moves_len > 0)
		status = put_moves(m);
	if (status == OK && m->edits_len > 0)
		status = conf_feeds_edit(path, m->edits, m->edits_len, &arena, m->err);
	if (status == OK && m->edits_len > 0)
		status = engine_action_load(a->e, m->err);
	if (status == OK && m->edits_len > 0) {
		const struct engine_event events[] = {
			{.kind = ENGINE_CHANGED}, {.kind = ENGINE_RELOADED}};
		for (size_t i = 0; i < COUNT_OF(events); i++)
			engine_event_post(a->e, &events[i]);
	}
	a->told.feeds += m->edits_len;
	arena_done(&arena);
	return status == OK ? store_agreed(m) : status;
}

/* A list that has suddenly no feeds, or less than half of them, is believed the second
 * time: a server may be restoring its database. */
static bool
is_doubtful(struct account *a, size_t before)
{
	bool few = before > 0 &&
		   (a->feeds_len == 0 || (before >= FEW && a->feeds_len * 2 < before));
	bool doubtful = few && !a->stored.is.few;
	a->stored.is.few = few;
	if (doubtful)
		engine_event_note(a->e, false,
			_("%s: the server lists %zu feeds, where it had %zu: nothing is "
			  "removed unless it says so again"),
			a->name, a->feeds_len, before);
	return doubtful;
}

void
engine_account_feeds_got(struct account *a)
{
	struct err err;
	struct store_view view;
	struct merging m = {.a = a,
		.err = &err,
		.base_at = MAP_INIT,
		.line_at = MAP_INIT,
		.feed_at = MAP_INIT,
		.left_at = MAP_INIT};
	settle_labels(a);
	int status = store_view_begin(a->e->store, &view, &err);
	if (status == OK) {
		status = gather(&m, &view);
		store_view_end(&view);
		store_fail(a->e->store, status, &err, _("cannot read an account"));
	}
	if (status == OK && !is_doubtful(a, m.base_len)) {
		for (size_t i = 0; i < a->feeds_len; i++)
			merge_feed(&m, &a->feeds[i]);
		merge_gone(&m);
		merge_lines(&m);
		status = carry_out(&m);
		if (status == OK)
			offer_merges(&m);
	}
	map_done(&m.base_at);
	map_done(&m.line_at);
	map_done(&m.feed_at);
	map_done(&m.left_at);
	if (status != OK)
		engine_account_fault(a, &err);
}

static bool
line_differs(struct merging *m, const struct remotefeed_record *base)
{
	const struct subscription *line = find(&m->line_at, base->id);
	struct account_feed before = {.id = base->id,
		.title = base->title,
		.folders = base->folders,
		.folders_len = base->folders_len};
	if (!line)
		return true;
	return !(m->a->session.quirk->flags & REMOTE_NO_MOVE) &&
	       (!str_eq(line->title ? line->title : "", base->title ? base->title : "") ||
		       (folder_of(m, line) && !same_tags(line, line_for(m, &before))));
}

bool
engine_account_feeds_differ(struct account *a)
{
	struct err err;
	struct store_view view;
	struct merging m = {.a = a,
		.err = &err,
		.base_at = MAP_INIT,
		.line_at = MAP_INIT,
		.feed_at = MAP_INIT,
		.left_at = MAP_INIT};
	if (store_view_begin(a->e->store, &view, &err) != OK)
		return false;
	bool differ = gather(&m, &view) == OK && m.line_at.count != m.base_len;
	store_view_end(&view);
	for (size_t i = 0; i < m.base_len && !differ; i++)
		differ = line_differs(&m, &m.base[i]);
	map_done(&m.base_at);
	map_done(&m.line_at);
	map_done(&m.feed_at);
	map_done(&m.left_at);
	arena_reset(&a->arena);
	return differ;
}

/* ---- what is done at the server */

bool
engine_account_op_begin(struct account *a)
{
	if (a->op_at == a->ops_len)
		return false;
	const struct account_op *op = &a->ops[a->op_at];
	bool moves = op->to && !str_eq(op->to, op->from);
	if (moves && !a->making && engine_account_folder_missing(a, op->to)) {
		a->making = true;
		a->arg.title = span_of(op->to);
		return true;
	}
	a->making = false;
	a->arg.feed = span_of(op->id);
	a->arg.url = span_of(op->url);
	a->arg.title = span_of(op->title);
	if (moves) {
		a->arg.from = engine_account_folder_id(a, op->from);
		a->arg.folder = engine_account_folder_id(a, op->to);
	}
	a->op_feeds = a->feeds_len;
	return true;
}

static void
take_op(struct account *a, const struct account_op *op, struct remotefeed_record *now)
{
	if (op->title)
		now->title = op->title;
	if (!op->to || str_eq(op->to, op->from))
		return;
	now->folders = arena_zalloc(&a->arena, sizeof *now->folders);
	now->folders[0] = op->to;
	now->folders_len = *op->to != '\0';
}

/* What the account's feed has here is of this machine alone from now on. */
static int
forget_items(struct account *a, const char *id, struct err *err)
{
	struct store_scope scope = {.kind = STORE_FEED};
	struct store_key keys[FORGET_ROWS], last;
	size_t len = FORGET_ROWS;
	char *line = engine_account_line_url(a, &a->arena, id);
	int status = OK;
	for (bool first = true; status == OK && len == FORGET_ROWS; first = false) {
		struct store_batch *batch;
		uint64_t items[FORGET_ROWS];
		status = store_batch_begin(a->e->store, &batch, err);
		if (status != OK)
			return status;
		struct store_view view = store_batch_view(batch);
		status = store_feed_find(&view, line, &scope.feed);
		if (status == OK)
			status = store_item_keys(&view, &scope, first ? NULL : &last,
				keys, FORGET_ROWS, &len);
		if (status == ERR_NOT_FOUND)
			len = 0, status = OK;
		for (size_t i = 0; status == OK && i < len; i++) {
			last = keys[i];
			items[i] = keys[i].id;
		}
		if (status == OK)
			status =
				store_remote_forget(batch, a->stored.id, items, len, err);
		status = store_batch_end(batch, status, err);
	}
	return status;
}

/* The server did it: both sides agree. */
static int
agree_on_op(struct account *a, const struct account_op *op, struct err *err)
{
	struct merging m = {.a = a, .err = err};
	struct store_view view;
	struct remotefeed_record now;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	status = store_remote_feed(&view, a->stored.id, span_of(op->id), &a->arena, &now);
	store_view_end(&view);
	if (status != OK)
		return status == ERR_NOT_FOUND ? OK : status;
	if (op->step == REMOTE_UNSUBSCRIBE) {
		drop(&m, op->id);
		now.id = left_id(&a->arena, op->id);
	} else {
		take_op(a, op, &now);
	}
	m.puts = &now;
	m.puts_len = 1;
	status = store_agreed(&m);
	return status == OK && op->step == REMOTE_UNSUBSCRIBE
		       ? forget_items(a, op->id, err)
		       : status;
}

/* The new feed gets its line's address, and the folder that was wished. */
static int
take_subscribed(struct account *a, const struct account_op *op, struct err *err)
{
	struct merging m = {.a = a,
		.err = err,
		.base_at = MAP_INIT,
		.line_at = MAP_INIT,
		.feed_at = MAP_INIT,
		.left_at = MAP_INIT};
	struct store_view view;
	if (a->feeds_len == a->op_feeds) /* the next list says under which id */
		return OK;
	struct account_feed feed = a->feeds[a->op_feeds];
	feed.url = op->url;
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	status = gather(&m, &view);
	store_view_end(&view);
	if (status == OK) {
		merge_feed(&m, &feed);
		status = carry_out(&m);
	}
	map_done(&m.base_at);
	map_done(&m.line_at);
	map_done(&m.feed_at);
	map_done(&m.left_at);
	return status;
}

void
engine_account_op_got(struct account *a)
{
	struct err err;
	if (a->making) /* what needs the folder is next */
		return;
	struct account_op op = a->ops[a->op_at++];
	int status = op.step == REMOTE_SUBSCRIBE ? take_subscribed(a, &op, &err)
						 : agree_on_op(a, &op, &err);
	a->told.sent++;
	if (status != OK)
		engine_account_fault(a, &err);
}

/* The server will not: the user is told, and what it has counts. */
void
engine_account_op_refused(struct account *a, const struct err *err)
{
	const struct account_op *op = &a->ops[a->op_at++];
	struct arena arena = ARENA_INIT;
	a->making = false;
	engine_event_note(a->e, true, "%s: %s: %s", a->name,
		op->url     ? url_mask(&arena, op->url)
		: op->title ? op->title
			    : op->id,
		err->text);
	arena_done(&arena);
}
