#include "config.h"

#include "conf/account.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/url.h"
#include "conf/parsed_config.h"
#include "conf/words.h"

#define SECOND ((int64_t)1000)
#define MINUTE (60 * SECOND)
#define DAY (1440 * MINUTE)
#define SECRET_MAX 4096
#define AT(field) offsetof(struct conf_account, field)

const struct option conf_account_options[] = {
	{.name = "url",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("address of the server"),
		.detail = N_("As courant account add found it."),
		.offset = AT(url)},
	{.name = "user",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("user name there"),
		.detail = N_("Some servers use an e-mail address."),
		.offset = AT(user)},
	{.name = "protocol",
		.type = OPTION_CHOICE,
		.fallback = "greader",
		.choices = "greader|miniflux|nextcloud|ttrss|fever|feedbin|newsblur|"
			   "gpodder|gpoddersync",
		.brief = N_("the protocol that the server speaks"),
		.detail = N_("As courant account add found it."),
		.offset = AT(protocol)},
	{.name = "password-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command whose first line of output is the password"),
		.detail =
			N_("It runs without a shell when a login is needed, for at most "
			   "30 seconds. Without it, the password is where courant "
			   "account login put it."),
		.offset = AT(password_command)},
	{.name = "app-id",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("of an application that you registered at Inoreader"),
		.detail = N_("Other servers need none."),
		.offset = AT(app_id)},
	{.name = "app-key",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("key of that application"),
		.detail = N_("Other servers need none."),
		.flags = OPTION_SECRET,
		.offset = AT(app_key)},
	{.name = "sync-interval",
		.type = OPTION_SPAN,
		.fallback = "15m",
		.min = MINUTE,
		.max = 30 * DAY,
		.brief = N_("time between two syncs"),
		.detail = N_("Where nothing changed, a sync is one small request."),
		.offset = AT(sync_interval)},
	{.name = "account-history",
		.type = OPTION_INT,
		.fallback = "30",
		.max = 36500,
		.brief = N_("how many days of read items the first sync brings"),
		.detail = N_("Unread and starred items come whatever their age. 0: no "
			     "read items."),
		.offset = AT(history_days)},
	{.name = "account-max",
		.type = OPTION_INT,
		.fallback = "50000",
		.min = 100,
		.max = 1000000,
		.brief = N_("how many items the first sync brings at most"),
		.detail = N_("Unread items come first, the newest before older ones."),
		.offset = AT(max)},
	{.name = "folder",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("tag above the folders of the account"),
		.detail = N_("Empty: the name of the account."),
		.offset = AT(folder)},
	{.name = "push-delay",
		.type = OPTION_SPAN,
		.fallback = "3s",
		.max = DAY,
		.brief = N_("how long changes wait for more of them"),
		.detail = N_("Then they are sent together."),
		.offset = AT(push_delay)},
	{.name = "read-only",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("send nothing to the server"),
		.detail = N_("What is done here stays here, and waits."),
		.offset = AT(read_only)},
	{.name = "plain-login",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("send the password without encryption"),
		.detail = N_("For http addresses beyond this machine."),
		.offset = AT(plain_login)},
	{.name = "tags",
		.type = OPTION_CHOICE,
		.fallback = "labels",
		.choices = "labels|off",
		.brief = N_("what happens to the tags of items"),
		.detail = N_("labels: they become labels on the server, if it has them. "
			     "off: tags stay here, and labels there."),
		.offset = AT(tags)},
	{.name = "full-text",
		.type = OPTION_CHOICE,
		.fallback = "off",
		.choices = "server|off",
		.brief = N_("where the full texts of its items come from"),
		.detail = N_("server: the server is asked first, if it finds them itself "
			     "(Miniflux). off: they are fetched from their pages."),
		.offset = AT(full_text)},
	{.name = NULL},
};

int
conf_account_check_name(const char *name, struct err *err)
{
	size_t n = strlen(name);
	bool good = n > 0 && n <= CONF_ACCOUNT_NAME_MAX;
	for (size_t i = 0; good && i < n; i++)
		good = str_alpha((unsigned char)name[i]) ||
		       str_digit((unsigned char)name[i]) ||
		       (i > 0 && (name[i] == '-' || name[i] == '_'));
	return good ? OK
		    : err_set(err, ERR_INVALID,
			      _("\"%s\" cannot be the name of an account: use up to %d "
				"letters, digits, - and _"),
			      name, CONF_ACCOUNT_NAME_MAX);
}

