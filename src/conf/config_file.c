/*
 * Reads the config file. Each line is a statement: its first word selects a row of the
 * table of keywords, or else it is `name = value`. A faulty line changes nothing; it is
 * reported with file and line, and reading continues with the next. Included files are
 * read in place; the chain of files being read is on the stack, which reveals a loop.
 */
#include "config.h"

#include "conf/config_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/account.h"
#include "conf/interval_limits.h"
#include "conf/option.h"
#include "conf/publish.h"
#include "conf/rule.h"
#include "conf/shell.h"
#include "conf/words.h"
#include "model/subscription.h"

/* One file being read. */
struct reader {
	struct config *config;
	struct options *options;
	const char *path;
	int line;
	const char *tag; /* of the section; NULL: none */
	size_t account;  /* whose section it is, from 1; 0: of none */
	bool skip;       /* the section's header is faulty, so its tag is unknown */
	bool secret;     /* a value with a password was set in this file */
	int depth;
	const struct reader *outer; /* the file that includes this one */
	dev_t device;
	ino_t inode;
};

static void
add_sentence(struct arena *arena, char ***list, size_t *len, const char *sentence)
{
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = arena_strdup(arena, sentence);
}

/* Records err as a fault of the current line. */
static void
fault(struct reader *r, struct err *err)
{
	struct config *c = r->config;
	err_prefix(err, "%s:%d", r->path, r->line);
	if (c->errors_len == CONF_ERRORS_MAX)
		err_set(err, ERR_LIMIT,
			_("%s: there are more faulty lines; fix these first"), r->path);
	if (c->errors_len <= CONF_ERRORS_MAX)
		add_sentence(&c->arena, &c->errors, &c->errors_len, err->text);
}

/* Is it an address with user:password@ in it? */
static bool
has_password(const char *value)
{
	struct url url = url_split(span_of(value));
	return url.userinfo.n && memchr(url.userinfo.p, ':', url.userinfo.n);
}

/* Remembers where an option was set, for values that only the reader can check. */
static void
keep_place(struct reader *r, const char *name)
{
	struct config *c = r->config;
	c->places = arena_push(&c->arena, c->places, c->places_len, sizeof *c->places);
	c->places[c->places_len++] = (struct config_place){name, r->path, r->line};
}

/* Such a line can only be judged at the end of the file. */
static void
keep_limit(struct reader *r, const char *name, const char *value)
{
	struct config *c = r->config;
	if (!conf_limits_name(name))
		return;
	c->limits = arena_push(&c->arena, c->limits, c->limits_len, sizeof *c->limits);
	c->limits[c->limits_len++] =
		(struct conf_limit){r->tag ? arena_strdup(&c->arena, r->tag) : NULL,
			arena_strdup(&c->arena, name), arena_strdup(&c->arena, value),
			r->path, r->line};
}

static void
check_limits(struct reader *r)
{
	for (size_t i = 0; i < r->config->limits_len; i++) {
		struct err wrong;
		r->path = r->config->limits[i].file;
		r->line = r->config->limits[i].line;
		if (conf_limits_check(r->config->limits, r->config->limits_len,
			    r->options, i, &wrong) != OK)
			fault(r, &wrong);
	}
}

/* Runs last, since publish-dir can be set after the publish lines. */
static void
check_publish(struct reader *r)
{
	struct err wrong;
	const struct config *c = r->config;
	if (!c->published_len || !str_empty(r->options->publish_dir))
		return;
	r->path = c->published[0].file;
	r->line = c->published[0].line;
	err_set(&wrong, ERR_INVALID,
		_("nothing can be published without a directory; add a line such as "
		  "publish-dir = ~/public_html/feeds"));
	fault(r, &wrong);
}

static int
set_scoped(struct reader *r, const char *name, const char *value, struct err *err)
{
	const struct option *o = conf_option(name);
	if (o && !(o->flags & OPTION_PER_FEED))
		return err_set(err, ERR_INVALID,
			_("%s cannot be set for the feeds of a tag; put it before the "
			  "first section, or after []"),
			name);
	int status = conf_option_check(name, value, err);
	if (status != OK)
		return status;
	struct config *c = r->config;
	c->scoped = arena_push(&c->arena, c->scoped, c->scoped_len, sizeof *c->scoped);
	c->scoped[c->scoped_len++] = (struct config_scoped){
		arena_strdup(&c->arena, r->tag), arena_strdup(&c->arena, name),
		arena_strdup(&c->arena, value), r->path, r->line};
	return OK;
}

