#include "config.h"

#include "cli/read/track.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/quote.h"
#include "base/str.h"
#include "base/time.h"
#include "cli/core/command.h"
#include "cli/core/engine_session.h"
#include "cli/core/feed_options.h"
#include "engine/api.h"
#include "store/db/view.h"
#include "store/media/track.h"

/* ---- formats */

static void
put_clock(struct buf *out, int64_t ms)
{
	char text[32];
	time_format_clock(ms / 1000, text, sizeof text);
	buf_adds(out, text);
}

static void
chapters_text(struct buf *out, const struct chapters *c)
{
	for (size_t i = 0; i < c->len; i++) {
		const struct chapter *at = &c->list[i];
		if (at->silent)
			continue;
		put_clock(out, at->start);
		buf_addf(out, "  %s%s%s\n", at->title ? at->title : _("(no title)"),
			at->url ? "  " : "", at->url ? at->url : "");
	}
}

static void
chapters_json(struct buf *out, const struct chapters *c)
{
	chapter_write(out, c);
	buf_addc(out, '\n');
}

/* The text of each cue is the chapter's title. */
static void
chapters_vtt(struct buf *out, const struct chapters *c)
{
	struct arena arena = ARENA_INIT;
	struct transcript t = {.timed = true};
	t.list = arena_zalloc(&arena, (c->len + 1) * sizeof *t.list);
	for (size_t i = 0; i < c->len; i++)
		if (!c->list[i].silent)
			t.list[t.len++] = (struct cue){.start = c->list[i].start,
				.end = c->list[i].end ? c->list[i].end : c->list[i].start,
				.text = c->list[i].title
						? c->list[i].title
						: (char *)(uintptr_t)_("(no title)")};
	episode_transcript_write(out, &t);
	arena_done(&arena);
}

static void
put_attribute(struct buf *out, const char *name, const char *value)
{
	if (!value)
		return;
	buf_addf(out, " %s=\"", name);
	for (; *value; value++) {
		if (*value == '&')
			buf_adds(out, "&amp;");
		else if (*value == '<')
			buf_adds(out, "&lt;");
		else if (*value == '"')
			buf_adds(out, "&quot;");
		else
			buf_addc(out, *value);
	}
	buf_addc(out, '"');
}

static void
chapters_psc(struct buf *out, const struct chapters *c)
{
	buf_adds(out, "<psc:chapters version=\"1.2\" "
		      "xmlns:psc=\"http://podlove.org/simple-chapters\">\n");
	for (size_t i = 0; i < c->len; i++) {
		int64_t ms = c->list[i].start;
		if (c->list[i].silent)
			continue;
		buf_addf(out, "  <psc:chapter start=\"%02" PRId64 ":%02d:%02d.%03d\"",
			ms / 3600000, (int)(ms / 60000 % 60), (int)(ms / 1000 % 60),
			(int)(ms % 1000));
		put_attribute(out, "title", c->list[i].title);
		put_attribute(out, "href", c->list[i].url);
		buf_adds(out, "/>\n");
	}
	buf_adds(out, "</psc:chapters>\n");
}

/* In ffmpeg's format; a backslash stands before characters that are special in it. */
static void
chapters_ffmetadata(struct buf *out, const struct chapters *c)
{
	buf_adds(out, ";FFMETADATA1\n");
	for (size_t i = 0; i < c->len; i++) {
		const struct chapter *at = &c->list[i];
		if (at->silent)
			continue;
		buf_addf(out,
			"[CHAPTER]\nTIMEBASE=1/1000\nSTART=%" PRId64 "\nEND=%" PRId64
			"\ntitle=",
			at->start, at->end ? at->end : at->start);
		for (const char *s = at->title ? at->title : ""; *s; s++) {
			if (*s == '=' || *s == ';' || *s == '#' || *s == '\\')
				buf_addc(out, '\\');
			buf_addc(out, *s);
		}
		buf_addc(out, '\n');
	}
}

static void
transcript_text(struct buf *out, const struct transcript *t)
{
	for (size_t i = 0; i < t->len; i++) {
		const struct cue *cue = &t->list[i];
		if (t->timed) {
			buf_addc(out, '[');
			put_clock(out, cue->start);
			buf_adds(out, "] ");
		}
		buf_addf(out, "%s%s%s\n", cue->speaker ? cue->speaker : "",
			cue->speaker ? ": " : "", cue->text);
	}
}

