#include "config.h"

#include "conf/feeds_line.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/words.h"
#include "model/subscription.h"

/* ---- Editing */

struct revision {
	struct arena *arena;
	const struct subscription *sub;
	struct buf out;
	const char *at; /* in the line: written up to here */
	bool title, hidden;
	bool *tags, *options; /* which of sub's are in the line already */
	size_t last_tag;      /* 1 + the last of them, as tags have an order */
};

/* The word stays as it is, with the blanks before it. */
static void
keep(struct revision *r, const struct conf_word *word)
{
	const char *end = word->raw.p + word->raw.n;
	buf_add(&r->out, r->at, (size_t)(end - r->at));
	r->at = end;
}

/* The word becomes this one; NULL: it goes, with the blanks before it. */
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

/* A tag that is out of the new order is written again, behind the others. */
static void
revise_tag(struct revision *r, const struct conf_word *word)
{
	const char *tag = conf_feeds_tag(r->arena, span_of(word->text));
	for (size_t i = r->last_tag; tag && i < r->sub->tags_len; i++) {
		if (!str_eq(tag, r->sub->tags[i]))
			continue;
		r->tags[i] = true;
		r->last_tag = i + 1;
		keep(r, word);
		return;
	}
	replace(r, word, NULL, false);
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

/* What the line does not have yet, before its comment. */
static void
add_rest(struct revision *r)
{
	const struct subscription *sub = r->sub;
	for (size_t i = 0; i < sub->tags_len; i++)
		if (!r->tags[i])
			add(r, sub->tags[i], strchr(sub->tags[i], '=') != NULL);
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
		.tags = arena_zalloc(arena, sub->tags_len + 1),
		.options = arena_zalloc(arena, sub->options_len + 1)};
	struct conf_word *words;
	size_t len = 0;
	if (conf_words(arena, line, &words, &len, NULL) != OK || !len) {
		conf_feeds_format(&r.out, sub);
		buf_cut(&r.out, r.out.len - 1); /* the LF */
	} else {
		keep(&r, &words[0]);
		for (size_t i = 1; i < len; i++)
			revise_word(&r, &words[i]);
		add_rest(&r);
		buf_add(&r.out, r.at, (size_t)(line.p + line.n - r.at));
	}
	char *text = arena_strndup(arena, buf_str(&r.out), r.out.len);
	buf_done(&r.out);
	return text;
}

/* ---- Commands */

/* Words of a command that a shell takes for signs. */
static bool
is_sign(struct span word)
{
	static const char *const signs[] = {"|", "||", "&", "&&", ";", ";;", "<", ">",
		">>", "2>", "2>&1", "&>", "<<<"};
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (span_eq(word, signs[i]))
			return true;
	return word.n > 1 && (word.p[0] == '>' || strncmp(word.p, "2>", 2) == 0 ||
				     strncmp(word.p, "$(", 2) == 0 || word.p[0] == '`' ||
				     word.p[word.n - 1] == ';');
}

struct span
conf_shell_sign(const char *s)
{
	while (*s) {
		struct span word = {s, 0};
		char quote = '\0';
		for (; *s && (quote || !str_space((unsigned char)*s)); s++)
			if (quote ? *s == quote : *s == '\'' || *s == '"')
				quote = quote ? '\0' : *s;
		word.n = (size_t)(s - word.p);
		if (is_sign(word))
			return word;
		s += strspn(s, " \t");
	}
	return (struct span){s, 0};
}

/* The command of exec:COMMAND or filter:COMMAND:URL. */
static struct span
command_of(const char *text)
{
	const char *from = strchr(text, ':') + 1;
	const char *url = str_istarts(text, "filter:") ? strstr(from, ":http") : NULL;
	return (struct span){from, url ? (size_t)(url - from) : strlen(from)};
}

static int
needs_shell(const char *text, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct span all = command_of(text);
	const char *command = arena_strndup(&arena, all.p, all.n);
	struct span sign = conf_shell_sign(command);
	int status = OK;
	const char *quote = strchr(command, '\'') ? "\\\"" : "'";
	if (sign.n)
		status = err_set(err, ERR_INVALID,
			_("commands run without a shell, which %.*s needs; write "
			  "\"%.*ssh -c %s%s%s%s\""),
			SPAN_FMT(sign), (int)(all.p - text), text, quote, command, quote,
			all.p + all.n);
	arena_done(&arena);
	return status;
}

int
conf_feeds_check_command(
	struct span line, const struct conf_word *words, size_t len, struct err *err)
{
	bool parted = false;
	for (size_t i = 1; i < len && !words[0].quoted; i++)
		parted |= !words[i].quoted &&
			  (words[i].text[0] == '\'' || words[i].text[0] == '-' ||
				  strstr(words[i].text, "://") ||
				  is_sign(span_of(words[i].text)));
	if (!parted)
		return needs_shell(words[0].text, err);
	struct span rest = {words[0].raw.p, (size_t)(line.p + line.n - words[0].raw.p)};
	return err_set(err, ERR_INVALID,
		_("the command ends at the first blank; put all of it in double quotes: "
		  "\"%.*s\""),
		SPAN_FMT(rest));
}
