#include "config.h"

#include "player/argv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "base/url.h"

#define FRAMES 382813 /* of an MP3 at 44.1 kHz, in 10,000 seconds */

/* Overrides what the user's own configuration could say but must not: that mpv starts
 * paused, never ends a file, keeps positions of its own, asks youtube-dl whenever an
 * address fails, or follows what a file names. */
static const char *const fixed[] = {
	"--input-ipc-client=fd://0",
	"--idle=yes",
	"--no-terminal",
	"--force-window=no",
	"--no-input-default-bindings",
	"--pause=no",
	"--keep-open=no",
	"--loop-file=no",
	"--loop-playlist=no",
	"--shuffle=no",
	"--start=none",
	"--end=none",
	"--length=none",
	"--speed=1",
	"--ab-loop-a=no",
	"--ab-loop-b=no",
	"--resume-playback=no",
	"--save-position-on-quit=no",
	"--ytdl=no",
	"--load-unsafe-playlists=no",
	"--autoload-files=no",
	"--gapless-audio=no",
	"--prefetch-playlist=no",
	"--audio-fallback-to-null=no",
	"--network-timeout=20",
};
static const char *const sound_only[] = {"--no-video", "--audio-display=no"};

static char **
add(char **argv, size_t *len, struct arena *arena, const char *word)
{
	argv = arena_push(arena, argv, *len, sizeof *argv);
	argv[(*len)++] = arena_strdup(arena, word);
	return argv;
}

char **
player_argv(const struct player_start *start, struct arena *arena)
{
	char **argv = NULL, **own = NULL;
	size_t len = 0, own_len = 0;
	argv = add(argv, &len, arena, start->command);
	for (size_t i = 0; i < COUNT_OF(fixed); i++)
		argv = add(argv, &len, arena, fixed[i]);
	for (size_t i = 0; i < COUNT_OF(sound_only) && !start->video; i++)
		argv = add(argv, &len, arena, sound_only[i]);
	if (start->door)
		argv = add(argv, &len, arena,
			arena_printf(arena, "--input-ipc-server=%s", start->door));
	if (!str_empty(start->options)) {
		if (str_words(start->options, &own, &own_len) != OK)
			return NULL;
		for (size_t i = 0; i < own_len; i++)
			argv = add(argv, &len, arena, own[i]);
		free(own);
	}
	argv = arena_push(arena, argv, len, sizeof *argv);
	argv[len] = NULL;
	return argv;
}

/* What well-known players are to be given, after their names and the user's own words:
 * that they end when the episode does, where it starts, and its speed with the pitch left
 * alone. From their manuals. With these words, none of them reads keys. mpv has none,
 * since it is controlled by IPC. The best one comes first. */
static const struct {
	const char *name, *words;
} well_known[] = {
	{"mpv", NULL},
	{"cvlc", "--play-and-exit --start-time=%s --rate=%r --meta-title=%t %u"},
	{"vlc", "--play-and-exit --start-time=%s --rate=%r --meta-title=%t %u"},
	{"ffplay", "-loglevel quiet -nodisp -autoexit -ss %s -af atempo=%r %u"},
	{"mplayer",
		"-really-quiet -noconsolecontrols -af scaletempo -ss %s -speed %r %u"},
	{"celluloid", "--mpv-start=%s --mpv-speed=%r --mpv-force-media-title=%t %u"},
	{"mpg123", "-q -k %f %u"},
	{"play", "-q %u trim %s tempo -s %r"},
	{"ogg123", "-q -k %s %u"},
};

const char *
player_well_known(size_t i)
{
	return i < COUNT_OF(well_known) ? well_known[i].name : NULL;
}

/* The words for a command that does not say what it is given; NULL: none are known. */
static const char *
usual_words(const char *command)
{
	struct span rest = span_of(command), name;
	if (strstr(command, "%u"))
		return NULL;
	span_split(&rest, ' ', &name);
	for (const char *slash; (slash = memchr(name.p, '/', name.n));) {
		name.n -= (size_t)(slash + 1 - name.p);
		name.p = slash + 1;
	}
	for (size_t i = 0; i < COUNT_OF(well_known); i++)
		if (span_eq(name, well_known[i].name))
			return well_known[i].words;
	return NULL;
}

bool
player_is_other(const char *command)
{
	return strstr(command, "%u") || usual_words(command);
}

/* What it plays or fetches, without a login: everybody may see the words of a process. */
static const char *
shown_address(const char *url, struct arena *arena)
{
	return url_is_web(url) ? url_public(arena, url, false) : url;
}

static char *
fill_word(const struct player_other *o, const char *word, struct arena *arena)
{
	struct buf out = BUF_INIT(0);
	for (; *word; word++) {
		if (word[0] == '%' && word[1] == 'u')
			buf_adds(&out, shown_address(o->url, arena));
		else if (word[0] == '%' && word[1] == 's')
			buf_addf(&out, "%" PRId64, o->start);
		else if (word[0] == '%' && word[1] == 'f')
			buf_addf(&out, "%" PRId64, o->start * FRAMES / 10000);
		else if (word[0] == '%' && word[1] == 'r')
			buf_add_hundredths(&out, o->speed);
		else if (word[0] == '%' && word[1] == 't')
			buf_adds(&out, o->title);
		else if (word[0] == '%' && word[1] == 'o' && o->file)
			buf_adds(&out, o->file);
		else if (word[0] == '%' && word[1] == '%')
			buf_addc(&out, '%');
		else {
			buf_addc(&out, *word);
			continue;
		}
		word++;
	}
	char *copy = arena_strndup(arena, buf_str(&out), out.len);
	buf_done(&out);
	return copy;
}

char **
player_other_argv(const struct player_other *o, struct arena *arena)
{
	const char *parts[] = {o->command, usual_words(o->command)};
	char **argv = NULL;
	size_t len = 0;
	for (size_t i = 0; i < COUNT_OF(parts) && parts[i]; i++) {
		char **words = NULL;
		size_t n = 0;
		if (str_words(parts[i], &words, &n) != OK)
			return NULL;
		for (size_t k = 0; k < n; k++)
			argv = add(argv, &len, arena, fill_word(o, words[k], arena));
		free(words);
	}
	argv = arena_push(arena, argv, len, sizeof *argv);
	argv[len] = NULL;
	return argv;
}
