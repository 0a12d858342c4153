/*
 * Numbers, dates and ages all become ranges, since 2026-03 is a whole month and an age of
 * 7 a whole day: "<" means before the range, "<=" not after it, "=" within it.
 */
#include "config.h"

#include "query/value.h"

#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "base/word.h"
#include "model/media.h"
#include "query/field.h"

struct value {
	struct query *query;
	const struct query_name *field;
	struct query_value *in;
	struct query_node *node;
	struct err *err;
};

static int
wrong(struct value *v, const char *what)
{
	return err_set(
		v->err, ERR_SYNTAX, _("character %zu of the query: %s"), v->in->at, what);
}

/* ---- Texts. */

static const char *
folded(struct value *v, enum fold_how how)
{
	struct buf out = BUF_INIT(0);
	fold_text(&out, v->in->text, strlen(v->in->text), false, how);
	const char *text = arena_strndup(&v->query->arena, buf_str(&out), out.len);
	buf_done(&out);
	return text;
}

static bool
may_have_accents(const char *s)
{
	while (*s && (unsigned char)*s < 0x80)
		s++;
	return *s;
}

/* Adds the words of a value to the node: text's, or base's to the words already there.
 * Both foldings give the same words in the same order, since accents never separate
 * words. */
static void
take_words(struct value *v, const char *text, bool base)
{
	struct query_node *node = v->node;
	struct word_walk walk = word_walk(span_of(text));
	size_t len = 0;
	while (word_next(&walk)) {
		/* The pairs before it cover it. */
		if (walk.last)
			continue;
		char *copy = arena_strndup(&v->query->arena, walk.word.p, walk.word.n);
		if (base) {
			if (len < node->words_len)
				node->words[len++].base = copy;
			continue;
		}
		node->words = arena_push(&v->query->arena, node->words, node->words_len,
			sizeof *node->words);
		struct query_word *word = &node->words[node->words_len++];
		uint32_t cp;
		*word = (struct query_word){.text = copy, .base = copy};
		word->offset = walk.position;
		/* The index has a single ideograph only as the first of pairs. */
		word->prefix = walk.pair &&
			       utf8_decode(walk.word.p, walk.word.n, &cp) == walk.word.n;
	}
}

/* The longest ASCII word in the part to look for: wherever the part occurs, some word
 * contains it. */
static const char *
required_word(struct value *v)
{
	struct word_walk walk = word_walk(span_of(v->node->text));
	struct span best = {NULL, 1};
	while (word_next(&walk))
		if (walk.ascii && walk.word.n > best.n)
			best = walk.word;
	return best.p ? arena_strndup(&v->query->arena, best.p, best.n) : NULL;
}

static int
words_node(struct value *v)
{
	struct query_node *node = v->node;
	node->kind = QUERY_WORDS;
	take_words(v, node->text, false);
	if (node->base != node->text)
		take_words(v, node->base, true);
	if (!node->words_len) {
		/* Only punctuation: look for exactly that. */
		node->kind = QUERY_PART;
		return OK;
	}
	if (node->words[node->words_len - 1].offset >= 48)
		return wrong(v, _("the phrase is too long"));
	if (v->in->form == VALUE_PREFIX)
		node->words[node->words_len - 1].prefix = true;
	return OK;
}

static int
regex_node(struct value *v)
{
	v->node->kind = QUERY_REGEX;
	v->node->text = v->in->text;
	return query_regex_compile(v->query, v->node, v->err);
}

static int
check_kind(struct value *v)
{
	struct buf names = BUF_INIT(0), what = BUF_INIT(0);
	bool known = false;
	for (int i = MEDIA_NONE; i < MEDIA_KINDS; i++) {
		const char *name = media_kind_name((enum media_kind)i);
		known |= str_ieq(v->in->text, name);
		buf_addf(&names, "%s%s", names.len ? ", " : "", name);
	}
	buf_addf(&what, _("%s: choose one of %s"), v->field->name, buf_str(&names));
	int status = known ? OK : wrong(v, buf_str(&what));
	buf_done(&names);
	buf_done(&what);
	return status;
}

