#include "config.h"

#include "conf/topic.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/option.h"
#include "query/query.h"

const struct conf_page conf_pages[] = {
	{"tutorial", "courant-tutorial", "7", N_("ten minutes with courant"), NULL},
	{"keys", "courant-commands", "7",
		N_("every command of the reader, with its keys"), NULL},
	{"commands", "courant-commands", "7",
		N_("every command of the reader, with its keys"), NULL},
	{"config", "courant-config", "5",
		N_("options, keys, colours, rules, other programs"),
		"bind color highlight highlight-text include open publish rule share"},
	{"feeds", "courant-feeds", "5", N_("the feeds file"),
		"exec: file: filter: html: opml: watch:"},
	{"query", "courant-query", "5", N_("the language of searches"), NULL},
	{"importing", "courant-import", "7", N_("coming from other readers"), NULL},
	{"scheduling", "courant-scheduling", "7", N_("when feeds are polled, and why"),
		NULL},
	{"courant", "courant", "1", N_("the program: its commands, its output"), NULL},
	{NULL, NULL, NULL, NULL, NULL},
};

/* "html" is found as well as "html:". */
static bool
is_word(const struct conf_page *page, const char *topic)
{
	struct span rest = span_of(page->words), word;
	size_t n = strlen(topic);
	while (page->words && span_split(&rest, ' ', &word))
		if (span_eq(word, topic) || (word.n == n + 1 && word.p[n] == ':' &&
						    memcmp(word.p, topic, n) == 0))
			return true;
	return false;
}

const struct conf_page *
conf_page(const char *topic)
{
	for (const struct conf_page *page = conf_pages; page->topic; page++)
		if (str_eq(page->topic, topic) || str_eq(page->name, topic) ||
			is_word(page, topic))
			return page;
	return NULL;
}

void
conf_topic_option(struct buf *out, const struct option *option, const char *value)
{
	const char *brief = _(option->brief);
	bool small = brief[0] >= 'a' && brief[0] <= 'z';
	buf_addf(out, "%s", option->name);
	if (value)
		buf_addf(out, " = %s", value);
	buf_addf(out, "\n\n%c%s.\n", small ? brief[0] - 'a' + 'A' : brief[0], brief + 1);
	if (option->detail)
		buf_addf(out, "%s\n", _(option->detail));
	buf_addf(
		out, _("Default: %s\n"), option->fallback[0] ? option->fallback : "\"\"");
	if (conf_option_values(option)) {
		struct buf list = BUF_INIT(0);
		conf_option_list_values(&list, option);
		buf_addf(out, _("Values: %s\n"), buf_str(&list));
		buf_done(&list);
	}
	if (option->flags & OPTION_PER_FEED)
		buf_adds(out, _("It can be set for single feeds and for tags, too.\n"));
}

static bool
is_field(const struct query_name *field, const char *word)
{
	struct span rest = span_of(field->aliases), alias;
	bool same = str_eq(field->name, word);
	while (!same && field->aliases && span_split(&rest, ' ', &alias))
		same = span_eq(alias, word);
	return same;
}

bool
conf_topic_query(struct buf *out, const char *word)
{
	size_t before = out->len;
	const char *state = str_starts(word, "is:") ? word + 3 : word;
	for (const struct query_name *f = query_fields; f->name; f++)
		if (is_field(f, word))
			buf_addf(out, _("%s:… in a query: %s.\n"), f->name, _(f->brief));
	for (const struct query_state *s = query_states; s->name; s++)
		if (str_eq(s->name, state))
			buf_addf(out, _("is:%s in a query: %s.\n"), s->name, _(s->brief));
	return out->len > before;
}
