/*
 * Lines are
 *
 *	@ Section < setting value; setting value
 *	ADDRESS "name" < setting value; bind …
 *
 * A name ends at the next quote; what comes before the first section belongs to none.
 */
#include "config.h"

#include "import/newsraft.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "conf/words.h"
#include "import/format.h"
#include "import/import_list.h"

/* Settings that options of a feed correspond to; the unit follows the number. */
static const struct {
	const char *setting, *option, *unit;
} settings[] = {
	{"reload-period", "max-interval", "m"},
	{"item-limit", "keep-items", ""},
	{"user-agent", "user-agent", NULL},
	{"proxy", "proxy", NULL},
};

struct reader {
	struct import_list *list;
	int line;
	struct span section, section_settings;
	struct span proxy_user, proxy_password; /* of the feed */
	bool settled[COUNT_OF(settings)]; /* … by itself, so its section's do not count */
};

static struct span
unquote(struct span s)
{
	s = span_trim(s);
	return s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"'
		       ? (struct span){s.p + 1, s.n - 2}
		       : s;
}

static void
add_encoded(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (str_alpha((unsigned char)s.p[i]) ||
			str_digit((unsigned char)s.p[i]) ||
			(s.p[i] && strchr("-._~", s.p[i])))
			buf_addc(out, s.p[i]);
		else
			buf_addf(out, "%%%02X", (unsigned char)s.p[i]);
}

static void
set_proxy(struct reader *r, struct import_feed *feed, const char *address)
{
	struct buf out = BUF_INIT(0);
	const char *mark = strstr(address, "://"), *host = mark ? mark + 3 : address;
	buf_add(&out, address, (size_t)(host - address));
	if (!mark)
		buf_adds(&out, "http://");
	if (!strchr(host, '@')) {
		add_encoded(&out, r->proxy_user);
		buf_addc(&out, ':');
		add_encoded(&out, r->proxy_password);
		buf_addc(&out, '@');
	}
	buf_adds(&out, host);
	import_set_option(r->list, feed, "proxy", buf_str(&out));
	buf_done(&out);
}

static void
take_setting(
	struct reader *r, struct import_feed *feed, struct span name, struct span value)
{
	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		const char *unit = settings[i].unit;
		if (!span_eq(name, settings[i].setting))
			continue;
		if (r->settled[i])
			return;
		r->settled[i] = true;
		if (!value.n && span_eq(name, "user-agent")) /* not even ours is sent */
			break;
		if (unit && *unit && span_eq(value, "0"))
			import_remark_paused(r->list, r->line, feed);
		if (!value.n || (unit && span_eq(value, "0")))
			return;
		const char *text = arena_printf(
			&r->list->arena, "%.*s%s", SPAN_FMT(value), unit ? unit : "");
		if (r->proxy_user.n && str_eq(settings[i].option, "proxy"))
			set_proxy(r, feed, text);
		else
			import_set_option(r->list, feed, settings[i].option, text);
		return;
	}
	if (span_eq(name, "proxy-user") || span_eq(name, "proxy-password"))
		return;
	import_remark(r->list, r->line,
		_("%.*s is left out: no option of a feed corresponds to it"),
		SPAN_FMT(name));
}

/* Up to a semicolon that is not in quotes. */
static bool
next_setting(struct span *list, struct span *one)
{
	bool quoted = false;
	size_t n = 0;
	if (!list->n)
		return false;
	for (; n < list->n && (quoted || list->p[n] != ';'); n++)
		quoted ^= list->p[n] == '"';
	*one = span_trim((struct span){list->p, n});
	n += n < list->n;
	*list = (struct span){list->p + n, list->n - n};
	return true;
}

static void
each_setting(struct reader *r, struct import_feed *feed, struct span list,
	void (*take)(struct reader *r, struct import_feed *feed, struct span name,
		struct span value))
{
	struct span one;
	while (next_setting(&list, &one)) {
		size_t n = 0;
		while (n < one.n && !str_space((unsigned char)one.p[n]))
			n++;
		if (n)
			take(r, feed, (struct span){one.p, n},
				unquote((struct span){one.p + n, one.n - n}));
	}
}

/* Here the proxy's address has the user name and password. */
static void
take_proxy_login(
	struct reader *r, struct import_feed *feed, struct span name, struct span value)
{
	(void)feed;
	if (!r->proxy_user.n && span_eq(name, "proxy-user"))
		r->proxy_user = value;
	if (!r->proxy_password.n && span_eq(name, "proxy-password"))
		r->proxy_password = value;
}

