#include "config.h"

#include "query/misread.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "query/query.h"
#include "query/value.h"

/* A value as it was typed, without quotes unless a * follows them. */
struct word {
	const struct query_name *field;
	enum value_form form;
	const char *text, *rest;
	bool colon;
	bool whole; /* it is compared with the whole text, or tag */
};

static bool
has_outer_star(const struct word *w)
{
	return w->form == VALUE_PREFIX || w->form == VALUE_PART;
}

/* Whether words are looked for, not any part of a text. */
static bool
has_words(const struct word *w)
{
	return !w->field || w->field->type == QUERY_WORDY || w->field->type == QUERY_LIST;
}

static bool
has_stray_star(const struct word *w)
{
	return strchr(w->text, '*') || (w->whole && has_outer_star(w));
}

static bool
has_useless_star(const struct word *w)
{
	return has_outer_star(w) && !has_words(w) && w->field->type != QUERY_STRING;
}

static bool
has_quotation_mark(const struct word *w)
{
	return strchr(w->text, '"');
}

static bool
has_inner_operator(const struct word *w)
{
	return has_words(w) && (strchr(w->text, '|') || strstr(w->text, "&&"));
}

/* tag:a,b or tag:(a) */
static bool
has_several(const struct word *w)
{
	bool list = w->field && w->field->type == QUERY_LIST;
	return list && (*w->text == '(' || strchr(w->text, ','));
}

static bool
is_negative(const struct word *w)
{
	return w->field && has_words(w) && w->colon && strchr("-!", *w->text);
}

/* =tea, !~tea or 5>3. An address may have such signs after its host. */
static bool
has_comparison(const struct word *w)
{
	size_t n = strcspn(w->text, "=<>/:?&");
	return !w->field &&
	       ((w->text[n] && strchr("=<>", w->text[n])) || str_starts(w->text, "!~") ||
		       str_starts(w->text, "!#"));
}

/* 7 days, where "days" would be a word to search for. */
static bool
has_separate_unit(const struct word *w)
{
	static const char *const units[] = {"m", "min", "minute", "minutes", "h", "hour",
		"hours", "d", "day", "days", "w", "week", "weeks", "mo", "month",
		"months", "y", "year", "years"};
	size_t len = strlen(w->text);
	if (!w->field || (w->field->type != QUERY_SPAN && w->field->type != QUERY_LENGTH))
		return false;
	if (!len || !str_digit((unsigned char)w->text[len - 1]))
		return false;
	const char *unit = w->rest + strspn(w->rest, " \t\n");
	size_t n = strcspn(unit, " \t\n)");
	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (strlen(units[i]) == n && str_ieqn(unit, units[i], n))
			return true;
	return false;
}

static const struct {
	bool (*is)(const struct word *w);
	const char *what;
} misreadings[] = {
	{has_useless_star, N_("a * works only on text")},
	{has_stray_star,
		N_("a * must stand at the beginning or the end of a word; write a "
		   "regular expression such as /rel.*date/, or put the text in quotes")},
	{has_quotation_mark,
		N_("a quotation mark inside a word; put the text in quotes of the "
		   "other kind")},
	{has_inner_operator, N_("an operator needs spaces around it; put text that "
				"contains one in quotes")},
	{has_several, N_("a field takes one value; write (tag:tea or tag:coffee), or put "
			 "the text in quotes")},
	{is_negative, N_("the minus sign goes before the field: write -title:tea, or "
			 "put the text in quotes")},
	{has_comparison, N_("an operator needs the name of a field before it")},
	{has_separate_unit,
		N_("the unit follows the number directly, as in 7d, 12h or 2w")},
};

const char *
query_misread(
	const struct query_name *field, const struct query_value *value, const char *rest)
{
	enum value_compare compare = value->compare;
	bool whole = compare == VALUE_EQ || compare == VALUE_NE || compare == VALUE_HAS ||
		     compare == VALUE_LACKS;
	const struct word word = {
		field, value->form, value->text, rest, value->colon, whole};
	bool regex = compare == VALUE_MATCH || compare == VALUE_NO_MATCH;
	bool quoted = value->quoted && !(whole && value->form == VALUE_PREFIX);
	if (regex || value->form == VALUE_REGEX || quoted)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(misreadings); i++)
		if (misreadings[i].is(&word))
			return _(misreadings[i].what);
	return NULL;
}
