#include "config.h"

#include "tests/tui/script.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

/* What an xterm sends, cursor keys in application mode (curses switches that on). */
static const struct {
	const char *name, *bytes;
} key_names[] = {
	{"Enter", "\r"},
	{"Esc", "\033"},
	{"Tab", "\t"},
	{"S-Tab", "\033[Z"},
	{"Space", " "},
	{"BS", "\177"},
	{"lt", "<"},
	{"Up", "\033OA"},
	{"Down", "\033OB"},
	{"Right", "\033OC"},
	{"Left", "\033OD"},
	{"Home", "\033OH"},
	{"End", "\033OF"},
	{"PgUp", "\033[5~"},
	{"PgDn", "\033[6~"},
	{"Ins", "\033[2~"},
	{"Del", "\033[3~"},
	{"F1", "\033OP"},
};

static void
step_add(struct script *script, int line, struct span text)
{
	struct step *step = VEC_PUSH(script->steps, script->steps_len, script->steps_cap);
	size_t verb = 0;
	while (verb < text.n && !str_space(text.p[verb]))
		verb++;
	struct span args = span_trim((struct span){text.p + verb, text.n - verb});
	*step = (struct step){
		.line = line,
		.verb = mem_strndup(text.p, verb),
		.args = mem_strndup(args.p, args.n),
	};
	if (str_eq(step->verb, "test"))
		script->cases++;
}

int
script_read(struct script *script, const char *path, struct err *err)
{
	memset(script, 0, sizeof *script);
	struct buf text = BUF_INIT(1 << 20);
	int rc = file_read(path, &text, err);
	if (rc != 0)
		goto out;
	struct span rest = {buf_str(&text), text.len}, line;
	struct buf body = BUF_INIT(0);
	bool in_body = false;
	for (int n = 1; span_split(&rest, '\n', &line); n++) {
		struct span trimmed = span_trim(line);
		if (in_body && span_eq(trimmed, "end")) {
			script->steps[script->steps_len - 1].body = buf_take(&body);
			in_body = false;
		} else if (in_body) {
			buf_add(&body, line.p, line.n);
			buf_addc(&body, '\n');
		} else if (trimmed.n > 0 && trimmed.p[0] != '#') {
			step_add(script, n, trimmed);
			in_body =
				str_eq(script->steps[script->steps_len - 1].verb, "file");
		}
	}
	buf_done(&body);
	if (in_body)
		rc = err_set(
			err, ERR_SYNTAX, "%s: a file without its line \"end\"", path);
	else if (script->cases == 0)
		rc = err_set(err, ERR_SYNTAX, "%s: no line \"test NAME\"", path);
out:
	buf_done(&text);
	return rc;
}

void
script_done(struct script *script)
{
	for (size_t i = 0; i < script->steps_len; i++) {
		free(script->steps[i].verb);
		free(script->steps[i].args);
		free(script->steps[i].body);
	}
	free(script->steps);
}

int
script_expand(const char *text, struct buf *out, struct err *err)
{
	for (const char *end; *text != '\0'; text = end) {
		end = str_starts(text, "${") ? strchr(text, '}') : NULL;
		if (end == NULL) {
			buf_addc(out, *text);
			end = text + 1;
			continue;
		}
		char *name = mem_strndup(text + 2, (size_t)(end - text) - 2);
		const char *value = getenv(name);
		if (value != NULL)
			buf_adds(out, value);
		else
			err_set(err, ERR_NOT_FOUND, "${%s} is not set", name);
		free(name);
		if (value == NULL)
			return ERR_NOT_FOUND;
		end++;
	}
	return 0;
}

/* The bytes of <name>, n bytes long. */
static int
key_add(const char *name, size_t n, struct buf *out, struct err *err)
{
	if (n == 3 && name[1] == '-' && (name[0] == 'C' || name[0] == 'M')) {
		if (name[0] == 'M')
			buf_addc(out, '\033');
		buf_addc(out, name[0] == 'M' ? name[2] : (char)(name[2] & 0x1F));
		return 0;
	}
	for (size_t i = 0; i < COUNT_OF(key_names); i++) {
		if (strlen(key_names[i].name) == n &&
			memcmp(key_names[i].name, name, n) == 0) {
			buf_adds(out, key_names[i].bytes);
			return 0;
		}
	}
	return err_set(err, ERR_INVALID, "no key <%.*s>", (int)n, name);
}

int
script_keys(const char *keys, struct buf *out, struct err *err)
{
	while (*keys != '\0') {
		const char *end = *keys == '<' ? strchr(keys, '>') : NULL;
		if (end == NULL) {
			buf_addc(out, *keys++);
			continue;
		}
		int rc = key_add(keys + 1, (size_t)(end - keys) - 1, out, err);
		if (rc != 0)
			return rc;
		keys = end + 1;
	}
	return 0;
}

size_t
script_count(const char *keys)
{
	size_t count = 0;
	for (; *keys; count++) {
		const char *end = *keys == '<' ? strchr(keys, '>') : NULL;
		keys = end ? end + 1 : keys + 1;
	}
	return count;
}

void
script_unquote(const char *text, struct buf *out)
{
	size_t n = strlen(text);
	if (n >= 2 && text[0] == '"' && text[n - 1] == '"') {
		text++;
		n -= 2;
	}
	for (size_t i = 0; i < n; i++) {
		char hex[3] = {0};
		if (text[i] != '\\' || i + 1 == n) {
			buf_addc(out, text[i]);
			continue;
		}
		i++;
		if (text[i] == 'e') {
			buf_addc(out, '\033');
		} else if (text[i] == 'x' && i + 2 < n) {
			memcpy(hex, text + i + 1, 2);
			buf_addc(out, (char)strtol(hex, NULL, 16));
			i += 2;
		} else {
			buf_addc(out, text[i]);
		}
	}
}

static int
match_regex(
	const char *pattern, size_t n, const char *text, bool *matched, struct err *err)
{
	char *expression = mem_strndup(pattern, n);
	regex_t regex;
	int rc = regcomp(&regex, expression, REG_EXTENDED | REG_NOSUB);
	if (rc == 0) {
		*matched = regexec(&regex, text, 0, NULL, 0) == 0;
		regfree(&regex);
	} else {
		rc = err_set(err, ERR_INVALID, "bad expression: %s", expression);
	}
	free(expression);
	return rc;
}

int
script_match(const char *pattern, const char *text, bool *matched, struct err *err)
{
	size_t n = strlen(pattern);
	if (n >= 2 && pattern[0] == '/' && pattern[n - 1] == '/')
		return match_regex(pattern + 1, n - 2, text, matched, err);
	struct buf plain = BUF_INIT(0);
	script_unquote(pattern, &plain);
	*matched = strstr(text, buf_str(&plain)) != NULL;
	buf_done(&plain);
	return 0;
}
