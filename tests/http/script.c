#include "config.h"

#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"

void
script_unescape(struct buf *out, const char *text)
{
	for (const char *p = text; *p; p++) {
		if (*p != '\\' || !p[1]) {
			buf_addc(out, *p);
			continue;
		}
		char hex[3] = {0};
		switch (*++p) {
		case 'n':
			buf_addc(out, '\n');
			break;
		case 'r':
			buf_addc(out, '\r');
			break;
		case 't':
			buf_addc(out, '\t');
			break;
		case 'x':
			memcpy(hex, p + 1, strnlen(p + 1, 2));
			buf_addc(out, (char)strtol(hex, NULL, 16));
			p += strlen(hex);
			break;
		default:
			buf_addc(out, *p);
		}
	}
}

static char *
unescaped(const char *text)
{
	struct buf out = BUF_INIT(0);
	script_unescape(&out, text);
	return buf_take(&out);
}

static int
number(const char *text, int64_t *out)
{
	return str_int(span_trim(span_of(text)), out);
}

static int
set_status(struct answer *answer, const char *text)
{
	int64_t n;
	if (number(text, &n) != 0)
		return ERR_SYNTAX;
	answer->status = (long)n;
	return OK;
}

static int
set_header(struct answer *answer, const char *text)
{
	script_unescape(&answer->headers, text);
	return buf_adds(&answer->headers, "\r\n");
}

/* CODE TARGET */
static int
set_redirect(struct answer *answer, const char *text)
{
	char *end;
	answer->status = strtol(text, &end, 10);
	buf_addf(&answer->headers, "Location: %s\r\n", end + strspn(end, " "));
	return answer->status ? OK : ERR_SYNTAX;
}

static int
set_body(struct answer *answer, const char *text)
{
	script_unescape(&answer->body, text);
	return OK;
}

/* N TEXT */
static int
set_repeat(struct answer *answer, const char *text)
{
	char *end, *what;
	long n = strtol(text, &end, 10);
	what = unescaped(*end ? end + 1 : end);
	for (; n > 0; n--)
		buf_adds(&answer->body, what);
	free(what);
	return OK;
}

static int
set_etag(struct answer *answer, const char *text)
{
	answer->etag = unescaped(text);
	return OK;
}

static int
set_modified(struct answer *answer, const char *text)
{
	answer->modified = unescaped(text);
	return OK;
}

static int
set_file(struct answer *answer, const char *text)
{
	answer->file = mem_strdup(text);
	return OK;
}

static int
set_raw(struct answer *answer, const char *text)
{
	answer->raw = unescaped(text);
	return OK;
}

/* N [GROWTH] */
static int
set_rss(struct answer *answer, const char *text)
{
	char *end;
	answer->rss = strtol(text, &end, 10);
	answer->rss_growth = strtol(end, NULL, 10);
	return OK;
}

static int
set_delay(struct answer *answer, const char *text)
{
	return time_parse_span(span_of(text), &answer->delay_ms);
}

static int
set_length(struct answer *answer, const char *text)
{
	answer->close = true; /* after a lie the connection is of no use */
	if (!str_eq(text, "none"))
		return number(text, &answer->length);
	answer->framing = FRAMING_CLOSE;
	return OK;
}

static int
set_chunked(struct answer *answer, const char *text)
{
	answer->framing = FRAMING_CHUNKED;
	return *text ? number(text, &answer->chunk) : OK;
}

static int
set_bad_chunk(struct answer *answer, const char *text)
{
	(void)text;
	answer->framing = FRAMING_CHUNKED;
	answer->bad_chunk = true;
	return OK;
}

static int
set_cut(struct answer *answer, const char *text)
{
	answer->stop = STOP_CUT;
	return number(text, &answer->stop_after);
}

static int
set_reset(struct answer *answer, const char *text)
{
	answer->stop = STOP_RESET;
	return number(text, &answer->stop_after);
}

static int
set_stall(struct answer *answer, const char *text)
{
	answer->stop = STOP_STALL;
	return number(text, &answer->stop_after);
}

