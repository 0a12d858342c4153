#include "config.h"

#include "ui/session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "ui/article/article.h"
#include "ui/core/ui.h"

#define SESSION_MS 2000                  /* between two writes */
#define READERS_MAX 9                    /* that have files of their own */
#define SIZE_MAX_BYTES ((size_t)1 << 20) /* of a file */

/* The lock of a file that is in use; -1: another reader has it. */
static int
lock(const char *path)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct buf name = BUF_INIT(0);
	buf_addf(&name, "%s.lock", path);
	int fd = open(buf_str(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	buf_done(&name);
	if (fd >= 0 && fcntl(fd, F_SETLK, &whole) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

void
ui_session_start(struct ui *ui, const char *path)
{
	struct ui_session *s = &ui->session;
	*s = (struct ui_session){.lock = -1};
	for (int i = 1; path && ui->options->restore && i <= READERS_MAX; i++) {
		struct buf name = BUF_INIT(0);
		buf_adds(&name, path);
		if (i > 1)
			buf_addf(&name, "-%d", i);
		s->lock = lock(buf_str(&name));
		if (s->lock >= 0) {
			s->path = buf_take(&name);
			return;
		}
		buf_done(&name);
	}
}

void
ui_session_restore(struct ui *ui)
{
	struct ui_session *s = &ui->session;
	struct buf text = BUF_INIT(SIZE_MAX_BYTES);
	if (s->path && file_read(s->path, &text, NULL) == OK)
		ui_session_read(ui, buf_str(&text));
	buf_done(&text);
	s->saved_ms = time_mono_ms();
}

/* Replaces the file, without waiting for the disk: a power failure can only lose where
 * the user was, not what was done. */
static void
put(const char *path, const struct buf *text)
{
	struct buf name = BUF_INIT(0);
	buf_addf(&name, "%s.new", path);
	int fd = open(buf_str(&name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool good = fd >= 0 && file_write_all(fd, text->data, text->len);
	if (fd >= 0)
		close(fd);
	if (!good || rename(buf_str(&name), path) != 0)
		unlink(buf_str(&name));
	buf_done(&name);
}

static void
save(struct ui *ui)
{
	struct ui_session *s = &ui->session;
	struct buf text = BUF_INIT(0);
	ui_session_write(ui, &text);
	if (!str_eq(s->written, buf_str(&text))) {
		put(s->path, &text);
		free(s->written);
		s->written = buf_take(&text);
	}
	buf_done(&text);
}

int64_t
ui_session_step(struct ui *ui, int64_t now)
{
	struct ui_session *s = &ui->session;
	if (!s->path || ui->typed_ms <= s->saved_ms)
		return -1;
	if (now - s->saved_ms < SESSION_MS)
		return s->saved_ms + SESSION_MS;
	s->saved_ms = now;
	save(ui);
	ui_article_keep_place(ui);
	return -1;
}

void
ui_session_end(struct ui *ui)
{
	struct ui_session *s = &ui->session;
	if (s->path)
		save(ui);
	if (s->lock >= 0)
		close(s->lock);
	free(s->path);
	free(s->within);
	free(s->written);
	*s = (struct ui_session){.lock = -1};
}
