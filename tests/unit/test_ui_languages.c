/*
 * Every screen of the reader in every language of po/LINGUAS: whatever a text is
 * translated to, rows are exactly as wide as the screen, nothing is cut that is whole in
 * English, texts do not run into each other, and there is room to type behind labels.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <inttypes.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "conf/key.h"
#include "conf/settings.h"
#include "model/action.h"
#include "model/http.h"
#include "schedule/why.h"
#include "store/db/batch.h"
#include "store/item/list.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/media/media.h"
#include "ui/keys/keys.h"
#include "ui/ui_inside.h"

#define HEIGHT 24
#define WIDTH 80  /* where nothing is cut */
#define NARROW 40 /* where texts may be cut, but with a sign */
#define PANES 170 /* for three of them */
#define LANGUAGES_MAX 40
#define STEPS_MAX 1024
#define TYPED_MIN 20 /* cells for what is typed, on a screen of 80 */
#define HINTS_MIN 4  /* in a line of hints, the one for help among them */
#define FACTS_FROM 4 /* row of the page of a feed, below title and address */
#define FACTS_AT (2 + SCHEDULE_WHY_LABEL)
#define UI_BARS 2
#define TOLD_MAX 40 /* faults that are printed */

/* What is compared with English. */
struct look {
	size_t cuts;  /* texts that end with an ellipsis */
	size_t meets; /* texts of two kinds with nothing between them */
	size_t hints; /* keys in the last row */
};

struct walk {
	struct reader *reader;
	char dir[64];
	const char *language; /* NULL: English, which comes first */
	size_t width;
	struct look english[STEPS_MAX];
	size_t step;
	size_t first[STEPS_MAX]; /* the place where a command is tried */
	size_t faults;
};

static void
fault(struct walk *w, const char *step, size_t y, const char *what)
{
	if (w->faults++ < TOLD_MAX)
		print_message("# %s, %zu columns, %s: %s\n#   |%s|\n",
			w->language ? w->language : "en", w->width, step, what,
			buf_str(&w->reader->ui.screen.rows[y].text));
}

/* ---- the store */

static const char *const lines[] = {
	"http://a/f",
	"http://b/f news",
	"http://c/f news/local",
	"http://d/f",
	"http://e/f",
};

static void
put_state(struct fixture *f, uint32_t feed, const struct http_state *http)
{
	struct store_poll poll = {.feed = feed, .now = http->last_poll, .http = http};
	size_t added;
	assert_int_equal(put_poll(f->store, &poll, &added), OK);
}

/* Items by age in hours, the newest last. */
static void
put_items(struct fixture *f, uint32_t feed, const int *hours, size_t len)
{
	char texts[16][256];
	const char *items[16];
	int64_t now = time_wall();
	for (size_t i = 0; i < len; i++) {
		snprintf(texts[i], sizeof texts[i],
			"%u-%zu||Title %zu|<h2>One</h2><p>A <a href=\"http://x/\">link"
			"</a>.</p><h2>Two</h2><p>The text.</p>|%" PRId64,
			feed, i, i, now - hours[i] * TIME_HOUR);
		items[i] = texts[i];
	}
	poll_items(f, feed, now - TIME_HOUR, items, len);
}

static void
put_episodes(struct fixture *f, uint32_t feed)
{
	struct feed *doc = make_numbered("Episode ", 4, "<p>The text.</p>");
	for (size_t i = 0; i < doc->items_len; i++) {
		struct item *item = &doc->items[i];
		struct enclosure *e = arena_zalloc(&doc->arena, sizeof *e);
		e->url = arena_printf(&doc->arena, "http://e/%zu.mp3", i);
		e->type = arena_strdup(&doc->arena, "audio/mpeg");
		e->length = 48000000;
		item->enclosures = e;
		item->enclosures_len = 1;
		item->media.duration = 3600000;
	}
	poll_feed(f, feed, time_wall() - TIME_HOUR, doc);
	uint64_t ids[4], group = 0;
	size_t changed;
	struct store_batch *batch = begin_batch(f);
	for (int i = 0; i < 4; i++) {
		char title[16];
		snprintf(title, sizeof title, "Episode %d", i);
		ids[i] = find_title(f, title);
	}
	int64_t now = time_wall();
	int status = store_journal_begin(batch, &group, now, NULL);
	status |= store_media_queue_add(batch, ids, 2, false, now, &changed, NULL);
	status |= store_media_download_act(
		batch, ACTION_DOWNLOAD, ids, 3, now, &changed, NULL);
	status |= store_media_download_act(
		batch, ACTION_HOLD, ids + 1, 1, now, &changed, NULL);
	status |= store_media_played(batch, ids + 3, 1, true, now, &changed, NULL);
	assert_int_equal(status, OK);
	commit_batch(batch);
}

