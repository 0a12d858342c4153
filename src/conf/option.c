/*
 * Values of options: read from text, checked, stored and written back. A value is parsed
 * into a struct value first and stored only if it is good, so that a wrong setting
 * changes nothing (case 150).
 */
#include "config.h"

#include "conf/option.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/shell.h"
#include "model/media.h"
#include "model/order.h"
#include "query/query.h"

#define SECOND ((int64_t)1000) /* in the unit of spans, milliseconds */
#define KB ((int64_t)1000)
#define MB (1000 * KB)
#define GB (1000 * MB)
#define SPEED_FACTOR_MAX 4

const char *
conf_option_values(const struct option *option)
{
	return option->type == OPTION_BOOL ? "yes|no" : option->choices;
}

void
conf_option_list_values(struct buf *out, const struct option *option)
{
	struct span rest = span_of(conf_option_values(option)), one;
	for (const char *comma = ""; span_split(&rest, '|', &one); comma = ", ") {
		bool any = one.n && one.p[one.n - 1] == '*'; /* a duration */
		buf_addf(out, "%s%.*s%s", comma, (int)(one.n - any), one.p,
			any ? "30m" : "");
	}
}

/* A parsed value; which member holds it depends on the option's type. */
struct value {
	bool yes;
	int64_t number;
};

static bool
parse_bool(const char *text, bool *out)
{
	static const char *const words[][2] = {
		{"no", "yes"}, {"false", "true"}, {"off", "on"}, {"0", "1"}};
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		for (int yes = 0; yes < 2; yes++) {
			if (str_ieq(text, words[i][yes])) {
				*out = yes;
				return true;
			}
		}
	}
	return false;
}

static bool
parse_size(const char *text, int64_t *out)
{
	static const char units[] = "kmgb";
	static const int64_t factors[] = {KB, MB, GB, 1};
	struct span s = span_trim(span_of(text));
	int64_t factor = 1, number;
	const char *unit =
		s.n ? strchr(units, str_lower((unsigned char)s.p[s.n - 1])) : NULL;
	if (unit && *unit) {
		factor = factors[unit - units];
		s.n--;
	}
	if (str_int(s, &number) != OK || number < 0 || number > INT64_MAX / factor)
		return false;
	*out = number * factor;
	return true;
}

static void
format_size(int64_t bytes, struct buf *out)
{
	static const struct {
		int64_t factor;
		const char *unit;
	} units[] = {{GB, "G"}, {MB, "M"}, {KB, "k"}, {1, ""}};
	size_t i = 0;
	while (i < COUNT_OF(units) - 1 && (bytes == 0 || bytes % units[i].factor))
		i++;
	buf_addf(out, "%lld%s", (long long)(bytes / units[i].factor), units[i].unit);
}

/* A plain number above the largest factor is percent, as "140" was always taken. */
static bool
parse_speed(const char *text, int64_t *out)
{
	struct span s = span_trim(span_of(text));
	char unit = s.n ? s.p[s.n - 1] : '\0';
	if (unit == '%' || unit == 'x')
		s.n--;
	if (unit != '%' && str_hundredths(s, out) != OK)
		return false;
	if (unit == '%' || (unit != 'x' && *out > SPEED_FACTOR_MAX * 100))
		return str_int(s, out) == OK;
	return true;
}

static bool
parse_ending(const char *text, int64_t *out)
{
	struct span s = span_trim(span_of(text));
	bool percent = s.n && s.p[s.n - 1] == '%';
	s.n -= percent;
	if (str_int(s, out) != OK) {
		if (percent || time_parse_span(s, out) != OK)
			return false;
		*out = -*out;
	}
	return *out != 0;
}

/* Words for numbers; the first of those with the same one is its name. */
static const struct {
	const char *word;
	int64_t number;
} number_words[] = {
	{"auto", OPTION_AUTO}, {"yes", OPTION_AUTO}, {"never", OPTION_NEVER}, {"no", 0},
	{"0", OPTION_NEVER}, /* only where it is a choice */
};

static bool
has_choice(const struct option *o, const char *word)
{
	struct span rest = span_of(o->choices), one;
	while (o->choices && span_split(&rest, '|', &one))
		if (span_eq(one, word))
			return true;
	return false;
}

