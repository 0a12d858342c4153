#include "config.h"

#include "remote/quirk.h"

#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"

#define KIB ((size_t)1024)
#define PLACES_MAX 30 /* more at once made a server fail */

/* T4, T5: PHP takes no more than 1,000 fields and FreshRSS 1 MiB, and both drop the rest
 * silently. */
static const struct remote_quirk quirks[] = {
	{
		.name = "Google Reader API",
		.backend = "greader",
		.ids_page = 10000,
		.contents_max = 250,
		.marks_max = 250,
		.body_max = 512 * KIB,
		.flags = REMOTE_FOLDERS_MADE,
	},
	{
		.name = "FreshRSS",
		.backend = "greader",
		.end = "/greader.php",
		.ids_page = 1000000,
		.contents_max = 250,
		.marks_max = 500,
		.body_max = 512 * KIB,
		.flags = REMOTE_FOLDERS_MADE | REMOTE_LABELS | REMOTE_LABELS_MADE |
			 REMOTE_BY_ARRIVAL | REMOTE_WIDE_TITLES | REMOTE_HIDES,
		.password_hint = N_("FreshRSS has an API password of its own (Settings, "
				    "Profile, API management)"),
	},
	{
		.name = "Miniflux",
		.backend = "greader",
		.ids_page = 10000,
		.contents_max = 250,
		.marks_max = 1000,
		.body_max = 512 * KIB,
		.password_hint =
			N_("Miniflux has a user and password of its own for this "
			   "(Settings, Integrations, Google Reader)"),
	},
	{
		.name = "BazQux Reader",
		.backend = "greader",
		.host = "bazqux.com",
		.ids_page = 50000,
		.contents_max = 250,
		.marks_max = 5000,
		.body_max = 512 * KIB,
		.flags = REMOTE_MANY_FOLDERS | REMOTE_FOLDERS_MADE | REMOTE_LABELS |
			 REMOTE_LABELS_MADE | REMOTE_BY_ARRIVAL,
		.password_hint = N_("BazQux Reader wants the e-mail address and a "
				    "password set in its settings"),
	},
	{
		.name = "The Old Reader",
		.backend = "greader",
		.host = "theoldreader.com",
		.ids_page = 10000,
		.contents_max = 250,
		.marks_max = 250,
		.body_max = 512 * KIB,
		.flags = REMOTE_FOLDERS_MADE | REMOTE_BY_ARRIVAL | REMOTE_OBJECT_IDS,
		.password_hint = N_("The Old Reader wants the e-mail address and a "
				    "password set in its settings"),
	},
	{
		.name = "Inoreader",
		.backend = "greader",
		.host = "inoreader.com",
		.ids_page = 1000,
		.contents_max = 1000,
		.marks_max = 250,
		.body_max = 512 * KIB,
		.flags = REMOTE_MANY_FOLDERS | REMOTE_FOLDERS_MADE | REMOTE_LABELS |
			 REMOTE_LABELS_MADE | REMOTE_BY_ARRIVAL | REMOTE_METERED,
		.password_hint =
			N_("Inoreader wants app-id and app-key of an application "
			   "that you registered yourself"),
	},
	{
		.name = "Miniflux",
		.backend = "miniflux",
		.ids_page = 10000,
		.contents_max = 1000,
		.marks_max = 1000,
		.body_max = 512 * KIB,
		.flags = REMOTE_BY_ARRIVAL,
		.password_hint = N_("Miniflux wants an API key without a user (Settings, "
				    "API Keys), or user and password"),
	},
	{
		.name = "Miniflux before 2026",
		.backend = "miniflux",
		.ids_page = 1000,
		.contents_max = 1000,
		.marks_max = 1000,
		.body_max = 512 * KIB,
		.flags = REMOTE_BY_ARRIVAL,
		.password_hint = N_("Miniflux wants an API key without a user (Settings, "
				    "API Keys), or user and password"),
	},
	{
		.name = "Nextcloud News",
		.backend = "nextcloud",
		.ids_page = 500,
		.contents_max = 200,
		.marks_max = 1000,
		.body_max = 512 * KIB,
		.flags = REMOTE_BY_ARRIVAL,
		.password_hint =
			N_("Nextcloud wants an app password (Settings, Security)"),
	},
	{
		.name = "Tiny Tiny RSS",
		.backend = "ttrss",
		.ids_page = 200,
		.contents_max = 100,
		.marks_max = 5000,
		.body_max = 512 * KIB,
		.flags = REMOTE_NESTED | REMOTE_NO_MOVE | REMOTE_LABELS |
			 REMOTE_BY_ARRIVAL,
		.password_hint = N_("Tiny Tiny RSS takes the password of the web or an "
				    "app password (Preferences, Personal data)"),
	},
	{
		.name = "Fever",
		.backend = "fever",
		.ids_page = 1000000,
		.contents_max = 50,
		.marks_max = 1,
		.body_max = 512 * KIB,
		.flags = REMOTE_NO_MOVE | REMOTE_BY_ARRIVAL,
		.password_hint = N_("the password of Fever's API is one of its own: see "
				    "the settings of the server"),
	},
	{
		.name = "FreshRSS",
		.backend = "fever",
		.ids_page = 1000000,
		.contents_max = 50,
		.marks_max = 1,
		.body_max = 512 * KIB,
		.flags = REMOTE_NO_MOVE | REMOTE_BY_ARRIVAL,
		.password_hint = N_("FreshRSS has an API password of its own (Settings, "
				    "Profile, API management)"),
	},
	{
		.name = "CommaFeed",
		.backend = "fever",
		.ids_page = 1000,
		.contents_max = 50,
		.marks_max = 1,
		.body_max = 512 * KIB,
		.flags = REMOTE_NO_MOVE | REMOTE_BY_ARRIVAL | REMOTE_LIST_CUT,
		.password_hint = N_("the password of Fever's API is one of its own: see "
				    "the settings of the server"),
	},
	{
		.name = "Feedbin",
		.backend = "feedbin",
		.host = "feedbin.com",
		.ids_page = 1000000,
		.contents_max = 100,
		.marks_max = 1000,
		.body_max = 512 * KIB,
		.flags = REMOTE_MANY_FOLDERS | REMOTE_FOLDERS_MADE | REMOTE_BY_ARRIVAL,
	},
	{
		.name = "NewsBlur",
		.backend = "newsblur",
		.host = "newsblur.com",
		.ids_page = 1000000,
		.contents_max = 100,
		.marks_max = 5,
		.body_max = 512 * KIB,
		.flags = REMOTE_MANY_FOLDERS | REMOTE_NESTED | REMOTE_BY_ARRIVAL,
	},
	{
		.name = "gpodder",
		.backend = "gpodder",
		.marks_max = PLACES_MAX,
	},
	{
		.name = "Nextcloud gPodder Sync",
		.backend = "gpoddersync",
		.marks_max = PLACES_MAX,
		.password_hint =
			N_("Nextcloud wants an app password (Settings, Security)"),
	},
};

