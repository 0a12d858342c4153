#include "config.h"

#include "conf/rule.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "conf/words.h"
#include "model/state.h"
#include "query/query.h"

#define SCORE_MAX 1000
#define PRIORITY_MAX 100

struct reader {
	struct arena *arena;
	struct err *err;
};

/* What follows an action's name. Returns a status. */
typedef int
read_rest(struct reader *r, char **words, size_t len, struct conf_rule_act *out);

static int
read_nothing(struct reader *r, char **words, size_t len, struct conf_rule_act *out)
{
	(void)out;
	return len == 1 ? OK
			: err_set(r->err, ERR_SYNTAX,
				  _("%s takes no argument; actions are separated by "
				    "semicolons"),
				  words[0]);
}

static int
read_tag(struct reader *r, char **words, size_t len, struct conf_rule_act *out)
{
	out->tag = len == 2 ? conf_feeds_tag(r->arena, span_of(words[1])) : NULL;
	return out->tag && strlen(out->tag) <= STATE_TAG_MAX
		       ? OK
		       : err_set(r->err, ERR_SYNTAX,
				 _("tag takes the name of one tag, in quotes if it "
				   "contains spaces"));
}

/* A number from -most to most, with or without a sign. */
static bool
is_number(char **words, size_t len, int64_t most, int64_t *out)
{
	struct span number = span_of(len == 2 ? words[1] : "");
	if (number.n > 1 && number.p[0] == '+')
		number.p++, number.n--;
	return str_int(number, out) == OK && *out >= -most && *out <= most;
}

static int
read_score(struct reader *r, char **words, size_t len, struct conf_rule_act *out)
{
	return is_number(words, len, SCORE_MAX, &out->score)
		       ? OK
		       : err_set(r->err, ERR_SYNTAX,
				 _("score takes a number from %d to %d, such as +5 or "
				   "-10"),
				 -SCORE_MAX, SCORE_MAX);
}

static int
read_priority(struct reader *r, char **words, size_t len, struct conf_rule_act *out)
{
	return is_number(words, len, PRIORITY_MAX, &out->score)
		       ? OK
		       : err_set(r->err, ERR_SYNTAX,
				 _("priority takes a number from %d to %d, such as +5 or "
				   "-10"),
				 -PRIORITY_MAX, PRIORITY_MAX);
}

static int
read_run(struct reader *r, char **words, size_t len, struct conf_rule_act *out)
{
	if (len < 2)
		return err_set(r->err, ERR_SYNTAX,
			_("run takes a command and its arguments; it gets the item as "
			  "JSON on its standard input"));
	out->argv = arena_zalloc(r->arena, len * sizeof *out->argv);
	memcpy(out->argv, words + 1, (len - 1) * sizeof *out->argv);
	return OK;
}

/* What rules can do besides the actions in model/action_rows.h. */
static const struct {
	const char *name;
	enum conf_rule_verb verb;
	read_rest *rest;
} names[] = {
	{"drop", CONF_RULE_DROP, read_nothing},
	{"score", CONF_RULE_SCORE, read_score},
	{"priority", CONF_RULE_PRIORITY, read_priority},
	{"notify", CONF_RULE_NOTIFY, read_nothing},
	{"full-text", CONF_RULE_PAGE, read_nothing},
	{"run", CONF_RULE_RUN, read_run},
};

bool
conf_rule_has_action(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i].name, name))
			return true;
	return action_of_rules(name) != ACTION_NONE;
}

static int
unknown(struct reader *r, const char *word)
{
	struct buf list = BUF_INIT(0);
	for (enum action a = ACTION_NONE + 1; a < ACTIONS; a++)
		if (action_kind(a)->flags & ACTION_BY_RULES)
			buf_addf(&list, "%s, ", action_kind(a)->name);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		buf_addf(&list, "%s%s", i ? ", " : "", names[i].name);
	err_set(r->err, ERR_SYNTAX,
		_("\"%s\" is not an action of rules; choose one of %s"), word,
		buf_str(&list));
	buf_done(&list);
	return ERR_SYNTAX;
}

static int
add_act(struct reader *r, char **words, size_t len, struct conf_rule *rule)
{
	struct conf_rule_act act = {
		.verb = CONF_RULE_DO, .action = action_of_rules(words[0])};
	bool tag = action_kind(act.action)->flags & ACTION_WITH_TAG;
	read_rest *rest = tag ? read_tag : act.action ? read_nothing : NULL;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i].name, words[0])) {
			act.verb = names[i].verb;
			rest = names[i].rest;
		}
	if (!rest)
		return unknown(r, words[0]);
	int status = rest(r, words, len, &act);
	rule->acts = arena_push(r->arena, rule->acts, rule->acts_len, sizeof *rule->acts);
	rule->acts[rule->acts_len++] = act;
	return status;
}

/* Takes the semicolon off the end of a word. One inside quotes is text. */
static bool
ends_act(struct reader *r, const struct conf_word *word, char **text)
{
	size_t n = strlen(word->text);
	bool ends = word->raw.n && word->raw.p[word->raw.n - 1] == ';';
	*text = ends ? arena_strndup(r->arena, word->text, n - 1) : word->text;
	return ends;
}

static int
read_acts(struct reader *r, const struct conf_word *words, size_t len,
	struct conf_rule *rule)
{
	char **act = arena_zalloc(r->arena, (len + 1) * sizeof *act);
	size_t n = 0;
	int status = OK;
	for (size_t i = 0; i < len && status == OK; i++) {
		bool ends = ends_act(r, &words[i], &act[n]);
		n += !ends || *act[n];
		if ((ends || i + 1 == len) && n) {
			status = add_act(r, act, n, rule);
			n = 0;
		}
	}
	return status;
}

static void
put_text(struct arena *arena, const struct conf_word *words, size_t len,
	struct conf_rule *rule)
{
	struct buf text = BUF_INIT(0);
	if (rule->tag)
		buf_addf(&text, "[%s] ", rule->tag);
	conf_word_format(&text, rule->query, true);
	for (size_t i = 0; i < len; i++)
		buf_addf(&text, " %.*s", SPAN_FMT(words[i].raw));
	rule->text = arena_strndup(arena, buf_str(&text), text.len);
	buf_done(&text);
}

int
conf_rule_read(struct arena *arena, const struct conf_word *words, size_t len,
	struct conf_rule *out, struct err *err)
{
	struct reader r = {arena, err};
	if (len < 3)
		return err_set(err, ERR_SYNTAX,
			_("write a rule as: rule \"QUERY\" ACTION [; ACTION…]"));
	out->query = words[1].text;
	if (!span_trim(span_of(out->query)).n)
		return err_set(err, ERR_SYNTAX,
			_("an empty query matches every item; write \"id > 0\" if you "
			  "mean that"));
	int status = query_check(out->query, err);
	if (status == OK)
		status = read_acts(&r, words + 2, len - 2, out);
	if (status == OK && !out->acts_len)
		return err_set(err, ERR_SYNTAX,
			_("write a rule as: rule \"QUERY\" ACTION [; ACTION…]"));
	put_text(arena, words + 2, len - 2, out);
	return status;
}
