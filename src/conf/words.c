#include "config.h"

#include "conf/words.h"

#include <string.h>

#include "base/i18n.h"

#define BOM "\xef\xbb\xbf"

/* Copies the text after the opening quote at s[i] to out. Returns the index after the
 * closing quote, or 0 if there is none. */
static size_t
take_quoted(struct span s, size_t i, struct buf *out)
{
	for (i++; i < s.n && s.p[i] != '"'; i++) {
		bool escape = s.p[i] == '\\' && i + 1 < s.n &&
			      (s.p[i + 1] == '"' || s.p[i + 1] == '\\');
		if (escape)
			i++;
		buf_addc(out, s.p[i]);
	}
	return i < s.n ? i + 1 : 0;
}

static int
open_quote(struct err *err)
{
	return err_set(err, ERR_SYNTAX,
		_("a double quote is not closed; close it, or write \\\" for a quote "
		  "inside quotes"));
}

static int
check_bytes(struct span line, struct err *err)
{
	if (line.n && memchr(line.p, '\0', line.n))
		return err_set(err, ERR_SYNTAX,
			_("the line contains a NUL byte; save the file as UTF-8 text"));
	return OK;
}

int
conf_words(struct arena *arena, struct span line, struct conf_word **words, size_t *len,
	struct err *err)
{
	struct conf_word *list = NULL;
	struct buf word = BUF_INIT(0);
	size_t n = 0, i = 0;
	int status = check_bytes(line, err);
	while (status == OK) {
		while (i < line.n && str_space((unsigned char)line.p[i]))
			i++;
		if (i == line.n || line.p[i] == '#')
			break;
		bool quoted = line.p[i] == '"';
		size_t start = i;
		buf_clear(&word);
		while (i < line.n && !str_space((unsigned char)line.p[i])) {
			if (line.p[i] != '"') {
				buf_addc(&word, line.p[i++]);
				continue;
			}
			i = take_quoted(line, i, &word);
			if (i == 0)
				break;
		}
		if (i == 0) {
			status = open_quote(err);
			break;
		}
		list = arena_push(arena, list, n, sizeof *list);
		list[n++] =
			(struct conf_word){arena_strndup(arena, buf_str(&word), word.len),
				quoted, {line.p + start, i - start}};
	}
	buf_done(&word);
	if (status == OK) {
		*words = list;
		*len = n;
	}
	return status;
}

/* Finds where a comment begins (# after a blank, outside quotes), or the end of s. False
 * if a quote is left open. */
static bool
find_end(struct span s, size_t *end)
{
	bool inside = false;
	size_t i = 0;
	for (; i < s.n; i++) {
		if (s.p[i] == '\\' && inside && i + 1 < s.n)
			i++;
		else if (s.p[i] == '"')
			inside = !inside;
		else if (s.p[i] == '#' && !inside &&
			 (i == 0 || str_space((unsigned char)s.p[i - 1])))
			break;
	}
	*end = i < s.n ? i : s.n;
	return !inside;
}

int
conf_value(struct arena *arena, struct span text, char **value, struct err *err)
{
	int status = check_bytes(text, err);
	if (status != OK)
		return status;
	if (!find_end(text, &text.n))
		return open_quote(err);
	text = span_trim(text);
	struct buf word = BUF_INIT(0);
	if (text.n && text.p[0] == '"' && take_quoted(text, 0, &word) == text.n)
		*value = arena_strndup(arena, buf_str(&word), word.len);
	else
		*value = arena_strndup(arena, text.p, text.n);
	buf_done(&word);
	return OK;
}

static bool
needs_quotes(const char *text)
{
	if (!*text || *text == '#')
		return true;
	for (; *text; text++)
		if (str_space((unsigned char)*text) || *text == '"')
			return true;
	return false;
}

void
conf_word_format(struct buf *out, const char *text, bool must)
{
	if (!must && !needs_quotes(text)) {
		buf_adds(out, text);
		return;
	}
	buf_addc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_addc(out, '\\');
		/* A line break must not end the line. */
		buf_addc(out, (unsigned char)*text < 0x20 ? ' ' : *text);
	}
	buf_addc(out, '"');
}

void
conf_value_format(struct buf *out, const char *text)
{
	struct span trimmed = span_trim(span_of(text));
	bool plain = trimmed.n && trimmed.n == strlen(text) && text[0] != '"' &&
		     !strchr(text, '#');
	if (plain || !*text)
		buf_adds(out, *text ? text : "\"\"");
	else
		conf_word_format(out, text, true);
}

struct span
conf_lines(const char *bytes, size_t len)
{
	return (struct span){bytes ? bytes : "", len};
}

bool
conf_line(struct span *rest, struct span *line)
{
	if (!span_split(rest, '\n', line))
		return false;
	if (line->n >= 3 && memcmp(line->p, BOM, 3) == 0) {
		line->p += 3;
		line->n -= 3;
	}
	*line = span_trim(*line);
	return true;
}

bool
conf_word_option(const struct conf_word *word, struct span *name)
{
	const char *equals = strchr(word->text, '=');
	if (word->quoted || !equals || equals == word->text)
		return false;
	*name = (struct span){word->text, (size_t)(equals - word->text)};
	for (size_t i = 0; i < name->n; i++)
		if (!str_alpha((unsigned char)name->p[i]) && name->p[i] != '-')
			return false;
	return true;
}
