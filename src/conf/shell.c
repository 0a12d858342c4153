#include "config.h"

#include "conf/shell.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "conf/words.h"

/* Words of a command that a shell takes for signs. */
static bool
is_sign(struct span word)
{
	static const char *const signs[] = {"&", ";;", "2>", "2>&1", "&>"};
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (span_eq(word, signs[i]))
			return true;
	return false;
}

/* Addresses and commands of sed have such characters of their own. */
static bool
is_plain(struct span word)
{
	return str_ifind(word.p, word.n, "://") ||
	       (word.n > 2 && strncmp(word.p, "s/", 2) == 0);
}

/* Characters that are signs within a word, too. */
static bool
is_sign_at(const char *s)
{
	return strchr("|<>;`", *s) || strncmp(s, "&&", 2) == 0 ||
	       strncmp(s, "$(", 2) == 0;
}

struct span
conf_shell_sign(const char *s)
{
	while (*s) {
		struct span word = {s, 0};
		char quote = '\0';
		bool sign = false;
		for (; *s && (quote || !str_space((unsigned char)*s)); s++) {
			if (!quote && *s == '\\' && s[1])
				s++;
			else if (quote ? *s == quote : *s == '\'' || *s == '"')
				quote = quote ? '\0' : *s;
			else
				sign |= !quote && is_sign_at(s);
		}
		word.n = (size_t)(s - word.p);
		if (is_sign(word) || (sign && !is_plain(word)))
			return word;
		while (str_space((unsigned char)*s))
			s++;
	}
	return (struct span){s, 0};
}

int
conf_shell_words(const char *command, struct err *err)
{
	char **words = NULL;
	size_t len;
	int status = str_words(command, &words, &len);
	free(words);
	return status == OK ? OK
			    : err_set(err, ERR_SYNTAX,
				      _("the command has a quotation mark that is not "
					"closed"));
}

static int
refuse_placeholder(char letter, const char *letters, struct err *err)
{
	struct buf list = BUF_INIT(0);
	for (const char *p = letters; *p; p++)
		buf_addf(&list, "%s%%%c", p > letters ? ", " : "", *p);
	int status = err_set(err, ERR_INVALID,
		_("unknown placeholder %%%c; use one of %s, or %%%% for a percent sign"),
		letter, buf_str(&list));
	buf_done(&list);
	return status;
}

int
conf_shell_placeholders(const char *command, const char *letters, struct err *err)
{
	for (const char *p = command; *p; p++)
		if (p[0] == '%' && p[1] == '%')
			p++;
		else if (p[0] == '%' && str_alpha((unsigned char)p[1]) &&
			 !strchr(letters, p[1]))
			return refuse_placeholder(p[1], letters, err);
	return OK;
}

/* The command of exec:COMMAND or filter:COMMAND:URL. */
static struct span
command_of(const char *text)
{
	const char *from = strchr(text, ':') + 1;
	const char *url = str_istarts(text, "filter:") ? strstr(from, ":http") : NULL;
	return (struct span){from, url ? (size_t)(url - from) : strlen(from)};
}

/* Text as it stands between double quotes in a line. */
static const char *
within_quotes(struct arena *arena, const char *text)
{
	struct buf word = BUF_INIT(0);
	conf_word_format(&word, text, true);
	const char *within = arena_strndup(arena, word.data + 1, word.len - 2);
	buf_done(&word);
	return within;
}

/* A command in the middle of a text. */
static int
check_within(const char *text, struct span all, struct err *err)
{
	struct arena arena = ARENA_INIT;
	const char *command = arena_strndup(&arena, all.p, all.n);
	struct span sign = conf_shell_sign(command);
	int status = OK;
	bool apostrophe = strchr(command, '\'') != NULL;
	const char *quote = apostrophe ? "\\\"" : "'";
	if (sign.n && apostrophe)
		command = within_quotes(&arena, command);
	if (sign.n)
		status = err_set(err, ERR_INVALID,
			_("commands run without a shell, which %.*s needs; write "
			  "\"%.*ssh -c %s%s%s%s\""),
			SPAN_FMT(sign), (int)(all.p - text), text, quote,
			within_quotes(&arena, command), quote, all.p + all.n);
	arena_done(&arena);
	return status;
}

int
conf_shell_needless(const char *command, struct err *err)
{
	return check_within(command, span_of(command), err);
}

/* Whether it can be split into words. */
static int
check_words(struct span command, struct err *err)
{
	struct arena arena = ARENA_INIT;
	int status = conf_shell_words(arena_strndup(&arena, command.p, command.n), err);
	arena_done(&arena);
	return status;
}

/* Whether a word after a bare command looks more like one of its arguments than like a
 * tag. Tags may be in quotes, but rarely have such characters. */
static bool
is_argument(const struct conf_word *word)
{
	struct span option;
	const char *text = word->text;
	if (*text == '~' || conf_word_option(word, &option))
		return !word->quoted && strncmp(text, "~/", 2) == 0;
	return *text == '\'' || *text == '-' || strstr(text, "://") ||
	       (word->quoted ? text[strcspn(text, "<>|;`$\\{}[]")] != '\0'
			     : conf_shell_sign(text).n ||
				       memchr(word->raw.p, '"', word->raw.n));
}

/* Whether quotes within a bare command, which are not kept, are not around all of it. */
static bool
loses_quotes(const struct conf_word *word)
{
	struct span raw = word->raw;
	const char *quote = memchr(raw.p, '"', raw.n);
	return !word->quoted && quote &&
	       (quote[-1] != ':' || raw.p[raw.n - 1] != '"' ||
		       memchr(raw.p, ':', raw.n) != quote - 1);
}

int
conf_shell_check(
	struct span line, const struct conf_word *words, size_t len, struct err *err)
{
	bool parted = loses_quotes(&words[0]);
	for (size_t i = 1; i < len && !words[0].quoted; i++)
		parted |= is_argument(&words[i]);
	struct span command = command_of(words[0].text);
	int status = OK;
	if (!parted)
		status = check_within(words[0].text, command, err);
	if (!parted && status == OK)
		status = check_words(command, err);
	if (!parted)
		return status;
	struct arena arena = ARENA_INIT;
	size_t n = (size_t)(line.p + line.n - words[0].raw.p);
	const char *rest =
		within_quotes(&arena, arena_strndup(&arena, words[0].raw.p, n));
	status = err_set(err, ERR_INVALID,
		_("the command ends at the first space; put all of it in double quotes: "
		  "\"%.*s\""),
		(int)strlen(rest), rest);
	arena_done(&arena);
	return status;
}