/* Replaces ${NAME} by the environment's NAME. $${ is ${. */
static int
expand(struct reader *r, char **value, struct err *err)
{
	struct buf out = BUF_INIT(0);
	int status = OK;
	for (const char *p = *value; *p && status == OK; p++) {
		const char *end = p[0] == '$' && p[1] == '{' ? strchr(p, '}') : NULL;
		if (p[0] == '$' && p[1] == '$' && p[2] == '{') {
			buf_adds(&out, "${");
			p += 2;
		} else if (p[0] == '$' && p[1] == '{' && !end) {
			status = err_set(err, ERR_SYNTAX,
				_("${ has no closing }; write $${ for these characters"));
		} else if (!end) {
			buf_addc(&out, *p);
		} else {
			char *name = arena_strndup(
				&r->config->arena, p + 2, (size_t)(end - p) - 2);
			const char *text = getenv(name);
			status = text ? buf_adds(&out, text)
				      : err_set(err, ERR_INVALID,
						_("the environment has no %s; set it, or "
						  "write $${ for these characters"),
						name);
			p = end;
		}
	}
	*value = arena_strdup(&r->config->arena, buf_str(&out));
	buf_done(&out);
	return status;
}

/* The command would get the shell's sign as an argument. */
static void
warn_of_shell(struct reader *r, const char *name, const char *value)
{
	struct err err;
	const struct option *o = conf_option(name);
	struct span sign = conf_shell_sign(value);
	if (!o || !(o->flags & OPTION_IS_COMMAND) || !sign.n)
		return;
	if (str_eq(name, "browser"))
		err_set(&err, OK,
			_("%s:%d: the browser runs without a shell, so %.*s is an "
			  "argument; write sh "
			  "-c '…' if you need one"),
			r->path, r->line, SPAN_FMT(sign));
	else if (conf_shell_needless(value, &err) != OK)
		err_prefix(&err, "%s:%d", r->path, r->line);
	add_sentence(&r->config->arena, &r->config->warnings, &r->config->warnings_len,
		err.text);
}

static int
read_setting(struct reader *r, struct span line, const char *equals, struct err *err)
{
	struct arena *arena = &r->config->arena;
	struct span left = span_trim((struct span){line.p, (size_t)(equals - line.p)});
	struct span right = {equals + 1, line.n - (size_t)(equals + 1 - line.p)};
	char *name = arena_strndup(arena, left.p, left.n), *value;
	int status = conf_value(arena, right, &value, err);
	if (status == OK && strstr(value, "${"))
		status = expand(r, &value, err);
	if (status != OK)
		return status;
	if (has_password(value) || (r->account && str_eq(name, "app-key")))
		r->secret = true;
	warn_of_shell(r, name, value);
	if (status == OK && r->account)
		return conf_account_set(
			&r->config->accounts[r->account - 1], name, value, err);
	status = r->tag ? set_scoped(r, name, value, err)
			: conf_option_set(r->options, name, value, err);
	if (status == OK)
		keep_limit(r, name, value);
	if (status == OK && !r->tag)
		keep_place(r, name);
	return status;
}

/* Begins the section of an account. */
static int
read_account(struct reader *r, const char *name, struct err *err)
{
	struct config *c = r->config;
	int status = conf_account_check_name(name, err);
	if (status == OK && conf_find_account(c, name))
		status = err_set(err, ERR_INVALID,
			_("there already is an account %s; choose another name"), name);
	r->skip = status != OK;
	if (status != OK)
		return status;
	c->accounts =
		arena_push(&c->arena, c->accounts, c->accounts_len, sizeof *c->accounts);
	struct conf_account *account = &c->accounts[c->accounts_len++];
	conf_account_init(account, name);
	account->file = r->path;
	account->line = r->line;
	r->account = c->accounts_len;
	return OK;
}