static bool
parse_word(const struct option *o, const char *text, int64_t *out)
{
	for (size_t i = 0; i < COUNT_OF(number_words); i++) {
		if (!str_ieq(text, number_words[i].word) ||
			!has_choice(o, number_words[i].word))
			continue;
		*out = number_words[i].number;
		return true;
	}
	return false;
}

/* NULL: the option has none for this number. */
static const char *
word_for(const struct option *o, int64_t number)
{
	for (size_t i = 0; i < COUNT_OF(number_words); i++)
		if (number_words[i].number == number &&
			has_choice(o, number_words[i].word))
			return number_words[i].word;
	return NULL;
}

static void
format_span(int64_t ms, struct buf *out)
{
	char span[32];
	time_format_span(ms, span, sizeof span);
	buf_adds(out, span);
}

static void
format_number(const struct option *o, int64_t number, struct buf *out)
{
	switch (o->type) {
	case OPTION_SPAN:
		format_span(number, out);
		break;
	case OPTION_ENDING:
		if (number > 0)
			buf_addf(out, "%lld%%", (long long)number);
		else
			format_span(-number, out);
		break;
	case OPTION_SIZE:
		format_size(number, out);
		break;
	case OPTION_SPEED:
		buf_add_hundredths(out, number);
		break;
	default:
		buf_addf(out, "%lld", (long long)number);
	}
}

static void
format_value(const struct option *o, int64_t number, struct buf *out)
{
	const char *word = word_for(o, number);
	if (word)
		buf_adds(out, word);
	else
		format_number(o, number, out);
}

/* The value as a message may show it: passwords are hidden (case 29). */
static const char *
shown(const struct option *o, const char *value)
{
	return o->flags & OPTION_SECRET ? "…" : value;
}

static int
out_of_range(const struct option *o, const char *value, struct err *err)
{
	struct buf low = BUF_INIT(0), high = BUF_INIT(0);
	format_number(o, o->min, &low);
	format_number(o, o->max, &high);
	int status = err_set(err, ERR_INVALID, _("%s = %s: give a value from %s to %s"),
		o->name, shown(o, value), buf_str(&low), buf_str(&high));
	buf_done(&low);
	buf_done(&high);
	return status;
}

static int wrong_choice(const struct option *o, const char *value, struct err *err);

static int
parse_number(const struct option *o, const char *text, int64_t *out, struct err *err)
{
	bool good;
	const char *hint;
	if (parse_word(o, text, out))
		return OK;
	switch (o->type) {
	case OPTION_SPAN:
		good = time_parse_span(span_of(text), out) == OK;
		hint = _("a duration such as 90s, 15m, 1h30m or 2d");
		break;
	case OPTION_SIZE:
		good = parse_size(text, out);
		hint = _("a size such as 500k or 32M");
		break;
	case OPTION_SPEED:
		good = parse_speed(text, out);
		hint = _("a speed such as 1.4");
		break;
	case OPTION_ENDING:
		good = parse_ending(text, out);
		hint = _("percent such as 95%, or a time before the end such as 60s");
		break;
	default:
		good = str_int(span_trim(span_of(text)), out) == OK;
		hint = _("a whole number");
	}
	if (!good && o->choices)
		return wrong_choice(o, text, err);
	if (!good)
		return err_set(err, ERR_INVALID, _("%s = %s: this must be %s"), o->name,
			shown(o, text), hint);
	return *out < o->min || *out > o->max ? out_of_range(o, text, err) : OK;
}

/* NUMBER at the end of a choice stands for any. QUERY stands for a query that cannot be
 * mistaken for a mistyped word: one with a field or several words. */
static bool
choice_matches(struct span choice, const char *value)
{
	static const char stands_for[] = "NUMBER";
	const size_t len = sizeof stands_for - 1;
	int64_t number;
	if (choice.n && choice.p[choice.n - 1] == '*')
		return strncmp(choice.p, value, choice.n - 1) == 0 &&
		       strlen(value) >= choice.n;
	if (choice.n >= len && !memcmp(choice.p + choice.n - len, stands_for, len))
		return strncmp(choice.p, value, choice.n - len) == 0 &&
		       str_int(span_of(value + choice.n - len), &number) == OK &&
		       number >= 0;
	if (span_eq(choice, "QUERY"))
		return strpbrk(value, ": ") != NULL;
	return span_eq(choice, value);
}