void
conf_account_init(struct conf_account *account, const char *name)
{
	*account = (struct conf_account){.name = mem_strdup(name)};
	conf_options_default(conf_account_options, account);
}

void
conf_account_done(struct conf_account *account)
{
	conf_options_free(conf_account_options, account);
	free(account->name);
	*account = (struct conf_account){0};
}

/* A secret in the address would be shown, logged, and written to the config. */
static int
check_url(const char *value, struct err *err)
{
	struct arena arena = ARENA_INIT;
	char *whole;
	int status = url_normalize(&arena, span_of(value), &whole, err);
	struct url url = url_split(span_of(value));
	if (status == OK && url_lacks_scheme(span_of(value)))
		status = err_set(err, ERR_INVALID,
			_("url must begin with https:// or http://, unlike \"%s\""),
			value);
	else if (status == OK && url.userinfo.p)
		status = err_set(err, ERR_INVALID,
			_("url cannot contain a user and password; set user, and run "
			  "courant account login"));
	else if (status == OK && (url.query.p || url.fragment.p))
		status = err_set(err, ERR_INVALID,
			_("url is the address of an API, without ? and #; courant "
			  "account add finds it"));
	arena_done(&arena);
	return status;
}

/* What account-history can be besides a number of days. */
static const char *
history(const char *value)
{
	return str_ieq(value, "all") ? "36500" : str_ieq(value, "none") ? "0" : value;
}

int
conf_account_set(struct conf_account *account, const char *name, const char *value,
	struct err *err)
{
	const char *names[COUNT_OF(conf_account_options)];
	size_t n = 0;
	if (str_eq(name, "url") && *value && check_url(value, err) != OK)
		return err->status;
	for (const struct option *o = conf_account_options; o->name; o++) {
		if (str_eq(o->name, name))
			return conf_option_put(o, account,
				o->offset == AT(history_days) ? history(value) : value,
				err);
		names[n++] = o->name;
	}
	names[n] = NULL;
	const char *close = str_suggest(name, names);
	if (close)
		return err_set(err, ERR_INVALID,
			_("accounts have no option %s; did you mean %s?"), name, close);
	return err_set(err, ERR_INVALID,
		_("accounts have no option %s; see courant-config(5) for a list, and "
		  "write [] before options of courant itself"),
		name);
}

const char *
conf_account_folder(const struct conf_account *account)
{
	return *account->folder ? account->folder : account->name;
}

void
conf_account_key(
	const char *protocol, const char *base, const char *user, char key[static 17])
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s\n%s\n%s", protocol, base, user);
	snprintf(key, 17, "%016" PRIx64, hash64(text.data, text.len));
	buf_done(&text);
}

/* ---- the section in the config file */

/* The name, if the line is the header of an account's section. */
static bool
is_header(struct span line, struct span *name)
{
	static const char begin[] = "[account ";
	line = span_trim(line);
	const char *end = line.n ? memchr(line.p, ']', line.n) : NULL;
	if (!end || line.n < sizeof begin || memcmp(line.p, begin, sizeof begin - 1) != 0)
		return false;
	const char *p = line.p + sizeof begin - 1;
	*name = span_trim((struct span){p, (size_t)(end - p)});
	return true;
}

static bool
has_section(const struct buf *bytes, const char *name)
{
	struct span rest = {buf_str(bytes), bytes->len}, line, found;
	while (span_split(&rest, '\n', &line))
		if (is_header(line, &found) && span_eq(found, name))
			return true;
	return false;
}