static void
transcript_json(struct buf *out, const struct transcript *t)
{
	buf_adds(out, "{\"version\":\"1.0.0\",\"segments\":[");
	for (size_t i = 0; i < t->len; i++) {
		const struct cue *cue = &t->list[i];
		buf_adds(out, i ? ",{" : "{");
		if (cue->speaker) {
			buf_adds(out, "\"speaker\":");
			quote_json(out, cue->speaker);
			buf_addc(out, ',');
		}
		buf_addf(out,
			"\"startTime\":%" PRId64 ".%03d,\"endTime\":%" PRId64
			".%03d,\"body\":",
			cue->start / 1000, (int)(cue->start % 1000), cue->end / 1000,
			(int)(cue->end % 1000));
		quote_json(out, cue->text);
		buf_addc(out, '}');
	}
	buf_adds(out, "]}\n");
}

static const struct format {
	const char *name;
	void (*chapters)(struct buf *out, const struct chapters *c);
	void (*transcript)(struct buf *out, const struct transcript *t);
} formats[] = {
	{"text", chapters_text, transcript_text},
	{"json", chapters_json, transcript_json},
	{"vtt", chapters_vtt, episode_transcript_write},
	{"psc", chapters_psc, NULL},
	{"ffmetadata", chapters_ffmetadata, NULL},
};

static const struct format *
find_format(const char *name, bool transcript)
{
	for (size_t i = 0; i < COUNT_OF(formats); i++)
		if (str_eq(name ? name : "text", formats[i].name) &&
			(!transcript || formats[i].transcript))
			return &formats[i];
	return NULL;
}

/* ---- items */

/* Fetches what is not here. Failures are reported if there is nothing else to print. */
static int
fetch_all(struct cli *cli, const uint64_t *items, size_t len, bool transcript,
	const char *language, char **why, struct arena *arena)
{
	struct cli_session session;
	struct err err = {0};
	size_t left = len;
	int status = cli_session_begin(&session, cli, false, &err);
	for (size_t i = 0; status == OK && i < len; i++)
		engine_get_track(session.engine, items[i], transcript, language);
	while (status == OK && left && !cli_session_signal()) {
		struct engine_event *event = cli_session_next(&session, -1);
		for (size_t i = 0; event && event->kind == ENGINE_TRACK && i < len; i++)
			if (items[i] == event->counted && !why[i]) {
				why[i] = arena_strdup(
					arena, event->error ? event->text : "");
				left--;
			}
		left = event && event->kind == ENGINE_ENDED ? 0 : left;
		free(event);
	}
	cli_session_end(&session);
	if (status != OK)
		return cli_session_failed(status, &err);
	int number = cli_session_signal();
	return number ? CLI_SIGNAL + number : CLI_OK;
}

static bool
put_one(struct cli *cli, uint64_t item, bool transcript, const struct format *format,
	struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_chapters found;
	struct transcript said;
	bool any = false;
	if (store_view_begin(cli->store, &view, NULL) != OK)
		return false;
	if (transcript) {
		any = store_media_transcript(&view, item, &arena, &said) == OK;
	} else {
		store_media_chapters(&view, item, cli_chapters_sources(cli, &view, item),
			&arena, &found);
		any = found.chapters.len > 0;
	}
	store_view_end(&view);
	if (any && transcript)
		format->transcript(out, &said);
	else if (any)
		format->chapters(out, &found.chapters);
	arena_done(&arena);
	return any;
}

int
cli_read_tracks(struct cli *cli, const uint64_t *items, size_t len, bool transcript,
	const char *language, const char *name)
{
	struct arena arena = ARENA_INIT;
	struct buf out = BUF_INIT(0);
	const struct format *format = find_format(name, transcript);
	char **why = arena_zalloc(&arena, (len + 1) * sizeof *why);
	size_t found = 0;
	if (!format)
		return cli_usage("show",
			transcript
				? _("--format needs text, json or vtt for transcripts")
				: _("--format needs text, json, vtt, psc or ffmetadata "
				    "for chapters"));
	int status = fetch_all(cli, items, len, transcript, language, why, &arena);
	for (size_t i = 0; status <= CLI_OK && i < len; i++) {
		struct buf line = BUF_INIT(0);
		/* What is here may be in another language. */
		bool any = (!language || str_empty(why[i])) &&
			   put_one(cli, items[i], transcript, format, &out);
		found += any;
		buf_addf(&line, _("item %" PRIu64 ": %s"), items[i],
			!str_empty(why[i]) ? why[i]
			: transcript       ? _("no transcript")
					   : _("no chapters"));
		if (!any)
			cli_note(buf_str(&line));
		buf_done(&line);
	}
	cli_print(&out);
	buf_done(&out);
	arena_done(&arena);
	return status != CLI_OK ? status : found == len ? CLI_OK : CLI_NOTHING;
}
