/*
 * Converts lines of the feeds file to subscriptions and back, and edits the file. The
 * first word is the source (feeds_url.c); of the others, ! hides the feed, ~
 * begins a title, an unquoted name=value is an option, and the rest are tags. Everything
 * is cleaned here, once, so that lists can print it (case 4).
 *
 * An edit keeps all other lines byte for byte and replaces the file as a whole, so that a
 * crash leaves either the old file or the new one. The directory stays locked from
 * reading to writing, so that no feed gets lost if a reader and a command add one at the
 * same time. (A lock on the file itself would not help: file_write makes a new file.)
 */
#include "config.h"

#include "conf/feeds.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/feeds_account.h"
#include "conf/feeds_list.h"
#include "conf/interval_limits.h"
#include "conf/option.h"
#include "conf/parsed_config.h"
#include "conf/shell.h"
#include "conf/words.h"
#include "model/subscription.h"
#include "query/query.h"

#define FILE_MODE 0600 /* addresses may hold passwords (case 30) */

struct parser {
	struct subscriptions *subs;
	const char *name;
	bool trusted;
	conf_report *report;
	void *data;
	struct map known; /* the addresses so far */
	const char *list; /* the opml: line whose feeds these are; NULL: the user's own */
	bool confined;
	int line, faults;
};

static void
fault(struct parser *p, struct err *err)
{
	err_prefix(err, "%s:%d", p->name, p->line);
	if (p->faults == CONF_ERRORS_MAX)
		err_set(err, ERR_LIMIT,
			_("%s: there are more faulty lines; fix these first"), p->name);
	if (p->report && p->faults++ <= CONF_ERRORS_MAX)
		p->report(p->data, err->text);
}

static int
read_option(struct parser *p, struct subscription *sub, struct span name, struct err *err)
{
	struct arena *arena = &p->subs->arena;
	struct subscription_option option = {arena_strndup(arena, name.p, name.n),
		arena_strdup(arena, name.p + name.n + 1)};
	const struct option *row = conf_option(option.name);
	if (row && !p->trusted)
		return err_set(err, ERR_DENIED,
			_("%s is skipped: options are allowed only in your own feeds "
			  "file"),
			option.name);
	if (row && !(row->flags & OPTION_PER_FEED))
		return err_set(err, ERR_INVALID,
			_("%s cannot be set for a single feed; set it in the config "
			  "file"),
			option.name);
	int status = conf_option_check(option.name, option.value, err);
	if (status != OK)
		return status;
	sub->options =
		arena_push(arena, sub->options, sub->options_len, sizeof *sub->options);
	sub->options[sub->options_len++] = option;
	return OK;
}

static void
read_tag(struct parser *p, struct subscription *sub, struct span word)
{
	struct arena *arena = &p->subs->arena;
	char *tag = conf_feeds_tag(arena, word);
	for (size_t i = 0; tag && i < sub->tags_len; i++)
		if (str_eq(sub->tags[i], tag))
			return;
	if (!tag)
		return;
	sub->tags = arena_push(arena, sub->tags, sub->tags_len, sizeof *sub->tags);
	sub->tags[sub->tags_len++] = tag;
}

/* Reads a word after the address. A faulty one is reported; the others still count. */
static void
read_word(struct parser *p, struct subscription *sub, const struct conf_word *word)
{
	struct span s = span_of(word->text), name;
	struct err err = {0};
	if (s.n && s.p[0] == '!') {
		sub->hidden = true;
		read_tag(p, sub, s);
	} else if (s.n && s.p[0] == '~') {
		sub->title = conf_feeds_title(
			&p->subs->arena, (struct span){s.p + 1, s.n - 1});
	} else if (conf_word_option(word, &name)) {
		if (read_option(p, sub, name, &err) != OK)
			fault(p, &err);
	} else {
		read_tag(p, sub, s);
	}
}

/* The line stays, so that the list shows that it is wrong. */
static void
check_query(struct parser *p, const char *url)
{
	struct err err = {0};
	if (query_check(strchr(url + strlen("query:"), ':') + 1, &err) != OK)
		fault(p, &err);
}

