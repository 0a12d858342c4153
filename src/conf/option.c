/*
 * An option is one row of conf_options: its text default is what every other place goes
 * by, so a row is all that a new option needs. A value is parsed into a struct value
 * first and only a good one is stored: a wrong setting changes nothing (case 150).
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

#define MS ((int64_t)1)
#define SECOND (1000 * MS)
#define MINUTE (60 * SECOND)
#define DAY (1440 * MINUTE)
#define KIB ((int64_t)1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

#define AT(field) offsetof(struct options, field)

const struct option conf_options[] = {
	{"fetch-mode", N_("Fetching"), OPTION_CHOICE, "rolling", 0, 0,
		"rolling|batch|sequential", N_("when the next transfers start"),
		N_("With rolling, as one ends the next one starts. With batch, a window "
		   "full of transfers starts, and the next when all of them have ended; "
		   "with sequential, one runs at a time. These two are there to compare "
		   "with."),
		0, AT(fetch_mode)},
	{"fetch-window", NULL, OPTION_INT, "128", 1, 1024, NULL,
		N_("transfers that run at the same time"),
		N_("As one transfer ends the next one starts, so the window stays full "
		   "until the queue is empty. Fewer are used where the system allows "
		   "only few open files."),
		0, AT(fetch_window)},
	{"host-connections", NULL, OPTION_INT, "2", 0, 64, NULL,
		N_("connections to one host at the same time; 0 is no limit"),
		N_("Feeds of one host wait for each other, those of other hosts go on."),
		0, AT(host_connections)},
	{"domain-connections", NULL, OPTION_INT, "4", 0, 64, NULL,
		N_("connections to all hosts of one registered domain; 0 is no limit"),
		N_("a.example.org and b.example.org are of one domain; names below which "
		   "anybody gets one, such as github.io, are none. The Public Suffix "
		   "List says which is which."),
		0, AT(domain_connections)},
	{"host-gap", NULL, OPTION_SPAN, "500ms", 0, 60 * SECOND, NULL,
		N_("least time between the starts of two requests to one domain; 0 is "
		   "none"),
		N_("It holds where more than five feeds of a domain wait to be asked. "
		   "After an answer that says \"too many requests\" the time grows, "
		   "whatever this is."),
		0, AT(host_gap)},
	{"connect-timeout", NULL, OPTION_SPAN, "15s", 1 * SECOND, 5 * MINUTE, NULL,
		N_("how long name look-up, connecting and TLS may take"), NULL, 0,
		AT(connect_timeout)},
	{"timeout", NULL, OPTION_SPAN, "2m", 1 * SECOND, 60 * MINUTE, NULL,
		N_("how long a whole transfer may take"),
		N_("The time counts from the start of the transfer, not from when it was "
		   "put into the queue."),
		0, AT(timeout)},
	{"low-speed-timeout", NULL, OPTION_SPAN, "30s", 1 * SECOND, 10 * MINUTE, NULL,
		N_("gives up a transfer that has all but stood still for so long"), NULL,
		0, AT(low_speed_timeout)},
	{"body-limit", NULL, OPTION_SIZE, "32M", 1 * KIB, 32 * MIB, NULL,
		N_("largest document that is read, decompressed"),
		N_("A longer one is an error of that feed; what is stored of it stays."),
		0, AT(body_limit)},
	{"redirects", NULL, OPTION_INT, "10", 0, 30, NULL,
		N_("redirections that are followed in a row"), NULL, 0, AT(redirects)},
	{"user-agent", NULL, OPTION_STRING, "courant/" PACKAGE_VERSION, 0, 0, NULL,
		N_("name that is told to servers"),
		N_("Some servers answer unknown programs with an error; a feed of such a "
		   "server can have a name of its own."),
		OPTION_PER_FEED, AT(user_agent)},
	{"http-headers", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("lines to send along, as \"Name: value\", joined by |"),
		N_("They go to the host of the feed's address alone, not where it "
		   "redirects to. What courant sends by itself is replaced by a line of "
		   "the same name."),
		OPTION_PER_FEED | OPTION_SECRET, AT(http_headers)},
	{"login", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("user name and password for the server, as NAME:PASSWORD"),
		N_("It is sent to the host of the feed's address alone, in the way that "
		   "the server asks for (Basic or Digest). What stands in the address "
		   "itself comes first."),
		OPTION_PER_FEED | OPTION_SECRET, AT(login)},
	{"plain-login", NULL, OPTION_BOOL, "no", 0, 0, NULL,
		N_("passwords may also be sent without encryption"), NULL,
		OPTION_PER_FEED, AT(plain_login)},
	{"netrc", NULL, OPTION_BOOL, "no", 0, 0, NULL,
		N_("user names and passwords are looked up in ~/.netrc"), NULL,
		OPTION_PER_FEED, AT(netrc)},
	{"proxy", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("proxy for all requests, as SCHEME://HOST:PORT; or none"),
		N_("Schemes are http, https, socks4, socks4a, socks5 and socks5h; with "
		   "socks4a and socks5h the proxy looks the names up. When empty, the "
		   "environment variables http_proxy, https_proxy, all_proxy and "
		   "no_proxy count."),
		OPTION_PER_FEED | OPTION_SECRET, AT(proxy)},
	{"ca-file", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("file of certificates to trust in place of the system's"), NULL,
		OPTION_PER_FEED, AT(ca_file)},
	{"client-cert", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("file with the certificate that shows the server who you are"),
		N_("In PEM form. The key may stand in the same file."), OPTION_PER_FEED,
		AT(client_cert)},
	{"client-key", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("file with the key of client-cert"), NULL, OPTION_PER_FEED,
		AT(client_key)},
	{"pin", NULL, OPTION_STRING, "", 0, 0, NULL,
		N_("public key that the server must have, as sha256//HASH"),
		N_("The hash is that of curl's --pinnedpubkey. The certificate must be "
		   "valid as well."),
		OPTION_PER_FEED, AT(pin)},
	{"ocsp-staple", NULL, OPTION_BOOL, "no", 0, 0, NULL,
		N_("the server must show that its certificate was not revoked"),
		N_("By what its issuer says of it (OCSP), stapled to the certificate. "
		   "Without this option nobody is asked whether a certificate was "
		   "revoked before its time; with it a server that staples nothing is "
		   "refused, and many do not."),
		OPTION_PER_FEED, AT(ocsp_staple)},

	{"strategy", N_("Schedule"), OPTION_CHOICE, "moving-average", 0, 0,
		"moving-average", N_("how the time of a feed's next poll is predicted"),
		NULL, OPTION_PER_FEED, AT(strategy)},
	{"cycle", NULL, OPTION_SPAN, "1h", 1 * MINUTE, 7 * DAY, NULL,
		N_("how often strategies choose that go by cycles"),
		N_("Those strategies name no times; once a cycle they choose the feeds "
		   "that are wanted most, as many as their budget allows."),
		0, AT(cycle)},
	{"requests-per-cycle", NULL, OPTION_INT, "0", 0, 1000000000, NULL,
		N_("requests that the schedule makes in a cycle, of all feeds together; "
		   "0 leaves it to the strategy"),
		N_("Strategies that name times are slowed down or sped up until they "
		   "make "
		   "about as many. Hints of servers, min-interval and max-interval still "
		   "hold."),
		0, AT(requests_per_cycle)},
	{"requests-per-day", NULL, OPTION_INT, "0", 0, 1000000000, NULL,
		N_("the same for a day; the smaller of both holds"),
		N_("Documents with older items (courant backfill) count in both."), 0,
		AT(requests_per_day)},
	{"min-interval", NULL, OPTION_SPAN, "15m", 2 * MINUTE, 31 * DAY, NULL,
		N_("least time between two polls of a feed that nobody asked for"),
		N_("A feed that changes more often is still not asked more often. A "
		   "reload by hand doesn't wait."),
		OPTION_PER_FEED, AT(min_interval)},
	{"keep-items", NULL, OPTION_INT, "0", 0, 10000000, NULL,
		N_("items of a feed to keep, the newest; 0 keeps all"),
		N_("What is unread, starred or tagged is kept in any case, and what was "
		   "cleared away never comes back as new."),
		OPTION_PER_FEED, AT(keep_items)},
	{"keep-days", NULL, OPTION_INT, "0", 0, 36500, NULL,
		N_("days for which a feed's items are kept; 0 keeps all"),
		N_("What is unread, starred or tagged is kept in any case."),
		OPTION_PER_FEED, AT(keep_days)},
	{"first-unread", NULL, OPTION_INT, "0", 0, 10000000, NULL,
		N_("items of a new feed that are unread, the newest; 0: all"),
		N_("The others come in as read."), OPTION_PER_FEED, AT(first_unread)},
	{"max-interval", NULL, OPTION_SPAN, "1d", 2 * MINUTE, 31 * DAY, NULL,
		N_("most time between two polls of a feed"),
		N_("A server that asks for more time, or fails, gets it."),
		OPTION_PER_FEED, AT(max_interval)},
	{"priority", NULL, OPTION_INT, "1", 1, 100, NULL,
		N_("how much a feed matters to you, beside the others"),
		N_("Strategies that weigh feeds (courant-scheduling(7) says which) "
		   "poll a feed of priority 4 as if four people waited for its items."),
		OPTION_PER_FEED, AT(priority)},
	{"learn-interest", NULL, OPTION_BOOL, "yes", 0, 0, NULL,
		N_("feeds whose items you read soon weigh more, as priority does"),
		N_("It goes by the items that are opened or marked read one by one, here "
		   "or (state-dir) on other machines, and by how long after they came "
		   "in. When off, nothing of it is noted."),
		0, AT(learn_interest)},
	{"auto-refresh", NULL, OPTION_BOOL, "yes", 0, 0, NULL,
		N_("the reader polls feeds by itself as they become due"),
		N_("When off, feeds are polled on the reload keys and by "
		   "`courant refresh` only."),
		0, AT(auto_refresh)},

	{"browser", N_("Reading"), OPTION_STRING, "auto", 0, 0, NULL,
		N_("command that opens an address"),
		N_("%u stands for the address; without it the address is added at the "
		   "end. The line is split into words and run without a shell. With "
		   "auto it is $BROWSER, else xdg-open, else open."),
		0, AT(browser)},
	{"text-width", NULL, OPTION_INT, "80", 0, 1000, NULL,
		N_("columns of running text; 0 uses the whole window"), NULL, 0,
		AT(text_width)},
	{"show-read", NULL, OPTION_BOOL, "yes", 0, 0, NULL,
		N_("lists also show feeds without unread items, and read items"), NULL, 0,
		AT(show_read)},
	{"ignore-accents", NULL, OPTION_BOOL, "no", 0, 0, NULL,
		N_("a search for cafe also finds café"), NULL, 0, AT(ignore_accents)},
	{"search-relevance", NULL, OPTION_BOOL, "no", 0, 0, NULL,
		N_("searches list the best first, not the newest"), NULL, 0,
		AT(search_relevance)},
	{"search-index", NULL, OPTION_BOOL, "yes", 0, 0, NULL,
		N_("keep an index of all words, for quick searches"),
		N_("It takes about a fifth of the store's size."), 0, AT(search_index)},
	{"date-format", NULL, OPTION_STRING, "%b %d", 0, 0, NULL,
		N_("dates in lists, as for strftime(3)"),
		N_("Unless it is set, dates stand as the language writes them."), 0,
		AT(date_format)},

	{"theme", N_("Looks"), OPTION_CHOICE, "default", 0, 0, "default|mono",
		N_("set of colours that the lines with color start from"),
		N_("With mono, or where the environment variable NO_COLOR is set, only "
		   "bold, underlined and reversed text is used."),
		0, AT(theme)},

	{"state-dir", N_("Other machines"), OPTION_STRING, "", 0, 0, NULL,
		N_("directory through which machines share what is read, starred and "
		   "tagged"),
		N_("Each machine writes a log of its own there and reads those of the "
		   "others; Syncthing, git, rsync or a mounted disk carry them about. "
		   "Nothing is ever in conflict: for each item and mark the later word "
		   "holds. Feeds are matched by their addresses. ~/ is the home "
		   "directory. When empty, nothing is written."),
		0, AT(state_dir)},

	{"log-level", N_("Log"), OPTION_CHOICE, "info", 0, 0, "error|warn|info|debug",
		N_("what is written to the log file"), NULL, 0, AT(log_level)},
	{0},
};

/* Rows whose choices another layer owns. */
static struct {
	const char *name, *choices;
} given[4];

