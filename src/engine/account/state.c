/*
 * What the store has of an account, and the lock that one process holds while it syncs
 * the account. It is a file lock, so it ends with the process, however that ends.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "conf/config_file.h"
#include "engine/account/account_inside.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "remote/backends.h"
#include "remote/quirk.h"
#include "store/db/batch.h"
#include "store/db/view.h"

#define DEVICE_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

static void
make_new(struct account *a, const char *key, const struct conf_account *conf)
{
	struct account_record *is = &a->stored.is;
	store_remote_new_account(&a->stored);
	is->key = arena_strdup(&a->stored_arena, key);
	is->name = arena_strdup(&a->stored_arena, a->name);
	is->protocol = arena_strdup(&a->stored_arena, a->backend->name);
	is->url = arena_strdup(&a->stored_arena, conf->url);
	is->user = arena_strdup(&a->stored_arena, conf->user);
}

static void
use_stored(struct account *a)
{
	const struct account_record *is = &a->stored.is;
	const struct remote_quirk *quirk =
		is->server ? remote_quirk_named(a->backend->name, is->server)
			   : remote_quirk_at(a->backend->name, a->base);
	remote_session_done(&a->session);
	remote_session_init(&a->session, a->backend);
	if (quirk)
		a->session.quirk = quirk;
	a->session.base = a->base;
	a->session.user = a->user;
	a->session.password = a->password ? a->password : "";
	a->session.app_id = a->app_id;
	a->session.app_key = a->app_key;
	a->session.device = a->device;
	if (is->token)
		buf_adds(&a->session.token, is->token);
	if (is->edit)
		buf_adds(&a->session.edit, is->edit);
	if (is->version)
		buf_adds(&a->session.version, is->version);
	for (size_t i = 0; i < COUNT_OF(is->left); i++)
		a->session.left[i] = is->left[i] - 1;
	a->session.reset = is->reset;
}

/* "courant-" and the name of this machine, in the characters that servers accept for a
 * device's name. */
static void
name_device(struct account *a)
{
	char host[40] = "";
	size_t n = (size_t)snprintf(a->device, sizeof a->device, "courant");
	if (gethostname(host, sizeof host - 1) != 0 || !*host)
		return;
	a->device[n++] = '-';
	for (const char *p = host; *p && *p != '.' && n < sizeof a->device - 1; p++)
		a->device[n++] = (char)(strchr(DEVICE_LETTERS, *p) ? *p : '_');
	a->device[n] = '\0';
}

static void
set(char **to, const char *text)
{
	free(*to);
	*to = mem_strdup(text);
}

void
engine_account_options_free(struct account *a)
{
	if (a->options)
		conf_options_done(a->options);
	free(a->options);
	a->options = NULL;
}

int
engine_account_load(struct account *a, struct err *err)
{
	const struct conf_account *conf = engine_account_conf(a);
	struct store_view view;
	char key[17];
	if (!conf)
		return err_set(err, ERR_NOT_FOUND, _("there is no account %s"), a->name);
	a->backend = remote_backend(*conf->protocol ? conf->protocol : "greader");
	if (!a->backend)
		return err_set(err, ERR_INVALID, _("account %s: there is no protocol %s"),
			a->name, conf->protocol);
	if (!*conf->url)
		return err_set(err, ERR_INVALID,
			_("account %s has no url; set it in its section of the config"),
			a->name);
	engine_account_options_free(a);
	a->options = mem_alloc(sizeof *a->options);
	engine_settings_tagged(a->e, conf_account_folder(conf), a->options);
	set(&a->base, conf->url);
	size_t n = strlen(a->base);
	while (n > 0 && a->base[n - 1] == '/')
		a->base[--n] = '\0';
	set(&a->user, conf->user);
	set(&a->app_id, conf->app_id);
	set(&a->app_key, conf->app_key);
	name_device(a);
	conf_account_key(a->backend->name, a->base, a->user, key);
	int status = store_view_begin(a->e->store, &view, err);
	if (status != OK)
		return status;
	arena_reset(&a->stored_arena);
	status = store_remote_account(&view, key, &a->stored_arena, &a->stored);
	store_view_end(&view);
	if (status == ERR_NOT_FOUND) {
		make_new(a, key, conf);
		status = OK;
	}
	if (status == OK)
		use_stored(a);
	return store_fail(a->e->store, status, err, _("cannot read an account"));
}

static char *
text_of(const struct buf *buf)
{
	return buf->len > 0 ? buf->data : NULL;
}

int
engine_account_save(struct account *a, struct err *err)
{
	struct store_batch *batch;
	struct account_record *is = &a->stored.is;
	is->name = a->name;
	is->server = arena_strdup(&a->stored_arena, a->session.quirk->name);
	is->token = arena_strdup(&a->stored_arena, text_of(&a->session.token));
	is->edit = arena_strdup(&a->stored_arena, text_of(&a->session.edit));
	is->version = arena_strdup(&a->stored_arena, text_of(&a->session.version));
	for (size_t i = 0; i < COUNT_OF(is->left); i++)
		is->left[i] = a->session.left[i] + 1;
	is->reset = a->session.reset;
	int status = store_batch_begin(a->e->store, &batch, err);
	if (status != OK)
		return status;
	status = store_remote_put_account(batch, &a->stored, err);
	return store_batch_end(batch, status, err);
}

static void
put_lock_path(const struct account *a, struct buf *out)
{
	const char *path = store_path(a->e->store), *slash = strrchr(path, '/');
	buf_addf(out, "%.*s/account-%s.lock", (int)(slash ? slash - path : 0), path,
		a->stored.is.key);
}

int
engine_account_lock(struct account *a, struct err *err)
{
	struct buf file = BUF_INIT(0);
	if (a->lock >= 0)
		return OK;
	put_lock_path(a, &file);
	a->lock = open(buf_str(&file), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	int status = OK;
	if (a->lock < 0 || flock(a->lock, LOCK_EX | LOCK_NB) != 0)
		status = a->lock >= 0 && errno == EWOULDBLOCK
				 ? ERR_BUSY
				 : err_set_errno(err, ERR_IO, _("cannot lock %s"),
					   buf_str(&file));
	buf_done(&file);
	if (status != OK)
		engine_account_unlock(a);
	return status;
}

void
engine_account_lock_forget(struct account *a)
{
	struct buf file = BUF_INIT(0);
	struct err err;
	put_lock_path(a, &file);
	if (engine_account_lock(a, &err) == OK)
		(void)unlink(buf_str(&file));
	engine_account_unlock(a);
	buf_done(&file);
}

void
engine_account_unlock(struct account *a)
{
	if (a->lock >= 0)
		close(a->lock);
	a->lock = -1;
}

char *
engine_account_line_url(const struct account *a, struct arena *arena, const char *id)
{
	return arena_printf(arena, "account:%s/%s", a->stored.is.key, id);
}

const struct conf_account *
engine_account_conf(const struct account *a)
{
	return conf_find_account(a->e->config, a->name);
}

bool
engine_account_refused(const struct account *a, const struct store_remote_change *c)
{
	int64_t now = engine_now(a->e);
	return c->refused != TIME_NONE && c->refused <= now &&
	       now - c->refused < TIME_DAY;
}
