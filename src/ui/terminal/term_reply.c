/*
 * Several questions about pictures are sent at once, the last of which every terminal
 * answers (DA1): once that answer comes, no other will. tmux passes answers to whichever
 * pane has the focus then, so tmux itself is asked, with a command, what it knows about
 * its terminal. screen passes on nothing useful.
 */
#include "config.h"

#include "ui/terminal/term_reply.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "image/kitty.h"
#include "ui/draw/theme.h"
#include "ui/terminal/through.h"

#define ANSWER_MS 5000 /* by then the terminal has answered */
#define TMUX_MS 20     /* between checks whether tmux has */
#define WHITE 0xfffful /* of a colour in an answer */
#define ASK_GROUND "\033]11;?\033\\"
#define ASK_NAME "\033[>q"
#define ASK_CELL "\033[16t"
#define ASK_COLORS "\033[?1;1;0S"
#define ASK_ATTRIBUTES "\033[c"
#define SIXEL_ATTRIBUTE 4
#define CELL_MAX 256 /* pixels */
#define PARAMETERS_MAX 32

static void
send(const char *bytes)
{
	file_write_all(STDOUT_FILENO, bytes, strlen(bytes));
}

/* ---- asking */

void
ui_answers_ask_ground(struct ui_answers *a)
{
	a->ground_asked = time_mono_ms();
	send(ASK_GROUND);
}

static void
ask_tmux(struct ui_answers *a)
{
	char tmux[] = "tmux", tell[] = "display-message", plain[] = "-p",
	     what[] = "#{allow-passthrough} #{client_termname} "
		      "#{client_termtype}";
	char *const argv[] = {tmux, tell, plain, what, NULL};
	int ends[2];
	struct err err;
	if (pipe(ends) != 0)
		return;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	const struct spawn spawn = {.argv = argv, .flags = SPAWN_DETACH, .out = ends[1]};
	int status = spawn_program(&spawn, &a->tmux, &err);
	close(ends[1]);
	a->tmux_fd = ends[0];
	a->tmux_asked = time_mono_ms();
	if (status != 0) {
		close(ends[0]);
		a->tmux = 0;
	}
}

void
ui_answers_ask_pictures(struct ui_answers *a)
{
	struct buf ask = BUF_INIT(0);
	a->pictures = true;
	a->asked = time_mono_ms();
	if (ui_through_tmux()) {
		ask_tmux(a);
	} else {
		image_kitty_ask(&ask);
		buf_adds(&ask, ASK_NAME);
	}
	buf_adds(&ask, ASK_CELL ASK_COLORS ASK_ATTRIBUTES);
	send(buf_str(&ask));
	buf_done(&ask);
}

void
ui_answers_ask_cell(struct ui_answers *a)
{
	if (a->cell_width)
		send(ASK_CELL);
	a->cell_width = a->cell_height = 0;
}

static bool
is_due(int64_t asked)
{
	return asked && time_mono_ms() - asked < ANSWER_MS;
}

bool
ui_answers_awaited(const struct ui_answers *a)
{
	return is_due(a->ground_asked) || is_due(a->asked);
}

/* ---- what shows pictures in cells of text */

/* By its name, and its version where older ones can't. */
static bool
has_placeholders(const char *name)
{
	static const char kitty[] = "kitty(";
	if (str_starts(name, "xterm-kitty") || str_starts(name, "xterm-ghostty") ||
		str_starts(name, "ghostty"))
		return true;
	if (!str_starts(name, kitty))
		return false;
	char *end;
	unsigned long major = strtoul(name + strlen(kitty), &end, 10);
	return major > 0 || (*end == '.' && strtoul(end + 1, NULL, 10) >= 28);
}

/* "1 xterm-kitty kitty(0.35.2)": whether it hands sequences on (0 or off: no), and what
 * its terminal is called. */
static void
take_tmux(struct ui_answers *a, const char *text)
{
	const char *name = strchr(text, ' ');
	if (!name || *text == '0' || str_starts(text, "off"))
		return;
	const char *kind = strchr(name + 1, ' ');
	/* What the terminal says about itself includes its version. */
	bool known = kind &&
		     (str_starts(kind + 1, "kitty(") || str_starts(kind + 1, "ghostty"));
	a->kitty = a->placeholders = has_placeholders(known ? kind + 1 : name + 1);
	a->news = true;
}

