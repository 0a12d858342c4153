/*
 * Faults of the config file are reported before any command runs; those of the feeds file
 * are reported here, without the store, which other commands bring up to date.
 */
#include "config.h"

#include "cli/maintenance/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/dir.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/core/command.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/option.h"
#include "conf/publish.h"
#include "conf/settings.h"
#include "conf/words.h"
#include "fetch/proxy.h"
#include "model/subscription.h"
#include "query/query.h"

static void
tell(void *data, const char *sentence)
{
	size_t *faults = data;
	++*faults;
	cli_note(sentence);
}

/* A publish line can name a query: line, so the config alone is not enough to check
 * it. */
static void
check_published(
	const struct config *config, const struct subscriptions *subs, size_t *faults)
{
	size_t told = 0;
	for (size_t i = 0; i < config->published_len && told <= CONF_ERRORS_MAX; i++) {
		const struct conf_publish *line = &config->published[i];
		struct err err;
		if (subscription_list_query(subs, line->query) ||
			query_check(line->query, &err) == OK)
			continue;
		err_prefix(&err, "%s:%d", line->file, line->line);
		if (told++ == CONF_ERRORS_MAX)
			err_set(&err, ERR_LIMIT,
				_("%s: there are more faulty lines; fix these first"),
				line->file);
		tell(faults, err.text);
	}
}

/* Checks the nearest directory that exists: what is below it will be made. */
static bool
can_be_made(const char *path)
{
	char *at = file_expand_home(path);
	char *slash = at;
	while (slash && access(at, F_OK) != 0 && errno == ENOENT) {
		slash = strrchr(at, '/');
		if (slash)
			slash[slash == at] = '\0'; /* "/" is always there */
	}
	struct stat st;
	bool there = stat(at, &st) == 0;
	bool can = there && S_ISDIR(st.st_mode) && access(at, W_OK | X_OK) == 0;
	if (there && !S_ISDIR(st.st_mode))
		errno = ENOTDIR;
	free(at);
	return can;
}

/* Other commands find faults in these files only when they need them. */
static void
check_files(const struct options *o, size_t *faults)
{
	const struct {
		const char *name, *path;
		bool directory;
	} files[] = {
		{"ca-file", o->ca_file, false},
		{"client-cert", o->client_cert, false},
		{"client-key", o->client_key, false},
		{"state-dir", o->state_dir, true},
		{"publish-dir", o->publish_dir, true},
		{"media-dir", o->media_dir, true},
	};
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct err err;
		const char *path = files[i].path;
		if (str_empty(path) || (files[i].directory ? can_be_made(path)
							   : access(path, R_OK) == 0))
			continue;
		err_set_errno(&err, ERR_IO, "%s = %s", files[i].name, path);
		tell(faults, err.text);
	}
}

static void
check_proxy(const char *proxy, size_t *faults)
{
	struct err err;
	if (str_empty(proxy) || str_eq(proxy, "none") || fetch_proxy_sound(proxy))
		return;
	char *shown = fetch_proxy_show(proxy);
	err_set(&err, ERR_INVALID,
		_("%s = %s: this must be SCHEME://HOST:PORT, with http, https, "
		  "socks4, socks4a, socks5 or socks5h; or none"),
		"proxy", shown);
	tell(faults, err.text);
	free(shown);
}

/* Of feeds with proxies of their own, the first faulty one. */
static void
check_proxies(const struct options *o, const struct subscriptions *subs, size_t *faults)
{
	size_t before = *faults;
	check_proxy(o->proxy, faults);
	for (size_t i = 0; i < subs->len && *faults == before; i++)
		for (size_t k = 0; k < subs->list[i].options_len; k++)
			if (str_eq(subs->list[i].options[k].name, "proxy"))
				check_proxy(subs->list[i].options[k].value, faults);
}

int
cli_maintenance_check_config(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX], *path = cli->dirs->feeds;
	struct subscriptions *subs = subscription_list_new();
	struct buf text = BUF_INIT(0);
	struct err err = {0};
	size_t faults = cli->faults;
	int status = cli_args(cli, &argc, argv, 0, 0, values);
	int loaded =
		status == CLI_OK ? conf_feeds_load(subs, path, tell, &faults, &err) : OK;
	if (loaded != OK)
		status = cli_fail(&err);
	check_published(&cli->settings->config, subs, &faults);
	check_files(&cli->settings->options, &faults);
	check_proxies(&cli->settings->options, subs, &faults);
	if (conf_feeds_secret(subs) && conf_readable_by_others(path)) {
		err_set(&err, OK,
			_("%s contains a password and other users can read it; run chmod "
			  "600 %s"),
			path, path);
		tell(&faults, err.text);
	}
	if (status == CLI_OK && !faults)
		buf_adds(&text, _("no faults\n"));
	else if (status == CLI_OK)
		buf_addf(&text, P_("%zu fault\n", "%zu faults\n", faults), faults);
	cli_print(&text);
	buf_done(&text);
	subscription_list_free(subs);
	return status == CLI_OK && faults ? CLI_FAILED : status;
}