static int
read_line(struct parser *p, struct span line, struct err *err)
{
	struct conf_word *words;
	size_t n;
	struct subscription sub = {
		.line = p->line, .list = p->list, .confined = p->confined};
	int status = conf_words(&p->subs->arena, line, &words, &n, err);
	if (status != OK || n == 0)
		return status;
	status = conf_feeds_url(
		&p->subs->arena, words[0].text, p->trusted, &sub.source, &sub.url, err);
	if (status == OK && (sub.source == SOURCE_EXEC || sub.source == SOURCE_FILTER))
		status = conf_shell_check(line, words, n, err);
	if (status != OK)
		return status;
	if (p->subs->len >= CONF_FEEDS_MAX)
		return err_set(err, ERR_LIMIT,
			_("more than %d feeds; this one is left out"), CONF_FEEDS_MAX);
	void **known = map_put(&p->known, sub.url, strlen(sub.url));
	if (p->list && (*known || sub.source != SOURCE_HTTP))
		return OK; /* the user's own line counts */
	if (*known)
		return err_set(err, ERR_INVALID,
			_("%s is already in the list; remove one of the lines"),
			url_mask(&p->subs->arena, sub.url));
	if (sub.source == SOURCE_QUERY)
		check_query(p, sub.url);
	for (size_t i = 1; i < n; i++)
		read_word(p, &sub, &words[i]);
	struct err wrong;
	if (conf_limits_check_feed(&sub, &wrong) != OK)
		fault(p, &wrong);
	*subscription_list_add(p->subs) = sub;
	*known = p->subs;
	return OK;
}

static void
begin(struct parser *p)
{
	map_init(&p->known);
	for (size_t i = 0; i < p->subs->len; i++)
		*map_put(&p->known, p->subs->list[i].url, strlen(p->subs->list[i].url)) =
			p->subs;
}

static void
parse(struct parser *p, const char *bytes, size_t len)
{
	struct span rest = conf_lines(bytes, len), line;
	p->line = 0;
	while (conf_line(&rest, &line)) {
		struct err err = {0};
		p->line++;
		if (read_line(p, line, &err) != OK)
			fault(p, &err);
	}
}

void
conf_feeds_parse(struct subscriptions *subs, const char *name, const char *bytes,
	size_t len, bool trusted, conf_report *report, void *data)
{
	struct parser p = {.subs = subs,
		.name = name,
		.trusted = trusted,
		.report = report,
		.data = data};
	begin(&p);
	parse(&p, bytes, len);
	map_done(&p.known);
}

static int
load_file(struct parser *p, const char *path, struct err *err)
{
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX);
	int status = file_read(path, &bytes, err);
	p->name = path;
	if (status == OK)
		parse(p, bytes.data, bytes.len);
	buf_done(&bytes);
	return status == ERR_NOT_FOUND ? OK : status;
}

/* The feeds of lists that live elsewhere, which can't have lists in them. */
static int
load_lists(struct parser *p, const char *path, struct arena *arena, struct err *err)
{
	int status = OK;
	size_t own = p->subs->len;
	for (size_t i = 0; status == OK && i < own; i++) {
		const char *url = p->subs->list[i].url;
		if (p->subs->list[i].source != SOURCE_OPML)
			continue;
		const char *file = conf_feeds_list_file(path, url, arena);
		p->list = url;
		p->confined = !conf_feeds_list_local(file);
		status = load_file(p, file, err);
	}
	return status;
}

int
conf_feeds_load(struct subscriptions *subs, const char *path, conf_report *report,
	void *data, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct parser p = {.subs = subs, .trusted = true, .report = report, .data = data};
	begin(&p);
	int status = load_file(&p, path, err);
	char **files = conf_feeds_account_files(path, &arena);
	for (; status == OK && *files; files++)
		status = load_file(&p, *files, err);
	if (status == OK)
		status = load_lists(&p, path, &arena, err);
	map_done(&p.known);
	arena_done(&arena);
	return status;
}

bool
conf_feeds_secret(const struct subscriptions *subs)
{
	for (size_t i = 0; i < subs->len; i++) {
		struct url url = url_split(span_of(subs->list[i].url));
		if (url.userinfo.n && memchr(url.userinfo.p, ':', url.userinfo.n))
			return true;
	}
	return false;
}

/* Locks the directory of path and returns its descriptor. -1 if it can't be opened; then
 * there is no protection against simultaneous edits, but nothing else is lost. */
