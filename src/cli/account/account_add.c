/*
 * courant account add and login: finds out which server is there, asks for user and
 * password, and checks whether the server accepts them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/url.h"
#include "cli/account/account_inside.h"
#include "cli/core/command.h"
#include "cli/core/json.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/settings.h"
#include "engine/api.h"

#define SECRET_MAX 1024

/* ---- asking */

/* True: there is input; false: a signal came. */
static bool
wait_input(struct account_command *c)
{
	struct engine_event *event;
	c->session.more[0] = STDIN_FILENO + 1;
	while ((event = cli_session_next(&c->session, -1)) != NULL)
		free(event);
	c->session.more[0] = 0;
	return !cli_session_signal();
}

static bool
read_byte(char *c)
{
	return read(STDIN_FILENO, c, 1) == 1;
}

static int
read_secret(struct account_command *c, struct buf *out, struct err *err)
{
	char byte;
	bool more;
	while ((more = wait_input(c)) && read_byte(&byte) && byte != '\n' &&
		out->len < SECRET_MAX)
		buf_addc(out, byte);
	if (!more)
		return err_set(err, ERR_CANCELLED, _("stopped"));
	if (out->len && out->data[out->len - 1] == '\r')
		buf_cut(out, out->len - 1);
	return out->len ? OK
			: err_set(err, ERR_INVALID,
				  _("no password was given; type it, or write it to "
				    "standard input"));
}

/* Reads the password from the terminal, without echo, or from standard input, a line. */
static int
ask_password(struct account_command *c, struct buf *out, struct err *err)
{
	struct termios before, hidden;
	bool terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
	if (terminal) {
		struct buf prompt = BUF_INIT(0);
		hidden = before;
		hidden.c_lflag &= ~(tcflag_t)ECHO;
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden); /* before the prompt */
		buf_addf(&prompt, _("Password of %s: "), c->argv[1]);
		(void)!write(STDERR_FILENO, prompt.data, prompt.len);
		buf_done(&prompt);
	}
	int status = read_secret(c, out, err);
	if (terminal) {
		tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
		(void)!write(STDERR_FILENO, "\n", 1);
	}
	return status;
}

/* ---- probing */

static void
put_found(struct account_command *c, const char *protocol, const char *base,
	struct span server)
{
	struct arena arena = ARENA_INIT;
	if (!c->values[ACCOUNT_JSON]) {
		buf_addf(&c->out, _("%s: %.*s at %s\n"), c->argv[1], SPAN_FMT(server),
			base);
		return;
	}
	cli_json_begin(&c->out);
	cli_json_string(&c->out, "account", c->argv[1]);
	cli_json_string(&c->out, "url", base);
	cli_json_string(&c->out, "protocol", protocol);
	cli_json_string(&c->out, "server", arena_strndup(&arena, server.p, server.n));
	cli_json_end(&c->out);
	arena_done(&arena);
}

/* What the worker found: protocol and address, in arena. */
static int
probe(struct account_command *c, const char *url, struct arena *arena, char **protocol,
	char **base)
{
	engine_probe(c->session.engine, c->argv[1], url, c->values[ACCOUNT_PROTOCOL]);
	for (;;) {
		struct engine_event *event = cli_session_next(&c->session, -1);
		if (!event)
			return CLI_SIGNAL + cli_session_signal();
		if (event->kind != ENGINE_PROBED) {
			free(event);
			continue;
		}
		struct span rest = span_of(event->text), line;
		bool found = !event->error && span_split(&rest, '\n', &line);
		if (found) {
			*protocol = arena_strndup(arena, line.p, line.n);
			(void)span_split(&rest, '\n', &line);
			*base = arena_strndup(arena, line.p, line.n);
			put_found(c, *protocol, *base, rest);
		} else {
			cli_note(event->text);
		}
		free(event);
		return found ? CLI_OK : CLI_FAILED;
	}
}

/* ---- a login by browser */

