#include "config.h"

#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"

#define LINE_MAX_BYTES 1024
#define LOG_BYTES_MAX (4 << 20)

/* Only changed at start-up and at the end, when there is a single thread. */
static int fd = -1;
static char *file;                             /* its path */
static atomic_flag turning = ATOMIC_FLAG_INIT; /* a thread is changing the file */
static _Atomic int most = LOG_INFO;

static const char *const names[] = {"error", "warn", "info", "debug"};

void
log_set_level(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], name))
			most = (int)i;
}

static int
open_file(const char *path)
{
	return open(path,
		O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
		0600);
}

/* A log that has become long is renamed to NAME.1, replacing an older one. Another
 * process may have done that already: then its new file is opened. dup2 exchanges the
 * file below the descriptor while other threads write. */
static void
turn_over(void)
{
	struct stat ours, now;
	if (fstat(fd, &ours) != 0 || ours.st_size < LOG_BYTES_MAX ||
		atomic_flag_test_and_set(&turning))
		return;
	size_t n = strlen(file);
	char *old = mem_alloc(n + 3);
	memcpy(old, file, n);
	memcpy(old + n, ".1", 3);
	if (stat(file, &now) == 0 && now.st_ino == ours.st_ino &&
		now.st_dev == ours.st_dev)
		rename(file, old);
	int opened = open_file(file);
	if (opened >= 0) {
		dup2(opened, fd);
		close(opened);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	free(old);
	atomic_flag_clear(&turning);
}

int
log_open(const char *path, struct err *err)
{
	int opened = open_file(path);
	if (opened < 0)
		return err_set_errno(err, ERR_IO, _("cannot open the log %s"), path);
	log_close();
	fd = opened;
	file = mem_strdup(path);
	turn_over();
	return OK;
}

void
log_close(void)
{
	if (fd >= 0)
		close(fd);
	fd = -1;
	free(file);
	file = NULL;
}

int
log_fd(void)
{
	return fd;
}

/* One write() per line: O_APPEND keeps lines of several threads and processes whole. */
void
log_put(enum log_level level, const char *fmt, ...)
{
	if (fd < 0 || (int)level > most)
		return;
	char line[LINE_MAX_BYTES];
	time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	size_t at = strftime(line, sizeof line, "%Y-%m-%d %H:%M:%S ", &utc);
	at += (size_t)snprintf(line + at, sizeof line - at, "%s ", names[level]);
	struct err text;
	va_list args;
	va_start(args, fmt);
	vsnprintf(line + at, sizeof line - at - 1, fmt, args);
	va_end(args);
	err_set(&text, OK, "%s", line); /* blanks out control characters */
	size_t len = strlen(text.text);
	text.text[len < sizeof text.text - 1 ? len++ : len - 1] = '\n';
	turn_over();
	ssize_t ignored = write(fd, text.text, len);
	(void)ignored;
}
