#include "config.h"

#include "engine/account_rig.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "model/action.h"
#include "store/db/view.h"
#include "store/remote/remote.h"

/* ---- the server */

/* Sends a request by hand, and gives the body of its answer, in the rig's arena. */
char *
phone_ask(struct rig *rig, const char *method, const char *path, const char *body)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)http_server_port(rig->server)),
		.sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
	struct buf text = BUF_INIT(0);
	char bytes[4096];
	ssize_t n;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	buf_addf(&text,
		"%s %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
		"Content-Length: %zu\r\n\r\n%s",
		method, path, strlen(body), body);
	assert_true(file_write_all(fd, text.data, text.len));
	buf_clear(&text);
	const char *end = NULL;
	size_t want = SIZE_MAX;
	while (text.len < want && (n = read(fd, bytes, sizeof bytes)) > 0) {
		buf_add(&text, bytes, (size_t)n);
		end = strstr(buf_str(&text), "\r\n\r\n");
		const char *length = str_ifind(text.data, text.len, "content-length:");
		if (end && length)
			want = (size_t)(end + 4 - text.data) +
			       strtoul(length + strlen("content-length:"), NULL, 10);
	}
	close(fd);
	end = strstr(buf_str(&text), "\r\n\r\n");
	assert_non_null(end);
	char *out = arena_strdup(&rig->arena, end + 4);
	buf_done(&text);
	return out;
}

/* Somebody does it at the server. */
void
phone_there(struct rig *rig, const char *commands)
{
	const char *said = phone_ask(rig, "POST", "/control", commands);
	assert_string_equal(said, "");
}

/* How many items of the server have these marks: "r", "s" or "-". */
size_t
phone_count_there(struct rig *rig, const char *marks)
{
	struct span rest = span_of(phone_ask(rig, "GET", "/control/items", "")), line;
	size_t n = 0;
	while (span_split(&rest, '\n', &line)) {
		char *text = arena_strndup(&rig->arena, line.p, line.n);
		char *mark = strchr(text, ' ');
		mark = mark ? strchr(mark + 1, ' ') : NULL;
		n += mark && strncmp(mark + 1, marks, strlen(marks)) == 0;
	}
	return n;
}

/* ---- the rig */

void
phone_config(struct rig *rig, const char *more)
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text,
		"[account phone]\nurl = %s/api/greader.php\nuser = ann\n"
		"protocol = greader\npush-delay = 0\n%s",
		http_server_url(rig->server), more);
	assert_int_equal(file_write(rig->config, text.data, text.len, 0600, NULL), OK);
	buf_done(&text);
}

void
phone_secret(struct rig *rig, const char *password)
{
	char *path = arena_printf(&rig->arena, "%s/secrets", rig->data);
	assert_int_equal(file_make_dirs(path, NULL), OK);
	path = arena_printf(&rig->arena, "%s/phone", path);
	assert_int_equal(file_write(path, password, strlen(password), 0600, NULL), OK);
}

void
phone_prepare(struct rig *rig, const char *script, const char *commands)
{
	rig_init(rig, "/none\n\tbody x\n", "");
	http_server_stop(rig->server);
	rig->server = http_server_start_account(script, commands);
	phone_config(rig, "");
	phone_secret(rig, "readerpw1");
	rig_start(rig, false);
}

/* Syncs; fails unless it ends well (or, failing, as it should). *said: what it says. */
void
phone_sync_with(struct rig *rig, int flags, bool good, const char *says)
{
	engine_sync(rig->engine, "phone", flags);
	struct engine_event *event = rig_wait(rig, ENGINE_SYNCED);
	if (event->error == good || (says && !strstr(event->text, says)))
		fail_msg("the sync says: %s", event->text);
	free(event);
}

void
phone_sync(struct rig *rig)
{
	phone_sync_with(rig, ENGINE_SYNC_WHOLE, true, NULL);
}

/* Both sides have the same of every item. */
void
phone_same(struct rig *rig)
{
	phone_sync_with(rig, ENGINE_SYNC_CHECK, true, "nothing new");
}

size_t
phone_list(struct rig *rig, enum store_scope_kind kind, const char *tag, uint64_t *ids)
{
	const struct store_scope scope = {.kind = kind, .tag = tag};
	struct store_key keys[64];
	struct store_view view;
	size_t len = 0;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, 64, &len), OK);
	store_view_end(&view);
	for (size_t i = 0; ids && i < len; i++)
		ids[i] = keys[i].id;
	return len;
}

size_t
phone_unread(struct rig *rig)
{
	return phone_list(rig, STORE_UNREAD, NULL, NULL);
}

void
phone_act(struct rig *rig, enum action verb, const uint64_t *ids, size_t len)
{
	rig_mark(rig, verb, ids, len);
	free(rig_wait(rig, ENGINE_ACTED));
}

uint64_t
phone_waiting(struct rig *rig)
{
	struct store_view view;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	uint64_t n = store_remote_waiting(&view, 1, 0);
	store_view_end(&view);
	return n;
}

/* The lines of the account's feeds. */
const char *
phone_lines(struct rig *rig)
{
	struct buf text = BUF_INIT(0);
	char *path = arena_printf(&rig->arena, "%s/accounts/phone.feeds", rig->dir);
	assert_int_equal(file_read(path, &text, NULL), OK);
	const char *out = arena_strdup(&rig->arena, buf_str(&text));
	buf_done(&text);
	return out;
}