static void
fill(struct fixture *f)
{
	static const int often[] = {200, 100, 50, 30, 26, 9, 3, 0};
	static const int rare[] = {3000, 2990, 2980, 2970, 2960};
	static char gone[] = "HTTP 404", moved[] = "http://b/f";
	int64_t now = time_wall();
	put_subscriptions(f, lines, COUNT_OF(lines));
	put_items(f, 1, often, COUNT_OF(often));
	put_items(f, 2, often, 3);
	put_items(f, 4, rare, COUNT_OF(rare));
	put_episodes(f, 5);
	struct http_state http = {.error = gone,
		.moved_to = moved,
		.moved_count = 4,
		.moved_since = now - 9 * TIME_DAY,
		.last_poll = now - TIME_HOUR,
		.last_change = now - 3 * TIME_DAY,
		.last_full = now - 3 * TIME_DAY,
		.next_poll = now + TIME_HOUR,
		.fresh_until = TIME_NONE,
		.retry_at = TIME_NONE,
		.status = 404,
		.failures = 12,
		.trouble = TROUBLE_MISSING,
		.failed_since = now - 2 * TIME_DAY};
	for (int i = 0; i < 6; i++)
		http_poll_add(
			&http, &(struct http_poll){.at = now - (7 - i) * TIME_HOUR,
				       .status = i ? 200 : 404,
				       .trouble = i ? TROUBLE_NONE : TROUBLE_MISSING,
				       .new_items = i % 2});
	put_state(f, 3, &http);
	http.failures = http.moved_count = 0;
	http.error = http.moved_to = NULL;
	put_state(f, 1, &http);
	set_flags(f, "Title 1", ITEM_STARRED, 0);
}

/* ---- languages */

/* The languages of po/LINGUAS, in text; returns how many. */
static size_t
read_languages(const char *src, struct buf *text, const char **list)
{
	char path[512];
	size_t len = 0;
	snprintf(path, sizeof path, "%s/po/LINGUAS", src);
	assert_int_equal(file_read(path, text, NULL), OK);
	char *save = NULL;
	for (char *line = strtok_r(text->data, "\n", &save); line;
		line = strtok_r(NULL, "\n", &save))
		if (*line && *line != '#') {
			assert_true(len < LANGUAGES_MAX);
			list[len++] = line;
		}
	return len;
}

/* Makes a catalogue; false: there is no msgfmt. */
static bool
make_catalogue(const char *dir, const char *src, const char *language)
{
	char path[512], from[512], out[] = "-o", tool[] = "msgfmt";
	snprintf(path, sizeof path, "%s/%s", dir, language);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%s/LC_MESSAGES", dir, language);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%s/LC_MESSAGES/" PACKAGE ".mo", dir, language);
	snprintf(from, sizeof from, "%s/po/%s.po", src, language);
	char *const argv[] = {tool, out, path, from, NULL};
	return spawn_run(argv, NULL, NULL, NULL, 20000, -1, NULL) == OK;
}

static void
speak(const char *language)
{
	if (language)
		setenv("LANGUAGE", language, 1);
	else
		unsetenv("LANGUAGE");
	textdomain(PACKAGE); /* catalogues are looked for again */
}

/* ---- what a screen is like */

static size_t
count_text(const struct buf *text, const char *what)
{
	size_t n = 0;
	for (const char *p = buf_str(text); (p = strstr(p, what)); p++)
		n++;
	return n;
}

/* Texts of the catalogue that end with an ellipsis, or their end after a directive. */
static size_t
count_own(const struct buf *text)
{
	static const char *const own[] = {N_("It is being fetched…"),
		N_("The page is being fetched…"), N_("The comments are being fetched…"),
		N_("The pictures are being fetched…"), N_("Searching…"),
		N_("Rule: %s items…")};
	size_t n = 0;
	for (size_t i = 0; i < COUNT_OF(own); i++) {
		const char *end = strstr(_(own[i]), "%s");
		n += count_text(text, end ? end + 2 : _(own[i]));
	}
	return n;
}