/* What follows the colon of "fixed:30m". */
static int
check_time(const struct option *o, const char *value, struct err *err)
{
	int64_t ms;
	const char *time = strchr(value, ':') + 1;
	/* Without a unit, an interval would be taken for one of newsboat's minutes. */
	if (time_parse_span(span_of(time), &ms) == OK && ms >= SECOND &&
		str_alpha((unsigned char)time[strlen(time) - 1]))
		return OK;
	return err_set(err, ERR_INVALID, _("%s = %s: what follows the colon must be %s"),
		o->name, shown(o, value), _("a duration such as 90s, 15m, 1h30m or 2d"));
}

static int
wrong_choice(const struct option *o, const char *value, struct err *err)
{
	struct buf list = BUF_INIT(0);
	conf_option_list_values(&list, o);
	int status = *value ? err_set(err, ERR_INVALID, _("%s = %s: choose one of %s"),
				      o->name, shown(o, value), buf_str(&list))
			    : err_set(err, ERR_INVALID, _("%s: choose one of %s"),
				      o->name, buf_str(&list));
	buf_done(&list);
	return status;
}

/* Words with commas between them. */
static int
check_words(const struct option *o, const char *value, struct err *err)
{
	struct span words = span_of(value), word, rest, one;
	while (span_split(&words, ',', &word)) {
		word = span_trim(word);
		bool known = !word.n;
		for (rest = span_of(o->choices); span_split(&rest, '|', &one);)
			known |= word.n == one.n && memcmp(word.p, one.p, one.n) == 0;
		if (!known)
			return wrong_choice(o, value, err);
	}
	return OK;
}

static int
check_choice(const struct option *o, const char *value, struct err *err)
{
	const char *choices = conf_option_values(o);
	struct span rest = span_of(choices), one;
	if (!choices)
		return OK;
	while (span_split(&rest, '|', &one))
		if (choice_matches(one, value))
			return one.p[one.n - 1] == '*' ? check_time(o, value, err) : OK;
	return wrong_choice(o, value, err);
}

static int
check_order(const struct option *o, const char *value, struct err *err)
{
	struct order order;
	int status = order_parse(value, (enum order_of)o->min, &order, err);
	return status == OK ? OK : err_prefix(err, "%s = %s", o->name, value);
}

/* The command line in an option's value; NULL: there is none. */
static const char *
command_in(const struct option *o, const char *value)
{
	const char *hook = value + strspn(value, " ");
	if (o->flags & OPTION_IS_HOOK && *hook == '!')
		return hook + 1;
	return o->flags & OPTION_IS_COMMAND ? value : NULL;
}

static int
check_command(const struct option *o, const char *line, struct err *err)
{
	int status = conf_shell_words(line, err);
	if (status == OK && o->placeholders)
		status = conf_shell_placeholders(line, o->placeholders, err);
	return status == OK || !err ? status : err_prefix(err, "%s", o->name);
}

/* Values end up on terminals, in headers and on command lines, so control characters are
 * refused. */
