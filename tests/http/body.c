#include "config.h"

#include "body.h"

#include "../unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "../unit/fetch_helper.h"
#include "answer.h"
#include "base/mem.h"
#include "base/str.h"

#define CHUNK 65536

int
body_set_up(void **state)
{
	struct body_fixture *f = mem_zalloc(sizeof *f);
	const char *tmp = getenv("TMPDIR");
	snprintf(f->dir_path, sizeof f->dir_path, "%s/courant-body.XXXXXX",
		str_empty(tmp) ? "/tmp" : tmp);
	assert_non_null(mkdtemp(f->dir_path));
	f->dir = open(f->dir_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(f->dir >= 0);
	*state = f;
	return 0;
}

static void
empty_dir(struct body_fixture *f)
{
	DIR *dir = opendir(f->dir_path);
	for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
		if (entry->d_name[0] != '.' && unlinkat(f->dir, entry->d_name, 0) != 0)
			unlinkat(f->dir, entry->d_name, AT_REMOVEDIR);
	if (dir)
		closedir(dir);
}

int
body_tear_down(void **state)
{
	struct body_fixture *f = *state;
	http_log_done(&f->log);
	fetch_free(f->fetch);
	http_server_stop(f->server);
	http_server_stop(f->elsewhere);
	empty_dir(f);
	close(f->dir);
	rmdir(f->dir_path);
	free(f);
	return 0;
}

void
body_start(struct body_fixture *f, const char *script, const char *elsewhere,
	const struct fetch_config *config)
{
	struct buf text = BUF_INIT(0);
	struct err err;
	static const char mark[] = "@ELSEWHERE@";
	if (elsewhere)
		f->elsewhere = http_server_start(elsewhere, NULL);
	for (const char *at; (at = strstr(script, mark)) != NULL;
		script = at + strlen(mark)) {
		buf_add(&text, script, (size_t)(at - script));
		buf_addf(&text, "http://localhost:%d",
			f->elsewhere ? http_server_port(f->elsewhere) : 0);
	}
	buf_adds(&text, script);
	f->server = http_server_start(buf_str(&text), NULL);
	buf_done(&text);
	assert_int_equal(fetch_new(&f->fetch, config, &err), OK);
}

const char *
body_url(struct body_fixture *f, const char *path)
{
	snprintf(f->url, sizeof f->url, "%s%s", http_server_url(f->server), path);
	return f->url;
}

struct fetch_result *
body_get(struct body_fixture *f, const char *path, struct fetch_request request)
{
	request.url = body_url(f, path);
	fetch_add(f->fetch, &request);
	struct fetch_result *result = fetch_helper_await(f->fetch, 1);
	assert_int_equal(result->tag, request.tag);
	fetch_result_unpack(result);
	return result;
}

const struct http_request *
body_asked(struct body_fixture *f, const char *target, size_t n)
{
	http_log_done(&f->log);
	http_server_log(f->server, &f->log);
	const struct http_request *request = http_log_find(&f->log, target, n);
	assert_non_null(request);
	return request;
}

size_t
body_times_asked(struct body_fixture *f, const char *target)
{
	http_log_done(&f->log);
	http_server_log(f->server, &f->log);
	return http_log_count(&f->log, target);
}

bool
body_sent(const struct http_request *request, const char *name, const char *value)
{
	char *got = http_request_value(request, name);
	bool same = str_eq(got, value);
	if (!same)
		print_message("# %s: %s\n", name, got ? got : "(none)");
	free(got);
	return same;
}

void
body_write(struct body_fixture *f, const char *name, int64_t size, uint64_t seed)
{
	char bytes[CHUNK];
	int fd = openat(f->dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	for (int64_t at = 0; at < size;) {
		size_t n = size - at < CHUNK ? (size_t)(size - at) : CHUNK;
		answer_make(bytes, n, at, seed);
		assert_int_equal(write(fd, bytes, n), n);
		at += (int64_t)n;
	}
	close(fd);
}

bool
body_is_there(const struct body_fixture *f, const char *name)
{
	return body_size(f, name) >= 0;
}

int64_t
body_size(const struct body_fixture *f, const char *name)
{
	struct stat st;
	return fstatat(f->dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? st.st_size : -1;
}

bool
body_is(const struct body_fixture *f, const char *name, int64_t size, uint64_t seed)
{
	char bytes[CHUNK], wanted[CHUNK];
	int fd = openat(f->dir, name, O_RDONLY | O_CLOEXEC);
	int64_t at = 0;
	if (fd < 0)
		return false;
	for (ssize_t n; (n = read(fd, bytes, sizeof bytes)) > 0; at += n) {
		answer_make(wanted, (size_t)n, at, seed);
		if (memcmp(bytes, wanted, (size_t)n) != 0)
			break;
	}
	close(fd);
	if (at != size)
		print_message("# %s: %lld bytes are right, not %lld\n", name,
			(long long)at, (long long)size);
	return at == size;
}
