#include "config.h"

#include "player/verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"

#define SPEED_STEP 10 /* percent */
#define DAY_MS (TIME_DAY * 1000)

/* "12:42", "1:02:03" or "90" as milliseconds, or "90500ms", as processes write it. What
 * follows a colon is less than 60. */
static int
parse_time(struct span text, int64_t *ms)
{
	struct span part;
	int64_t seconds = 0, number;
	int parts = 0;
	if (text.n > 2 && span_eq((struct span){text.p + text.n - 2, 2}, "ms"))
		return time_parse_span(text, ms) == OK && *ms <= DAY_MS ? OK
									: ERR_INVALID;
	while (span_split(&text, ':', &part)) {
		if (++parts > 3 || str_int(part, &number) != OK || number < 0 ||
			number > TIME_DAY || (parts > 1 && number >= 60))
			return ERR_INVALID;
		seconds = seconds * 60 + number;
	}
	*ms = seconds * 1000;
	return OK;
}

static int
parse_span_ms(struct span text, int64_t *ms)
{
	int64_t seconds;
	if (str_int(text, &seconds) == OK && seconds >= 0 && seconds <= TIME_DAY) {
		*ms = seconds * 1000;
		return OK;
	}
	return time_parse_span(text, ms) == OK && *ms <= DAY_MS ? OK : ERR_INVALID;
}

static int
parse_seek(const char *s, struct player_verb *out)
{
	struct span text = span_trim(span_of(s));
	if (!text.n)
		return ERR_INVALID;
	if (text.p[text.n - 1] == '%') {
		text.n--;
		out->kind = PLAYER_SEEK_PART;
		return str_int(text, &out->number) == OK && out->number >= 0 &&
				       out->number <= 100
			       ? OK
			       : ERR_INVALID;
	}
	bool back = text.p[0] == '-';
	if (!back && text.p[0] != '+') {
		out->kind = PLAYER_SEEK_TO;
		return parse_time(text, &out->number);
	}
	out->kind = PLAYER_SEEK_BY;
	int status = parse_span_ms((struct span){text.p + 1, text.n - 1}, &out->number);
	out->number = back ? -out->number : out->number;
	return status;
}

static int
parse_speed(const char *s, struct player_verb *out)
{
	struct span text = span_trim(span_of(s));
	out->kind = PLAYER_SPEED_BY;
	out->number = SPEED_STEP;
	if (span_eq(text, "+"))
		return OK;
	if (span_eq(text, "-")) {
		out->number = -SPEED_STEP;
		return OK;
	}
	out->kind = PLAYER_SPEED_USUAL;
	out->number = 0;
	if (span_eq(text, "usual"))
		return OK;
	out->kind = PLAYER_SPEED_TO;
	int status = str_hundredths(text, &out->number);
	return status == OK && out->number >= 25 && out->number <= 400 ? OK : ERR_INVALID;
}

static int
parse_chapter(const char *s, struct player_verb *out)
{
	struct span text = span_trim(span_of(s));
	out->kind = PLAYER_CHAPTER_BY;
	out->number = 1;
	if (span_eq(text, "next"))
		return OK;
	out->number = -1;
	if (span_eq(text, "previous"))
		return OK;
	out->kind = PLAYER_CHAPTER_TO;
	return str_int(text, &out->number) == OK && out->number > 0 ? OK : ERR_INVALID;
}

static int
parse_volume(const char *s, struct player_verb *out)
{
	struct span text = span_trim(span_of(s));
	const struct span number = {text.p + (text.n && text.p[0] == '+'),
		text.n - (text.n && text.p[0] == '+')};
	out->kind = PLAYER_VOLUME_BY;
	return str_int(number, &out->number) == OK && out->number >= -100 &&
			       out->number <= 100
		       ? OK
		       : ERR_INVALID;
}

static int
parse_sleep(const char *s, struct player_verb *out)
{
	struct span text = span_trim(span_of(s));
	out->kind = PLAYER_SLEEP_END;
	if (span_eq(text, "episode"))
		return OK;
	out->kind = PLAYER_SLEEP_CHAPTER;
	if (span_eq(text, "chapter"))
		return OK;
	out->kind = PLAYER_SLEEP;
	if (span_eq(text, "no"))
		return OK;
	out->number = -1;
	if (span_eq(text, "more"))
		return OK;
	return text.n && time_parse_span(text, &out->number) == OK &&
			       out->number <= DAY_MS
		       ? OK
		       : ERR_INVALID;
}