/* Runs that touch: "key" and "hint" must not be one word. Signs may stand beside text. */
static size_t
count_meets(const struct ui_row *row)
{
	size_t n = 0;
	for (size_t i = 1; i < row->runs_len; i++) {
		size_t at = row->runs[i].start;
		uint32_t before = 0, after = 0;
		size_t from = at;
		while (from > 0 && ((unsigned char)row->text.data[--from] & 0xc0) == 0x80)
			;
		utf8_decode(row->text.data + from, at - from, &before);
		utf8_decode(row->text.data + at, row->text.len - at, &after);
		bool sign = (before >= 0x2010 && before < 0x2c00) ||
			    (after >= 0x2010 && after < 0x2c00);
		n += at < row->text.len && before > ' ' && after > ' ' && !sign &&
		     STYLE_ELEMENT(row->runs[i].style) !=
			     STYLE_ELEMENT(row->runs[i - 1].style);
	}
	return n;
}

static size_t
count_keys(const struct ui_row *row)
{
	size_t n = 0;
	for (size_t i = 0; i < row->runs_len; i++)
		n += STYLE_ELEMENT(row->runs[i].style) == STYLE_KEY;
	return n;
}

/* A prompt's label is whole, beside what is typed or above it, and there is room. */
static void
check_prompt(struct walk *w, const char *step)
{
	const struct ui *ui = &w->reader->ui;
	const struct ui_row *rows = ui->screen.rows;
	size_t last = HEIGHT - 1;
	const char *label = ui->prompt.label;
	if (!strstr(buf_str(&rows[last].text), label) &&
		!strstr(buf_str(&rows[last - 1].text), label))
		fault(w, step, last, "the label is cut");
	if (!ui->screen.cursor_shown ||
		(size_t)ui->screen.cursor_x + TYPED_MIN > w->width)
		fault(w, step, last, "no room to type");
}

/* On the page of a feed, labels leave a blank before the column beside them. */
static void
check_columns(struct walk *w, const char *step)
{
	const struct ui_row *rows = w->reader->ui.screen.rows;
	for (size_t y = FACTS_FROM; y + UI_BARS < HEIGHT; y++) {
		const char *text = buf_str(&rows[y].text);
		size_t at = utf8_fit(text, rows[y].text.len, FACTS_AT - 1, NULL);
		if (text[at] != ' ')
			fault(w, step, y, "a label is not in its column");
	}
}

/* The faults of single rows; what is compared is added up. Returns the last row with
 * something of that. */
static size_t
look_at_rows(struct walk *w, const char *step, struct look *look)
{
	size_t worst = 0;
	for (size_t y = 0; y < HEIGHT; y++) {
		const struct ui_row *row = &w->reader->ui.screen.rows[y];
		/* what commands do is whole in help; the boxes have less room */
		bool box = str_starts(buf_str(&row->text), " │");
		size_t cuts = count_text(&row->text, "…"), own = count_own(&row->text);
		size_t meets = count_meets(row);
		cuts = box || own > cuts ? 0 : cuts - own;
		if (row->cells != w->width ||
			utf8_columns(row->text.data, row->text.len) != w->width)
			fault(w, step, y, "the row is not as wide as the screen");
		if (cuts || meets)
			worst = y;
		look->cuts += cuts;
		look->meets += meets;
	}
	look->hints = count_keys(&w->reader->ui.screen.rows[HEIGHT - 1]);
	return worst;
}

/* For translators: COURANT_SHOW=LANGUAGE prints the screens of 80 columns. */
static void
show(const struct walk *w, const char *step)
{
	const char *wanted = getenv("COURANT_SHOW");
	if (!wanted || w->width != WIDTH ||
		!str_eq(wanted, w->language ? w->language : "en"))
		return;
	print_message("# %s\n", step);
	for (size_t y = 0; y < HEIGHT; y++)
		print_message("#   |%s|\n", buf_str(&w->reader->ui.screen.rows[y].text));
}

/* Draws the screen and looks at it. In English, how it looks is kept for the others. */
static void
check(struct walk *w, const char *step)
{
	struct ui *ui = &w->reader->ui;
	struct look look = {0};
	while (ui_step(ui))
		;
	ui_draw(ui);
	assert_true(w->step < STEPS_MAX);
	struct look *english = &w->english[w->step++];
	size_t worst = look_at_rows(w, step, &look);
	show(w, step);
	if (!w->language)
		*english = look;
	/* while a refresh runs, its progress comes before what the cursor is on */
	if (look.cuts > english->cuts && w->width == WIDTH && !ui->status.running)
		fault(w, step, worst, "a text is cut");
	if (look.meets > english->meets)
		fault(w, step, worst, "texts run into each other");
	if (look.hints < english->hints && look.hints < HINTS_MIN && w->width >= WIDTH)
		fault(w, step, HEIGHT - 1, "there are few hints");
	if (ui->prompt.open)
		check_prompt(w, step);
	else if (ui->focus->class->context == UI_SCHEDULE && w->width == WIDTH)
		check_columns(w, step);
}