static int
read_section(struct reader *r, struct span line, struct err *err)
{
	const char *end = memchr(line.p, ']', line.n);
	struct span after = {end, end ? line.n - (size_t)(end - line.p) : 0};
	if (end) {
		after.p++;
		after.n--;
		after = span_trim(after);
	}
	r->skip = !end || (after.n && after.p[0] != '#');
	if (r->skip)
		return err_set(err, ERR_SYNTAX,
			_("a section header is [tag] or [tag/sub], alone on its line; "
			  "the lines up to the next section are skipped"));
	struct span tag =
		span_trim((struct span){line.p + 1, (size_t)(end - line.p - 1)});
	char *text = tag.n ? arena_strndup(&r->config->arena, tag.p, tag.n) : NULL;
	bool account = text && str_starts(text, "account ");
	r->tag = account ? NULL : text;
	r->account = 0;
	return account ? read_account(r, text + strlen("account "), err) : OK;
}

static int
keep_words(struct reader *r, struct config_words **list, size_t *len,
	const struct conf_word *words, size_t count)
{
	struct arena *arena = &r->config->arena;
	struct config_words line = {.keyword = words[0].text,
		.tag = r->tag,
		.file = r->path,
		.line = r->line,
		.len = count - 1};
	line.words = arena_zalloc(arena, count * sizeof *line.words);
	line.raw = arena_zalloc(arena, count * sizeof *line.raw);
	for (size_t i = 1; i < count; i++) {
		line.words[i - 1] = words[i].text;
		line.raw[i - 1] = arena_strndup(arena, words[i].raw.p, words[i].raw.n);
	}
	*list = arena_push(arena, *list, *len, sizeof **list);
	(*list)[(*len)++] = line;
	return OK;
}

static int
read_bind(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n < 4)
		return err_set(err, ERR_SYNTAX,
			_("write a key binding as: bind CONTEXT KEYS COMMAND (press ? in "
			  "the reader for a list)"));
	return keep_words(r, &r->config->binds, &r->config->binds_len, words, n);
}

/* Lines of newsboat's config, for which the reader knows what to write instead. */
static int
read_foreign(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	(void)err;
	return keep_words(r, &r->config->binds, &r->config->binds_len, words, n);
}

static int
read_color(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n < 3)
		return err_set(err, ERR_SYNTAX,
			_("write a colour as: color ELEMENT FOREGROUND [BACKGROUND] "
			  "[ATTRIBUTE…]"));
	return keep_words(r, &r->config->colors, &r->config->colors_len, words, n);
}

static int
read_highlight(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n != 3)
		return err_set(err, ERR_SYNTAX,
			_("write a highlight line as: highlight \"QUERY\" ELEMENT, or "
			  "highlight-text \"/REGEX/\" ELEMENT"));
	return keep_words(
		r, &r->config->highlights, &r->config->highlights_len, words, n);
}

/* The command from a word of a line on. */
static int
check_command(struct reader *r, const struct conf_word *words, size_t from, size_t n,
	struct err *err)
{
	const char *start = words[from].raw.p;
	const char *end = words[n - 1].raw.p + words[n - 1].raw.n;
	return conf_shell_words(from + 1 == n ? words[from].text
					      : arena_strndup(&r->config->arena, start,
							(size_t)(end - start)),
		err);
}

static int
read_open(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n < 3)
		return err_set(err, ERR_SYNTAX,
			_("write an open line as: open PATTERN COMMAND"));
	if (check_command(r, words, 2, n, err) != OK)
		return ERR_SYNTAX;
	return keep_words(r, &r->config->opens, &r->config->opens_len, words, n);
}

static int
read_share(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n < 3)
		return err_set(
			err, ERR_SYNTAX, _("write a share line as: share NAME COMMAND"));
	if (check_command(r, words, 2, n, err) != OK)
		return ERR_SYNTAX;
	return keep_words(r, &r->config->shares, &r->config->shares_len, words, n);
}

static int
read_rule(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	struct config *c = r->config;
	struct conf_rule rule = {.file = r->path, .line = r->line, .tag = r->tag};
	int status = conf_rule_read(&c->arena, words, n, &rule, err);
	if (status != OK)
		return status;
	c->rules = arena_push(&c->arena, c->rules, c->rules_len, sizeof *c->rules);
	c->rules[c->rules_len++] = rule;
	return OK;
}

