#include "config.h"

#include "import/newsboat_account.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/words.h"
#include "import/import_list.h"
#include "import/options.h"

/* A service under newsboat's name for it, which is also the prefix of its settings. */
static const struct service {
	const char *name, *protocol;
	const char *url; /* unless NAME-url says another */
} services[] = {
	{"feedbin", "feedbin", "https://api.feedbin.com"},
	{"newsblur", "newsblur", "https://newsblur.com"},
	{"freshrss", "greader", NULL},
	{"miniflux", "miniflux", NULL},
	{"ttrss", "ttrss", NULL},
	{"ocnews", "nextcloud", NULL},
	{"oldreader", "greader", "https://theoldreader.com"},
	{"inoreader", "greader", "https://www.inoreader.com"},
	{"bazqux", "greader", "https://bazqux.com"},
	{"feedhq", "greader", "https://feedhq.org"},
	{"feedbin", "feedbin", "https://api.feedbin.com"},
	{"newsblur", "newsblur", "https://newsblur.com"},
};

static const struct service *
find_service(const char *name)
{
	for (size_t i = 0; name && i < COUNT_OF(services); i++)
		if (str_eq(services[i].name, name))
			return &services[i];
	return NULL;
}

/* The service that the setting begins with. */
static const struct service *
service_of(const char *setting)
{
	for (size_t i = 0; i < COUNT_OF(services); i++) {
		size_t n = strlen(services[i].name);
		if (str_starts(setting, services[i].name) && setting[n] == '-')
			return &services[i];
	}
	return NULL;
}

bool
import_newsboat_account_take(struct import_newsboat_account *a, struct import_list *list,
	const struct import_line *line)
{
	const char *name = line->words[0].text;
	const char *value = line->len > 1 ? import_text(list, line->words[1].text) : "";
	if (str_eq(name, "urls-source")) {
		a->source = find_service(value) ? value : NULL;
		a->line = line->number;
		return a->source || str_eq(value, "local");
	}
	if (!service_of(name) || strstr(name, "-flag-") || a->len == IMPORT_SERVICE_LINES)
		return false;
	a->lines[a->len].name = import_text(list, name);
	a->lines[a->len++].value = value;
	return true;
}

/* The value of SERVICE-END; NULL: it is not set. */
static const char *
setting(const struct import_newsboat_account *a, const char *end)
{
	const char *found = NULL;
	for (int i = 0; i < a->len; i++) {
		const char *name = a->lines[i].name;
		size_t n = strlen(a->source);
		if (str_starts(name, a->source) && name[n] == '-' &&
			str_eq(name + n + 1, end))
			found = a->lines[i].value;
	}
	return found;
}

static void
put_option(
	struct import_list *list, const char *name, const char *before, const char *value)
{
	struct buf word = BUF_INIT(0);
	if (!value || !*value)
		return;
	conf_word_format(&word, value, true);
	import_config_put(
		list, "%s = %s%s", name, before, *before ? buf_str(&word) : value);
	buf_done(&word);
}

/* newsboat gives its commands to a shell, and files may be below ~. */
static void
put_password(const struct import_newsboat_account *a, struct import_list *list)
{
	static const struct {
		const char *end, *before, *below_home;
	} rows[] = {
		{"passwordeval", "sh -c ", NULL},
		{"tokeneval", "sh -c ", NULL},
		{"passwordfile", "cat ", "sh -c 'cat ~/\"$0\"' "},
		{"tokenfile", "cat ", "sh -c 'cat ~/\"$0\"' "},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *value = setting(a, rows[i].end);
		if (!value)
			continue;
		bool below = rows[i].below_home && str_starts(value, "~/");
		put_option(list, "password-command",
			below ? rows[i].below_home : rows[i].before,
			below ? value + 2 : value);
		return;
	}
	import_config_put(list, "# %s",
		_("the password is not imported; run courant account login newsboat"));
}

static const char *
url_of(const struct import_newsboat_account *a, const struct service *service)
{
	const char *url = setting(a, "url");
	return url ? url : service->url;
}

void
import_newsboat_account_remark(
	const struct import_newsboat_account *a, struct import_list *list)
{
	const struct service *service = find_service(a->source);
	const char *url = service ? url_of(a, service) : NULL;
	if (url)
		import_remark_account(
			list, a->line, service->protocol, url, setting(a, "login"));
}

void
import_newsboat_account_put(
	const struct import_newsboat_account *a, struct import_list *list)
{
	const struct service *service = find_service(a->source);
	if (!service)
		return;
	const char *url = url_of(a, service);
	import_config_put(list, "[account newsboat]");
	put_option(list, "url", "", url);
	put_option(list, "protocol", "", service->protocol);
	put_option(list, "user", "", setting(a, "login"));
	put_option(list, "app-id", "", setting(a, "app-id"));
	put_option(list, "app-key", "", setting(a, "app-key"));
	put_password(a, list);
}
