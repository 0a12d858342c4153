/*
 * Order matters at the start: setupterm first, because newterm's sisters end the process
 * on an unknown TERM; our SIGWINCH handler before newterm, so that curses installs none
 * and a resize always reaches the signal pipe (curses' own flag is only looked at in
 * getch, which may be slept past). Signals write one byte each to a pipe; nothing else
 * happens in a handler, but for crashes: those restore the terminal by write() alone and
 * raise the signal again, so that the core is kept.
 *
 * Keys: curses decodes what terminfo knows. A lone ESC comes after 25 ms; an ESC that
 * something follows at once is Alt or a sequence that terminfo does not know, and that is
 * swallowed up to its final byte rather than taken as commands (case 145).
 */
#include "config.h"

#include "ui/term.h"

#include <curses.h>
#include <term.h>

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "conf/config.h"
#include "conf/key.h"
#include "ui/row.h"
#include "ui/theme.h"

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define SYNC_ON "\033[?2026h"
#define SYNC_OFF "\033[?2026l"
#define ESCAPE_MS 25
#define RESTORE_MAX 256

enum {
	PASTE_BEGIN = KEY_MAX + 1,
	PASTE_END
};

static struct {
	SCREEN *screen;
	struct termios before;
	bool before_ok, active, utf8, xterm, pasting;
	int colors;
	int stderr_fd; /* the real standard error, -1 none */
	int pipe[2];
	struct ui_theme theme;
	attr_t attrs[STYLE_COUNT_OF];
	short pairs[STYLE_COUNT_OF];
	struct buf paste;
	char restore[RESTORE_MAX]; /* what puts the screen back */
	size_t restore_len;
	char crash[RESTORE_MAX]; /* the line told after a crash */
	size_t crash_len;
} term = {.stderr_fd = -1, .pipe = {-1, -1}, .paste = BUF_INIT(UI_PASTE_MAX)};

static void
write_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t did = write(fd, bytes, n);
		if (did <= 0)
			return;
		bytes += did;
		n -= (size_t)did;
	}
}

/* Async-signal-safe: puts the terminal back without curses. */
static void
restore(void)
{
	if (!term.active)
		return;
	write_all(STDOUT_FILENO, term.restore, term.restore_len);
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
	if (term.stderr_fd >= 0)
		dup2(term.stderr_fd, STDERR_FILENO);
	term.active = false;
}

static void
on_crash(int sig)
{
	restore();
	write_all(STDOUT_FILENO, term.crash, term.crash_len);
	raise(sig); /* SA_RESETHAND: the default now */
}

static void
on_signal(int sig, siginfo_t *info, void *context)
{
	(void)context;
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
	case SIGINT: /* from the terminal driver, or by kill(1)? */
		byte = info->si_code > 0 ? UI_SIGNAL_INTERRUPT : UI_SIGNAL_LEAVE;
		break;
	default:
		byte = UI_SIGNAL_LEAVE;
		break;
	}
	write_all(term.pipe[1], &byte, 1);
	errno = saved;
}

static const int handled[] = {
	SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};
static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