static int
text_node(struct value *v)
{
	struct query_node *node = v->node;
	enum query_type type = v->field ? v->field->type : QUERY_WORDY;
	node->field = v->field ? v->field->field : QUERY_ANY;
	node->text = folded(v, FOLD_CASE);
	node->base = may_have_accents(node->text) ? folded(v, FOLD_BASE) : node->text;
	if (node->field == QUERY_KIND && v->in->form <= VALUE_PHRASE &&
		v->in->compare != VALUE_MATCH && v->in->compare != VALUE_NO_MATCH &&
		check_kind(v) != OK)
		return ERR_SYNTAX;
	switch (v->in->compare) {
	case VALUE_MATCH:
	case VALUE_NO_MATCH:
		return regex_node(v);
	case VALUE_EQ:
	case VALUE_NE:
		if (v->in->form == VALUE_REGEX)
			return regex_node(v);
		node->kind = type == QUERY_LIST ? QUERY_MEMBER : QUERY_EQUAL;
		return OK;
	case VALUE_HAS:
	case VALUE_LACKS:
		node->kind = QUERY_MEMBER;
		return type == QUERY_LIST
			       ? OK
			       : wrong(v, _("# works only on lists, such as tags"));
	case VALUE_NONE:
		break;
	default:
		return wrong(
			v, _("text cannot be compared with < or >; use =, !=, =~ or !~"));
	}
	if (v->in->form == VALUE_REGEX)
		return regex_node(v);
	if (v->field && !*node->text) {
		/* Every text contains the empty one, which nobody looks for. */
		node->kind = type == QUERY_LIST ? QUERY_MEMBER : QUERY_EQUAL;
		return OK;
	}
	if (v->in->form != VALUE_PART && type == QUERY_WORDY)
		return words_node(v);
	/* A tag has to match as a whole, unless * says otherwise. */
	node->kind = node->field == QUERY_TAG && v->in->form != VALUE_PART &&
				     v->in->form != VALUE_PREFIX
			     ? QUERY_MEMBER
			     : QUERY_PART;
	if (node->kind == QUERY_PART)
		node->required = required_word(v);
	return OK;
}

/* feed:x searches both title and address. */
static int
feed_node(struct value *v)
{
	struct query_node *node = v->node;
	int status = text_node(v);
	if (status || v->in->compare != VALUE_NONE || !*node->text)
		return status;
	for (size_t i = 0; i < 2; i++) {
		struct query_node *part =
			arena_memdup(&v->query->arena, node, sizeof *node);
		part->parts = NULL;
		part->parts_len = 0;
		part->field = i ? QUERY_FEED_URL : QUERY_FEED;
		/* An "or" around this one may add to the array. */
		node->parts =
			arena_push(&v->query->arena, node->parts, i, sizeof *node->parts);
		node->parts[node->parts_len++] = part;
	}
	node->kind = QUERY_OR;
	return OK;
}

/* ---- States. */

/* Is it an operator that means nothing for a state, which an item has or not? */
static bool
is_order(enum value_compare compare)
{
	return (compare >= VALUE_LT && compare <= VALUE_GE) || compare >= VALUE_BETWEEN;
}

static int
yesno_node(struct value *v)
{
	static const struct {
		const char *text;
		bool yes;
	} words[] = {{"yes", true}, {"true", true}, {"1", true}, {"no", false},
		{"false", false}, {"0", false}};
	v->node->kind = QUERY_FLAGGED;
	v->node->field = v->field->field;
	for (const struct query_state *s = query_states; s->name; s++)
		if (s->field == v->field->field && !s->inverted)
			v->node->flag = s->flag;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (!is_order(v->in->compare) && str_ieq(v->in->text, words[i].text)) {
			v->in->negative = !words[i].yes;
			return OK;
		}
	return wrong(v, _("write yes or no here"));
}

static int
unknown_state(struct value *v)
{
	struct buf names = BUF_INIT(0);
	for (const struct query_state *s = query_states; s->name; s++)
		buf_addf(&names, "%s%s", names.len ? ", " : "", s->name);
	err_set(v->err, ERR_SYNTAX, _("character %zu of the query: is: takes one of %s"),
		v->in->at, buf_str(&names));
	buf_done(&names);
	return ERR_SYNTAX;
}

