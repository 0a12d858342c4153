#include "config.h"

#include "import/newsboat_names.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/words.h"
#include "import/import_list.h"
#include "import/options.h"
#include "model/media.h"

/* What stands for parts of a name. The extension is added here; dates have no time of
 * day, and titles are enough to tell the episodes of a day apart. */
static const struct {
	const char *theirs, *ours;
} parts[] = {
	{"%Y-%m-%d", "{date}"},
	{"%Y-%b-%d", "{date}"},
	{"%Y%m%d", "{date}"},
	{"%F", "{date}"},
	{"%n", "{feed}"},
	{"%N", "{feed}"},
	{"%t", "{title}"},
	{"-%H%M%S", ""},
	{".unknown", ""},
	{".%e", ""},
	{"%e", ""},
	{"%%", "%"},
};

/* The length of the part that the text begins with, with what stands for it in *ours;
 * 0: there is none. */
static size_t
part_at(const char *s, const char **ours)
{
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (str_starts(s, parts[i].theirs)) {
			*ours = parts[i].ours;
			return strlen(parts[i].theirs);
		}
	return 0;
}

/* Appends what "%?X?YES&NO?" stands for if X is known here, or else if it is not; returns
 * what is after it. */
static const char *
put_condition(struct buf *out, const char *s)
{
	const char letter[] = {'%', s[2], '\0'}, *ours;
	const char *yes = s + 4, *end = yes + strcspn(yes, "?");
	const char *no = memchr(yes, '&', (size_t)(end - yes));
	if (part_at(letter, &ours))
		buf_add(out, yes, (size_t)((no ? no : end) - yes));
	else if (no)
		buf_add(out, no + 1, (size_t)(end - no - 1));
	return *end ? end + 1 : end;
}

/* False: there are conditions, which media-name has not. */
static bool
decide(struct buf *out, const char *s)
{
	bool none = true;
	while (*s)
		if (s[0] == '%' && s[1] == '?' && s[2] && s[3] == '?') {
			s = put_condition(out, s);
			none = false;
		} else {
			buf_addc(out, *s++);
		}
	return none;
}

/* False: parts of it are not known here, and are left out. */
static bool
translate(struct buf *out, const char *s)
{
	const char *ours;
	bool all = true;
	while (*s) {
		size_t n = part_at(s, &ours);
		if (n) {
			buf_adds(out, ours);
		} else if (*s == '%') {
			n = s[1] ? 2 : 1;
			all = false;
		} else {
			n = 1;
			if (*s != '{' && *s != '}')
				buf_addc(out, *s);
		}
		s += n;
	}
	return all;
}

/* Appends the folders and the name, without what is left of parts that are gone. */
static void
tidy(struct buf *out, const char *s)
{
	struct span rest = span_of(s), one;
	while (span_split(&rest, '/', &one)) {
		while (one.n && strchr("-_. ", one.p[0]))
			one.p++, one.n--;
		while (one.n && strchr("-_. ", one.p[one.n - 1]))
			one.n--;
		if (one.n)
			buf_addf(out, "%s%.*s", out->len ? "/" : "", SPAN_FMT(one));
	}
}

static bool
put(struct buf *out, const char *theirs)
{
	struct buf flat = BUF_INIT(0);
	bool all = decide(&flat, theirs);
	all &= translate(out, buf_str(&flat));
	buf_done(&flat);
	return all;
}

static const char *
value_of(const struct import_line *line)
{
	return line->len > 1 ? line->words[1].text : "";
}

void
import_newsboat_names(struct import_list *list, const struct import_line *path,
	const struct import_line *names)
{
	const char *folders = strchr(value_of(path), '%');
	struct buf name = BUF_INIT(0), tidied = BUF_INIT(0);
	if (!folders && !*value_of(names))
		return;
	bool all = put(&name, folders ? folders : "");
	const struct import_line *left = all ? names : path;
	buf_addc(&name, '/');
	size_t before = name.len;
	all &= put(&name, value_of(names));
	/* Without one of them, all episodes would have the same name. */
	const char *last = buf_str(&name) + before;
	if (!strstr(last, "{title}"))
		buf_adds(&name, strstr(last, "{date}") ? " {title}" : " {date} {title}");
	tidy(&tidied, buf_str(&name));
	if (!all)
		import_config_left(list, left,
			_("media-name, which says it here, has {feed}, {title}, {date} "
			  "and {id}"));
	if (media_format_sound(buf_str(&tidied)))
		import_config_put(list, "media-name = %s", buf_str(&tidied));
	buf_done(&name);
	buf_done(&tidied);
}