static int
check_text(const struct option *o, const char *value, struct err *err)
{
	for (const char *p = value; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return err_set(err, ERR_INVALID,
				_("%s: the value contains a control character; remove "
				  "it"),
				o->name);
	if (o->type == OPTION_ORDER)
		return check_order(o, value, err);
	if (command_in(o, value))
		return check_command(o, command_in(o, value), err);
	if (o->flags & OPTION_IS_QUERY && query_check(value, err) != OK)
		return err ? err_prefix(err, "%s", o->name) : ERR_INVALID;
	if (o->flags & OPTION_IS_MEDIA_NAME && !media_format_sound(value))
		return err_set(err, ERR_INVALID,
			_("%s = %s: this must be a name with {feed}, {title}, {date} or "
			  "{id}"),
			o->name, value);
	if (o->flags & OPTION_IS_PLACE && *value && *value != '/' && *value != '~')
		return err_set(err, ERR_INVALID,
			_("%s = %s: this must be an absolute path, beginning with / or "
			  "~/"),
			o->name, value);
	if (o->flags & OPTION_IS_ADDRESS && *value && !url_is_web(value))
		return err_set(err, ERR_INVALID,
			_("%s = %s: this must be an address that begins with https:// or "
			  "http://"),
			o->name, value);
	return o->type == OPTION_CHOICE    ? check_choice(o, value, err)
	       : o->flags & OPTION_IS_LIST ? check_words(o, value, err)
					   : OK;
}

static int
parse(const struct option *o, const char *text, struct value *value, struct err *err)
{
	switch (o->type) {
	case OPTION_BOOL:
		if (parse_bool(text, &value->yes))
			return OK;
		return err_set(err, ERR_INVALID, _("%s = %s: write yes or no"), o->name,
			shown(o, text));
	case OPTION_STRING:
	case OPTION_CHOICE:
	case OPTION_ORDER:
		return check_text(o, text, err);
	default:
		return parse_number(o, text, &value->number, err);
	}
}

static void *
field(const void *record, const struct option *o)
{
	/* Getters and setters share this, so it drops const as the table's offsets do. */
	return (char *)(uintptr_t)record + o->offset;
}

static bool
is_text(const struct option *o)
{
	return o->type == OPTION_STRING || o->type == OPTION_CHOICE ||
	       o->type == OPTION_ORDER;
}

static void
put_text(void *record, const struct option *o, const char *text)
{
	char **at = field(record, o);
	char *fresh = mem_strdup(text);
	free(*at);
	*at = fresh;
}

static void
store(void *record, const struct option *o, const char *text, const struct value *value)
{
	if (is_text(o))
		put_text(record, o, text);
	else if (o->type == OPTION_BOOL)
		*(bool *)field(record, o) = value->yes;
	else
		*(int64_t *)field(record, o) = value->number;
}

int
conf_option_put(const struct option *row, void *record, const char *text, struct err *err)
{
	struct value value = {0};
	int status = parse(row, text, &value, err);
	if (status == OK)
		store(record, row, text, &value);
	return status;
}

int
conf_option_check(const char *name, const char *value, struct err *err)
{
	struct value ignored;
	const struct option *o = conf_option(name);
	return o ? parse(o, value, &ignored, err) : conf_option_unknown(name, err);
}

int
conf_option_set(
	struct options *options, const char *name, const char *text, struct err *err)
{
	const struct option *o = conf_option(name);
	return o ? conf_option_put(o, options, text, err)
		 : conf_option_unknown(name, err);
}

void
conf_option_show(const struct option *o, const void *record, struct buf *out)
{
	if (is_text(o))
		buf_adds(out, *(char **)field(record, o));
	else if (o->type == OPTION_BOOL)
		buf_adds(out, *(bool *)field(record, o) ? "yes" : "no");
	else
		format_value(o, *(int64_t *)field(record, o), out);
}

void
conf_option_get(const struct options *options, const struct option *o, struct buf *out)
{
	conf_option_show(o, options, out);
}

void
conf_options_default(const struct option *rows, void *record)
{
	for (const struct option *o = rows; o->name; o++) {
		struct value value = {0};
		/* The tests catch a default that its own row refuses. */
		if (parse(o, o->fallback, &value, NULL) == OK || is_text(o))
			store(record, o, o->fallback, &value);
	}
}

void
conf_options_init(struct options *options)
{
	*options = (struct options){0};
	for (const struct option *const *rows = conf_options; *rows; rows++)
		conf_options_default(*rows, options);
}

void
conf_options_copy(struct options *to, const struct options *from)
{
	*to = *from;
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if (is_text(o))
			*(char **)field(to, o) = mem_strdup(*(char **)field(from, o));
}

void
conf_options_free(const struct option *rows, void *record)
{
	for (const struct option *o = rows; o->name; o++)
		if (is_text(o))
			free(*(char **)field(record, o));
}

void
conf_options_done(struct options *options)
{
	for (const struct option *const *rows = conf_options; *rows; rows++)
		conf_options_free(*rows, options);
	*options = (struct options){0};
}

size_t
conf_options_links(const struct options *options)
{
	int64_t number;
	if (str_int(span_of(options->show_links), &number) == OK && number >= 0)
		return (size_t)number;
	return str_eq(options->show_links, "no") ? 0 : SIZE_MAX;
}
