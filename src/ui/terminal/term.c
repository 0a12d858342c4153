/*
 * The order at the start matters. setupterm comes first, since initscr would end the
 * process if TERM is unknown. Our SIGWINCH handler comes before newterm, so that curses
 * does not install its own and a resize always reaches us (curses only checks its flag in
 * getch, which may not be called for a long time). After a crash (base/crash.h) the
 * terminal is restored with strings that were prepared at the start.
 */
#include "config.h"

#include "ui/terminal/term.h"

#include <curses.h>
#include <term.h>

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/crash.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "ui/draw/row.h"
#include "ui/terminal/keyboard.h"
#include "ui/terminal/paint.h"
#include "ui/terminal/sequence.h"
#include "ui/terminal/term_signal.h"
#include "ui/terminal/through.h"

#define BIDI_OFF "\033[8l" /* the terminal is not to turn text by itself */
#define BIDI_ON "\033[8h"
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define SYNC_ON "\033[?2026h"
#define SYNC_OFF "\033[?2026l"
#define TITLE_KEEP "\033[22;2t"
#define TITLE_BACK "\033[23;2t"
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"
#define FOCUS_ON "\033[?1004h"
#define FOCUS_OFF "\033[?1004l"
#define NOTE_MAX 250 /* bytes of ui_term_note */
#define RESTORE_MAX 256
#define PASTE_MS 400 /* to wait for the rest of a paste at the end */
#define PAUSE_MS 100 /* … in which a pause means that all of it is there */

static struct {
	SCREEN *screen;
	struct termios before;
	bool before_ok, active, utf8, xterm;
	bool turned;       /* BIDI_OFF was sent */
	bool titled;       /* the window has our title */
	bool mouse, focus; /* reported */
	bool links;        /* are made links of the terminal */
	int stderr_fd;     /* the real standard error; -1: none */
	struct ui_paint paint;
	struct ui_keyboard keyboard;
	char note[NOTE_MAX];       /* of ui_term_note; "": none */
	char restore[RESTORE_MAX]; /* restores the screen */
	size_t restore_len;
} term = {.stderr_fd = -1};

/* Restores the terminal without curses; async-signal-safe. */
static void
restore(void)
{
	if (!term.active)
		return;
	file_write_all(STDOUT_FILENO, term.restore, term.restore_len);
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
	tcflush(STDIN_FILENO, TCIFLUSH); /* typed for us, and not for a shell */
	if (term.stderr_fd >= 0)
		dup2(term.stderr_fd, STDERR_FILENO);
	term.active = false;
}

static void
restore_for_good(void)
{
	crash_hold();
	restore();
}

/* Copies a capability, without terminfo's $<delays>. */
static void
add_capability(const char *name)
{
	const char *s = tigetstr(name);
	if (!s || s == (const char *)-1)
		return;
	for (; *s && term.restore_len < RESTORE_MAX; s++) {
		const char *end = s[0] == '$' && s[1] == '<' ? strchr(s, '>') : NULL;
		if (end)
			s = end;
		else
			term.restore[term.restore_len++] = *s;
	}
}

static void
add_restore(const char *bytes)
{
	size_t n = strlen(bytes);
	memcpy(term.restore + term.restore_len, bytes, n);
	term.restore_len += n;
}

static void
prepare_restore(void)
{
	static const char *const names[] = {"rmkx", "cnorm", "sgr0", "op", "rmcup"};
	term.restore_len = 0;
	if (term.xterm) {
		add_restore(SYNC_OFF PASTE_OFF);
		add_restore(term.titled ? TITLE_BACK : "");
		add_restore(term.mouse ? MOUSE_OFF : "");
		add_restore(term.focus ? FOCUS_OFF : "");
	}
	for (size_t i = 0; i < COUNT_OF(names); i++)
		add_capability(names[i]);
}

static void
catch_crashes(void)
{
	char text[RESTORE_MAX];
	snprintf(text, sizeof text, "\r\n%s\r\n",
		_("courant: crashed; nothing that was saved is lost. The log and the "
		  "core file show where; please report it"));
	crash_catch(restore, STDOUT_FILENO, text);
}

/* Finds out what the terminal is by its name, as far as that is known here: of
 * "xterm-new" what is before the last hyphen, or else what nearly all terminals are like.
 * TERM becomes that, for children as well. */
