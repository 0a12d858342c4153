/*
 * The feeds of an account as lines: a three-way merge of the server's list, the lines
 * here, and what both sides last agreed on. If only one side differs from that, that side
 * made the change. A line that the user added, moved, renamed or dropped is an action to
 * be done at the server; where both sides changed the same thing, the line counts.
 */
#include "config.h"

#include <string.h>

#include "base/url.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "engine/account/feeds_merge_inside.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "remote/quirk.h"

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

/* The folder that a line's tags name; "": none; NULL: none of its tags is the
 * account's. */
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

void
engine_account_merge_drop(struct merging *m, char *id)
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

/* Does the line have all tags of want? */
static bool
same_tags(const struct subscription *line, const struct subscription *want)
{
	size_t n = 0;
	for (size_t i = 0; i < want->tags_len; i++)
		for (size_t k = 0; k < line->tags_len; k++)
			n += str_eq(want->tags[i], line->tags[k]);
	return n == want->tags_len;
}

/* Was the line put into another folder? Where folders don't nest, a tag with levels is a
 * folder with slashes in its name. */
static bool
is_moved(struct merging *m, const struct subscription *line,
	const struct remotefeed_record *base)
{
	const char *folder = folder_of(m, line);
	const struct account_feed before = {.id = base->id,
		.title = base->title,
		.folders = base->folders,
		.folders_len = base->folders_len};
	if (!folder ||
		(base->folders_len <= 1 &&
			str_eq(folder, first_folder(base->folders, base->folders_len))))
		return false;
	return !same_tags(line, line_for(m, &before));
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
	const char *was = first_folder(base->folders, base->folders_len);
	bool titled = !str_eq(title, base->title ? base->title : "");
	struct subscription *want = line_for(m, feed), out = *line;
	bool moved = is_moved(m, line, base);
	struct remotefeed_record *now = agree(m, feed);
	if ((titled || moved) && moves) {
		struct account_op *op = edit_op(m, feed->id, was);
		op->title = titled ? arena_strdup(&m->a->arena, title) : NULL;
		if (moved)
			op->to = folder_of(m, line);
		/* What was sent becomes agreed when the server has done it. */
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
	       subscription_list_find(&m->a->e->settings->subs, address) != NULL;
}

void
engine_account_merge_feed(struct merging *m, const struct account_feed *feed)
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
		/* It is the server's now: under the server's id, in the requested
		 * folder. */
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

/* A feed that was removed on the server is removed here as well. */
void
engine_account_merge_removed(struct merging *m)
{
	for (size_t i = 0; i < m->base_len; i++) {
		char *id = m->base[i].id;
		if (find(&m->feed_at, id))
			continue;
		const struct subscription *line = find(&m->line_at, id);
		if (line)
			edit(m, line->url, NULL);
		engine_account_merge_drop(m, id);
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

/* A line without a feed: the user undid its removal, or the feed was removed at the
 * server. */
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
	engine_account_merge_drop(m, left->id);
}

/* Lines that the server does not have. */
void
engine_account_merge_lines(struct merging *m)
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

bool
engine_account_merge_differs(struct merging *m, const struct remotefeed_record *base)
{
	const struct subscription *line = find(&m->line_at, base->id);
	if (!line)
		return true;
	return !(m->a->session.quirk->flags & REMOTE_NO_MOVE) &&
	       (!str_eq(line->title ? line->title : "", base->title ? base->title : "") ||
		       is_moved(m, line, base));
}
