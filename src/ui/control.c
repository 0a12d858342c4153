/*
 * One client is served at a time, a piece whenever its socket is readable. The answer is
 * a digit, 0 if the line was run, and what the status bar says.
 */
#include "config.h"

#include "ui/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/control.h"
#include "base/i18n.h"
#include "base/log.h"
#include "ui/core/ui.h"
#include "ui/keys/keys.h"

void
ui_control_start(struct ui_control *c, const char *store)
{
	struct err err = {0};
	*c = (struct ui_control){.client = -1, .line = BUF_INIT(CONTROL_LINE_MAX)};
	c->fd = control_listen(store, &c->path, &err);
	if (c->fd < 0)
		log_put(LOG_WARN, "%s", err.text);
}

static void
drop_client(struct ui_control *c)
{
	if (c->client >= 0)
		close(c->client);
	c->client = -1;
	buf_clear(&c->line);
}

void
ui_control_stop(struct ui_control *c)
{
	drop_client(c);
	if (c->fd >= 0)
		close(c->fd);
	if (c->path)
		unlink(c->path);
	free(c->path);
	buf_done(&c->line);
}

int
ui_control_fd(const struct ui_control *c)
{
	return c->client >= 0 ? c->client : c->fd;
}

static void
run(struct ui *ui, struct ui_control *c)
{
	struct buf answer = BUF_INIT(CONTROL_LINE_MAX);
	bool busy = ui->prompt.open;
	if (!busy) {
		buf_clear(&ui->status.text);
		ui->status.error = false;
		ui->prompt.taken = false;
		ui->dirty = true;
		ui_keys_line(ui, buf_str(&c->line));
	}
	bool failed = busy || (ui->status.text.len && ui->status.error);
	buf_addf(&answer, "%d%s\n", failed,
		busy ? _("the reader is waiting for what is being typed there")
		     : buf_str(&ui->status.text));
	/* It is shorter than any socket's buffer; a client that is gone misses nothing.
	 */
	send(c->client, answer.data, answer.len, MSG_NOSIGNAL | MSG_DONTWAIT);
	buf_done(&answer);
}

void
ui_control_take(struct ui *ui, struct ui_control *c)
{
	char chunk[512];
	if (c->client < 0) {
		c->client = accept(c->fd, NULL, NULL);
		if (c->client >= 0) {
			fcntl(c->client, F_SETFD, FD_CLOEXEC);
			fcntl(c->client, F_SETFL, O_NONBLOCK);
		}
		return;
	}
	ssize_t n = recv(c->client, chunk, sizeof chunk, MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0 || buf_add(&c->line, chunk, (size_t)n) != OK) {
		drop_client(c);
		return;
	}
	char *end = memchr(c->line.data, '\n', c->line.len);
	if (!end)
		return;
	buf_cut(&c->line, (size_t)(end - c->line.data));
	run(ui, c);
	drop_client(c);
}