const struct option *
conf_option(const char *name)
{
	for (const struct option *o = conf_options; o->name; o++)
		if (str_eq(o->name, name))
			return o;
	return NULL;
}

void
conf_option_choices(const char *name, const char *choices)
{
	for (size_t i = 0; i < COUNT_OF(given); i++) {
		if (!given[i].name || str_eq(given[i].name, name)) {
			given[i].name = name;
			given[i].choices = choices;
			return;
		}
	}
}

const char *
conf_option_values(const struct option *option)
{
	for (size_t i = 0; i < COUNT_OF(given) && given[i].name; i++)
		if (str_eq(given[i].name, option->name))
			return given[i].choices;
	return option->type == OPTION_BOOL ? "yes|no" : option->choices;
}

/* Names that people bring from other readers, and what they are here. */
static const struct {
	const char *theirs, *ours;
} familiar[] = {
	{"auto-reload", "auto-refresh"},
	{"article-date-format", "date-format"},
	{"datetime-format", "date-format"},
	{"download-max-connections", "fetch-window"},
	{"download-max-host-connections", "host-connections"},
	{"download-timeout", "timeout"},
	{"list-entry-date-format", "date-format"},
	{"open-in-browser-command", "browser"},
	{"pager-width", "text-width"},
	{"reload-period", "max-interval"},
	{"reload-threads", "fetch-window"},
	{"reload-time", "max-interval"},
	{"show-read-articles", "show-read"},
	{"show-read-feeds", "show-read"},
};