static void
say_page(const char *page)
{
	struct buf line = BUF_INIT(0);
	buf_addf(&line, _("log in with a browser, at %s"), page);
	cli_note(buf_str(&line));
	buf_done(&line);
}

/* Gets the user's name, in arena, and the password, in *secret. */
static int
log_in_by_browser(struct account_command *c, const char *base, struct arena *arena,
	char **user, struct buf *secret)
{
	engine_login(c->session.engine, base, c->values[ACCOUNT_PLAIN_LOGIN] != NULL);
	for (;;) {
		struct engine_event *event = cli_session_next(&c->session, -1);
		if (!event)
			return CLI_SIGNAL + cli_session_signal();
		bool ours = event->kind == ENGINE_LOGIN, done = ours && event->done;
		int status = event->error ? CLI_FAILED : CLI_OK;
		struct span rest = span_of(event->text), line;
		if (ours && event->error)
			cli_note(event->text);
		else if (done && span_split(&rest, '\n', &line)) {
			*user = arena_strndup(arena, line.p, line.n);
			buf_add(secret, rest.p, rest.n);
		} else if (ours) {
			say_page(event->text);
		}
		free(event);
		if (done)
			return status;
	}
}

static int
failed(int status, const struct err *err)
{
	return status == ERR_CANCELLED ? cli_session_failed(status, err) : cli_fail(err);
}

/* ---- adding */

static void
fill(struct account_command *c, struct conf_account *account, const char *protocol,
	const char *base, const char *user, struct err *err)
{
	const struct {
		const char *name, *value;
	} rows[] = {
		{"url", base},
		{"protocol", protocol},
		{"user", user},
		{"password-command", c->values[ACCOUNT_PASSWORD_COMMAND]},
		{"plain-login", c->values[ACCOUNT_PLAIN_LOGIN] ? "yes" : NULL},
	};
	conf_account_init(account, c->argv[1]);
	for (size_t i = 0; i < COUNT_OF(rows) && err->status == OK; i++)
		if (rows[i].value)
			(void)!conf_account_set(
				account, rows[i].name, rows[i].value, err);
}

static int
put_files(struct account_command *c, const struct conf_account *account,
	const struct buf *secret, struct err *err)
{
	const struct dirs *dirs = c->cli->dirs;
	int status = OK;
	if (secret->len)
		status = conf_account_put_secret(
			dirs->store, account->name, buf_str(secret), err);
	if (status == OK)
		status = conf_account_write(dirs->config, account, err);
	return status == OK ? cli_account_reload(c, err) : status;
}

/* A login, and the request that it was for: the first one of a sync. */
#define LOGIN_REQUESTS 2

/* The first sync; an account that cannot log in is removed again. One that fails later
 * stays, and continues with the next sync. */
static int
try_it(struct account_command *c)
{
	const struct dirs *dirs = c->cli->dirs;
	struct err err;
	engine_sync(c->session.engine, c->argv[1], ENGINE_SYNC_WHOLE);
	int status = cli_account_wait(c, 1);
	if (status >= CLI_SIGNAL)
		cli_note(_("the account was added; the next sync continues where this "
			   "one stopped"));
	if (status != CLI_FAILED || c->requests > LOGIN_REQUESTS)
		return status;
	engine_account(c->session.engine, ENGINE_ACCOUNT_LEAVE, c->argv[1]);
	(void)cli_account_wait(c, 1);
	if (conf_account_rewrite(dirs->config, c->argv[1], NULL, &err) != OK ||
		conf_account_put_secret(dirs->store, c->argv[1], NULL, &err) != OK)
		return cli_fail(&err);
	cli_note(_("the account was not added"));
	return CLI_FAILED;
}

