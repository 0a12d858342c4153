#include "config.h"

#include "base/log.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/str.h"

#define LINE_MAX_BYTES 1024

/* Only changed at start-up and at the end, when there is a single thread. */
static int fd = -1;
static _Atomic int most = LOG_INFO;

static const char *const names[] = {"error", "warn", "info", "debug"};

void
log_set_level(const char *name)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_eq(names[i], name))
			most = (int)i;
}

int
log_open(const char *path, struct err *err)
{
	int opened =
		open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (opened < 0)
		return err_set_errno(err, ERR_IO, _("cannot open the log %s"), path);
	log_close();
	fd = opened;
	return OK;
}

void
log_close(void)
{
	if (fd >= 0)
		close(fd);
	fd = -1;
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
	ssize_t ignored = write(fd, text.text, len);
	(void)ignored;
}
