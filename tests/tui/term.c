/*
 * The slave side stays open here as well, so that the terminal's modes can be read after
 * the program's end; the end itself is seen by waitpid. Several programs in turn get a
 * new terminal each.
 */
#include "config.h"

#include "tests/tui/term.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#if defined(__APPLE__) || defined(__OpenBSD__) || defined(__NetBSD__)
#include <util.h>
#elif defined(__FreeBSD__)
#include <libutil.h>
#else
#include <pty.h>
#include <utmp.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/utf8.h"

#define FRAME_MS 10
#define FRAME_TRIES 200

static int
on_cursor(VTermPos pos, VTermPos old, int visible, void *user)
{
	(void)old;
	(void)visible;
	struct term *term = user;
	term->cursor = pos;
	return 1;
}

static const VTermScreenCallbacks screen_callbacks = {.movecursor = on_cursor};

/* Sent later, since sending reads more of what the program writes. */
static void
on_answer(const char *bytes, size_t n, void *user)
{
	struct term *term = user;
	buf_add(&term->answers, bytes, n);
}

static void
emulator_start(struct term *term)
{
	term->vt = vterm_new(term->rows, term->cols);
	vterm_set_utf8(term->vt, 1);
	vterm_output_set_callback(term->vt, on_answer, term);
	term->screen = vterm_obtain_screen(term->vt);
	vterm_screen_set_callbacks(term->screen, &screen_callbacks, term);
	vterm_screen_enable_altscreen(term->screen, 1);
	vterm_screen_reset(term->screen, 1);
}

/* The terminal as standard input and output, but not as that of the session: nobody gets
 * a signal when it is hung up. */
static int
take_tty(int slave)
{
	if (setsid() < 0)
		return -1;
	for (int fd = 0; fd < 3; fd++)
		if (dup2(slave, fd) < 0)
			return -1;
	return slave > 2 ? close(slave) : 0;
}

static void
child(const struct term *term, char *const argv[], bool ignore_hup)
{
	close(term->master);
	if ((ignore_hup ? take_tty(term->slave) : login_tty(term->slave)) != 0)
		_exit(126);
	static const int handled[] = {
		SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD, SIGTSTP, SIGTTIN, SIGTTOU};
	for (size_t i = 0; i < sizeof handled / sizeof handled[0]; i++)
		signal(handled[i], SIG_DFL);
	signal(SIGHUP, ignore_hup ? SIG_IGN : SIG_DFL);
	struct rlimit none = {0, 0};
	setrlimit(RLIMIT_CORE, &none);
	execvp(argv[0], argv);
	fprintf(stderr, "cannot run %s\n", argv[0]);
	_exit(127);
}

int
term_start(struct term *term, char *const argv[], int rows, int cols, bool ignore_hup,
	struct err *err)
{
	memset(term, 0, sizeof *term);
	term->rows = rows;
	term->cols = cols;
	struct winsize size = {
		.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
	if (openpty(&term->master, &term->slave, NULL, NULL, &size) != 0)
		return err_set_errno(err, ERR_IO, "No pseudo-terminal");
	fcntl(term->master, F_SETFD, FD_CLOEXEC);
	fcntl(term->slave, F_SETFD, FD_CLOEXEC);
	tcgetattr(term->slave, &term->at_start);
	ansi_init(&term->ansi);
	buf_init(&term->raw, 0);
	buf_init(&term->answers, 0);
	emulator_start(term);
	fflush(NULL);
	term->pid = fork();
	if (term->pid < 0) {
		int saved = errno;
		term->ended = true;
		term_done(term);
		errno = saved;
		return err_set_errno(err, ERR_IO, "No process for %s", argv[0]);
	}
	if (term->pid == 0)
		child(term, argv, ignore_hup);
	return 0;
}

void
term_hangup(struct term *term)
{
	if (term->slave >= 0)
		close(term->slave);
	if (term->master >= 0)
		close(term->master);
	term->master = term->slave = -1;
}

void
term_done(struct term *term)
{
	if (term->vt == NULL)
		return;
	if (!term->ended) {
		kill(term->pid, SIGKILL);
		waitpid(term->pid, &term->status, 0);
	}
	term_hangup(term);
	vterm_free(term->vt);
	ansi_done(&term->ansi);
	buf_done(&term->raw);
	buf_done(&term->answers);
	memset(term, 0, sizeof *term);
}

/* What was written from byte `from` on may begin or end a frame. */
static void
look_for_frames(struct term *term, size_t from)
{
	static const char mark[] = "\033[?2026";
	const size_t n = sizeof mark - 1;
	const char *at = term->raw.data;
	/* A mark may have come in two pieces, its last letter in the second. */
	for (size_t i = from > n ? from - n : 0; i + n < term->raw.len; i++)
		if (memcmp(at + i, mark, n) == 0)
			term->in_frame = at[i + n] == 'h';
}

/* All that can be read without waiting. */
static void
drain(struct term *term)
{
	char bytes[65536];
	struct pollfd fd = {.fd = term->master, .events = POLLIN};
	while (term->master >= 0 && poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN) != 0) {
		ssize_t n = read(term->master, bytes, sizeof bytes);
		if (n <= 0)
			break;
		buf_add(&term->raw, bytes, (size_t)n);
		look_for_frames(term, term->raw.len - (size_t)n);
		ansi_feed(&term->ansi, (const unsigned char *)bytes, (size_t)n);
		vterm_input_write(term->vt, bytes, (size_t)n);
	}
	if (term->answers.len) {
		struct buf answers = term->answers;
		buf_init(&term->answers, 0);
		term_send(term, answers.data, answers.len);
		buf_done(&answers);
	}
}