static int
unknown(const char *name, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(familiar); i++)
		if (str_eq(familiar[i].theirs, name))
			return err_set(err, ERR_INVALID,
				_("there is no option %s; it is called %s here"), name,
				familiar[i].ours);
	const char *names[COUNT_OF(conf_options)];
	size_t n = 0;
	for (const struct option *o = conf_options; o->name; o++)
		names[n++] = o->name;
	names[n] = NULL;
	const char *close = str_suggest(name, names);
	if (close)
		return err_set(err, ERR_INVALID,
			_("there is no option %s; did you mean %s?"), name, close);
	return err_set(err, ERR_INVALID,
		_("there is no option %s; courant-config(5) lists them all"), name);
}

/* A parsed value; which member counts is the row's type. */
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
	static const int64_t factors[] = {KIB, MIB, GIB, 1};
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
	} units[] = {{GIB, "G"}, {MIB, "M"}, {KIB, "k"}, {1, ""}};
	size_t i = 0;
	while (i < COUNT_OF(units) - 1 && (bytes == 0 || bytes % units[i].factor))
		i++;
	buf_addf(out, "%lld%s", (long long)(bytes / units[i].factor), units[i].unit);
}

static void
format_number(const struct option *o, int64_t number, struct buf *out)
{
	char span[32];
	switch (o->type) {
	case OPTION_SPAN:
		time_format_span(number, span, sizeof span);
		buf_adds(out, span);
		break;
	case OPTION_SIZE:
		format_size(number, out);
		break;
	default:
		buf_addf(out, "%lld", (long long)number);
	}
}

