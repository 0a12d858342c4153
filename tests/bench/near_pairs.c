/*
 * How well base/near tells the same text in other words from another text:
 *
 *	near_pairs [-v] FILE …
 *
 * The pairs are labelled by how they are made. Same: each item of the documents, and a
 * rewriting of it, of the kinds below. Different: any two items of one document, which
 * are as alike as texts by one author or one program get, and items of two documents that
 * share a key; not those that have the same link or title, since they may well be the
 * same. -v prints the pairs that are taken for the same and are not.
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/near.h"
#include "base/str.h"
#include "base/vec.h"
#include "feed/parse.h"
#include "model/feed.h"

struct piece {
	struct near_text near;
	size_t file;
	char *title, *link, *text;
};

struct pieces {
	struct piece *list;
	size_t len, cap;
};

/* Appends the text with every nth word replaced, words from..to left out, tags around
 * some words if html. Markup is copied. */
struct rewriting {
	const char *name, *title, *before, *after;
	size_t nth, from, to, cut;
	bool markup;
};

static const struct rewriting rewritings[] = {
	{.name = "markup", .markup = true},
	{.name = "headline", .title = "What you should know today about all of this"},
	{.name = "cut off", .cut = 45, .after = " Read on at the Evening Post"},
	{.name = "every 20th word", .nth = 20},
	{.name = "every 12th word", .nth = 12},
	{.name = "dateline",
		.before = "LONDON (Evening Post) &ndash; ",
		.after = " (Additional reporting by A. Smith)"},
	{.name = "sentence dropped", .from = 25, .to = 40},
};

static bool
is_text(char c)
{
	return !isspace((unsigned char)c) && c != '<' && c != '\0';
}

static void
put_word(
	struct buf *out, const struct rewriting *how, size_t n, const char *s, size_t len)
{
	if ((how->to && n >= how->from && n < how->to) || (how->cut && n >= how->cut))
		return;
	if (how->nth && n % how->nth == how->nth - 1)
		buf_adds(out, "otherwise");
	else if (how->markup && n % 3 == 0)
		buf_addf(out, "<span class=\"x%zu\">%.*s</span>", n, (int)len, s);
	else
		buf_add(out, s, len);
}

static void
rewrite(struct buf *out, const struct rewriting *how, const char *s)
{
	size_t n = 0, len;
	buf_clear(out);
	buf_adds(out, how->before ? how->before : "");
	while (*s) {
		if (*s == '<') {
			len = strcspn(s, ">");
			len += s[len] == '>';
			buf_add(out, s, len);
		} else if (is_text(*s)) {
			for (len = 1; is_text(s[len]); len++)
				continue;
			put_word(out, how, n++, s, len);
		} else {
			len = 1;
			buf_add(out, s, 1);
		}
		s += len;
	}
	buf_adds(out, how->after ? how->after : "");
}

static void
add_items(struct pieces *p, const struct feed *feed, size_t file)
{
	struct buf scratch = BUF_INIT(0);
	for (size_t i = 0; i < feed->items_len; i++) {
		const struct item *item = &feed->items[i];
		const struct text *body = item_body(item);
		struct piece piece = {.file = file};
		near_read(&piece.near, &scratch, span_of(item->title),
			span_of(body->text), true);
		if (!piece.near.keys[0])
			continue;
		piece.title = strdup(item->title ? item->title : "");
		piece.link = strdup(item->link ? item->link : "");
		piece.text = strdup(body->text ? body->text : "");
		*VEC_PUSH(p->list, p->len, p->cap) = piece;
	}
	buf_done(&scratch);
}

static void
read_file(struct pieces *p, const char *path, size_t file)
{
	struct buf bytes = BUF_INIT(0);
	struct feed *feed;
	if (file_read(path, &bytes, NULL) == OK) {
		const struct feed_source source = {.bytes = bytes.data, .len = bytes.len};
		if (feed_parse(&source, &feed, NULL) == OK)
			add_items(p, feed, file);
		feed_free(feed);
	}
	buf_done(&bytes);
}

static bool
is_same(const struct near_text *a, const struct near_text *b)
{
	struct near_set set;
	near_set(&set, &a->kept);
	return near_compare(&a->kept, &set, &b->kept) >= NEAR_WITHOUT;
}

/* Have they a key in common? */
static bool
meets(const struct near_text *a, const struct near_text *b)
{
	for (size_t i = 0; i < NEAR_KEYS; i++)
		for (size_t k = 0; k < NEAR_KEYS; k++)
			if (a->keys[i] && a->keys[i] == b->keys[k])
				return true;
	return false;
}

static void
same(const struct pieces *p)
{
	struct buf text = BUF_INIT(0), scratch = BUF_INIT(0);
	size_t all = 0, all_known = 0, all_found = 0;
	for (size_t k = 0; k < COUNT_OF(rewritings); k++) {
		const struct rewriting *how = &rewritings[k];
		size_t known = 0, found = 0;
		for (size_t i = 0; i < p->len; i++) {
			struct near_text one = p->list[i].near, other;
			rewrite(&text, how, p->list[i].text);
			near_read(&other, &scratch,
				span_of(how->title ? how->title : p->list[i].title),
				(struct span){text.data, text.len}, true);
			bool is = is_same(&other, &one);
			known += is;
			found += is && meets(&other, &one);
		}
		printf("same, %-18s %6zu pairs, %5.1f %% told, %5.1f %% found by key\n",
			how->name, p->len, 100.0 * (double)known / (double)p->len,
			100.0 * (double)found / (double)p->len);
		all += p->len;
		all_known += known;
		all_found += found;
	}
	printf("same, %-18s %6zu pairs, %5.1f %% told, %5.1f %% found by key\n", "all",
		all, 100.0 * (double)all_known / (double)all,
		100.0 * (double)all_found / (double)all);
	buf_done(&text);
	buf_done(&scratch);
}

static void
different(const struct pieces *p, bool verbose)
{
	size_t pairs[2] = {0}, wrong[2] = {0};
	for (size_t i = 0; i < p->len; i++)
		for (size_t k = i + 1; k < p->len; k++) {
			struct piece *a = &p->list[i], *b = &p->list[k];
			size_t across = a->file != b->file;
			if (across && !meets(&a->near, &b->near))
				continue;
			if (str_eq(a->title, b->title) ||
				(*a->link && str_eq(a->link, b->link)))
				continue;
			pairs[across]++;
			if (!is_same(&a->near, &b->near))
				continue;
			wrong[across]++;
			if (verbose)
				printf("%zu %zu\n  %s\n  %s\n  %.300s\n  %.300s\n",
					a->file, b->file, a->title, b->title, a->text,
					b->text);
		}
	printf("different, one document  %zu pairs, %zu taken for the same\n", pairs[0],
		wrong[0]);
	printf("different, two documents %zu pairs, %zu taken for the same\n", pairs[1],
		wrong[1]);
}

int
main(int argc, char **argv)
{
	struct pieces p = {0};
	bool verbose = argc > 1 && str_eq(argv[1], "-v");
	for (int i = 1 + verbose; i < argc; i++)
		read_file(&p, argv[i], (size_t)i);
	if (p.len) {
		same(&p);
		different(&p, verbose);
	}
	return 0;
}