int64_t
ui_answers_due(const struct ui_answers *a)
{
	return a->tmux ? time_mono_ms() + TMUX_MS : 0;
}

void
ui_answers_step(struct ui_answers *a)
{
	char text[256];
	int code;
	if (!a->tmux)
		return;
	if (a->tmux_fd >= 0) {
		ssize_t n = read(a->tmux_fd, text, sizeof text - 1);
		bool waits = n < 0 && (errno == EAGAIN || errno == EINTR);
		if (waits && is_due(a->tmux_asked))
			return;
		if (waits)
			kill(-a->tmux, SIGKILL);
		text[n > 0 ? n : 0] = '\0';
		take_tmux(a, text);
		close(a->tmux_fd);
		a->tmux_fd = -1;
	}
	if (spawn_reap(a->tmux, &code))
		a->tmux = 0;
}

void
ui_answers_stop(struct ui_answers *a)
{
	if (!a->tmux)
		return;
	kill(-a->tmux, SIGKILL);
	if (a->tmux_fd >= 0)
		close(a->tmux_fd);
	a->tmux = 0;
}

/* ---- answers */

/* Reads "11;rgb:RRRR/GGGG/BBBB", with one to four hexadecimal digits each. */
static void
take_ground(struct ui_answers *a, const char *text)
{
	static const char form[] = "11;rgb:";
	static const unsigned share[] = {299, 587, 114}; /* of brightness, by colour */
	unsigned long sum = 0;
	if (!a->ground_asked || !str_starts(text, form))
		return;
	const char *at = text + strlen(form);
	for (size_t i = 0; i < COUNT_OF(share); i++) {
		char *end;
		unsigned long part = strtoul(at, &end, 16);
		if (end == at || end - at > 4 || *end != (i < 2 ? '/' : '\0'))
			return;
		sum += share[i] * (part * WHITE / ((1ul << (4 * (end - at))) - 1));
		at = end + 1;
	}
	a->ground = 2 * sum > 1000ul * WHITE ? UI_GROUND_LIGHT : UI_GROUND_DARK;
	a->ground_asked = 0;
}

void
ui_answers_string(struct ui_answers *a, int introducer, const char *text)
{
	if (introducer == ']')
		take_ground(a, text);
	if (!a->pictures || ui_through_tmux())
		return;
	if (introducer == '_' && str_starts(text, "Gi=31;")) {
		a->kitty = str_eq(strchr(text, ';'), ";OK");
		a->placeholders |= has_placeholders(getenv("TERM"));
		a->news = true;
	} else if (introducer == 'P' && str_starts(text, ">|")) {
		a->placeholders = has_placeholders(text + 2);
		a->news = true;
	}
}

/* The numbers between semicolons; returns how many. */
static size_t
numbers(const char *text, unsigned long list[PARAMETERS_MAX])
{
	size_t len = 0;
	while (*text && len < PARAMETERS_MAX) {
		char *end;
		list[len++] = strtoul(text, &end, 10);
		text = *end == ';' ? end + 1 : "";
	}
	return len;
}

void
ui_answers_control(struct ui_answers *a, const char *parameters, int final)
{
	bool private = *parameters == '?';
	unsigned long n[PARAMETERS_MAX] = {0};
	size_t len = numbers(parameters + private, n);
	if (!a->pictures)
		return;
	if (private && final == 'c') {
		a->sixel = false;
		for (size_t i = 1; i < len; i++)
			a->sixel |= n[i] == SIXEL_ATTRIBUTE;
		a->asked = 0;
	} else if (private && final == 'S' && len >= 3 && n[0] == 1 && n[1] == 0) {
		a->colors = n[2];
	} else if (!private && final == 't' && len == 3 && n[0] == 6 && n[1] &&
		   n[1] <= CELL_MAX && n[2] && n[2] <= CELL_MAX) {
		a->cell_height = n[1];
		a->cell_width = n[2];
	} else {
		return;
	}
	a->news = true;
}
