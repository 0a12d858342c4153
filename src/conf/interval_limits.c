#include "config.h"

#include "conf/interval_limits.h"

#include <stdint.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/subscription.h"

static const char least[] = "min-interval", most[] = "max-interval";

bool
conf_limits_name(const char *name)
{
	return str_eq(name, least) || str_eq(name, most);
}

static int
check_pair(int64_t min, int64_t max, struct err *err)
{
	char a[32], b[32];
	if (min <= max)
		return OK;
	time_format_span(min, a, sizeof a);
	time_format_span(max, b, sizeof b);
	return err_set(err, ERR_INVALID,
		_("min-interval is %s, but max-interval only %s: no poll can keep both, "
		  "so change one"),
		a, b);
}

/* A value that was checked when it was read. */
static int64_t
span_ms(const char *value)
{
	int64_t ms;
	return time_parse_span(span_of(value), &ms) == OK ? ms : 0;
}

int
conf_limits_check(const struct conf_limit *lines, size_t len,
	const struct options *options, size_t i, struct err *err)
{
	const struct conf_limit *line = &lines[i];
	bool is_least = str_eq(line->name, least);
	int64_t own = span_ms(line->value);
	int64_t other = is_least ? options->max_interval : options->min_interval;
	for (size_t k = 0; k < len; k++) {
		const struct conf_limit *c = &lines[k];
		if (!str_eq(c->tag, line->tag))
			continue;
		bool same = str_eq(c->name, line->name);
		if (k > i)
			return OK; /* a later line is the one to be reported */
		if (!same)
			other = span_ms(c->value);
	}
	return is_least ? check_pair(own, other, err) : check_pair(other, own, err);
}

int
conf_limits_check_options(const struct options *options, struct err *err)
{
	return check_pair(options->min_interval, options->max_interval, err);
}

void
conf_limits_yield(struct options *options, const char *name)
{
	if (options->min_interval <= options->max_interval)
		return;
	if (str_eq(name, most))
		options->min_interval = options->max_interval;
	else
		options->max_interval = options->min_interval;
}

int
conf_limits_check_feed(const struct subscription *sub, struct err *err)
{
	int64_t min = 0, max = INT64_MAX;
	for (size_t i = 0; i < sub->options_len; i++) {
		const struct subscription_option *o = &sub->options[i];
		if (str_eq(o->name, least))
			min = span_ms(o->value);
		else if (str_eq(o->name, most))
			max = span_ms(o->value);
	}
	return check_pair(min, max, err);
}
