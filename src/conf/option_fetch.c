/*
 * The options of fetching and the schedule.
 */
#include "config.h"

#include "conf/option_row.h"

#include "base/i18n.h"
#include "model/strategy_names.h"

const struct option conf_options_fetch[] = {
	{.name = "fetch-mode",
		.group = N_("Fetching"),
		.type = OPTION_CHOICE,
		.fallback = "rolling",
		.choices = "rolling|batch|sequential",
		.brief = N_("when the next transfers start"),
		.detail = N_("rolling starts the next transfer as soon as one ends. "
			     "batch starts a window full of transfers, and the next "
			     "window when all of them have ended; sequential runs one at "
			     "a time. These two are there for comparison."),
		.offset = AT(fetch_mode)},
	{.name = "fetch-window",
		.type = OPTION_INT,
		.fallback = "128",
		.min = 1,
		.max = 1024,
		.brief = N_("how many transfers run at the same time"),
		.detail = N_("When one transfer ends the next one starts, so the "
			     "window stays full until the queue is empty. Fewer are used "
			     "if the system allows only a few open files."),
		.offset = AT(fetch_window)},
	{.name = "host-connections",
		.type = OPTION_INT,
		.fallback = "2",
		.max = 64,
		.brief = N_("connections to one host at the same time; 0: no limit"),
		.detail = N_("Feeds on the same host wait for each other; feeds on "
			     "other hosts do not."),
		.offset = AT(host_connections)},
	{.name = "domain-connections",
		.type = OPTION_INT,
		.fallback = "4",
		.max = 64,
		.brief = N_("connections to all hosts of one registered domain; 0: no "
			    "limit"),
		.detail = N_("a.example.org and b.example.org belong to one domain. A "
			     "name below which anybody can get one, such as github.io, "
			     "does not count as a domain; the Public Suffix List says "
			     "which names those are."),
		.offset = AT(domain_connections)},
	{.name = "host-gap",
		.type = OPTION_SPAN,
		.fallback = "500ms",
		.max = 60 * SECOND,
		.brief = N_("shortest time between the starts of two requests to one "
			    "domain; 0: none"),
		.detail =
			N_("It applies when more than five feeds of a domain are "
			   "waiting to be polled. After a response that says \"too "
			   "many requests\" the time grows, whatever this option says."),
		.offset = AT(host_gap)},
	{.name = "connect-timeout",
		.type = OPTION_SPAN,
		.fallback = "15s",
		.min = 1 * SECOND,
		.max = 5 * MINUTE,
		.brief = N_("how long name look-up, connecting and TLS may take"),
		.offset = AT(connect_timeout)},
	{.name = "timeout",
		.type = OPTION_SPAN,
		.fallback = "2m",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how long a whole transfer may take"),
		.detail = N_("The time counts from the start of the transfer, not from "
			     "when it entered the queue."),
		.offset = AT(timeout)},
	{.name = "low-speed-timeout",
		.type = OPTION_SPAN,
		.fallback = "30s",
		.min = 1 * SECOND,
		.max = 10 * MINUTE,
		.brief = N_("abort a transfer that has practically stalled for this "
			    "long"),
		.offset = AT(low_speed_timeout)},
	{.name = "body-limit",
		.type = OPTION_SIZE,
		.fallback = "32M",
		.min = 1 * KB,
		.max = 32 * MB,
		.brief = N_("largest document to read, after decompression"),
		.detail = N_("A larger one is an error of its feed; the items already "
			     "stored stay."),
		.offset = AT(body_limit)},
	{.name = "bodies-limit",
		.type = OPTION_SIZE,
		.fallback = "256M",
		.min = 1 * MB,
		.max = 4 * GB,
		.brief = N_("memory for all documents that are being fetched"),
		.detail = N_("When they need more, transfers wait for others to end, so "
			     "that servers that never stop sending cannot use up the "
			     "memory, however many feeds there are."),
		.offset = AT(bodies_limit)},
	{.name = "redirects",
		.type = OPTION_INT,
		.fallback = "10",
		.max = 30,
		.brief = N_("how many redirects to follow in a row"),
		.detail = N_("For episodes at least 20, since they come through many "
			     "trackers."),
		.offset = AT(redirects)},
	{.name = "retries",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 10,
		.brief = N_("how often to retry a request that got no answer"),
		.detail =
			N_("Only failures before a status arrived count: no connection, "
			   "a connection that broke, a time-out. The first retry comes "
			   "after a second, each further one after twice as long."),
		.flags = OPTION_PER_FEED,
		.offset = AT(retries)},
	{.name = "speed-limit",
		.type = OPTION_SIZE,
		.fallback = "0",
		.max = 1 * GB,
		.brief =
			N_("most bytes per second that a transfer receives; 0: no limit"),
		.detail = N_("A long document needs a longer timeout then."),
		.flags = OPTION_PER_FEED,
		.offset = AT(speed_limit)},
	{.name = "user-agent",
		.type = OPTION_STRING,
		.fallback = USER_AGENT,
		.brief = N_("the name that is sent to servers"),
		.detail = N_("Some servers reject programs that they don't know; a "
			     "feed on such a server can be given a name of its own. If "
			     "courant was built with --with-home-page, the default also "
			     "tells that address."),
		.flags = OPTION_PER_FEED,
		.offset = AT(user_agent)},
	{.name = "http-headers",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("header lines to send, as \"Name: value\", separated by |"),
		.detail = N_("They are sent only to the host of the feed's address, "
			     "not to where it redirects. A line replaces the one of the "
			     "same name that courant would send by itself."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(http_headers)},
	{.name = "http-headers-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command whose output is header lines to send"),
		.detail = N_("It runs as login-command does, and its lines are used "
			     "instead of http-headers."),
		.flags = OPTION_PER_FEED | OPTION_IS_COMMAND,
		.offset = AT(http_headers_command)},
	{.name = "login",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("user name and password for the server, as NAME:PASSWORD"),
		.detail = N_("It is sent only to the host of the feed's address, in "
			     "the way the server asks for (Basic or Digest). A login in "
			     "the address itself takes precedence."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(login)},
	{.name = "login-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command whose first line of output is the login"),
		.detail = N_(
			"It runs without a shell, for at most 30 seconds, before the "
			"first request that needs it. Its output is kept in memory until "
			"the config is read again, and is used instead of login."),
		.flags = OPTION_PER_FEED | OPTION_IS_COMMAND,
		.offset = AT(login_command)},
	{.name = "plain-login",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("allow passwords to be sent without encryption"),
		.flags = OPTION_PER_FEED,
		.offset = AT(plain_login)},
	{.name = "netrc",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("look up user names and passwords in ~/.netrc"),
		.flags = OPTION_PER_FEED,
		.offset = AT(netrc)},
	{.name = "proxy",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("proxy for all requests, as SCHEME://HOST:PORT; or none"),
		.detail = N_("Schemes are http, https, socks4, socks4a, socks5 and "
			     "socks5h; with socks4a and socks5h the proxy looks up the "
			     "names. If empty, the environment variables http_proxy, "
			     "https_proxy, all_proxy and no_proxy apply."),
		.flags = OPTION_PER_FEED | OPTION_SECRET,
		.offset = AT(proxy)},
	{.name = "ca-file",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file of certificates to trust instead of the system's"),
		.flags = OPTION_PER_FEED,
		.offset = AT(ca_file)},
	{.name = "client-cert",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file with the certificate that identifies you to the "
			    "server"),
		.detail = N_("In PEM format. The same file may contain the key."),
		.flags = OPTION_PER_FEED,
		.offset = AT(client_cert)},
	{.name = "client-key",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("file with the key for client-cert"),
		.flags = OPTION_PER_FEED,
		.offset = AT(client_key)},
	{.name = "pin",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("public key that the server must have, as sha256//HASH"),
		.detail = N_("The hash is the one that curl's --pinnedpubkey takes. "
			     "The certificate must be valid as well."),
		.flags = OPTION_PER_FEED,
		.offset = AT(pin)},
	{.name = "ocsp-staple",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("require the server to show that its certificate has not "
			    "been revoked"),
		.detail = N_("The proof is a statement of the certificate's issuer "
			     "(OCSP), stapled to the certificate. Without this option "
			     "revocation is not checked; with it, a server that staples "
			     "nothing is refused, and many do not."),
		.flags = OPTION_PER_FEED,
		.offset = AT(ocsp_staple)},

	{.name = "strategy",
		.group = N_("Schedule"),
		.type = OPTION_CHOICE,
		.fallback = "moving-average",
		.choices = STRATEGY_NAMES,
		.brief = N_("how the time of a feed's next poll is predicted"),
		.detail = N_("courant-scheduling(7) explains the strategies."),
		.flags = OPTION_PER_FEED,
		.offset = AT(strategy)},
	{.name = "min-interval",
		.type = OPTION_SPAN,
		.fallback = "15m",
		.min = 2 * MINUTE,
		.max = 31 * DAY,
		.brief = N_("shortest time between two automatic polls of a feed"),
		.detail = N_("A feed that changes more often is still not polled more "
			     "often. Refreshing by hand doesn't wait."),
		.flags = OPTION_PER_FEED,
		.offset = AT(min_interval)},
	{.name = "max-interval",
		.type = OPTION_SPAN,
		.fallback = "1d",
		.min = 2 * MINUTE,
		.max = 31 * DAY,
		.brief = N_("longest time between two polls of a feed"),
		.detail = N_("A server that asks for more time gets it, and so does "
			     "one that fails."),
		.flags = OPTION_PER_FEED,
		.offset = AT(max_interval)},
	{.name = "priority",
		.type = OPTION_INT,
		.fallback = "1",
		.min = 1,
		.max = 100,
		.brief = N_("how much a feed matters compared with the others"),
		.detail = N_("Strategies that weigh feeds (courant-scheduling(7) says "
			     "which) poll a feed of priority 4 as if four people were "
			     "waiting for its items."),
		.flags = OPTION_PER_FEED,
		.offset = AT(priority)},
	{.name = "learn-interest",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("give more weight to feeds whose items you read soon, as "
			    "priority does"),
		.detail =
			N_("It looks at items you open or mark read one by one, here or "
			   "(see state-dir) on other machines, and how long after their "
			   "arrival. It also learns about single items: by feed, author "
			   "and words of the title (interest: in courant-query(5), "
			   "{interest} in rows). When off, none of this is recorded."),
		.offset = AT(learn_interest)},
	{.name = "cycle",
		.type = OPTION_SPAN,
		.fallback = "1h",
		.min = 1 * MINUTE,
		.max = 7 * DAY,
		.brief = N_("length of a cycle, for strategies that work in cycles"),
		.detail = N_("Instead of predicting times, these strategies pick the "
			     "most wanted feeds once a cycle, as many as their budget "
			     "allows."),
		.offset = AT(cycle)},
	{.name = "requests-per-cycle",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 1000000000,
		.brief = N_("requests that the schedule makes per cycle, for all feeds "
			    "together; 0: up to the strategy"),
		.detail = N_("Strategies that predict times are slowed down or sped up "
			     "until they make about this many. Hints from servers, "
			     "min-interval and max-interval still apply."),
		.offset = AT(requests_per_cycle)},
	{.name = "requests-per-day",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 1000000000,
		.brief = N_("the same per day; the smaller of the two applies"),
		.detail = N_("Documents with older items (courant backfill) count "
			     "towards both."),
		.offset = AT(requests_per_day)},
	{.name = "auto-refresh",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("let the reader poll feeds as they become due"),
		.detail = N_("When off, feeds are polled only on request: with a key "
			     "of the reader, or by `courant refresh`."),
		.offset = AT(auto_refresh)},

	{0},
};