static void
put_section(struct buf *out, const struct conf_account *account)
{
	struct conf_account plain;
	conf_account_init(&plain, "");
	if (out->len && out->data[out->len - 1] != '\n')
		buf_addc(out, '\n');
	buf_addf(out, "%s[account %s]\n", out->len ? "\n" : "", account->name);
	for (const struct option *o = conf_account_options; o->name; o++) {
		struct buf value = BUF_INIT(0), fallback = BUF_INIT(0);
		conf_option_show(o, account, &value);
		conf_option_show(o, &plain, &fallback);
		if (!str_eq(buf_str(&value), buf_str(&fallback))) {
			bool quote = strpbrk(buf_str(&value), "#\"\\") != NULL;
			buf_addf(out, "%s = ", o->name);
			if (quote)
				conf_word_format(out, buf_str(&value), true);
			else
				buf_adds(out, buf_str(&value));
			buf_addc(out, '\n');
		}
		buf_done(&value);
		buf_done(&fallback);
	}
	conf_account_done(&plain);
}

int
conf_account_write(const char *path, const struct conf_account *account, struct err *err)
{
	struct buf bytes = BUF_INIT(CONF_FILE_MAX);
	int status = file_read(path, &bytes, err);
	if (status == ERR_NOT_FOUND)
		status = OK;
	if (status == OK && has_section(&bytes, account->name))
		status = err_set(err, ERR_INVALID,
			_("there already is an account %s; choose another name"),
			account->name);
	if (status == OK) {
		put_section(&bytes, account);
		status = file_write(path, bytes.data, bytes.len, 0600, err);
	}
	buf_done(&bytes);
	return status;
}

/* Copies the file without the section, or with another header. */
static bool
edit_section(const struct buf *old, struct buf *out, const char *name, const char *to)
{
	struct span rest = {buf_str(old), old->len}, line, found;
	bool inside = false, any = false;
	while (rest.n > 0 && span_split(&rest, '\n', &line)) {
		bool header = line.n && span_trim(line).n && span_trim(line).p[0] == '[';
		if (header) {
			inside = is_header(line, &found) && span_eq(found, name);
			any |= inside;
		}
		if (header && inside && to)
			buf_addf(out, "[account %s]\n", to);
		else if (!inside || to)
			buf_addf(out, "%.*s\n", SPAN_FMT(line));
	}
	return any;
}

int
conf_account_rewrite(const char *path, const char *name, const char *to, struct err *err)
{
	struct buf old = BUF_INIT(CONF_FILE_MAX), new = BUF_INIT(0);
	int status = file_read(path, &old, err);
	if (status == OK && to && has_section(&old, to))
		status = err_set(err, ERR_INVALID,
			_("there already is an account %s; choose another name"), to);
	if (status == OK && !edit_section(&old, &new, name, to))
		status = err_set(err, ERR_NOT_FOUND,
			_("%s has no section [account %s]; change the file that has it"),
			path, name);
	if (status == OK)
		status = file_write(path, buf_str(&new), new.len, 0600, err);
	buf_done(&old);
	buf_done(&new);
	return status;
}

/* ---- secrets */

static char *
secret_path(const char *dir, const char *name)
{
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/secrets/%s", dir, name);
	return buf_take(&path);
}

int
conf_account_secret(const char *dir, const char *name, struct buf *out, struct err *err)
{
	struct stat st;
	struct buf bytes = BUF_INIT(SECRET_MAX);
	char *path = secret_path(dir, name);
	int status = file_read(path, &bytes, err);
	if (status == OK && stat(path, &st) == 0 && st.st_mode & (S_IRWXG | S_IRWXO))
		status = err_set(err, ERR_DENIED,
			_("%s holds a password and other users can read it; run chmod "
			  "600 %s"),
			path, path);
	if (status == OK)
		buf_add(out, buf_str(&bytes), strcspn(buf_str(&bytes), "\r\n"));
	buf_done(&bytes);
	free(path);
	return status;
}

int
conf_account_put_secret(
	const char *dir, const char *name, const char *secret, struct err *err)
{
	char *path = secret_path(dir, name), *folder = file_join(dir, "secrets");
	struct buf line = BUF_INIT(0);
	int status = OK;
	if (secret) {
		buf_addf(&line, "%s\n", secret);
		status = file_make_dirs(folder, err);
		if (status == OK)
			status = file_write(path, line.data, line.len, 0600, err);
	} else {
		unlink(path);
	}
	buf_done(&line);
	free(folder);
	free(path);
	return status;
}