static int
state_node(struct value *v)
{
	const struct query_state *state = query_state_find(span_of(v->in->text));
	if (!state || is_order(v->in->compare))
		return unknown_state(v);
	v->node->kind = QUERY_FLAGGED;
	v->node->field = state->field;
	v->node->flag = state->flag;
	v->in->negative = state->inverted;
	return OK;
}

/* ---- Numbers. */

struct range {
	int64_t low, high;
};

static bool
number_range(struct span text, struct range *out)
{
	int64_t n;
	if (str_int(text, &n) != OK)
		return false;
	*out = (struct range){n, n};
	return true;
}

/* An age in months or years, units that time_parse_span does not know. */
static bool
long_span(struct span text, int64_t *seconds)
{
	static const struct {
		const char *unit;
		int64_t days;
	} units[] = {{"mo", 30}, {"y", 365}};
	int64_t n;
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		size_t len = strlen(units[i].unit);
		if (text.n > len && str_ieqn(text.p + text.n - len, units[i].unit, len) &&
			str_int((struct span){text.p, text.n - len}, &n) == OK &&
			n >= 0 && n < 10000) {
			*seconds = n * units[i].days * TIME_DAY;
			return true;
		}
	}
	return false;
}

/* A bare number means that many whole days, as in newsboat; with a unit it is exact. */
static bool
age_range(struct span text, struct range *out)
{
	int64_t n, ms;
	if (str_int(text, &n) == OK && n >= 0 && n < 1000000) {
		*out = (struct range){n * TIME_DAY, n * TIME_DAY + TIME_DAY - 1};
		return true;
	}
	if (!long_span(text, &n)) {
		if (time_parse_span(text, &ms) != OK)
			return false;
		n = ms / 1000;
	}
	*out = (struct range){n, n};
	return true;
}

/* A bare number means minutes; a time without seconds means all of its minute. */
static bool
length_range(struct span text, struct range *out)
{
	int64_t n, ms;
	bool bare = str_int(text, &n) == OK && n >= 0 && n < 1000000;
	if (bare)
		ms = n * TIME_MINUTE * 1000;
	else if (time_parse_span(text, &ms) != OK)
		return false;
	n = ms / 1000;
	*out = (struct range){n, n % TIME_MINUTE ? n : n + TIME_MINUTE - 1};
	return true;
}

/* The start of a day where the user is: dates are in local time. */
static int64_t
local_time(int64_t year, int64_t month, int64_t day)
{
	struct tm tm = {.tm_year = (int)year - 1900,
		.tm_mon = (int)month - 1,
		.tm_mday = (int)day,
		.tm_isdst = -1};
	return (int64_t)mktime(&tm);
}

static int64_t
days_in_month(int64_t year, int64_t month)
{
	int64_t next = month % 12 + 1;
	return time_days(year + month / 12, (int)next, 1) -
	       time_days(year, (int)month, 1);
}

/* 2026, 2026-03 or 2026-03-01: the whole year, month or day. */
static bool
date_range(struct span text, struct range *out)
{
	int64_t parts[3] = {0, 1, 1};
	size_t len = 0;
	struct span part;
	while (span_split(&text, '-', &part)) {
		if (len == 3 || str_int(part, &parts[len]) != OK)
			return false;
		len++;
	}
	if (!len || parts[0] < 1 || parts[0] > 9999 || parts[1] < 1 || parts[1] > 12 ||
		parts[2] < 1 || parts[2] > days_in_month(parts[0], parts[1]))
		return false;
	int64_t next[3] = {parts[0], parts[1], parts[2]};
	next[len - 1]++;
	*out = (struct range){local_time(parts[0], parts[1], parts[2]),
		local_time(next[0], next[1], next[2]) - 1};
	return true;
}

static bool
one_range(struct value *v, struct span text, struct range *out)
{
	text = span_trim(text);
	switch (v->field->type) {
	case QUERY_TIME:
		return date_range(text, out);
	case QUERY_SPAN:
		return age_range(text, out);
	case QUERY_LENGTH:
		return length_range(text, out);
	default:
		return number_range(text, out);
	}
}