static void
catch_signals(void)
{
	struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < COUNT_OF(handled); i++)
		sigaction(handled[i], &action, NULL);
	static char stack[32 * 1024];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&alternate, NULL);
	struct sigaction crash = {.sa_handler = on_crash};
	crash.sa_flags = SA_RESETHAND | SA_ONSTACK | SA_NODEFER;
	sigemptyset(&crash.sa_mask);
	for (size_t i = 0; i < COUNT_OF(crashes); i++)
		sigaction(crashes[i], &crash, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static void
release_signals(void)
{
	for (size_t i = 0; i < COUNT_OF(handled); i++)
		signal(handled[i], SIG_DFL);
	for (size_t i = 0; i < COUNT_OF(crashes); i++)
		signal(crashes[i], SIG_DFL);
}

/* A capability as plain bytes, without terminfo's $<delays>. */
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
prepare_restore(void)
{
	static const char *const names[] = {"rmkx", "cnorm", "sgr0", "op", "rmcup"};
	memcpy(term.restore, SYNC_OFF PASTE_OFF, strlen(SYNC_OFF PASTE_OFF));
	term.restore_len = term.xterm ? strlen(SYNC_OFF PASTE_OFF) : 0;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		add_capability(names[i]);
	int n = snprintf(term.crash, sizeof term.crash, "\r\n%s\r\n",
		_("courant: crashed; nothing that was saved is lost. The log and the "
		  "core file tell where; please report it"));
	term.crash_len = n > 0 ? strlen(term.crash) : 0;
}

static int
check(struct err *err)
{
	const char *name = getenv("TERM");
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_INVALID,
			_("The reader needs a terminal on its input and output; without "
			  "one use the commands (courant help)"));
	if (str_empty(name))
		return err_set(err, ERR_INVALID,
			_("TERM is not set, so the terminal's kind is unknown; set it "
			  "(TERM=xterm-256color), or use the commands (courant help)"));
	int code;
	if (setupterm(name, STDOUT_FILENO, &code) != OK)
		return err_set(err, ERR_INVALID,
			_("The terminal \"%s\" (TERM) is unknown here; try "
			  "TERM=xterm-256color, or use the commands (courant help)"),
			name);
	const char *move = tigetstr("cup");
	if (!move || move == (const char *)-1)
		return err_set(err, ERR_INVALID,
			_("The terminal \"%s\" (TERM) can't move its cursor; use "
			  "another, or the commands (courant help)"),
			name);
	return OK;
}

/* The log takes what libraries and children would write over the screen. */
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
	if (term.xterm)
		write_all(STDOUT_FILENO, bytes, strlen(bytes));
}

static void
make_attributes(void)
{
	static const struct {
		int flag;
		attr_t attr;
	} flags[] = {
		{LOOK_BOLD, A_BOLD},
		{LOOK_DIM, A_DIM},
		{LOOK_UNDERLINE, A_UNDERLINE},
		{LOOK_REVERSE, A_REVERSE},
		{LOOK_ITALIC, A_ITALIC},
	};
	for (int i = 0; i < STYLE_COUNT_OF; i++) {
		const struct ui_look *look = &term.theme.looks[i];
		term.attrs[i] = A_NORMAL;
		for (size_t k = 0; k < COUNT_OF(flags); k++)
			if (look->flags & flags[k].flag)
				term.attrs[i] |= flags[k].attr;
		term.pairs[i] = 0;
		if (term.colors >= 8 && (look->fg >= 0 || look->bg >= 0) &&
			i + 1 < COLOR_PAIRS) {
			init_pair((short)(i + 1), look->fg, look->bg);
			term.pairs[i] = (short)(i + 1);
		}
	}
}

static void
start_colors(void)
{
	const char *plain = getenv("NO_COLOR");
	term.colors = 0;
	if (has_colors() && str_empty(plain) && start_color() != ERR) {
		use_default_colors();
		term.colors = COLORS;
	}
	ui_theme_init(&term.theme, term.colors);
	make_attributes();
}