int
conf_feeds_lock(const char *path)
{
	char *dir = file_folder(path);
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(dir);
	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

void
conf_feeds_unlock(int fd)
{
	if (fd >= 0)
		close(fd);
}

static int
read_old(const char *path, struct buf *bytes, struct err *err)
{
	int status = file_read(path, bytes, err);
	return status == ERR_NOT_FOUND ? OK : status;
}

/* Appends lines for what bytes doesn't list yet; returns how many. */
static size_t
append_new(
	struct buf *bytes, const char *path, const struct subscription *list, size_t len)
{
	struct subscriptions *old = subscription_list_new();
	struct map known = MAP_INIT;
	size_t added = 0;
	conf_feeds_parse(old, path, bytes->data, bytes->len, true, NULL, NULL);
	for (size_t i = 0; i < old->len; i++)
		*map_put(&known, old->list[i].url, strlen(old->list[i].url)) = old;
	if (bytes->len && bytes->data[bytes->len - 1] != '\n')
		buf_addc(bytes, '\n');
	for (size_t i = 0; i < len; i++) {
		void **at = map_put(&known, list[i].url, strlen(list[i].url));
		if (*at)
			continue;
		*at = old;
		conf_feeds_format(bytes, &list[i]);
		added++;
	}
	map_done(&known);
	subscription_list_free(old);
	return added;
}

/* Appends those lines of the list that belong to this file. */
static int
append_file(const char *file, const struct subscription *list, size_t len, size_t *added,
	struct err *err)
{
	struct buf bytes = BUF_INIT(0);
	size_t count = 0;
	int lock = conf_feeds_lock(file);
	int status = read_old(file, &bytes, err);
	if (status == OK)
		count = append_new(&bytes, file, list, len);
	if (count)
		status = file_write(file, bytes.data, bytes.len, FILE_MODE, err);
	conf_feeds_unlock(lock);
	buf_done(&bytes);
	if (status == OK)
		*added += count;
	return status;
}

/* The file that has lines of this address. */
static const char *
file_of(const char *path, const char *url, struct arena *arena)
{
	struct span key, id;
	const char *file = NULL;
	if (conf_feeds_account_parts(url, &key, &id))
		file = conf_feeds_account_file(path, key, arena);
	return file ? file : path;
}

int
conf_feeds_append(const char *path, const struct subscription *list, size_t len,
	size_t *added, struct err *err)
{
	struct arena arena = ARENA_INIT;
	size_t count = 0, n;
	int status = OK;
	for (size_t i = 0; status == OK && i < len; i += n) {
		bool own = list[i].source != SOURCE_ACCOUNT;
		for (n = 1; own && i + n < len; n++)
			if (list[i + n].source == SOURCE_ACCOUNT)
				break;
		status = append_file(own ? path : file_of(path, list[i].url, &arena),
			list + i, n, &count, err);
	}
	arena_done(&arena);
	if (status == OK && added)
		*added = count;
	return status;
}

/* ---- Edits of single lines. The file is split once for all edits: undoing an import
 * changes thousands of lines. */

struct file_line {
	struct span text; /* without LF */
};

struct lines {
	struct file_line **list;
	size_t len;
	struct map known; /* url → its struct file_line */
	struct arena *arena;
};

static struct file_line *
add_line(struct lines *l, size_t at, struct span text)
{
	struct file_line *line = arena_alloc(l->arena, sizeof *line);
	*line = (struct file_line){text};
	l->list = arena_push(l->arena, l->list, l->len, sizeof *l->list);
	memmove(l->list + at + 1, l->list + at, (l->len - at) * sizeof *l->list);
	l->list[at] = line;
	l->len++;
	return line;
}

static void
take_apart(struct lines *l, const struct buf *bytes)
{
	struct subscriptions *subs = subscription_list_new();
	struct span rest = {bytes->data, bytes->len}, line;
	while (bytes->len && span_split(&rest, '\n', &line))
		add_line(l, l->len,
			(struct span){arena_strndup(l->arena, line.p, line.n), line.n});
	/* An empty rest after the last LF does not count as a line. */
	if (l->len && !l->list[l->len - 1]->text.n)
		l->len--;
	conf_feeds_parse(subs, "", bytes->data, bytes->len, true, NULL, NULL);
	for (size_t i = 0; i < subs->len; i++) {
		size_t at = (size_t)subs->list[i].line - 1;
		assert(at < l->len);
		*map_put(&l->known, subs->list[i].url, strlen(subs->list[i].url)) =
			l->list[at];
	}
	subscription_list_free(subs);
}

/* The line with its address replaced. */
static const char *
readdress(struct lines *l, const struct file_line *line, const char *to)
{
	struct conf_word *words;
	size_t len;
	struct span lines = line->text, text;
	struct buf out = BUF_INIT(0);
	/* It can't fail: the line was just read as one with an address. */
	if (!conf_line(&lines, &text) ||
		conf_words(l->arena, text, &words, &len, NULL) != OK || !len)
		return NULL;
	const char *end = line->text.p + line->text.n;
	const char *rest = words[0].raw.p + words[0].raw.n;
	buf_add(&out, line->text.p, (size_t)(words[0].raw.p - line->text.p));
	conf_word_format(&out, to, false);
	buf_add(&out, rest, (size_t)(end - rest));
	const char *after = arena_strndup(l->arena, buf_str(&out), out.len);
	buf_done(&out);
	return after;
}

/* The address in the text of a line; NULL: it has none. */
static const char *
address_of(struct lines *l, const char *text)
{
	struct subscriptions *one = subscription_list_new();
	conf_feeds_parse(one, "", text, strlen(text), true, NULL, NULL);
	const char *url = one->len ? arena_strdup(l->arena, one->list[0].url) : NULL;
	subscription_list_free(one);
	return url;
}

/* The entry in known for the line to edit, found by its address, or else by the address
 * it is to get: a crash may have come after the edit but before it was recorded. */
static void **
find_line(struct lines *l, const struct conf_feeds_edit *edit)
{
	void **known = map_put(&l->known, edit->url, strlen(edit->url));
	if (*known || !edit->after)
		return known;
	const char *url = address_of(l, edit->after);
	return url ? map_put(&l->known, url, strlen(url)) : known;
}

/* Later edits find the line by the address that it has now. */
static void
replace_text(struct lines *l, void **known, struct file_line *line, const char *text)
{
	const char *url = address_of(l, text);
	line->text = span_of(text);
	if (!url)
		return;
	*known = NULL;
	*map_put(&l->known, url, strlen(url)) = line;
}

static size_t
place_of(const struct lines *l, const struct file_line *line)
{
	size_t at = 0;
	while (l->list[at] != line)
		at++;
	return at;
}

static void
move_line(struct lines *l, struct conf_feeds_edit *edit)
{
	struct file_line *line = map_get(&l->known, edit->url, strlen(edit->url));
	struct file_line *other = map_get(&l->known, edit->past, strlen(edit->past));
	edit->before = NULL;
	edit->line = edit->moved = 0;
	if (!line || !other)
		return;
	size_t from = place_of(l, line), to = place_of(l, other);
	edit->before = arena_strndup(l->arena, line->text.p, line->text.n);
	edit->after = edit->before;
	edit->line = (int)from + 1;
	if (edit->up ? from <= to : from >= to)
		return;
	edit->moved = (int)to + 1;
	if (from < to)
		memmove(l->list + from, l->list + from + 1,
			(to - from) * sizeof *l->list);
	else
		memmove(l->list + to + 1, l->list + to, (from - to) * sizeof *l->list);
	l->list[to] = line;
}

static void
edit_line(struct lines *l, struct conf_feeds_edit *edit)
{
	void **known = find_line(l, edit);
	struct file_line *line = *known;
	size_t at = 0;
	edit->before = NULL;
	edit->line = 0;
	if (line) {
		at = place_of(l, line);
		edit->before = arena_strndup(l->arena, line->text.p, line->text.n);
	} else {
		bool inside = edit->at > 0 && (size_t)edit->at <= l->len;
		at = inside ? (size_t)edit->at - 1 : l->len;
	}
	if (line && edit->to)
		edit->after = readdress(l, line, edit->to);
	if (line && edit->sub)
		edit->after = conf_feeds_revise(l->arena, line->text, edit->sub);
	if (line || edit->after)
		edit->line = (int)at + 1;
	if (line && edit->after) {
		replace_text(l, known, line, edit->after);
	} else if (line) {
		memmove(l->list + at, l->list + at + 1,
			(l->len - at - 1) * sizeof *l->list);
		l->len--;
		*known = NULL;
	} else if (edit->after) {
		*known = add_line(l, at, span_of(edit->after));
	}
}

static void
edit_lines(
	struct buf *bytes, struct conf_feeds_edit *edits, size_t len, struct arena *arena)
{
	struct lines l = {.arena = arena, .known = MAP_INIT};
	bool ends = !bytes->len || bytes->data[bytes->len - 1] == '\n';
	take_apart(&l, bytes);
	for (size_t i = 0; i < len; i++)
		if (edits[i].past)
			move_line(&l, &edits[i]);
		else
			edit_line(&l, &edits[i]);
	buf_clear(bytes);
	for (size_t i = 0; i < l.len; i++) {
		buf_add(bytes, l.list[i]->text.p, l.list[i]->text.n);
		buf_addc(bytes, '\n');
	}
	if (!ends && bytes->len)
		buf_cut(bytes, bytes->len - 1);
	map_done(&l.known);
}

static int
edit_file(const char *path, struct conf_feeds_edit *edits, size_t len,
	struct arena *arena, struct err *err)
{
	struct buf bytes = BUF_INIT(0);
	int lock = conf_feeds_lock(path);
	int status = read_old(path, &bytes, err);
	if (status == OK) {
		edit_lines(&bytes, edits, len, arena);
		status = file_write(path, buf_str(&bytes), bytes.len, FILE_MODE, err);
	}
	conf_feeds_unlock(lock);
	buf_done(&bytes);
	return status;
}

/* Makes all edits of one file: that of the first edit not done yet. */
static int
edit_some(const char *path, struct conf_feeds_edit *edits, const char **files, size_t len,
	struct arena *arena, struct err *err)
{
	struct conf_feeds_edit *some = arena_zalloc(arena, (len + 1) * sizeof *some);
	const char *file = NULL;
	size_t n = 0;
	for (size_t i = 0; i < len; i++) {
		if (!file)
			file = files[i];
		if (file && files[i] && str_eq(files[i], file))
			some[n++] = edits[i];
	}
	int status = edit_file(file, some, n, arena, err);
	n = 0;
	for (size_t i = 0; status == OK && i < len; i++)
		if (files[i] && str_eq(files[i], file)) {
			edits[i] = some[n++];
			files[i] = NULL;
		}
	if (status == OK && !str_eq(file, path))
		conf_feeds_account_touch(file);
	return status;
}

/* The files of the lines that belong to a list, not to the user. */
static void
find_listed(const char *path, const struct conf_feeds_edit *edits, const char **files,
	size_t len, struct arena *arena)
{
	struct subscriptions *own = subscription_list_new();
	struct parser p = {.subs = own, .trusted = true};
	struct map listed = MAP_INIT;
	const char **lists = NULL;
	size_t n = 0;
	char *dir = conf_feeds_list_dir(path);
	begin(&p);
	if (access(dir, F_OK) == 0)
		(void)!load_file(&p, path, NULL);
	for (size_t i = 0; i < own->len; i++)
		if (own->list[i].source == SOURCE_OPML) {
			lists = arena_push(arena, lists, n, sizeof *lists);
			lists[n++] = own->list[i].url;
		}
	conf_feeds_list_files(path, lists, n, arena, &listed);
	for (size_t i = 0; i < own->len && n; i++)
		*map_put(&listed, own->list[i].url, strlen(own->list[i].url)) = NULL;
	for (size_t i = 0; i < len; i++) {
		const char *file = map_get(&listed, edits[i].url, strlen(edits[i].url));
		files[i] = file ? file : files[i];
	}
	map_done(&listed);
	map_done(&p.known);
	subscription_list_free(own);
	free(dir);
}

int
conf_feeds_edit(const char *path, struct conf_feeds_edit *edits, size_t len,
	struct arena *arena, struct err *err)
{
	const char **files = arena_zalloc(arena, (len + 1) * sizeof *files);
	int status = OK;
	for (size_t i = 0; i < len; i++)
		files[i] = file_of(path, edits[i].url, arena);
	find_listed(path, edits, files, len, arena);
	for (size_t i = 0; status == OK && i < len; i++)
		if (files[i])
			status = edit_some(path, edits, files, len, arena, err);
	return status;
}
