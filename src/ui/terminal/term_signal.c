#include "config.h"

#include "ui/terminal/term_signal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"

static int ends[2] = {-1, -1}; /* of the pipe: to read, to write */

static const int handled[] = {
	SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};

static void
on_signal(int sig)
{
	int saved = errno;
	char byte = 0;
	switch (sig) {
	case SIGWINCH:
		byte = UI_SIGNAL_RESIZE;
		break;
	case SIGTSTP:
		byte = UI_SIGNAL_STOP;
		break;
	case SIGCHLD:
		byte = UI_SIGNAL_CHILD;
		break;
	default:
		byte = UI_SIGNAL_LEAVE;
		break;
	}
	if (ends[1] >= 0)
		file_write_all(ends[1], &byte, 1);
	errno = saved;
}

int
ui_term_signal_start(struct err *err)
{
	if (pipe(ends) != 0)
		return err_set_errno(err, ERR_IO, _("cannot create a pipe for signals"));
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
		fcntl(ends[i], F_SETFL, O_NONBLOCK);
	}
	struct sigaction action = {.sa_handler = on_signal};
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < COUNT_OF(handled); i++)
		sigaction(handled[i], &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	return OK;
}

void
ui_term_signal_release(void)
{
	for (size_t i = 0; i < COUNT_OF(handled); i++)
		signal(handled[i], SIG_DFL);
}

void
ui_term_signal_stop(void)
{
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		int fd = ends[i];
		ends[i] = -1; /* before it is closed: a handler may run in between */
		close(fd);
	}
}

int
ui_term_signal_fd(void)
{
	return ends[0];
}

int
ui_term_signal_read(void)
{
	int all = 0;
	char bytes[64];
	for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;)
		for (ssize_t i = 0; i < n; i++)
			all |= bytes[i];
	return all;
}

void
ui_term_signal_put(int signals)
{
	char byte = (char)signals;
	file_write_all(ends[1], &byte, 1);
}