void
term_pump(struct term *term, int ms)
{
	struct pollfd fd = {.fd = term->master, .events = POLLIN};
	poll(&fd, term->master >= 0 ? 1 : 0, ms);
	int status;
	if (!term->ended && waitpid(term->pid, &status,
				    WNOHANG | WUNTRACED | WCONTINUED) == term->pid) {
		term->stopped = WIFSTOPPED(status);
		if (WIFEXITED(status) || WIFSIGNALED(status)) {
			term->ended = true;
			term->status = status;
		}
	}
	drain(term); /* after waitpid: the last words of an ended program are there */
	for (int i = 0;
		i < FRAME_TRIES && term->in_frame && !term->ended && !term->stopped;
		i++) {
		poll(&fd, term->master >= 0 ? 1 : 0, FRAME_MS);
		drain(term);
	}
}

void
term_send(struct term *term, const char *bytes, size_t n)
{
	while (n > 0 && term->master >= 0) {
		struct pollfd fd = {.fd = term->master, .events = POLLOUT};
		if (poll(&fd, 1, 1000) <= 0)
			return;
		/* small pieces: a program that does not read must not block us */
		ssize_t sent = write(term->master, bytes, n < 512 ? n : 512);
		if (sent <= 0)
			return;
		bytes += sent;
		n -= (size_t)sent;
		drain(term);
	}
}

bool
term_was_read(const struct term *term)
{
	int left = 0;
	return ioctl(term->slave, FIONREAD, &left) != 0 || left == 0;
}

void
term_resize(struct term *term, int rows, int cols)
{
	struct winsize size = {
		.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
	drain(term); /* what was written for the old size goes to the old size */
	term->rows = rows;
	term->cols = cols;
	vterm_set_size(term->vt, rows, cols);
	ioctl(term->master, TIOCSWINSZ, &size);
}

void
term_cell(const struct term *term, int row, int col, struct buf *text, struct buf *attrs)
{
	VTermScreenCell cell;
	VTermPos pos = {row, col};
	if (!vterm_screen_get_cell(term->screen, pos, &cell))
		return;
	if (text != NULL && cell.chars[0] == 0)
		buf_addc(text, ' ');
	/* the right half of a wide character holds (uint32_t)-1 */
	for (int i = 0; text != NULL && i < VTERM_MAX_CHARS_PER_CELL &&
			cell.chars[i] != 0 && cell.chars[i] != UINT32_MAX;
		i++) {
		char utf8[4];
		buf_add(text, utf8, utf8_encode(cell.chars[i], utf8));
	}
	if (attrs == NULL)
		return;
	if (cell.attrs.bold)
		buf_addc(attrs, 'b');
	if (cell.attrs.italic)
		buf_addc(attrs, 'i');
	if (cell.attrs.underline)
		buf_addc(attrs, 'u');
	if (cell.attrs.reverse)
		buf_addc(attrs, 'r');
}

int
term_color(const struct term *term, int row, int col, bool ground)
{
	VTermScreenCell cell;
	VTermPos pos = {row, col};
	if (!vterm_screen_get_cell(term->screen, pos, &cell))
		return -1;
	const VTermColor *color = ground ? &cell.bg : &cell.fg;
	return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -1;
}

static void
trim_end(struct buf *out, size_t from)
{
	while (out->len > from && out->data[out->len - 1] == ' ')
		buf_cut(out, out->len - 1);
}

void
term_row(const struct term *term, int row, struct buf *out)
{
	size_t from = out->len;
	for (int col = 0; col < term->cols; col++)
		term_cell(term, row, col, out, NULL);
	trim_end(out, from);
}

bool
term_restored(const struct term *term, struct buf *why)
{
	bool ok = ansi_restored(&term->ansi, why);
	struct termios now;
	if (term->slave < 0 || tcgetattr(term->slave, &now) != 0) {
		buf_adds(why, "the terminal is gone\n");
		return false;
	}
	static const struct {
		const char *name;
		size_t offset;
	} flags[] = {
		{"input", offsetof(struct termios, c_iflag)},
		{"output", offsetof(struct termios, c_oflag)},
		{"control", offsetof(struct termios, c_cflag)},
		{"local", offsetof(struct termios, c_lflag)},
	};
	for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
		tcflag_t was, is;
		memcpy(&was, (const char *)&term->at_start + flags[i].offset, sizeof was);
		memcpy(&is, (const char *)&now + flags[i].offset, sizeof is);
		if (was == is)
			continue;
		ok = false;
		buf_addf(why, "%s flags are %lo, were %lo\n", flags[i].name,
			(unsigned long)is, (unsigned long)was);
	}
	return ok;
}