/* newsboat swaps the ends after "between"; elsewhere the user is asked what was meant. */
static int
check_order(struct value *v, struct span first, struct span second, struct range *r)
{
	if (r->low <= r->high)
		return OK;
	if (v->in->compare == VALUE_BETWEEN) {
		struct range low, high;
		(void)one_range(v, second, &low);
		(void)one_range(v, first, &high);
		*r = (struct range){low.low, high.high};
		return OK;
	}
	struct buf what = BUF_INIT(0);
	buf_addf(&what, _("a range must begin with its smaller end; write %.*s..%.*s"),
		SPAN_FMT(span_trim(second)), SPAN_FMT(span_trim(first)));
	(void)wrong(v, buf_str(&what));
	buf_done(&what);
	return ERR_SYNTAX;
}

/* a..b, or a:b after "between"; either end may be left out. *found: it is one. */
static int
two_ranges(struct value *v, struct range *out, bool *found)
{
	struct range low = {INT64_MIN, INT64_MIN}, high = {INT64_MAX, INT64_MAX};
	const char *text = v->in->text, *mark = strstr(text, "..");
	size_t skip = 2;
	if (!mark && v->in->compare == VALUE_BETWEEN) {
		mark = strchr(text, ':');
		skip = 1;
	}
	*found = false;
	if (!mark)
		return OK;
	struct span first = {text, (size_t)(mark - text)}, second = span_of(mark + skip);
	if ((first.n && !one_range(v, first, &low)) ||
		(second.n && !one_range(v, second, &high)) || (!first.n && !second.n))
		return OK;
	*found = true;
	*out = (struct range){low.low, high.high};
	return check_order(v, first, second, out);
}

static int
range_node(struct value *v)
{
	struct query_node *node = v->node;
	struct range r;
	node->kind = QUERY_RANGE;
	node->field = v->field->field;
	bool two;
	int status = two_ranges(v, &r, &two);
	if (two) {
		node->low = r.low;
		node->high = r.high;
		return status;
	}
	if (v->in->compare == VALUE_BETWEEN || !one_range(v, span_of(v->in->text), &r))
		return wrong(
			v, v->field->type == QUERY_TIME
				   ? _("a date looks like 2026, 2026-03 or 2026-03-01")
			   : v->field->type == QUERY_SPAN
				   ? _("an age looks like 7d, 12h, 2w, 3mo or 1y")
				   : _("write a number here"));
	node->low = INT64_MIN;
	node->high = INT64_MAX;
	switch (v->in->compare) {
	case VALUE_LT:
		node->high = r.low - 1;
		return OK;
	case VALUE_LE:
		node->high = r.high;
		return OK;
	case VALUE_GT:
		/* Nothing is greater than the greatest number. */
		node->low = r.high < INT64_MAX ? r.high + 1 : INT64_MAX;
		node->high = r.high < INT64_MAX ? INT64_MAX : INT64_MIN;
		return OK;
	case VALUE_GE:
		node->low = r.low;
		return OK;
	case VALUE_NONE:
	case VALUE_EQ:
	case VALUE_NE:
		/* age:7d means at most that old. */
		node->low = v->field->type == QUERY_SPAN && v->in->compare == VALUE_NONE
				    ? INT64_MIN
				    : r.low;
		node->high = r.high;
		return OK;
	default:
		return wrong(v, _("numbers and times are compared with =, !=, < or >"));
	}
}

int
query_value_node(struct query *query, const struct query_name *field,
	struct query_value *value, struct query_node *node, struct err *err)
{
	struct value v = {query, field, value, node, err};
	if (!field)
		return text_node(&v);
	switch (field->type) {
	case QUERY_YESNO:
		return yesno_node(&v);
	case QUERY_STATE:
		return state_node(&v);
	case QUERY_TIME:
	case QUERY_SPAN:
	case QUERY_LENGTH:
	case QUERY_NUMBER:
		return range_node(&v);
	default:
		return field->field == QUERY_FEED ? feed_node(&v) : text_node(&v);
	}
}
