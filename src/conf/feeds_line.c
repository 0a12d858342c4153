#include "config.h"

#include "conf/feeds_line.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "conf/words.h"
#include "model/subscription.h"

char *
conf_feeds_title(struct arena *arena, struct span s)
{
	return utf8_line(arena, s.p, s.n, CONF_TITLE_MAX);
}

char *
conf_feeds_tag(struct arena *arena, struct span tag)
{
	struct buf clean = BUF_INIT(0), out = BUF_INIT(0);
	utf8_clean_line(&clean, tag.p, tag.n, CONF_TITLE_MAX);
	struct span rest = {buf_str(&clean), clean.len}, part;
	for (int depth = 0; depth < CONF_TAG_DEPTH && span_split(&rest, '/', &part);) {
		/* In front of a word these would hide the feed, or begin a title. */
		while (!out.len && part.n && strchr("~! ", part.p[0]))
			part.p++, part.n--;
		part = span_trim(part);
		if (!part.n)
			continue;
		if (out.len)
			buf_addc(&out, '/');
		buf_add(&out, part.p, part.n);
		depth++;
	}
	char *text = out.len ? arena_strndup(arena, buf_str(&out), out.len) : NULL;
	buf_done(&clean);
	buf_done(&out);
	return text;
}

void
conf_feeds_format(struct buf *out, const struct subscription *sub)
{
	struct buf word = BUF_INIT(0);
	bool command = sub->source == SOURCE_EXEC || sub->source == SOURCE_FILTER;
	/* Without quotes, the words after the command may look like a part of it. */
	conf_word_format(out, sub->url, command && sub->tags_len > 0);
	for (size_t i = 0; i < sub->tags_len; i++) {
		buf_addc(out, ' ');
		conf_word_format(out, sub->tags[i], strchr(sub->tags[i], '=') != NULL);
	}
	if (sub->title) {
		buf_addf(&word, "~%s", sub->title);
		buf_addc(out, ' ');
		conf_word_format(out, buf_str(&word), true);
	}
	if (sub->hidden)
		buf_adds(out, " !");
	for (size_t i = 0; i < sub->options_len; i++) {
		buf_addf(out, " %s=", sub->options[i].name);
		conf_word_format(out, sub->options[i].value, false);
	}
	buf_addc(out, '\n');
	buf_done(&word);
}

/* ---- Revising a line */

struct revision {
	struct arena *arena;
	const struct subscription *sub;
	struct buf out;
	const char *at; /* in the line: written up to here */
	bool title, hidden;
	bool *options;   /* which of sub's are in the line already */
	size_t next_tag; /* the first that is not, as tags have an order */
	size_t tag_at;   /* in out: after the last of them, or the address */
};

/* The word stays as it is, with the blanks before it. */
static void
keep(struct revision *r, const struct conf_word *word)
{
	const char *end = word->raw.p + word->raw.n;
	buf_add(&r->out, r->at, (size_t)(end - r->at));
	r->at = end;
}

/* Replaces the word by text; NULL: drops the word, with the blanks before it. */
static void
replace(struct revision *r, const struct conf_word *word, const char *text, bool quoted)
{
	if (text) {
		buf_add(&r->out, r->at, (size_t)(word->raw.p - r->at));
		conf_word_format(&r->out, text, quoted);
	}
	r->at = word->raw.p + word->raw.n;
}

static void
add(struct revision *r, const char *text, bool quoted)
{
	buf_addc(&r->out, ' ');
	conf_word_format(&r->out, text, quoted);
}

static char *
title_word(struct revision *r)
{
	return arena_printf(r->arena, "~%s", r->sub->title);
}

/* The option as a word: only its value may be in quotes. */
static void
put_option(struct revision *r, const struct subscription_option *option)
{
	buf_addf(&r->out, "%s=", option->name);
	conf_word_format(&r->out, option->value, false);
}

static void
revise_title(struct revision *r, const struct conf_word *word)
{
	const char *old = conf_feeds_title(r->arena, span_of(word->text + 1));
	if (r->sub->title && !r->title && str_eq(old, r->sub->title))
		keep(r, word);
	else
		replace(r, word, r->sub->title && !r->title ? title_word(r) : NULL, true);
	r->title = true;
}

static void
revise_option(struct revision *r, const struct conf_word *word, struct span name)
{
	const struct subscription *sub = r->sub;
	for (size_t i = 0; i < sub->options_len; i++) {
		if (r->options[i] || !span_eq(name, sub->options[i].name))
			continue;
		r->options[i] = true;
		if (str_eq(word->text + name.n + 1, sub->options[i].value)) {
			keep(r, word);
			return;
		}
		buf_add(&r->out, r->at, (size_t)(word->raw.p - r->at));
		put_option(r, &sub->options[i]);
		r->at = word->raw.p + word->raw.n;
		return;
	}
	replace(r, word, NULL, false);
}

/* A tag that is out of the new order is written again, after the others. */
static void
revise_tag(struct revision *r, const struct conf_word *word)
{
	const char *tag = conf_feeds_tag(r->arena, span_of(word->text));
	if (r->next_tag < r->sub->tags_len && str_eq(tag, r->sub->tags[r->next_tag])) {
		r->next_tag++;
		keep(r, word);
		r->tag_at = r->out.len;
	} else {
		replace(r, word, NULL, false);
	}
}

static void
revise_word(struct revision *r, const struct conf_word *word)
{
	struct span name;
	if (word->text[0] == '~') {
		revise_title(r, word);
	} else if (word->text[0] == '!') {
		if (r->sub->hidden)
			keep(r, word);
		else
			replace(r, word, NULL, false);
		r->hidden = true;
	} else if (conf_word_option(word, &name)) {
		revise_option(r, word, name);
	} else {
		revise_tag(r, word);
	}
}

static void
add_tags(struct revision *r)
{
	char *tail = arena_strndup(
		r->arena, buf_str(&r->out) + r->tag_at, r->out.len - r->tag_at);
	buf_cut(&r->out, r->tag_at);
	for (size_t i = r->next_tag; i < r->sub->tags_len; i++)
		add(r, r->sub->tags[i], strchr(r->sub->tags[i], '=') != NULL);
	buf_adds(&r->out, tail);
}

/* What the line does not have yet, before its comment. */
static void
add_rest(struct revision *r)
{
	const struct subscription *sub = r->sub;
	add_tags(r);
	if (sub->title && !r->title)
		add(r, title_word(r), true);
	if (sub->hidden && !r->hidden)
		buf_adds(&r->out, " !");
	for (size_t i = 0; i < sub->options_len; i++) {
		if (r->options[i])
			continue;
		buf_addc(&r->out, ' ');
		put_option(r, &sub->options[i]);
	}
}

char *
conf_feeds_revise(struct arena *arena, struct span line, const struct subscription *sub)
{
	struct revision r = {.arena = arena,
		.sub = sub,
		.out = BUF_INIT(0),
		.at = line.p,
		.options = arena_zalloc(arena, sub->options_len + 1)};
	struct conf_word *words;
	size_t len = 0;
	if (conf_words(arena, line, &words, &len, NULL) != OK || !len) {
		conf_feeds_format(&r.out, sub);
		buf_cut(&r.out, r.out.len - 1); /* the LF */
	} else {
		keep(&r, &words[0]);
		r.tag_at = r.out.len;
		for (size_t i = 1; i < len; i++)
			revise_word(&r, &words[i]);
		add_rest(&r);
		buf_add(&r.out, r.at, (size_t)(line.p + line.n - r.at));
	}
	char *text = arena_strndup(arena, buf_str(&r.out), r.out.len);
	buf_done(&r.out);
	return text;
}