/* The value for a message: a password in it stays unseen (case 29). */
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

static int
parse_number(const struct option *o, const char *text, int64_t *out, struct err *err)
{
	bool good;
	const char *hint;
	switch (o->type) {
	case OPTION_SPAN:
		good = time_parse_span(span_of(text), out) == OK;
		hint = _("a time such as 90s, 15m, 1h30m or 2d");
		break;
	case OPTION_SIZE:
		good = parse_size(text, out);
		hint = _("a size such as 500k or 32M");
		break;
	default:
		good = str_int(span_trim(span_of(text)), out) == OK;
		hint = _("a whole number");
	}
	if (!good)
		return err_set(err, ERR_INVALID, _("%s = %s: this must be %s"), o->name,
			shown(o, text), hint);
	return *out < o->min || *out > o->max ? out_of_range(o, text, err) : OK;
}

static bool
choice_matches(struct span choice, const char *value)
{
	if (choice.n && choice.p[choice.n - 1] == '*')
		return strncmp(choice.p, value, choice.n - 1) == 0 &&
		       strlen(value) >= choice.n;
	return span_eq(choice, value);
}

/* What follows the colon of "fixed:30m". */
static int
check_time(const struct option *o, const char *value, struct err *err)
{
	int64_t ms;
	const char *time = strchr(value, ':') + 1;
	if (time_parse_span(span_of(time), &ms) == OK && ms >= SECOND)
		return OK;
	return err_set(err, ERR_INVALID, _("%s = %s: after the colon must be %s"),
		o->name, shown(o, value), _("a time such as 90s, 15m, 1h30m or 2d"));
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
	struct buf list = BUF_INIT(0);
	rest = span_of(choices);
	while (span_split(&rest, '|', &one))
		buf_addf(&list, "%s%.*s", list.len ? ", " : "", SPAN_FMT(one));
	int status = err_set(err, ERR_INVALID, _("%s = %s: choose one of %s"), o->name,
		shown(o, value), buf_str(&list));
	buf_done(&list);
	return status;
}

