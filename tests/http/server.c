#include "config.h"

#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "account.h"
#include "answer.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "serve.h"

struct http_server {
	pid_t pid;
	int port, alive; /* the child ends when alive is closed */
	int log;         /* a file without a name, shared with the child */
	char url[64];
};

static void
die(const char *what, const struct err *err)
{
	fprintf(stderr, "http server: %s%s%s\n", what, err ? ": " : "",
		err ? err->text : "");
	exit(99);
}

static int
log_file(void)
{
	const char *dir = getenv("TMPDIR");
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/courant-http.XXXXXX", dir && *dir ? dir : "/tmp");
	int fd = mkstemp(path.data);
	if (fd >= 0)
		unlink(path.data);
	buf_done(&path);
	return fd;
}

static struct http_server *
start(const char *text, const char *dir, const char *commands)
{
	struct http_server *server = mem_zalloc(sizeof *server);
	struct script script = {NULL};
	struct err err;
	int fd, alive[2];
	if (script_parse(&script, text ? text : "", &err) != OK ||
		serve_listen(0, &fd, &server->port, &err) != OK)
		die("cannot start", &err);
	server->log = log_file();
	if (server->log < 0 || pipe(alive) != 0)
		die("no temporary file or pipe", NULL);
	fflush(NULL);
	server->pid = fork();
	if (server->pid < 0)
		die("no process", NULL);
	if (server->pid == 0) {
		close(alive[1]);
		signal(SIGINT, SIG_IGN); /* the end of alive ends it */
		struct account account;
		struct serve_config config = {.script = &script,
			.dir = dir,
			.log_fd = server->log,
			.alive_fd = alive[0]};
		account_init(&account);
		config.app = commands ? account_answer : NULL;
		config.ctx = &account;
		struct span rest = span_of(commands), line;
		while (commands && span_split(&rest, '\n', &line))
			if (!account_command(&account, line))
				die("no such command of the feed server", NULL);
		serve_run(fd, server->port, &config);
		_exit(0);
	}
	close(alive[0]);
	close(fd);
	script_done(&script);
	server->alive = alive[1];
	snprintf(server->url, sizeof server->url, "http://127.0.0.1:%d", server->port);
	return server;
}

struct http_server *
http_server_start(const char *script, const char *dir)
{
	return start(script, dir, NULL);
}

struct http_server *
http_server_start_account(const char *script, const char *commands)
{
	return start(script, NULL, commands);
}

void
http_server_stop(struct http_server *server)
{
	if (!server)
		return;
	close(server->alive);
	kill(server->pid, SIGTERM);
	waitpid(server->pid, NULL, 0);
	close(server->log);
	free(server);
}

const char *
http_server_url(const struct http_server *server)
{
	return server->url;
}

int
http_server_port(const struct http_server *server)
{
	return server->port;
}

static void
read_all(int fd, struct buf *out)
{
	char bytes[16384];
	ssize_t n;
	while ((n = pread(fd, bytes, sizeof bytes, (off_t)out->len)) > 0)
		buf_add(out, bytes, (size_t)n);
}

/* The number at the end of a word, as in conn=7. */
static bool
word_number(struct span word, int64_t *out)
{
	const char *equals = memchr(word.p, '=', word.n);
	if (equals) {
		word.n -= (size_t)(equals + 1 - word.p);
		word.p = equals + 1;
	}
	return str_int(word, out) == OK;
}

/* "REQUEST MS METHOD TARGET conn=N busy=N" */
static bool
read_request_line(struct span line, struct http_request *request)
{
	struct span words[6];
	size_t n = 0;
	int64_t connection, busy;
	while (n < COUNT_OF(words) && span_split(&line, ' ', &words[n]))
		n++;
	if (n < COUNT_OF(words) || !span_eq(words[0], "REQUEST") ||
		!word_number(words[1], &request->ms) ||
		!word_number(words[4], &connection) || !word_number(words[5], &busy))
		return false;
	request->method = mem_strndup(words[2].p, words[2].n);
	request->target = mem_strndup(words[3].p, words[3].n);
	request->connection = (int)connection;
	request->busy = (int)busy;
	return true;
}

static void
read_body(struct span line, struct http_request *request)
{
	struct buf body = BUF_INIT(0);
	char *text = mem_strndup(line.p + 5, line.n - 5);
	script_unescape(&body, text);
	free(text);
	request->body_len = body.len;
	request->body = buf_take(&body);
}

void
http_server_log(const struct http_server *server, struct http_log *log)
{
	struct buf text = BUF_INIT(0), headers = BUF_INIT(0);
	size_t cap = 0;
	*log = (struct http_log){NULL, 0};
	read_all(server->log, &text);
	struct span rest = {buf_str(&text), text.len}, line;
	struct http_request request = {0};
	while (span_split(&rest, '\n', &line)) {
		if (log->count > 0 && line.n > 5 && memcmp(line.p, "BODY ", 5) == 0)
			read_body(line, &log->requests[log->count - 1]);
		if (!read_request_line(line, &request))
			continue;
		buf_clear(&headers);
		while (span_split(&rest, '\n', &line) && line.n)
			buf_addf(&headers, "%.*s\n", SPAN_FMT(line));
		request.headers = mem_strdup(buf_str(&headers));
		*VEC_PUSH(log->requests, log->count, cap) = request;
	}
	buf_done(&text);
	buf_done(&headers);
}

void
http_log_done(struct http_log *log)
{
	for (size_t i = 0; i < log->count; i++) {
		free(log->requests[i].method);
		free(log->requests[i].target);
		free(log->requests[i].headers);
		free(log->requests[i].body);
	}
	free(log->requests);
	*log = (struct http_log){NULL, 0};
}

const struct http_request *
http_log_find(const struct http_log *log, const char *target, size_t n)
{
	for (size_t i = 0; i < log->count; i++)
		if ((!target || str_eq(log->requests[i].target, target)) && n-- == 0)
			return &log->requests[i];
	return NULL;
}

size_t
http_log_count(const struct http_log *log, const char *target)
{
	size_t n = 0;
	while (http_log_find(log, target, n))
		n++;
	return n;
}

char *
http_request_value(const struct http_request *request, const char *name)
{
	struct request r = {.headers = request->headers};
	struct buf value = BUF_INIT(0);
	if (request_header(&r, name, &value))
		return buf_take(&value);
	buf_done(&value);
	return NULL;
}