static bool
set_up(const char *name)
{
	static const char *const usual[] = {"xterm-256color", "xterm", "vt100"};
	char part[64], *hyphen;
	int code;
	if (setupterm(name, STDOUT_FILENO, &code) == OK)
		return true;
	snprintf(part, sizeof part, "%s", name);
	bool found = false;
	while (!found && (hyphen = strrchr(part, '-'))) {
		*hyphen = '\0';
		found = *part && setupterm(part, STDOUT_FILENO, &code) == OK;
	}
	for (size_t i = 0; !found && i < COUNT_OF(usual); i++) {
		snprintf(part, sizeof part, "%s", usual[i]);
		found = setupterm(part, STDOUT_FILENO, &code) == OK;
	}
	if (!found)
		return false;
	snprintf(term.note, sizeof term.note,
		_("The terminal \"%.60s\" (TERM) is unknown here; it is used as %s"),
		name, part);
	setenv("TERM", part, 1);
	return true;
}

const char *
ui_term_note(void)
{
	return *term.note ? term.note : NULL;
}

static int
check(struct err *err)
{
	const char *name = getenv("TERM");
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_INVALID,
			_("the reader needs a terminal on its input and output; without "
			  "one, use the commands (courant help)"));
	if (str_empty(name))
		return err_set(err, ERR_INVALID,
			_("TERM is not set, so the kind of terminal is unknown; set it "
			  "(TERM=xterm-256color), or use the commands (courant help)"));
	if (!set_up(name))
		return err_set(err, ERR_INVALID,
			_("the terminal \"%s\" (TERM) is unknown here; try "
			  "TERM=xterm-256color, or use the commands (courant help)"),
			name);
	const char *move = tigetstr("cup");
	if (!move || move == (const char *)-1)
		return err_set(err, ERR_INVALID,
			_("the terminal \"%s\" (TERM) cannot move its cursor; use "
			  "another, or the commands (courant help)"),
			name);
	return OK;
}

/* Sends what libraries and children would write over the screen to the log. */
static void
divert_stderr(void)
{
	term.stderr_fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	int to = log_fd();
	int null = to < 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
	if (to >= 0 || null >= 0)
		dup2(to >= 0 ? to : null, STDERR_FILENO);
	if (null >= 0)
		close(null);
}

static void
send(const char *bytes)
{
	crash_wait();
	if (term.xterm)
		file_write_all(STDOUT_FILENO, bytes, strlen(bytes));
}

/* Switches what is reported on, or off again. */
static void
send_modes(bool on)
{
	if (term.mouse)
		send(on ? MOUSE_ON : MOUSE_OFF);
	if (term.focus)
		send(on ? FOCUS_ON : FOCUS_OFF);
}

void
ui_term_report(bool mouse, bool focus)
{
	if (mouse == term.mouse && focus == term.focus)
		return;
	send_modes(false);
	term.mouse = mouse;
	term.focus = focus;
	prepare_restore();
	send_modes(true);
}

static void
set_modes(void)
{
	/* Signals of the terminal come before what was typed ahead of them, and so would
	 * those of a paste; and a Ctrl-S in it would stop us (case 144). */
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	intrflush(stdscr, FALSE);
	curs_set(0);
}

/* When memory is exhausted, some functions of curses end the program, leaving their
 * message in the log and the screen as it was. */
static void
at_exit(void)
{
	if (term.active)
		mem_exhausted();
}

int
ui_term_start(struct err *err)
{
	/* The size of the window counts, not LINES and COLUMNS from a parent (case 142).
	 */
	unsetenv("LINES");
	unsetenv("COLUMNS");
	int status = check(err);
	if (status == OK)
		status = ui_term_signal_start(err);
	if (status != OK)
		return status;
	term.before_ok = tcgetattr(STDIN_FILENO, &term.before) == 0;
	term.utf8 = str_ieq(nl_langinfo(CODESET), "UTF-8");
	const char *name = getenv("TERM");
	term.xterm = !str_starts(name, "vt") && !str_starts(name, "linux");
	prepare_restore();
	catch_crashes();
	term.screen = newterm(NULL, stdout, stdin);
	if (!term.screen) {
		ui_term_signal_release();
		return err_set(err, ERR_INVALID,
			_("the terminal \"%s\" (TERM) cannot be used"), name);
	}
	term.active = true;
	idlok(stdscr, TRUE); /* it scrolls what has moved */
	crash_wait();
	mem_on_exhausted(restore_for_good);
	atexit(at_exit);
	divert_stderr();
	set_modes();
	ui_paint_start(&term.paint);
	ui_graphic_start(&term.paint.graphic);
	ui_keyboard_start(&term.keyboard, term.before_ok ? term.before.c_cc : NULL);
	send(PASTE_ON);
	send_modes(true);
	return OK;
}