/* ---- the way to each screen */

struct place {
	const char *name;
	const char *way; /* commands, NAME or NAME=ARGUMENT, separated by blanks */
};

static const struct place places[] = {
	{"feeds", ""},
	{"items of a feed", "open"},
	{"all items", "all-items"},
	{"an article", "all-items open"},
	{"help", "help"},
	{"links", "all-items open links"},
	{"schedule", "schedule"},
	{"schedule of all", "schedule-all"},
	{"failing", "failing"},
	{"silent", "silent"},
	{"messages", "back star messages"},
	{"queue", "queue"},
	{"downloads", "downloads"},
	{"chapters", "queue chapters"},
	{"transcript", "queue transcript"},
	{"options", "set"},
	{"unread", "unread-items"},
	{"starred", "starred-items"},
	{"today", "today"},
	{"recent", "recently-read"},
	{"headings", "all-items open outline"},
	{"fields", "all-items open view=fields"},
	{"selected", "all-items select select"},
	{"filtered", "all-items filter=title"},
	{"found", "all-items open find=text"},
	{"a search", "search=title"},
	{"nothing found", "all-items filter=zzz"},
	{"by title", "all-items sort=title"},
	{"a rule", "all-items make-rule"},
	{"at its end", "all-items last"},
};

/* These need a terminal, or run another program. */
static bool
is_left_out(const struct ui_command *command)
{
	static const char *const out[] = {"quit", "suspend", "redraw", "edit-feeds",
		"edit-config", "copy", "random-unread", "layout"};
	for (size_t i = 0; i < COUNT_OF(out); i++)
		if (str_eq(command->name, out[i]))
			return true;
	return false;
}

static void
start(struct walk *w)
{
	struct reader *r = w->reader;
	ui_done(&r->ui);
	assert_int_equal(conf_settings_load(&r->setup.settings, NULL, NULL, 0, NULL), OK);
	ui_init(&r->ui, &r->setup);
	ui_resize(&r->ui, w->width, HEIGHT);
	reader_open(r);
	while (ui_step(&r->ui))
		;
}

static void
go(struct walk *w, const struct place *place)
{
	char way[128];
	char *save = NULL;
	start(w);
	snprintf(way, sizeof way, "%s", place->way);
	for (char *word = strtok_r(way, " ", &save); word;
		word = strtok_r(NULL, " ", &save)) {
		char *arg = strchr(word, '=');
		if (arg)
			*arg++ = '\0';
		const struct ui_command *command = ui_command(word);
		assert_non_null(command);
		if (str_eq(word, "back") && !w->reader->ui.focus->opener)
			continue;
		ui_run_command(&w->reader->ui, command, arg);
		while (ui_step(&w->reader->ui))
			;
	}
}

/* A command in the first place where it works: its prompt, view or message. */
static void
try_command(struct walk *w, const struct ui_command *command, size_t *first)
{
	struct ui *ui = &w->reader->ui;
	char step[64];
	for (; *first < COUNT_OF(places); ++*first) {
		go(w, &places[*first]);
		if (!(command->contexts & ui->focus->class->context) ||
			(str_eq(command->name, "back") && !ui->focus->opener))
			continue;
		ui->prompt.open = false;
		ui_run_command(ui, command, NULL);
		snprintf(step, sizeof step, "%s in %s", command->name,
			places[*first].name);
		check(w, step);
		return;
	}
}

/* A refresh that is running, and below it an episode that is played. */
static void
try_bars(struct walk *w)
{
	static const enum player_state states[] = {
		PLAYER_STARTING, PLAYER_PLAYING, PLAYER_PAUSED, PLAYER_WAITING};
	struct ui *ui = &w->reader->ui;
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		start(w);
		ui->status.running = i % 2;
		ui->status.counts = (struct engine_counts){
			.total = 1024, .done = 1023, .failed = 12, .added = 345};
		answer(w->reader,
			(struct engine_event){.kind = ENGINE_PLAYER,
				.playing = {.state = states[i],
					.item = find_title(w->reader->store, "Episode 0"),
					.position = 600000,
					.duration = 3600000,
					.speed = 140,
					.sleep_ms = time_mono_ms() + 1800000}});
		check(w, "the bars");
	}
}