/* Splits "… < settings". */
static struct span
take_tail(struct span *line)
{
	const char *mark = NULL;
	for (size_t i = 0; i < line->n && !mark; i++)
		if (line->p[i] == '<' &&
			(i == 0 || str_space((unsigned char)line->p[i - 1])))
			mark = line->p + i;
	if (!mark)
		return (struct span){line->p + line->n, 0};
	struct span tail = {mark + 1, (size_t)(line->p + line->n - mark - 1)};
	line->n = (size_t)(mark - line->p);
	*line = span_trim(*line);
	return tail;
}

static void
take_section(struct reader *r, struct span line)
{
	r->section_settings = take_tail(&line);
	r->section = span_trim((struct span){line.p + 1, line.n - 1});
}

/* A slash would nest tags; newsraft's sections do not. */
static void
add_section(struct reader *r, struct import_feed *feed)
{
	char *name = arena_strndup(&r->list->arena, r->section.p, r->section.n);
	for (char *s = name; *s; s++)
		if (*s == '/')
			*s = '-';
	import_add_tag(r->list, feed, span_of(name));
}

/* The address: up to a blank, or all of $(command). */
static size_t
address_len(struct span line)
{
	size_t n = 0, depth = 0;
	for (; n < line.n; n++) {
		depth += line.p[n] == '(';
		depth -= line.p[n] == ')' && depth;
		if (!depth && str_space((unsigned char)line.p[n]))
			break;
	}
	return n;
}

static void
take_feed(struct reader *r, struct span line)
{
	size_t n = line.p[0] == '$' ? address_len(line) : 0;
	while (n < line.n && !str_space((unsigned char)line.p[n]))
		n++;
	char *url = arena_strndup(&r->list->arena, line.p, n);
	struct span rest = span_trim((struct span){line.p + n, line.n - n});
	struct span name = {NULL, 0};
	if (rest.n && rest.p[0] == '"') {
		const char *end = memchr(rest.p + 1, '"', rest.n - 1);
		name = (struct span){
			rest.p + 1, end ? (size_t)(end - rest.p - 1) : rest.n - 1};
		rest = (struct span){name.p + name.n, rest.n - name.n - 1};
	}
	if (str_starts(url, "$(")) {
		import_remark_shell(
			r->list, r->line, (struct span){url + 2, n > 3 ? n - 3 : 0});
		return;
	}
	struct import_feed *feed = import_add_feed(r->list, url, r->line);
	if (!feed)
		return;
	if (name.n)
		import_set_title(
			r->list, feed, arena_strndup(&r->list->arena, name.p, name.n));
	if (r->section.n)
		add_section(r, feed);
	/* A feed's own settings come first, since the first of a name counts. */
	struct span own = take_tail(&rest);
	r->proxy_user = r->proxy_password = (struct span){NULL, 0};
	memset(r->settled, 0, sizeof r->settled);
	each_setting(r, feed, own, take_proxy_login);
	each_setting(r, feed, r->section_settings, take_proxy_login);
	each_setting(r, feed, own, take_setting);
	each_setting(r, feed, r->section_settings, take_setting);
}

void
import_newsraft_feeds_read(struct import_list *list, const char *path, struct span bytes)
{
	struct reader r = {.list = list};
	struct span rest = conf_lines(bytes.p, bytes.n), line;
	(void)path;
	while (conf_line(&rest, &line)) {
		r.line++;
		if (!line.n || line.p[0] == '#')
			continue;
		if (line.p[0] == '@')
			take_section(&r, line);
		else
			take_feed(&r, line);
	}
}

/* ADDRESS "name" < setting, or without the name. */
static bool
has_settings(struct span line)
{
	size_t n = strncmp(line.p, "http", 4) == 0 ? address_len(line) : line.n;
	struct span rest = span_trim((struct span){line.p + n, line.n - n});
	const char *end =
		rest.n && rest.p[0] == '"' ? memchr(rest.p + 1, '"', rest.n - 1) : NULL;
	if (end)
		rest = span_trim(
			(struct span){end + 1, rest.n - (size_t)(end + 1 - rest.p)});
	return rest.n > 2 && rest.p[0] == '<' && rest.p[1] == ' ';
}

bool
import_newsraft_feeds_known(const struct import_probe *probe)
{
	struct span rest = probe->head, line;
	if (str_eq(probe->name, "feeds") && strstr(probe->parent, "newsraft"))
		return true;
	while (span_split(&rest, '\n', &line)) {
		line = span_trim(line);
		if (!line.n || line.p[0] == '#')
			continue;
		if (line.p[0] == '@' && line.n > 2 && line.p[1] == ' ')
			return true;
		if (strncmp(line.p, "$(", 2) == 0 || has_settings(line))
			return true;
	}
	return false;
}