static int
read_publish(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	struct config *c = r->config;
	struct conf_publish line = {.file = r->path, .line = r->line};
	int status = conf_publish_read(&c->arena, words, n, &line, err);
	for (size_t i = 0; status == OK && i < c->published_len; i++)
		if (str_ieq(c->published[i].name, line.name))
			status = err_set(err, ERR_INVALID,
				_("%s is already published by line %d of %s; choose "
				  "another name"),
				line.name, c->published[i].line, c->published[i].file);
	if (status == OK && r->tag)
		status = err_set(err, ERR_INVALID,
			_("publish cannot be in the section of a tag; put it before the "
			  "first section, or after []"));
	if (status != OK)
		return status;
	c->published = arena_push(
		&c->arena, c->published, c->published_len, sizeof *c->published);
	c->published[c->published_len++] = line;
	return OK;
}

static int read_file(struct reader *r, struct err *err);

/* A relative name is relative to the including file. */
static char *
include_path(struct reader *r, const char *name)
{
	struct arena *arena = &r->config->arena;
	const char *slash = strrchr(r->path, '/');
	char *path = file_expand_home(name);
	arena_adopt(arena, path, strlen(path) + 1);
	if (path[0] == '/' || !slash)
		return path;
	return arena_printf(arena, "%.*s/%s", (int)(slash - r->path), r->path, path);
}

static int
read_include(struct reader *r, const struct conf_word *words, size_t n, struct err *err)
{
	if (n != 2)
		return err_set(err, ERR_SYNTAX,
			_("include takes one file name, in quotes if it contains "
			  "spaces"));
	if (r->depth == CONF_INCLUDE_DEPTH)
		return err_set(err, ERR_LIMIT,
			_("include lines are nested more than %d deep"),
			CONF_INCLUDE_DEPTH);
	struct reader inner = {.config = r->config,
		.options = r->options,
		.path = include_path(r, words[1].text),
		.depth = r->depth + 1,
		.outer = r};
	return read_file(&inner, err);
}

static const struct keyword {
	const char *name;
	int (*read)(struct reader *r, const struct conf_word *words, size_t n,
		struct err *err);
	bool familiar; /* how others write it */
} keywords[] = {
	{"bind", read_bind, false},
	{"color", read_color, false},
	{"highlight", read_highlight, false},
	{"highlight-text", read_highlight, false},
	{"include", read_include, false},
	{"open", read_open, false},
	{"publish", read_publish, false},
	{"rule", read_rule, false},
	{"share", read_share, false},
	{"bind-key", read_foreign, true},
	{"colour", read_color, true},
	{"macro", read_foreign, true},
	{"unbind-key", read_foreign, true},
};

static const struct keyword *
find_keyword(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(keywords); i++)
		if (str_eq(keywords[i].name, word))
			return &keywords[i];
	return NULL;
}

/* The error for a line with neither a keyword nor an equals sign: most likely an option
 * as another reader writes it. */
static int
no_statement(const struct conf_word *words, size_t n, struct err *err)
{
	if (conf_option(words[0].text))
		return err_set(err, ERR_SYNTAX,
			_("an option is set with an equals sign: %s = %s"), words[0].text,
			n > 1 ? words[1].text : _("VALUE"));
	struct buf list = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(keywords); i++)
		if (!keywords[i].familiar)
			buf_addf(&list, "%s%s", i ? ", " : "", keywords[i].name);
	err_set(err, ERR_SYNTAX,
		_("\"%s\" is neither an option nor one of %s; an option is set with "
		  "NAME = VALUE"),
		words[0].text, buf_str(&list));
	buf_done(&list);
	return ERR_SYNTAX;
}

static int
read_line(struct reader *r, struct span line, struct err *err)
{
	struct conf_word *words;
	size_t n;
	if (!line.n || line.p[0] == '#')
		return OK;
	if (line.p[0] == '[')
		return read_section(r, line, err);
	if (r->skip)
		return OK;
	size_t first = 0;
	while (first < line.n && !str_space((unsigned char)line.p[first]) &&
		line.p[first] != '=')
		first++;
	char *word = arena_strndup(&r->config->arena, line.p, first);
	const struct keyword *keyword = find_keyword(word);
	const char *equals = memchr(line.p, '=', line.n);
	struct span between = {
		line.p + first, equals ? (size_t)(equals - line.p) - first : 0};
	/* NAME = VALUE, even if the name looks like a keyword. */
	if (equals && !span_trim(between).n)
		return read_setting(r, line, equals, err);
	int status = conf_words(&r->config->arena, line, &words, &n, err);
	if (status != OK)
		return status;
	return keyword ? keyword->read(r, words, n, err) : no_statement(words, n, err);
}

