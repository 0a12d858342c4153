/*
 * A player for tests: it speaks the part of mpv's protocol that courant uses on
 * descriptor 0, and plays nothing. $FAKEMPV says how, in words:
 *
 *	length=60       of every file, in seconds
 *	told=N          or so it says: it knows only the part of a file that is there
 *	ends=30.9       files end there, as if they were cut
 *	error=TEXT      no file can be played, for this reason,
 *	bad=TEXT        or none whose address has this in it
 *	start=0         where files start, whatever was asked
 *	early=N         starts and jumps end so many seconds before what was asked
 *	misses          a start at or after the end is an error, as for mpv, not the end
 *	stalls=N        at this second it stands still, and says so so early that whoever
 *	                works the second out is wrong
 *	pauses=N        at this second somebody else pauses it, as by media keys
 *	dies=N          it ends after N lines
 *	silent          it answers nothing after a file was loaded
 *	junk            lines of junk go before each answer
 *	torn            each line is sent in two halves
 *	late            an answer about the time is followed by the one to the question
 *	                before, once more
 *	redirect        a file is a playlist
 *	whole           files can be opened only when they are complete
 *	behind          the first file is opened only when the next one was asked for
 *	refuse          it ends at once if it gets options that it does not know
 *	chapters        files have two
 *	log=PATH        appends what it was asked
 *	pid=PATH        adds its process number there
 *
 * As mpv does, it listens on --input-ipc-server=PATH as well, whatever is there already.
 * fakempv --ask PATH LINE sends a line there, to it or to mpv, and prints the answer.
 */
#include "config.h"

#include <jansson.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES 65536
#define STALLS_EARLY 0.5

static struct {
	double length, told, ends, start, stalls, pauses, early;
	long dies;
	bool silent, junk, torn, late, redirect, refuse, chapters, whole, misses, behind;
	char error[100], bad[100], log[300], pid[300];
} how = {.length = 60, .ends = -1, .start = -1, .stalls = -1, .pauses = -1, .dies = -1};

static struct {
	bool loaded, paused, observed, stalled;
	double position, speed;
	double since; /* when it was there */
	char url[200];
	int entry; /* the number of the file */
} now = {.speed = 1};

static int door = -1; /* for other programs */
static int asker = 0; /* where answers go */

static double
clock_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
read_words(const char *words)
{
	char word[400];
	while (words && sscanf(words, " %399s", word) == 1) {
		words = strstr(words, word) + strlen(word);
		const char *value = strchr(word, '=');
		value = value ? value + 1 : "";
		if (strncmp(word, "length=", 7) == 0)
			how.length = atof(value);
		else if (strncmp(word, "told=", 5) == 0)
			how.told = atof(value);
		else if (strncmp(word, "ends=", 5) == 0)
			how.ends = atof(value);
		else if (strncmp(word, "start=", 6) == 0)
			how.start = atof(value);
		else if (strncmp(word, "early=", 6) == 0)
			how.early = atof(value);
		else if (strncmp(word, "stalls=", 7) == 0)
			how.stalls = atof(value);
		else if (strncmp(word, "pauses=", 7) == 0)
			how.pauses = atof(value);
		else if (strncmp(word, "dies=", 5) == 0)
			how.dies = atol(value);
		else if (strncmp(word, "error=", 6) == 0)
			snprintf(how.error, sizeof how.error, "%s", value);
		else if (strncmp(word, "bad=", 4) == 0)
			snprintf(how.bad, sizeof how.bad, "%s", value);
		else if (strncmp(word, "log=", 4) == 0)
			snprintf(how.log, sizeof how.log, "%s", value);
		else if (strncmp(word, "pid=", 4) == 0)
			snprintf(how.pid, sizeof how.pid, "%s", value);
		how.silent |= strcmp(word, "silent") == 0;
		how.junk |= strcmp(word, "junk") == 0;
		how.torn |= strcmp(word, "torn") == 0;
		how.late |= strcmp(word, "late") == 0;
		how.redirect |= strcmp(word, "redirect") == 0;
		how.refuse |= strcmp(word, "refuse") == 0;
		how.misses |= strcmp(word, "misses") == 0;
		how.whole |= strcmp(word, "whole") == 0;
		how.chapters |= strcmp(word, "chapters") == 0;
		how.behind |= strcmp(word, "behind") == 0;
	}
}