/* BYTES EVERY */
static int
set_slow(struct answer *answer, const char *text)
{
	char *end;
	answer->slow_bytes = strtol(text, &end, 10);
	if (answer->slow_bytes < 1)
		return ERR_SYNTAX;
	return time_parse_span(span_trim(span_of(end)), &answer->slow_ms);
}

static int
set_gzip(struct answer *answer, const char *text)
{
	(void)text;
	answer->gzip = true;
	return OK;
}

static int
set_bomb(struct answer *answer, const char *text)
{
	return number(text, &answer->bomb);
}

/* N [SEED] */
static int
set_made(struct answer *answer, const char *text)
{
	char *end;
	answer->made = strtoll(text, &end, 10);
	answer->seed = strtoull(end, NULL, 10);
	return answer->made > 0 ? OK : ERR_SYNTAX;
}

static int
set_ranges(struct answer *answer, const char *text)
{
	answer->ranges = true;
	answer->any_range = str_eq(text, "any");
	return !*text || answer->any_range ? OK : ERR_SYNTAX;
}

static int
set_endless(struct answer *answer, const char *text)
{
	answer->endless = true;
	return set_body(answer, *text ? text : "endless\\n");
}

static int
set_endless_headers(struct answer *answer, const char *text)
{
	(void)text;
	answer->endless_headers = true;
	return OK;
}

static int
set_long_header(struct answer *answer, const char *text)
{
	int64_t n;
	int status = number(text, &n);
	buf_adds(&answer->headers, "X-Long: ");
	for (; status == OK && n > 0; n--)
		buf_addc(&answer->headers, 'x');
	buf_adds(&answer->headers, "\r\n");
	return status;
}

static int
set_silent(struct answer *answer, const char *text)
{
	(void)text;
	answer->silent = true;
	return OK;
}

static int
set_close(struct answer *answer, const char *text)
{
	(void)text;
	answer->close = true;
	return OK;
}

static int
set_app(struct answer *answer, const char *text)
{
	(void)text;
	answer->app = true;
	return OK;
}

static const struct directive {
	const char *name, *arguments;
	int (*set)(struct answer *, const char *);
	const char *brief;
} directives[] = {
	{"status", "CODE", set_status, "instead of 200"},
	{"header", "NAME: VALUE", set_header, "one more header line"},
	{"redirect", "CODE ADDRESS", set_redirect, "status and Location"},
	{"etag", "VALUE", set_etag, "ETag; 304 to an If-None-Match of it"},
	{"modified", "DATE", set_modified,
		"Last-Modified; 304 to an If-Modified-Since of it"},
	{"body", "TEXT", set_body, "added to the body"},
	{"repeat", "N TEXT", set_repeat, "N times TEXT added to the body"},
	{"file", "NAME", set_file, "added to the body; read at each request"},
	{"rss", "N [MORE]", set_rss,
		"an RSS feed of N items as the body; at each request MORE new ones"},
	{"made", "N [SEED]", set_made,
		"N bytes as the body, made as they are sent; others for each SEED"},
	{"ranges", "[any]", set_ranges,
		"206 to a Range whose If-Range holds (any: or does not), or 416"},
	{"raw", "TEXT", set_raw, "all bytes of the answer, then the end"},
	{"delay", "TIME", set_delay, "before the answer: 200ms, 2s"},
	{"silent", "", set_silent, "takes the request and never answers"},
	{"length", "N", set_length,
		"what Content-Length claims, none: no header; then the end"},
	{"chunked", "[N]", set_chunked, "chunked encoding, N bytes a chunk"},
	{"bad-chunk", "", set_bad_chunk, "the second chunk's size is no number"},
	{"gzip", "", set_gzip, "Content-Encoding: gzip"},
	{"bomb", "N", set_bomb, "gzip that unpacks to N blanks"},
	{"endless", "[TEXT]", set_endless, "the body without end"},
	{"endless-headers", "", set_endless_headers, "header lines without end"},
	{"long-header", "N", set_long_header, "a header line of N bytes"},
	{"slow", "N TIME", set_slow, "N bytes every TIME, header included"},
	{"cut", "N", set_cut, "the connection ends after N bytes of the body"},
	{"reset", "N", set_reset, "the connection is reset after N bytes"},
	{"stall", "N", set_stall, "nothing more after N bytes; stays open"},
	{"close", "", set_close, "Connection: close"},
	{"app", "", set_app, "what the feed server answers (account.h)"},
};