/* Two names for one account would fight for its feeds. */
static bool
is_there(struct account_command *c, const char *protocol, const char *base,
	const char *user)
{
	const struct config *config = &c->cli->settings->config;
	struct buf line = BUF_INIT(0);
	for (size_t i = 0; i < config->accounts_len && !line.len; i++) {
		const struct conf_account *one = &config->accounts[i];
		if (str_eq(one->url, base) && str_eq(one->user, user ? user : "") &&
			str_eq(one->protocol, protocol))
			buf_addf(&line,
				_("this account already exists under the name %s"),
				one->name);
	}
	bool there = line.len > 0;
	if (there)
		cli_note(buf_str(&line));
	buf_done(&line);
	return there;
}

static int
add(struct account_command *c, struct arena *arena, char *url, struct err *err)
{
	struct conf_account account = {0};
	struct buf secret = BUF_INIT(0);
	char *protocol = NULL, *base = NULL;
	int code = probe(c, url, arena, &protocol, &base);
	if (code != CLI_OK)
		return code;
	char *user = arena_strdup(arena, c->values[ACCOUNT_USER]);
	if (!user && str_eq(protocol, "nextcloud")) {
		code = log_in_by_browser(c, base, arena, &user, &secret);
	} else if (!user && !str_eq(protocol, "miniflux")) {
		cli_note(_("this server needs a user name; add --user=NAME"));
		code = CLI_USAGE;
	}
	if (code != CLI_OK || is_there(c, protocol, base, user)) {
		buf_done(&secret);
		return code != CLI_OK ? code : CLI_USAGE;
	}
	int status = OK;
	if (!c->values[ACCOUNT_PASSWORD_COMMAND] && !secret.len)
		status = ask_password(c, &secret, err);
	if (status == OK) {
		err_clear(err);
		fill(c, &account, protocol, base, user, err);
		status = err->status;
	}
	if (status == OK)
		status = put_files(c, &account, &secret, err);
	conf_account_done(&account);
	buf_done(&secret);
	return status == OK ? try_it(c) : failed(status, err);
}

int
cli_account_add(struct account_command *c)
{
	struct arena arena = ARENA_INIT;
	struct err err = {0};
	struct conf_account scratch = {0};
	const char *protocol = c->values[ACCOUNT_PROTOCOL];
	char *url;
	int status = conf_account_check_name(c->argv[1], &err);
	if (status == OK && protocol)
		status = conf_account_set(&scratch, "protocol", protocol, &err);
	conf_account_done(&scratch);
	if (status == OK && conf_find_account(&c->cli->settings->config, c->argv[1]))
		status = err_set(&err, ERR_INVALID,
			_("there already is an account %s; choose another name"),
			c->argv[1]);
	if (status == OK)
		status = url_normalize(&arena, span_of(c->argv[2]), &url, &err);
	if (status != OK) {
		cli_note(err.text);
		arena_done(&arena);
		return CLI_USAGE;
	}
	/* Without a scheme it is "//HOST", until the probe has found the scheme. */
	if (url_lacks_scheme(span_of(c->argv[2])))
		url += strcspn(url, "/");
	status = cli_account_begin(c);
	if (status == CLI_OK)
		status = add(c, &arena, url, &err);
	arena_done(&arena);
	return status;
}

int
cli_account_login(struct account_command *c)
{
	struct buf secret = BUF_INIT(0);
	struct err err;
	const char *name = c->argv[1];
	if (!cli_account_known(c, name))
		return CLI_NOTHING;
	const struct conf_account *conf =
		conf_find_account(&c->cli->settings->config, name);
	int code = cli_account_begin(c), status = OK;
	if (code != CLI_OK)
		return code;
	if (!*conf->password_command)
		status = ask_password(c, &secret, &err);
	if (status == OK && secret.len)
		status = conf_account_put_secret(
			c->cli->dirs->store, name, buf_str(&secret), &err);
	buf_done(&secret);
	if (status != OK)
		return failed(status, &err);
	engine_account(c->session.engine, ENGINE_ACCOUNT_WAKE, name);
	status = cli_account_wait(c, 1);
	if (status != CLI_OK)
		return status;
	engine_sync(c->session.engine, name, ENGINE_SYNC_WHOLE);
	return cli_account_wait(c, 1);
}