static int
parse_item(const char *s, struct player_verb *out)
{
	int64_t item = 0;
	struct span rest = span_trim(span_of(s)), word;
	while (span_split(&rest, ' ', &word) && word.n && word.p[0] == '-') {
		if (span_eq(word, "--stream"))
			out->kind = PLAYER_STREAM;
		else if (span_eq(word, "--toggle"))
			out->number = -1;
		else
			return ERR_INVALID;
		rest = span_trim(rest);
	}
	if (word.n && !span_eq(word, "next") && (str_int(word, &item) != OK || item <= 0))
		return ERR_INVALID;
	out->item = (uint64_t)item;
	if (!rest.p)
		return OK;
	int status = parse_time(span_trim(rest), &out->number);
	out->number = out->number ? out->number : 1;
	return status;
}

static const struct {
	const char *word;
	struct player_verb verb; /* without an argument */
	/* NULL: it takes none. The text is "" if there is none. */
	int (*parse)(const char *text, struct player_verb *out);
	const char *takes;
} words[] = {
	{"play", {PLAYER_PLAY, 0, 0}, parse_item,
		N_("the number of an item and a time, or next")},
	{"pause", {PLAYER_PAUSE, -1, 0}, NULL, NULL},
	{"hold-on", {PLAYER_PAUSE, 1, 0}, NULL, NULL},
	{"resume", {PLAYER_PAUSE, 0, 0}, NULL, NULL},
	{"stop", {PLAYER_STOP, 0, 0}, NULL, NULL},
	{"next", {PLAYER_NEXT, 0, 0}, NULL, NULL},
	{"seek", {PLAYER_SEEK_TO, 0, 0}, parse_seek, N_("+30, -10, 12:42 or 50%")},
	{"seek-back-to", {PLAYER_SEEK_BACK, 0, 0}, NULL, NULL},
	{"speed", {PLAYER_SPEED_TO, 100, 0}, parse_speed, N_("+, -, usual or 0.25 to 4")},
	{"chapter", {PLAYER_CHAPTER_BY, 1, 0}, parse_chapter,
		N_("next, previous or a number")},
	{"volume", {PLAYER_VOLUME_BY, 0, 0}, parse_volume, N_("+5 or -5")},
	{"sleep", {PLAYER_SLEEP, 0, 0}, parse_sleep,
		N_("30m, more, chapter, episode or no")},
};

int
player_verb_parse(
	const char *word, const char *argument, struct player_verb *out, struct err *err)
{
	size_t i = 0;
	while (i < COUNT_OF(words) && !str_eq(word, words[i].word))
		i++;
	if (i == COUNT_OF(words))
		return err_set(
			err, ERR_NOT_FOUND, _("the player has no command \"%s\""), word);
	*out = words[i].verb;
	bool given = !str_empty(argument);
	if (given && !words[i].parse)
		return err_set(err, ERR_INVALID, _("%s takes no argument"), word);
	if (words[i].parse && words[i].parse(given ? argument : "", out) != OK)
		return err_set(
			err, ERR_INVALID, _("%s takes %s"), word, _(words[i].takes));
	return OK;
}

/* Whether it can be asked only of mpv. */
static bool
needs_mpv(enum player_verb_kind kind)
{
	return kind != PLAYER_PLAY && kind != PLAYER_STREAM && kind != PLAYER_STOP &&
	       kind != PLAYER_NEXT && kind != PLAYER_ADOPT;
}

/* Whether it can be asked only of what is loaded. What has yet to begin need not be
 * resumed. */
static bool
needs_file(const struct player_verb *verb)
{
	switch (verb->kind) {
	case PLAYER_PAUSE:
		return verb->number != 0;
	case PLAYER_PLAY:
	case PLAYER_STREAM:
	case PLAYER_STOP:
	case PLAYER_NEXT:
	case PLAYER_SPEED_TO:
	case PLAYER_SLEEP:
	case PLAYER_SLEEP_END:
	case PLAYER_SLEEP_CHAPTER:
	case PLAYER_ADOPT:
		return false;
	default:
		return true;
	}
}

static int
fit_chapter(const struct player_verb *verb, size_t chapters, struct err *err)
{
	if (!chapters)
		return err_set(err, ERR_INVALID, _("It has no chapters"));
	if (verb->kind == PLAYER_CHAPTER_TO && verb->number > (int64_t)chapters)
		return err_set(err, ERR_INVALID,
			P_("It has only %zu chapter", "It has only %zu chapters",
				chapters),
			chapters);
	return OK;
}