void
script_help(struct buf *out)
{
	for (size_t i = 0; i < COUNT_OF(directives); i++) {
		const struct directive *d = &directives[i];
		int pad = 28 - (int)strlen(d->name) - (int)strlen(d->arguments);
		buf_addf(out, "  %s %s%*s %s\n", d->name, d->arguments, pad > 0 ? pad : 1,
			"", d->brief);
	}
}

static struct answer *
new_answer(void)
{
	struct answer *answer = mem_zalloc(sizeof *answer);
	answer->status = 200;
	answer->length = -1;
	answer->chunk = 1024;
	return answer;
}

static struct answer *
add_route(struct script *script, const char *path)
{
	struct route **last = &script->routes;
	while (*last)
		last = &(*last)->next;
	struct route *route = *last = mem_zalloc(sizeof *route);
	size_t n = strlen(path);
	route->prefix = n > 0 && path[n - 1] == '*';
	route->path = mem_strndup(path, route->prefix ? n - 1 : n);
	route->answers = route->now = new_answer();
	return route->answers;
}

static int
read_directive(struct answer *answer, char *line, int number_of_line, struct err *err)
{
	size_t n = strcspn(line, " \t");
	char *arguments = line + n + strspn(line + n, " \t");
	for (size_t i = 0; i < COUNT_OF(directives); i++) {
		if (strlen(directives[i].name) != n ||
			memcmp(line, directives[i].name, n) != 0)
			continue;
		if (directives[i].set(answer, arguments) == OK)
			return OK;
		return err_set(err, ERR_SYNTAX, "script line %d: %s wants %s",
			number_of_line, directives[i].name, directives[i].arguments);
	}
	return err_set(err, ERR_SYNTAX, "script line %d: no directive is called %.*s",
		number_of_line, (int)n, line);
}

int
script_parse(struct script *script, const char *text, struct err *err)
{
	struct span rest = span_of(text), part;
	struct answer *answer = NULL;
	int status = OK;
	for (int n = 1; status == OK && span_split(&rest, '\n', &part); n++) {
		bool indented = part.n && str_space((unsigned char)part.p[0]);
		part = span_trim(part);
		if (!part.n || part.p[0] == '#')
			continue;
		char *line = mem_strndup(part.p, part.n);
		if (!indented && (line[0] == '/' || line[0] == '*'))
			answer = add_route(script, line);
		else if (!answer)
			status = err_set(err, ERR_SYNTAX,
				"script line %d: a path (/…) comes first", n);
		else if (str_eq(line, "then"))
			answer = answer->next = new_answer();
		else
			status = read_directive(answer, line, n, err);
		free(line);
	}
	return status;
}

static void
free_answer(struct answer *answer)
{
	buf_done(&answer->headers);
	buf_done(&answer->body);
	free(answer->file);
	free(answer->etag);
	free(answer->modified);
	free(answer->raw);
	free(answer);
}

void
script_done(struct script *script)
{
	for (struct route *route; (route = script->routes) != NULL;) {
		script->routes = route->next;
		for (struct answer *answer; (answer = route->answers) != NULL;) {
			route->answers = answer->next;
			free_answer(answer);
		}
		free(route->path);
		free(route);
	}
}

static bool
matches(const struct route *route, const char *target, size_t n)
{
	size_t len = strlen(route->path);
	return route->prefix ? len <= n && memcmp(route->path, target, len) == 0
			     : len == n && memcmp(route->path, target, n) == 0;
}

/* The whole target first, then without its query. */
struct route *
script_find(const struct script *script, const char *target)
{
	size_t lengths[] = {strlen(target), strcspn(target, "?")};
	for (size_t i = 0; i < COUNT_OF(lengths); i++)
		for (struct route *route = script->routes; route; route = route->next)
			if (matches(route, target, lengths[i]))
				return route;
	return NULL;
}

struct answer *
script_next(struct route *route)
{
	struct answer *answer = route->now;
	route->asked++;
	if (answer->next)
		route->now = answer->next;
	return answer;
}