static const size_t quirks_len = sizeof quirks / sizeof *quirks;

const struct remote_quirk *
remote_quirk_general(const char *backend)
{
	for (size_t i = 0; i < quirks_len; i++)
		if (str_eq(quirks[i].backend, backend))
			return &quirks[i];
	return &quirks[0];
}

const struct remote_quirk *
remote_quirk_named(const char *backend, const char *name)
{
	for (size_t i = 0; i < quirks_len; i++)
		if (str_eq(quirks[i].backend, backend) && str_eq(quirks[i].name, name))
			return &quirks[i];
	return NULL;
}

/* Is host the domain, or a name below it? */
static bool
within(struct span host, const char *domain)
{
	struct span end = span_of(domain);
	if (host.n < end.n)
		return false;
	struct span tail = {host.p + host.n - end.n, end.n};
	return span_ieq(tail, domain) && (host.n == end.n || tail.p[-1] == '.');
}

const struct remote_quirk *
remote_quirk_at(const char *backend, const char *base)
{
	struct span host = url_split(span_of(base)).host;
	for (size_t i = 0; i < quirks_len; i++) {
		const struct remote_quirk *q = &quirks[i];
		if (!str_eq(q->backend, backend) || (!q->host && !q->end))
			continue;
		if ((!q->host || (host.p && within(host, q->host))) &&
			(!q->end || str_ends(base, q->end)))
			return q;
	}
	return NULL;
}