static int
open_pipe(struct err *err)
{
	if (pipe(term.pipe) != 0)
		return err_set_errno(err, ERR_IO, _("No pipe for signals"));
	for (int i = 0; i < 2; i++) {
		fcntl(term.pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(term.pipe[i], F_SETFL, O_NONBLOCK);
	}
	return OK;
}

static void
set_modes(void)
{
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	intrflush(stdscr, FALSE);
	curs_set(0);
}

int
ui_term_start(struct err *err)
{
	/* The window's own size counts, not what a parent wrote there (case 142). */
	unsetenv("LINES");
	unsetenv("COLUMNS");
	int status = check(err);
	if (status == OK)
		status = open_pipe(err);
	if (status != OK)
		return status;
	term.before_ok = tcgetattr(STDIN_FILENO, &term.before) == 0;
	term.utf8 = str_ieq(nl_langinfo(CODESET), "UTF-8");
	const char *name = getenv("TERM");
	term.xterm = !str_starts(name, "vt") && !str_starts(name, "linux");
	prepare_restore();
	catch_signals();
	term.screen = newterm(NULL, stdout, stdin);
	if (!term.screen) {
		release_signals();
		return err_set(err, ERR_INVALID,
			_("The terminal \"%s\" (TERM) can't be used"), name);
	}
	term.active = true;
	mem_on_exhausted(restore);
	divert_stderr();
	set_escdelay(ESCAPE_MS);
	set_modes();
	start_colors();
	define_key("\033[200~", PASTE_BEGIN);
	define_key("\033[201~", PASTE_END);
	send(PASTE_ON);
	return OK;
}

void
ui_term_stop(void)
{
	if (!term.screen)
		return;
	send(PASTE_OFF);
	endwin();
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
	if (term.stderr_fd >= 0) {
		dup2(term.stderr_fd, STDERR_FILENO);
		close(term.stderr_fd);
		term.stderr_fd = -1;
	}
	term.active = false;
	release_signals();
	delscreen(term.screen);
	term.screen = NULL;
	buf_done(&term.paste);
	for (int i = 0; i < 2; i++) {
		close(term.pipe[i]);
		term.pipe[i] = -1;
	}
}

int
ui_term_colors(const struct config *config, const char *theme, struct err *err)
{
	int status = OK;
	if (str_eq(theme, "mono"))
		term.colors = 0;
	ui_theme_init(&term.theme, term.colors);
	for (size_t i = 0; i < config->colors_len; i++) {
		int one = ui_theme_set(&term.theme, &config->colors[i], term.colors,
			status == OK ? err : NULL);
		if (status == OK)
			status = one;
	}
	make_attributes();
	return status;
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

int
ui_term_signal_fd(void)
{
	return term.pipe[0];
}

/* A terminal that was small for a moment, and has its size back by now, has lost what did
 * not fit: for curses nothing happened, so all is to be painted again. */
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
	int all = 0;
	char bytes[64];
	for (ssize_t n; (n = read(term.pipe[0], bytes, sizeof bytes)) > 0;)
		for (ssize_t i = 0; i < n; i++)
			all |= bytes[i];
	if (all & UI_SIGNAL_RESIZE)
		resize();
	return all;
}

/* Swallows an escape sequence's rest: parameters, then one final byte. */
static void
skip_sequence(wint_t introducer)
{
	wint_t c;
	if (introducer == 'O') {
		get_wch(&c);
		return;
	}
	for (int i = 0; i < 64 && get_wch(&c) != ERR; i++)
		if (c >= 0x40 && c <= 0x7e)
			return;
}

/* What stands behind an ESC: 0 when it was a sequence that is nothing to us. */
static uint32_t
escape(void)
{
	wint_t c;
	int got = get_wch(&c);
	if (got == ERR)
		return KEY_ESCAPE;
	if (got == KEY_CODE_YES)
		return 0;
	if (c == 27) /* hit twice */
		return KEY_ESCAPE;
	if (c == '[' || c == 'O') {
		skip_sequence(c);
		return 0;
	}
	return KEY_META + (uint32_t)c;
}

static const struct {
	int curses;
	uint32_t key;
} keys[] = {
	{KEY_UP, KEY_CURSOR_UP},
	{KEY_DOWN, KEY_CURSOR_DOWN},
	{KEY_LEFT, KEY_CURSOR_LEFT},
	{KEY_RIGHT, KEY_CURSOR_RIGHT},
	{KEY_PPAGE, KEY_PAGE_UP},
	{KEY_NPAGE, KEY_PAGE_DOWN},
	{KEY_HOME, KEY_TO_HOME},
	{KEY_END, KEY_TO_END},
	{KEY_IC, KEY_INSERT},
	{KEY_DC, KEY_DELETE},
	{KEY_BACKSPACE, KEY_RUBOUT},
	{KEY_BTAB, KEY_BACK_TAB},
	{KEY_ENTER, KEY_RETURN},
};

static uint32_t
function_key(wint_t code)
{
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if ((wint_t)keys[i].curses == code)
			return keys[i].key;
	if (code > KEY_F0 && code <= KEY_F0 + 12)
		return KEY_FUNCTION + (uint32_t)(code - KEY_F0);
	return 0;
}

static uint32_t
character(wint_t c)
{
	switch (c) {
	case '\n':
	case '\r':
		return KEY_RETURN;
	case 8:
	case 127:
		return KEY_RUBOUT;
	case 27:
		return escape();
	default:
		return (uint32_t)c;
	}
}

/* A character of a paste; past the maximum the rest is dropped. */
static void
paste_add(wint_t c)
{
	char bytes[4];
	if (c == '\r')
		c = '\n';
	buf_add(&term.paste, bytes, utf8_encode((uint32_t)c, bytes));
}

void
ui_term_input(struct ui_input *out)
{
	*out = (struct ui_input){.kind = UI_INPUT_NONE};
	wint_t c;
	for (int got; (got = get_wch(&c)) != ERR;) {
		if (got == KEY_CODE_YES && c == PASTE_BEGIN) {
			term.pasting = true;
			buf_clear(&term.paste);
		} else if (got == KEY_CODE_YES && c == PASTE_END) {
			term.pasting = false;
			out->kind = UI_INPUT_PASTE;
			out->paste = buf_str(&term.paste);
			out->paste_len = term.paste.len;
			return;
		} else if (term.pasting) {
			if (got != KEY_CODE_YES)
				paste_add(c);
		} else {
			out->key = got == KEY_CODE_YES ? function_key(c) : character(c);
			if (out->key) {
				out->kind = UI_INPUT_KEY;
				return;
			}
		}
	}
}

static void
set_style(const struct ui_row *row, int style)
{
	static const struct {
		int style;
		attr_t attr;
	} extra[] = {
		{STYLE_BOLD, A_BOLD},
		{STYLE_ITALIC, A_ITALIC},
		{STYLE_UNDERLINE, A_UNDERLINE},
		{STYLE_STRIKE, A_DIM},
	};
	int element = STYLE_ELEMENT(style);
	attr_t attr = term.attrs[element];
	short pair = term.pairs[element];
	if (row->selected) { /* one ground for the whole row; what is bold stays so */
		attr = term.attrs[STYLE_SELECTED] | (attr & A_BOLD);
		pair = term.pairs[STYLE_SELECTED];
	}
	for (size_t i = 0; i < COUNT_OF(extra); i++)
		if (style & extra[i].style)
			attr |= extra[i].attr;
	attr_set(attr, pair, NULL);
}

static void
paint_row(const struct ui_row *row, int y)
{
	move(y, 0);
	for (size_t i = 0; i < row->runs_len; i++) {
		size_t start = row->runs[i].start;
		size_t end =
			i + 1 < row->runs_len ? row->runs[i + 1].start : row->text.len;
		set_style(row, row->runs[i].style);
		addnstr(row->text.data + start, (int)(end - start));
	}
}

void
ui_term_paint(const struct ui_frame *frame)
{
	for (size_t y = 0; y < frame->height && y < (size_t)LINES; y++)
		paint_row(&frame->rows[y], (int)y);
	attr_set(A_NORMAL, 0, NULL);
	bool cursor = frame->cursor_x >= 0;
	curs_set(cursor);
	if (cursor)
		move((int)frame->cursor_y, (int)frame->cursor_x);
	wnoutrefresh(stdscr);
	fflush(stdout);
	send(SYNC_ON);
	doupdate();
	fflush(stdout);
	send(SYNC_OFF);
}

void
ui_term_redraw(void)
{
	clearok(curscr, TRUE);
}

void
ui_term_leave(void)
{
	def_prog_mode();
	send(PASTE_OFF);
	endwin();
	if (term.before_ok)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &term.before);
	term.active = false;
}

void
ui_term_return(void)
{
	term.active = true;
	reset_prog_mode();
	send(PASTE_ON);
	resize();
	refresh();
	clearok(curscr, TRUE);
}

void
ui_term_suspend(void)
{
	ui_term_leave();
	raise(SIGSTOP);
	ui_term_return();
}