static void
send_all(int fd, const char *text, size_t n)
{
	while (n > 0) {
		ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
		if (sent <= 0 && fd != 0)
			return;
		if (sent <= 0)
			exit(0);
		text += sent;
		n -= (size_t)sent;
	}
}

static void
say_to(int fd, const char *line)
{
	static const char junk[] = "junk \xff\xfe {\"event\":\n{\"request_id\":0}\n";
	size_t n = strlen(line), half = how.torn ? n / 2 : 0;
	if (how.junk)
		send_all(fd, junk, sizeof junk - 1);
	if (half)
		send_all(fd, line, half);
	if (half)
		usleep(2000);
	send_all(fd, line + half, n - half);
	send_all(fd, "\n", 1);
}

static void
say(const char *line)
{
	say_to(0, line);
}

static void
reply(json_int_t id, const char *data)
{
	char line[300];
	snprintf(line, sizeof line, "{%s%s%s\"request_id\":%lld,\"error\":\"%s\"}",
		data ? "\"data\":" : "", data ? data : "", data ? "," : "", (long long)id,
		"success");
	say_to(asker, line);
}

static void
tell(int number, const char *name, const char *data)
{
	char line[400];
	if (!now.observed)
		return;
	snprintf(line, sizeof line,
		"{\"event\":\"property-change\",\"id\":%d,\"name\":\"%s\",\"data\":%s}",
		number, name, data);
	say(line);
}

static double
place(void)
{
	double at = now.position;
	if (now.loaded && !now.paused)
		at += (clock_now() - now.since) * now.speed;
	if (how.stalls >= 0 && (now.stalled || at > how.stalls))
		at = how.stalls;
	return at > how.length ? how.length : at;
}

static void
set_place(double at)
{
	now.position = at;
	now.since = clock_now();
}

static void
go_to(double at)
{
	set_place(at > how.early ? at - how.early : 0);
}

static void
end_file(const char *reason, const char *error)
{
	char line[300];
	bool was = now.loaded;
	now.loaded = false;
	snprintf(line, sizeof line,
		"{\"event\":\"end-file\",\"reason\":\"%s\",\"playlist_entry_id\":%d%s%s%"
		"s}",
		reason, now.entry, error ? ",\"file_error\":\"" : "", error ? error : "",
		error ? "\"" : "");
	if (was || error)
		say(line);
}

static void
load(const json_t *command)
{
	const json_t *options = json_object_get(command, "options");
	const char *start = json_string_value(json_object_get(options, "start"));
	char length[40], line[80];
	end_file("stop", NULL);
	now.entry++;
	snprintf(line, sizeof line, "{\"event\":\"start-file\",\"playlist_entry_id\":%d}",
		now.entry);
	say(line);
	const char *url = json_string_value(json_object_get(command, "url"));
	snprintf(now.url, sizeof now.url, "%s", url ? url : "");
	bool growing = url && strncmp(url, "appending:", 10) == 0;
	if ((how.bad[0] && url && strstr(url, how.bad)) || (how.whole && growing)) {
		end_file("error", "no-format");
		return;
	}
	if (how.error[0]) {
		end_file("error", how.error);
		return;
	}
	if (how.redirect) {
		now.loaded = true;
		end_file("redirect", NULL);
		return;
	}
	if (how.misses && start && atof(start) >= how.length) {
		end_file("error", "no audio or video data played");
		return;
	}
	now.loaded = true;
	now.paused = false;
	const char *speed = json_string_value(json_object_get(options, "speed"));
	now.speed = speed ? atof(speed) : 1;
	snprintf(length, sizeof length, "%f", how.told > 0 ? how.told : how.length);
	tell(2, "duration", length);
	if (how.chapters)
		tell(4, "chapter-list",
			"[{\"title\":\"Two\\u001b[2J\",\"time\":20.5},"
			"{\"title\":\"One\",\"time\":-0.025}]");
	say("{\"event\":\"file-loaded\"}");
	go_to(how.start >= 0 ? how.start : start ? atof(start) : 0);
	say("{\"event\":\"playback-restart\"}");
}