/* Waits for the rest of a paste, but not for long. */
static void
drop_paste(void)
{
	int64_t until = time_mono_ms() + PASTE_MS;
	struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
	char bytes[4096];
	while (time_mono_ms() < until && poll(&fd, 1, PAUSE_MS) > 0 &&
		read(fd.fd, bytes, sizeof bytes) > 0) {
	}
}

/* Gives the terminal back to the shell. Without a second screen, what was drawn stays:
 * the prompt, or what a program prints, needs an empty last line. */
static void
end_screen(void)
{
	endwin();
	if (!term.screen || enter_ca_mode || !clr_eol)
		return;
	putp(clr_eol);
	fflush(stdout);
}

void
ui_term_stop(void)
{
	if (!term.screen)
		return;
	ui_term_title(NULL);
	ui_graphic_leave(&term.paint.graphic);
	send_modes(false);
	send(PASTE_OFF);
	if (term.turned)
		send(BIDI_ON);
	term.turned = false;
	if (term.keyboard.pasting)
		drop_paste();
	end_screen();
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
	if (term.stderr_fd >= 0) {
		dup2(term.stderr_fd, STDERR_FILENO);
		close(term.stderr_fd);
		term.stderr_fd = -1;
	}
	term.active = false;
	delscreen(term.screen);
	term.screen = NULL;
	ui_keyboard_stop(&term.keyboard);
	ui_term_signal_stop();
}

void
ui_term_colors(const struct config *config, const struct config *file, const char *theme)
{
	ui_paint_colors(&term.paint, config, file, theme);
}

void
ui_term_ask_ground(void)
{
	if (term.paint.available < 8 || !term.xterm)
		return;
	crash_wait();
	ui_answers_ask_ground(&term.keyboard.answers);
}

void
ui_term_ground(enum ui_ground ground)
{
	term.paint.ground = ground;
}

bool
ui_term_utf8(void)
{
	return term.utf8;
}

void
ui_term_size(size_t *rows, size_t *cols)
{
	*rows = LINES > 0 ? (size_t)LINES : 1;
	*cols = COLS > 0 ? (size_t)COLS : 1;
}

/* A terminal that was smaller for a moment has lost what did not fit, but curses does not
 * notice; so everything has to be painted again. */
static void
resize(void)
{
	struct winsize size;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
		resizeterm(size.ws_row, size.ws_col);
	clearok(curscr, TRUE);
}

int
ui_term_signals(void)
{
	int all = ui_term_signal_read();
	if (all & UI_SIGNAL_RESIZE) {
		resize();
		ui_answers_ask_cell(&term.keyboard.answers);
		ui_graphic_take(&term.paint.graphic, &term.keyboard.answers);
	}
	return all;
}

void
ui_term_input(struct ui_input *out)
{
	ui_keyboard_read(&term.keyboard, out);
	if (out->kind == UI_INPUT_ANSWER)
		ui_graphic_take(&term.paint.graphic, &term.keyboard.answers);
}

int64_t
ui_term_due(void)
{
	int64_t key = ui_keyboard_due(&term.keyboard);
	return key ? key : ui_answers_due(&term.keyboard.answers);
}

/* ---- pictures */

void
ui_term_pictures(const char *wanted)
{
	bool may = term.xterm && term.utf8;
	ui_graphic_want(
		&term.paint.graphic, may ? wanted : "blocks", &term.keyboard.answers);
}

void
ui_term_cell(size_t *width, size_t *height)
{
	(void)ui_graphic_cell(&term.keyboard.answers, width, height);
}

void
ui_term_forget(uint64_t key)
{
	ui_graphic_forget(&term.paint.graphic, key);
}

int
ui_term_send_fd(void)
{
	return term.paint.graphic.sending ? STDOUT_FILENO : -1;
}

bool
ui_term_send(void)
{
	crash_wait();
	return ui_graphic_step(&term.paint.graphic);
}

/* Asks once there are pictures to be shown, since some terminals print what they do not
 * understand: the whole screen is painted again after that. */
static void
ask_pictures(void)
{
	const char *wanted = term.paint.graphic.wanted;
	bool asked = term.keyboard.answers.pictures;
	if (!term.paint.pictures || asked || ui_through_screen() ||
		(!str_eq(wanted, "auto") && !str_eq(wanted, "sixel")))
		return;
	ui_answers_ask_pictures(&term.keyboard.answers);
	clearok(curscr, TRUE);
}

bool
ui_term_typed(void)
{
	int n = 0;
	return ioctl(STDIN_FILENO, FIONREAD, &n) == 0 && n > 0;
}

