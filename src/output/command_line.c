#include "config.h"

#include "output/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "base/utf8.h"
#include "conf/shell.h"

#define DASH "\xe2\x80\x90" /* U+2010 looks like a dash and begins no option */

static const struct field {
	char letter;
	bool address; /* only if it is a web address */
	const char *name;
	size_t offset;
} all_fields[] = {
	{'u', true, "COURANT_URL", offsetof(struct output_fields, url)},
	{'t', false, "COURANT_TITLE", offsetof(struct output_fields, title)},
	{'f', false, "COURANT_FEED", offsetof(struct output_fields, feed)},
	{'F', false, "COURANT_FEED_URL", offsetof(struct output_fields, feed_url)},
	{'a', false, "COURANT_AUTHOR", offsetof(struct output_fields, author)},
	{'d', false, "COURANT_DATE", offsetof(struct output_fields, date)},
	{'i', false, "COURANT_ID", offsetof(struct output_fields, id)},
	{'e', true, "COURANT_ENCLOSURE", offsetof(struct output_fields, enclosure)},
};

static const struct field *
field_of(char letter)
{
	for (size_t i = 0; i < COUNT_OF(all_fields); i++)
		if (letter && all_fields[i].letter == letter)
			return &all_fields[i];
	return NULL;
}

/* Appends a field as one line without controls. False if it has to be an address and is
 * not one. */
static bool
put_field(struct buf *out, const struct field *field, const struct output_fields *fields)
{
	const char *value;
	memcpy(&value, (const char *)fields + field->offset, sizeof value);
	if (field->address && (!value || !url_is_web(value)))
		return false;
	if (field->address) {
		struct arena arena = ARENA_INIT;
		buf_adds(out, url_escape(&arena, value));
		arena_done(&arena);
	} else if (value) {
		utf8_clean_line(out, value, strlen(value), 0);
	}
	return true;
}

/* ---- what must not hold a field */

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool
among(const char *word, const char *const *list, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (str_eq(word, list[i]))
			return true;
	return false;
}

/* Programs that run a word with blanks in it as a command. */
static bool
interprets(const char *program)
{
	static const char *const programs[] = {"sh", "bash", "dash", "zsh", "ksh", "mksh",
		"fish", "ash", "csh", "tcsh", "busybox", "ssh", "mosh", "su", "tmux",
		"screen", "watch", "eval", "awk", "gawk", "mawk", "sed"};
	return among(base_name(program), programs, COUNT_OF(programs));
}

/* Options whose value is a piece of a program: -c, -lc, -e, --command … */
static bool
takes_code(const char *option)
{
	static const char *const options[] = {
		"--command", "--eval", "--execute", "--expression"};
	size_t n = strlen(option);
	if (among(option, options, COUNT_OF(options)))
		return true;
	return n > 1 && n < 6 && option[0] == '-' && option[1] != '-' &&
	       strchr("ceE", option[n - 1]);
}

static bool
has_field(const char *word)
{
	for (const char *p = word; *p; p++)
		if (*p == '%' && p[1] == '%')
			p++;
		else if (*p == '%' && field_of(p[1]))
			return true;
	return false;
}

/* Whether a feed's words would be read as code: fields in the program's name, in the
 * value of an option that takes code, or among other words for a shell. A field that is a
 * word by itself is an argument of the code before it, as in sh -c 'mpv "$1"' sh %u. */
static bool
is_code(char *const *words, size_t i)
{
	const char *word = words[i], *name = word + strspn(word, "-");
	if (!has_field(word))
		return false;
	/* -%t would let a feed choose the option. */
	bool option = name > word && name[0] == '%' && field_of(name[1]);
	if (i == 0 || option || takes_code(words[i - 1]))
		return true;
	if (word[0] == '%' && strlen(word) == 2)
		return false;
	for (size_t k = 0; k < i; k++)
		if (interprets(words[k]))
			return true;
	return false;
}

static int
refuse_code(const char *word, struct err *err)
{
	return err_set(err, ERR_INVALID,
		_("\"%s\" would make a command of what a feed says; write "
		  "\"$COURANT_URL\", "
		  "\"$COURANT_TITLE\" … there, which are in the environment"),
		word);
}

/* ---- the vector */

static int
check_placeholders(const char *line, struct err *err)
{
	char letters[COUNT_OF(all_fields) + 1] = "";
	for (size_t i = 0; i < COUNT_OF(all_fields); i++)
		letters[i] = all_fields[i].letter;
	return conf_shell_placeholders(line, letters, err);
}

/* Puts the fields into one word. */
static int
fill_word(struct buf *out, const char *word, const struct output_fields *fields,
	bool *placed, struct err *err)
{
	for (const char *p = word; *p; p++) {
		const struct field *field = *p == '%' ? field_of(p[1]) : NULL;
		if (*p == '%' && p[1] == '%')
			buf_addc(out, *p++);
		else if (!field)
			buf_addc(out, *p);
		else if (!put_field(out, field, fields))
			return err_set(err, ERR_INVALID,
				field->letter == 'u'
					? _("there is no web address for %%u here")
					: _("there is no attachment for %%e here"));
		else
			*placed |= *p++ == '%' && field->letter == 'u';
	}
	return OK;
}

/* If a word begins with a dash only because of a field, that dash is replaced by DASH. */
static char *
make_word(struct arena *arena, const char *word, const struct buf *filled)
{
	const char *text = buf_str(filled);
	if (text[0] == '-' && word[0] != '-')
		return arena_printf(arena, "%s%s", DASH, text + 1);
	return arena_strdup(arena, text);
}

int
output_command(struct arena *arena, const char *line, const struct output_fields *fields,
	bool bare, char ***argv, struct err *err)
{
	char **words = NULL, **out;
	size_t len = 0;
	bool placed = false;
	if (str_words(line, &words, &len) != OK)
		return err_set(err, ERR_INVALID,
			_("the command has a quotation mark that is not closed"));
	int status = len ? check_placeholders(line, err)
			 : err_set(err, ERR_INVALID, _("the command is empty"));
	out = arena_zalloc(arena, (len + 2) * sizeof *out);
	for (size_t i = 0; i < len && status == OK; i++) {
		struct buf word = BUF_INIT(0);
		status = is_code(words, i)
				 ? refuse_code(words[i], err)
				 : fill_word(&word, words[i], fields, &placed, err);
		out[i] = make_word(arena, words[i], &word);
		buf_done(&word);
	}
	if (status == OK && bare && !placed) {
		struct buf word = BUF_INIT(0);
		status = fill_word(&word, "%u", fields, &placed, err);
		out[len] = arena_strdup(arena, buf_str(&word));
		buf_done(&word);
	}
	free(words);
	if (status == OK)
		*argv = out;
	return status;
}

char **
output_environment(struct arena *arena, const struct output_fields *fields)
{
	char **out = arena_zalloc(arena, (COUNT_OF(all_fields) + 1) * sizeof *out);
	for (size_t i = 0; i < COUNT_OF(all_fields); i++) {
		struct buf value = BUF_INIT(0);
		put_field(&value, &all_fields[i], fields);
		out[i] =
			arena_printf(arena, "%s=%s", all_fields[i].name, buf_str(&value));
		buf_done(&value);
	}
	return out;
}