/* Text goes to terminals, headers and command lines: no control characters. */
static int
check_text(const struct option *o, const char *value, struct err *err)
{
	for (const char *p = value; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return err_set(err, ERR_INVALID,
				_("%s: the value has a control character in it; remove "
				  "it"),
				o->name);
	return o->type == OPTION_CHOICE ? check_choice(o, value, err) : OK;
}

static int
parse(const struct option *o, const char *text, struct value *value, struct err *err)
{
	switch (o->type) {
	case OPTION_BOOL:
		if (parse_bool(text, &value->yes))
			return OK;
		return err_set(err, ERR_INVALID, _("%s = %s: say yes or no"), o->name,
			shown(o, text));
	case OPTION_STRING:
	case OPTION_CHOICE:
		return check_text(o, text, err);
	default:
		return parse_number(o, text, &value->number, err);
	}
}

static void *
field(const struct options *options, const struct option *o)
{
	/* The table is shared by readers and writers of the struct, as is this. */
	return (char *)(uintptr_t)options + o->offset;
}

static bool
is_text(const struct option *o)
{
	return o->type == OPTION_STRING || o->type == OPTION_CHOICE;
}

static void
put_text(struct options *options, const struct option *o, const char *text)
{
	char **at = field(options, o);
	char *fresh = mem_strdup(text);
	free(*at);
	*at = fresh;
}

static void
store(struct options *options, const struct option *o, const char *text,
	const struct value *value)
{
	if (is_text(o))
		put_text(options, o, text);
	else if (o->type == OPTION_BOOL)
		*(bool *)field(options, o) = value->yes;
	else
		*(int64_t *)field(options, o) = value->number;
}

int
conf_option_check(const char *name, const char *value, struct err *err)
{
	struct value ignored;
	const struct option *o = conf_option(name);
	return o ? parse(o, value, &ignored, err) : unknown(name, err);
}

int
conf_option_set(
	struct options *options, const char *name, const char *text, struct err *err)
{
	struct value value = {0};
	const struct option *o = conf_option(name);
	if (!o)
		return unknown(name, err);
	int status = parse(o, text, &value, err);
	if (status == OK)
		store(options, o, text, &value);
	return status;
}

void
conf_option_get(const struct options *options, const struct option *o, struct buf *out)
{
	if (is_text(o))
		buf_adds(out, *(char **)field(options, o));
	else if (o->type == OPTION_BOOL)
		buf_adds(out, *(bool *)field(options, o) ? "yes" : "no");
	else
		format_number(o, *(int64_t *)field(options, o), out);
}

void
conf_options_init(struct options *options)
{
	*options = (struct options){0};
	for (const struct option *o = conf_options; o->name; o++) {
		struct value value = {0};
		/* A default that its own row refuses is caught by the tests. */
		if (parse(o, o->fallback, &value, NULL) == OK || is_text(o))
			store(options, o, o->fallback, &value);
	}
}

void
conf_options_copy(struct options *to, const struct options *from)
{
	*to = *from;
	for (const struct option *o = conf_options; o->name; o++)
		if (is_text(o))
			*(char **)field(to, o) = mem_strdup(*(char **)field(from, o));
}

void
conf_options_done(struct options *options)
{
	for (const struct option *o = conf_options; o->name; o++)
		if (is_text(o))
			free(*(char **)field(options, o));
	*options = (struct options){0};
}