/* Whether curses' cells are not all there is. */
static bool
is_more(void)
{
	return term.links || term.paint.exact || term.paint.graphic.way ||
	       !str_eq(term.paint.graphic.wanted, "blocks");
}

bool
ui_term_paint(const struct ui_frame *frame)
{
	bool turned = false, late = false;
	for (size_t y = 0; y < frame->height && y < (size_t)LINES; y++) {
		ui_paint_row(&term.paint, &frame->rows[y], (int)y);
		turned |= frame->rows[y].turned;
	}
	if (turned && !term.turned)
		send(BIDI_OFF);
	term.turned |= turned;
	if (is_more())
		ui_paint_unlink(&term.paint, frame, term.links);
	attr_set(A_NORMAL, 0, NULL);
	curs_set(frame->cursor_shown);
	move((int)frame->cursor_y, (int)frame->cursor_x);
	wnoutrefresh(stdscr);
	fflush(stdout);
	send(SYNC_ON);
	ask_pictures();
	doupdate();
	fflush(stdout);
	if (is_more())
		late = ui_paint_links(&term.paint, frame, term.links, ui_term_typed());
	send(SYNC_OFF);
	return late;
}

bool
ui_term_clipboard(const char *bytes, size_t n)
{
	struct buf sequence = BUF_INIT(0);
	bool fits = ui_sequence_clipboard(&sequence, bytes, n);
	if (fits)
		send(buf_str(&sequence));
	buf_done(&sequence);
	return fits;
}

bool
ui_term_hyperlinks(const char *wanted)
{
	term.links = term.xterm &&
		     (str_eq(wanted, "yes") ||
			     (str_eq(wanted, "auto") && ui_sequence_links_taken()));
	return term.links;
}

void
ui_term_notify(const char *by, const char *title, const char *text)
{
	struct buf sequence = BUF_INIT(0);
	if (str_eq(by, "auto"))
		by = ui_sequence_notice_taken();
	if (str_eq(by, "bell"))
		beep();
	else if (ui_sequence_notice(&sequence, by, title, text))
		send(buf_str(&sequence));
	buf_done(&sequence);
}

void
ui_term_title(const char *title)
{
	struct buf sequence = BUF_INIT(0);
	bool titled = !str_empty(title);
	if (titled != term.titled)
		buf_adds(&sequence, titled ? TITLE_KEEP : TITLE_BACK);
	if (titled)
		ui_sequence_title(&sequence, title);
	if (sequence.len)
		send(buf_str(&sequence));
	buf_done(&sequence);
	term.titled = titled;
	prepare_restore();
}

void
ui_term_redraw(void)
{
	ui_graphic_leave(
		&term.paint.graphic); /* the terminal may be another one by now */
	clearok(curscr, TRUE);
}

int
ui_term_stderr(void)
{
	return term.stderr_fd < 0 ? STDERR_FILENO : term.stderr_fd;
}

void
ui_term_leave(void)
{
	def_prog_mode();
	ui_graphic_leave(&term.paint.graphic);
	send_modes(false);
	send(PASTE_OFF);
	end_screen();
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &term.before);
	term.active = false;
}

/* Waits for a key, or a signal that means more than news of children and sizes. All
 * signals stay for ui_term_signals. */
static void
wait_key(void)
{
	struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
		{.fd = ui_term_signal_fd(), .events = POLLIN}};
	int news = UI_SIGNAL_CHILD | UI_SIGNAL_RESIZE, seen = 0;
	char bytes[64];
	do {
		while (poll(fds, COUNT_OF(fds), -1) < 0 && errno == EINTR)
			;
		if (fds[1].revents)
			seen |= ui_term_signal_read();
	} while (!fds[0].revents && !(seen & ~news));
	if (fds[0].revents && read(STDIN_FILENO, bytes, sizeof bytes) <= 0)
		seen |= UI_SIGNAL_LEAVE; /* the terminal is gone */
	ui_term_signal_put(seen);
}

void
ui_term_pause(const char *line)
{
	struct termios mode;
	if (tcgetattr(STDIN_FILENO, &mode) != 0)
		return;
	mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;
	tcsetattr(
		STDIN_FILENO, TCSAFLUSH, &mode); /* drops earlier input: not an answer */
	printf("\n%s", line);
	fflush(stdout);
	wait_key();
	putchar('\n');
	fflush(stdout);
}

void
ui_term_return(void)
{
	term.active = true;
	reset_prog_mode();
	send(PASTE_ON);
	send_modes(true);
	resize();
	refresh();
	clearok(curscr, TRUE);
}