/* The answer is the number that the file will have. */
static void
ask_load(json_t *command, json_int_t id)
{
	static json_t *first;
	static int asked;
	char data[40];
	snprintf(data, sizeof data, "{\"playlist_entry_id\":%d}", ++asked);
	reply(id, data);
	if (how.behind && asked == 1) {
		first = json_incref(command);
		return;
	}
	if (first)
		load(first);
	json_decref(first);
	first = NULL;
	load(command);
}

/* The time, and what was said of it before. */
static void
tell_place(json_int_t id)
{
	static char before[60];
	static json_int_t before_id;
	char data[60];
	snprintf(data, sizeof data, "%f", place());
	reply(id, now.loaded ? data : NULL);
	if (how.late && before_id)
		reply(before_id, before);
	before_id = now.loaded ? id : 0;
	snprintf(before, sizeof before, "%s", data);
}

static void
pause_it(bool paused)
{
	set_place(place());
	now.paused = paused;
	tell(1, "pause", paused ? "true" : "false");
}

/* A property's value is told at once, and whenever it changes. */
static void
observe(const json_t *list, json_int_t id)
{
	now.observed = true;
	reply(id, NULL);
	if (json_integer_value(json_array_get(list, 1)) == 1)
		tell(1, "pause", now.paused ? "true" : "false");
}

static void
obey(const json_t *list, json_int_t id)
{
	const char *verb = json_string_value(json_array_get(list, 0));
	const char *name = json_string_value(json_array_get(list, 1));
	char path[210];
	if (!verb)
		return;
	if (strcmp(verb, "observe_property") == 0) {
		observe(list, id);
	} else if (strcmp(verb, "get_property") == 0 && name && !strcmp(name, "path")) {
		snprintf(path, sizeof path, "\"%s\"", now.url);
		reply(id, now.loaded ? path : NULL);
	} else if (strcmp(verb, "get_property") == 0) {
		tell_place(id);
	} else if (strcmp(verb, "set_property") == 0 && name) {
		const json_t *value = json_array_get(list, 2);
		set_place(place());
		if (strcmp(name, "pause") == 0) {
			pause_it(json_is_true(value));
		} else if (strcmp(name, "speed") == 0) {
			now.speed = json_number_value(value);
		}
		reply(id, NULL);
	} else if (strcmp(verb, "seek") == 0) {
		say("{\"event\":\"seek\"}");
		go_to(json_number_value(json_array_get(list, 1)));
		say("{\"event\":\"playback-restart\"}");
		reply(id, NULL);
	} else if (strcmp(verb, "stop") == 0) {
		reply(id, NULL);
		end_file("stop", NULL);
	} else if (strcmp(verb, "quit") == 0) {
		exit(0);
	} else {
		reply(id, NULL);
	}
}

static void
take(const char *line, size_t n)
{
	FILE *log = how.log[0] ? fopen(how.log, "a") : NULL;
	if (log) {
		fprintf(log, "%.*s\n", (int)n, line);
		fclose(log);
	}
	if (how.dies >= 0 && how.dies-- == 0)
		exit(1);
	json_t *message = json_loadb(line, n, 0, NULL);
	json_t *command = json_object_get(message, "command");
	json_int_t id = json_integer_value(json_object_get(message, "request_id"));
	if (how.silent && now.loaded)
		;
	else if (json_is_object(command))
		ask_load(command, id);
	else
		obey(command, id);
	json_decref(message);
}