static int
fit_place(int64_t place, int64_t duration, struct err *err)
{
	if (duration > 0 && place > duration)
		return err_set(err, ERR_INVALID, _("it is only %d:%02d long"),
			(int)(duration / 60000), (int)(duration / 1000 % 60));
	return OK;
}

int
player_verb_fits(
	const struct player_verb *verb, const struct player_now *now, struct err *err)
{
	if (now->other && needs_mpv(verb->kind))
		return err_set(err, ERR_INVALID,
			_("Only mpv can be controlled from here; what plays is %s"),
			now->other);
	if (!now->loaded && needs_file(verb))
		return err_set(err, ERR_INVALID, _("It has not begun to play yet"));
	switch (verb->kind) {
	case PLAYER_CHAPTER_BY:
	case PLAYER_CHAPTER_TO:
		return fit_chapter(verb, now->chapters, err);
	case PLAYER_PLAY:
	case PLAYER_STREAM:
	case PLAYER_SEEK_TO:
		return fit_place(verb->number, now->duration, err);
	case PLAYER_SEEK_PART:
		return now->duration > 0 ? OK
					 : err_set(err, ERR_INVALID,
						   _("Its length is not known yet"));
	default:
		return OK;
	}
}

/* The words that need no number, and the format of the number of the others. */
static const struct {
	enum player_verb_kind kind;
	int64_t number; /* that it stands for, or ANY */
	const char *line;
	int64_t unit; /* of the line's number; 0: it has none */
} verb_lines[] = {
#define ANY INT64_MAX
	{PLAYER_PAUSE, -1, "pause", 0},
	{PLAYER_PAUSE, 1, "hold-on", 0},
	{PLAYER_PAUSE, 0, "resume", 0},
	{PLAYER_STOP, ANY, "stop-playing", 0},
	{PLAYER_NEXT, ANY, "next-episode", 0},
	{PLAYER_SEEK_BY, ANY, "seek %+" PRId64 "ms", 1},
	{PLAYER_SEEK_TO, ANY, "seek %" PRId64 "ms", 1},
	{PLAYER_SEEK_PART, ANY, "seek %" PRId64 "%%", 1},
	{PLAYER_SEEK_BACK, ANY, "seek-back-to", 0},
	{PLAYER_SPEED_BY, SPEED_STEP, "speed +", 0},
	{PLAYER_SPEED_BY, -SPEED_STEP, "speed -", 0},
	{PLAYER_SPEED_USUAL, ANY, "speed usual", 0},
	{PLAYER_CHAPTER_BY, 1, "chapter next", 0},
	{PLAYER_CHAPTER_BY, -1, "chapter previous", 0},
	{PLAYER_CHAPTER_TO, ANY, "chapter %" PRId64, 1},
	{PLAYER_VOLUME_BY, ANY, "volume %+" PRId64, 1},
	{PLAYER_SLEEP, 0, "sleep no", 0},
	{PLAYER_SLEEP, -1, "sleep more", 0},
	{PLAYER_SLEEP, ANY, "sleep %" PRId64 "ms", 1},
	{PLAYER_SLEEP_END, ANY, "sleep episode", 0},
	{PLAYER_SLEEP_CHAPTER, ANY, "sleep chapter", 0},
};

static void
put_play(const struct player_verb *verb, struct buf *out)
{
	buf_addf(out, "play%s%s ", verb->kind == PLAYER_STREAM ? " --stream" : "",
		verb->number < 0 ? " --toggle" : "");
	if (verb->item)
		buf_addf(out, "%" PRIu64, verb->item);
	else
		buf_adds(out, "next");
	if (verb->number > 0)
		buf_addf(out, " %" PRId64 "ms", verb->number);
	buf_addc(out, '\n');
}

bool
player_verb_put(const struct player_verb *verb, struct buf *out)
{
	size_t before = out->len;
	if (verb->kind == PLAYER_PLAY || verb->kind == PLAYER_STREAM) {
		put_play(verb, out);
	} else if (verb->kind == PLAYER_SPEED_TO) {
		buf_adds(out, "speed ");
		buf_add_hundredths(out, verb->number);
		buf_addc(out, '\n');
	}
	for (size_t i = 0; out->len == before && i < COUNT_OF(verb_lines); i++) {
		if (verb_lines[i].kind != verb->kind ||
			(verb_lines[i].number != ANY &&
				verb_lines[i].number != verb->number))
			continue;
		if (verb_lines[i].unit)
			buf_addf(out, verb_lines[i].line,
				verb->number / verb_lines[i].unit);
		else
			buf_adds(out, verb_lines[i].line);
		buf_addc(out, '\n');
	}
	return out->len > before;
}