/* Fills in device and inode; ERR_INVALID if this file is already being read. */
static int
check_loop(struct reader *r, struct err *err)
{
	struct stat st;
	if (stat(r->path, &st) != 0)
		return OK; /* file_read will say why */
	r->device = st.st_dev;
	r->inode = st.st_ino;
	for (const struct reader *o = r->outer; o; o = o->outer)
		if (o->device == r->device && o->inode == r->inode)
			return err_set(err, ERR_INVALID,
				_("%s includes itself; remove this line"), r->path);
	return OK;
}

static int
read_file(struct reader *r, struct err *err)
{
	struct buf bytes = BUF_INIT(CONF_FILE_MAX);
	int status = check_loop(r, err);
	if (status == OK)
		status = file_read(r->path, &bytes, err);
	struct span rest = conf_lines(bytes.data, status == OK ? bytes.len : 0), line;
	while (conf_line(&rest, &line)) {
		struct err wrong = {0};
		r->line++;
		if (read_line(r, line, &wrong) != OK)
			fault(r, &wrong);
	}
	if (status == OK && r->secret && conf_readable_by_others(r->path)) {
		err_set(err, OK,
			_("%s contains a password and other users can read it; run chmod "
			  "600 %s"),
			r->path, r->path);
		add_sentence(&r->config->arena, &r->config->warnings,
			&r->config->warnings_len, err->text);
	}
	buf_done(&bytes);
	return status;
}

int
conf_load(
	const char *path, struct options *options, struct config *config, struct err *err)
{
	*config = (struct config){0};
	struct reader r = {.config = config, .options = options};
	r.path = arena_strdup(&config->arena, path);
	int status = read_file(&r, err);
	check_limits(&r);
	check_publish(&r);
	if (status == ERR_NOT_FOUND)
		return OK;
	if (status == ERR_LIMIT) {
		/* Nobody writes that many options: this must be some other file. */
		err_prefix(err, "%s:1", path);
		add_sentence(
			&config->arena, &config->errors, &config->errors_len, err->text);
		return OK;
	}
	return status;
}

void
conf_done(struct config *config)
{
	for (size_t i = 0; i < config->accounts_len; i++)
		conf_account_done(&config->accounts[i]);
	arena_done(&config->arena);
	*config = (struct config){0};
}

const struct conf_account *
conf_find_account(const struct config *config, const char *name)
{
	for (size_t i = 0; i < config->accounts_len; i++)
		if (str_eq(config->accounts[i].name, name))
			return &config->accounts[i];
	return NULL;
}

static bool
in_section(const struct subscription *sub, const char *section)
{
	return subscription_tags_within(sub->tags, sub->tags_len, section);
}

bool
conf_feed_has_options(const struct config *config, const struct subscription *sub)
{
	for (size_t i = 0; config && i < config->scoped_len; i++)
		if (in_section(sub, config->scoped[i].tag))
			return true;
	return sub->options_len > 0;
}

/* The value was checked when it was read. */
static void
set_own(struct options *out, const char *name, const char *value)
{
	int status = conf_option_set(out, name, value, NULL);
	(void)status;
	conf_limits_yield(out, name);
}

void
conf_feed_options(struct options *out, const struct options *options,
	const struct config *config, const struct subscription *sub)
{
	conf_options_copy(out, options);
	for (size_t i = 0; config && i < config->scoped_len; i++) {
		const struct config_scoped *s = &config->scoped[i];
		if (in_section(sub, s->tag))
			set_own(out, s->name, s->value);
	}
	for (size_t i = 0; i < sub->options_len; i++)
		set_own(out, sub->options[i].name, sub->options[i].value);
}

bool
conf_readable_by_others(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && (st.st_mode & (S_IRGRP | S_IROTH));
}
