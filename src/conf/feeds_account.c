#include "config.h"

#include "conf/feeds_account.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "conf/feeds.h"

#define SUFFIX ".feeds"
#define KEY_LEN 16

char *
conf_feeds_account_dir(const char *path)
{
	return file_beside(path, "accounts");
}

bool
conf_feeds_account_parts(const char *url, struct span *key, struct span *id)
{
	if (subscription_source(url) != SOURCE_ACCOUNT)
		return false;
	const char *begin = url + strlen("account:"), *slash = strchr(begin, '/');
	if (!slash)
		return false;
	*key = (struct span){begin, (size_t)(slash - begin)};
	*id = span_of(slash + 1);
	return true;
}

static int
by_name(const void *a, const void *b)
{
	char *const *x = a, *const *y = b;
	return strcmp(*x, *y);
}

char **
conf_feeds_account_files(const char *path, struct arena *arena)
{
	char *dir = conf_feeds_account_dir(path);
	char **files = NULL;
	size_t len = 0;
	DIR *stream = opendir(dir);
	struct dirent *entry;
	while (stream && (entry = readdir(stream)) != NULL) {
		size_t n = strlen(entry->d_name), end = strlen(SUFFIX);
		if (entry->d_name[0] == '.' || n <= end ||
			!str_eq(entry->d_name + n - end, SUFFIX))
			continue;
		files = arena_push(arena, files, len, sizeof *files);
		files[len++] = arena_printf(arena, "%s/%s", dir, entry->d_name);
	}
	if (stream)
		closedir(stream);
	if (len)
		qsort(files, len, sizeof *files, by_name);
	files = arena_push(arena, files, len, sizeof *files);
	files[len] = NULL;
	free(dir);
	return files;
}

static bool
is_of(const char *file, struct span key)
{
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX), mark = BUF_INIT(0);
	buf_addf(&mark, "account:%.*s/", SPAN_FMT(key));
	bool found = file_read(file, &bytes, NULL) == OK &&
		     str_ifind(buf_str(&bytes), bytes.len, buf_str(&mark));
	buf_done(&bytes);
	buf_done(&mark);
	return found;
}

char *
conf_feeds_account_file(const char *path, struct span key, struct arena *arena)
{
	char **files = conf_feeds_account_files(path, arena);
	for (; *files; files++)
		if (is_of(*files, key))
			return *files;
	return NULL;
}

char *
conf_feeds_account_key(const char *path, const char *name, struct arena *arena)
{
	static const char begin[] = "# account:";
	struct buf bytes = BUF_INIT(CONF_FEEDS_FILE_MAX);
	char *dir = conf_feeds_account_dir(path), *key = NULL;
	char *file = arena_printf(arena, "%s/%s" SUFFIX, dir, name);
	if (file_read(file, &bytes, NULL) == OK && str_starts(buf_str(&bytes), begin) &&
		bytes.len > sizeof begin + KEY_LEN)
		key = arena_strndup(arena, bytes.data + sizeof begin - 1, KEY_LEN);
	buf_done(&bytes);
	free(dir);
	return key;
}

int
conf_feeds_account_make(
	const char *path, const char *name, const char *key, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct buf head = BUF_INIT(0);
	char *dir = conf_feeds_account_dir(path);
	int status = file_make_dirs(dir, err);
	if (status == OK && !conf_feeds_account_file(path, span_of(key), &arena)) {
		buf_addf(&head, "# account:%s/ %s\n", key, name);
		status = file_write(arena_printf(&arena, "%s/%s" SUFFIX, dir, name),
			head.data, head.len, 0600, err);
	}
	free(dir);
	buf_done(&head);
	arena_done(&arena);
	return status;
}

int
conf_feeds_account_move(
	const char *path, const char *key, const char *to, struct err *err)
{
	struct arena arena = ARENA_INIT;
	char *file = conf_feeds_account_file(path, span_of(key), &arena);
	char *dir = conf_feeds_account_dir(path);
	int done = 0;
	if (file && to)
		done = rename(file, arena_printf(&arena, "%s/%s" SUFFIX, dir, to));
	else if (file)
		done = unlink(file);
	int status = done == 0 ? OK : err_set_errno(err, ERR_IO, "%s", file);
	if (status == OK && file)
		conf_feeds_account_touch(file);
	free(dir);
	arena_done(&arena);
	return status;
}

void
conf_feeds_account_touch(const char *file)
{
	char *dir = file_folder(file);
	/* If this fails, other processes notice the change only at their next start. */
	(void)!utimensat(AT_FDCWD, dir, NULL, 0);
	free(dir);
}