/* ---- other programs */

static bool
address(struct sockaddr_un *out, const char *path)
{
	*out = (struct sockaddr_un){.sun_family = AF_UNIX};
	int n = snprintf(out->sun_path, sizeof out->sun_path, "%s", path);
	return n > 0 && (size_t)n < sizeof out->sun_path;
}

static void
open_door(const char *path)
{
	struct sockaddr_un at;
	door = address(&at, path) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
	unlink(path);
	if (door >= 0 && (bind(door, (struct sockaddr *)&at, sizeof at) != 0 ||
				 listen(door, 4) != 0)) {
		close(door);
		door = -1;
	}
}

/* Its bytes with its LF; 0: it never came. */
static size_t
read_line(int fd, char *line, size_t size)
{
	size_t len = 0;
	ssize_t n = 1;
	while (n > 0 && len < size && (!len || line[len - 1] != '\n')) {
		n = read(fd, line + len, size - len);
		len += n > 0 ? (size_t)n : 0;
	}
	return len && line[len - 1] == '\n' ? len : 0;
}

/* Takes one line of whoever has connected. */
static void
let_in(void)
{
	char line[400];
	int fd = accept(door, NULL, NULL);
	size_t n = fd >= 0 ? read_line(fd, line, sizeof line) : 0;
	asker = fd;
	if (n)
		take(line, n - 1);
	asker = 0;
	if (fd >= 0)
		close(fd);
}

static int
ask(const char *path, const char *line)
{
	struct sockaddr_un at;
	char answer[400] = "";
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (!address(&at, path) || connect(fd, (struct sockaddr *)&at, sizeof at) != 0)
		return 1;
	send_all(fd, line, strlen(line));
	send_all(fd, "\n", 1);
	return read_line(fd, answer, sizeof answer - 1) && fputs(answer, stdout) >= 0 ? 0
										      : 1;
}

int
main(int argc, char **argv)
{
	static const char server[] = "--input-ipc-server=";
	static char bytes[LINE_MAX_BYTES];
	size_t len = 0;
	if (argc == 4 && strcmp(argv[1], "--ask") == 0)
		return ask(argv[2], argv[3]);
	read_words(getenv("FAKEMPV"));
	for (int i = 1; i < argc; i++)
		if (how.refuse && strncmp(argv[i], "--no-such", 9) == 0)
			return 1;
		else if (strncmp(argv[i], server, sizeof server - 1) == 0)
			open_door(argv[i] + sizeof server - 1);
	FILE *pid = how.pid[0] ? fopen(how.pid, "a") : NULL;
	if (pid) {
		fprintf(pid, "%ld\n", (long)getpid());
		fclose(pid);
	}
	say("{\"event\":\"idle\"}");
	for (;;) {
		struct pollfd in[] = {{0, POLLIN, 0}, {door, POLLIN, 0}};
		double end = how.ends >= 0 ? how.ends : how.length;
		poll(in, 2, 20);
		if (in[1].revents)
			let_in();
		if (in[0].revents) {
			ssize_t n = read(0, bytes + len, sizeof bytes - len);
			if (n <= 0)
				return 0;
			len += (size_t)n;
		}
		char *lf;
		while ((lf = memchr(bytes, '\n', len)) != NULL) {
			size_t used = (size_t)(lf + 1 - bytes);
			take(bytes, used - 1);
			memmove(bytes, bytes + used, len - used);
			len -= used;
		}
		if (now.loaded && !now.stalled && how.stalls >= 0 &&
			place() >= how.stalls - STALLS_EARLY) {
			now.stalled = true;
			tell(5, "core-idle", "true");
		}
		if (now.loaded && how.pauses >= 0 && place() >= how.pauses) {
			how.pauses = -1;
			pause_it(true);
		}
		if (now.loaded && place() >= end)
			end_file("eof", NULL);
	}
}