/* The box of keys that may follow, and that of commands. */
static void
try_boxes(struct walk *w)
{
	static const char first[] = "g,c[]y-";
	struct ui *ui = &w->reader->ui;
	for (const char *key = first; *key; key++) {
		char step[32];
		go(w, &places[1]);
		ui_key(ui, (uint32_t)*key);
		ui->keys.since -= UI_KEYS_BOX_MS + 1;
		snprintf(step, sizeof step, "the key %c", *key);
		check(w, step);
	}
	for (const char *key = "aefloprst"; *key; key++) {
		char step[32];
		start(w);
		ui_run_command(ui, ui_command("command"), NULL);
		ui_key(ui, (uint32_t)*key);
		snprintf(step, sizeof step, "commands with %c", *key);
		check(w, step);
	}
}

/* Labels and headings that have a column of so many cells, also of pages of the command
 * line (courant why, simulate). */
static void
check_labels(struct walk *w)
{
	static const struct {
		size_t cells;
		const char *texts[20]; /* ends with NULL */
	} columns[] = {
		{SCHEDULE_WHY_LABEL - 1,
			{"Next poll", "Rules", "Budget", "Loses", "Next post", "Habit",
				"Expected", "Interest", "Items", "Server", "Moved",
				"Promises", "Missing", "Failing", "Last polls",
				"Listed by"}},
		{SCHEDULE_WHY_LABEL - 1, {"Posts", "Polls"}},
		{SCHEDULE_WHY_LABEL - 2, {"now"}},
		{26, {"strategy"}},
		{10, {"Error", "Polls"}},
		{9, {"polls", "waiting", "Feeds"}},
		{8, {"per item", "delay", "longest", "PPI"}},
		{7, {"missed", "cost"}},
		{6, {"compl.", "fresh"}},
	};
	for (size_t i = 0; i < COUNT_OF(columns); i++)
		for (const char *const *text = columns[i].texts; *text; text++)
			if (utf8_columns(_(*text), strlen(_(*text))) > columns[i].cells) {
				w->faults++;
				print_message(
					"# %s: \"%s\" takes more than %zu columns\n",
					w->language, _(*text), columns[i].cells);
			}
}

static void
walk(struct walk *w)
{
	speak(w->language);
	w->step = 0;
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		go(w, &places[i]);
		check(w, places[i].name);
	}
	size_t n = 0;
	for (const struct ui_command *c = ui_commands[0]; c && w->width == WIDTH;
		c = ui_command_next(c))
		if (!is_left_out(c))
			try_command(w, c, &w->first[n++]);
	try_boxes(w);
	try_bars(w);
	if (w->width == WIDTH)
		check_labels(w);
}

/* English first, then every language. */
static void
walk_all(struct walk *w, const char *const *languages, size_t len, size_t width)
{
	w->width = width;
	w->language = NULL;
	walk(w);
	for (size_t i = 0; i < len; i++) {
		w->language = languages[i];
		walk(w);
	}
}

/* Catalogues, and whether they are used: libraries may have no LANGUAGE. */
static bool
set_up(struct walk *w, const char *src, const char *const *languages, size_t len)
{
	bool known = setlocale(LC_ALL, "C.UTF-8") != NULL;
	setlocale(LC_NUMERIC, "C");
	bindtextdomain(PACKAGE, w->dir);
	for (size_t i = 0; known && i < len; i++)
		known = make_catalogue(w->dir, src, languages[i]);
	if (known)
		speak("de");
	return known && !str_eq(_("Unread"), "Unread");
}

static void
every_screen_fits_in_every_language(void **state)
{
	const char *src = getenv("srcdir") ? getenv("srcdir") : ".";
	const char *languages[LANGUAGES_MAX];
	struct buf text = BUF_INIT(0);
	struct walk *w = calloc(1, sizeof *w);
	char tool[] = "rm", flags[] = "-rf";
	w->reader = *state;
	snprintf(w->dir, sizeof w->dir, "/tmp/courant-languages.XXXXXX");
	assert_non_null(mkdtemp(w->dir));
	size_t len = read_languages(src, &text, languages);
	bool known = set_up(w, src, languages, len);
	if (known) {
		fill(w->reader->store);
		walk_all(w, languages, len, WIDTH);
		walk_all(w, languages, len, NARROW);
		walk_all(w, languages, len, PANES);
	}
	char *const remove[] = {tool, flags, w->dir, NULL};
	assert_int_equal(spawn_run(remove, NULL, NULL, NULL, 20000, -1, NULL), OK);
	speak(NULL);
	setlocale(LC_ALL, "C");
	size_t faults = w->faults;
	buf_done(&text);
	free(w);
	if (!known)
		skip();
	assert_int_equal(faults, 0);
}

int
main(void)
{
	unit_skip_sanitized();
	setenv("TZ", "UTC", 1);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_screen_fits_in_every_language,
			reader_setup, reader_teardown),
	};
	return UNIT_RUN(tests);
}
