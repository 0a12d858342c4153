/*
 * The loop polls the terminal, the signals, the engine's events and the watch on the
 * store's file. Keys come first, and their effect is painted at once. What events change
 * is painted at intervals of at least DRAW_MS, and the store is read again at intervals
 * of at least RELOAD_MS, longer ones if that takes long, so that a refresh of thousands
 * of feeds never blocks the keyboard (case 121). In between, views do long tasks in
 * slices. If there is nothing to do, the loop sleeps without a time-out.
 */
#include "config.h"

#include "ui/loop.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/param.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/settings.h"
#include "store/db/view.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/control.h"
#include "ui/core/feed_options.h"
#include "ui/core/highlight.h"
#include "ui/core/order.h"
#include "ui/core/setup.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/saved_searches.h"
#include "ui/items/seek.h"
#include "ui/items/select.h"
#include "ui/keys/keys.h"
#include "ui/media/ui_media.h"
#include "ui/outside/outside.h"
#include "ui/preview_pane.h"
#include "ui/session.h"
#include "ui/terminal/term.h"
#include "ui/terminal/term_signal.h"
#include "ui/ui_inside.h"

#define DRAW_MS 60    /* between frames that no key asked for */
#define RELOAD_MS 100 /* between two reloads */
#define RETRY_MS 1000 /* after the store could not be read; longer each time */
#define RETRY_MS_MAX 8000
#define RELOAD_SHARE 8 /* reloads take at most an eighth of the time */
#define SETTLE_MS 50   /* from the first write of a commit to its last */
#define CHECK_MS 1000  /* between checks if the file cannot be watched */
#define KEYS_MS 8      /* of handling keys before a frame */
#define EVENTS_MAX 512 /* taken before the keyboard is checked */
#define EMPTY_MAX 20   /* times readable without a byte: the terminal is gone */

struct loop {
	struct ui ui;
	struct ui_watch watch;
	struct ui_control control;
	int64_t next_draw, next_reload, next_check;
	int64_t retry_ms; /* how long a store that could not be read is left alone */
	int64_t drawn;    /* when the last frame was */
	int64_t next_preview, next_save; /* -1: not until something happens */
	int64_t next_second; /* of what is playing; 0: its line stands still */
	int empty;           /* times in a row the terminal was readable without a byte */
	bool more;           /* a long task has more to do */
	bool key;            /* a key was handled since the last frame */
};

/* ---- reading the store, working */

bool
ui_step(struct ui *ui)
{
	bool more = ui_items_seek_step(ui);
	more |= ui_keys_step(ui);
	more |= ui_hooks_step(ui);
	more |= ui_items_select_step(ui);
	more |= ui_outside_step(ui);
	for (size_t i = 0; i < ui->panes_len; i++) {
		struct ui_view *view = ui->panes[i].view;
		if (view && view->class->step && !ui_items_seek_moves(ui, view))
			more |= view->class->step(ui, view);
	}
	if (more && !ui->busy_since)
		ui->busy_since = time_mono_ms();
	if (!more)
		ui->busy_since = 0;
	ui->dirty |= more; /* the status bar may have to say what it is doing */
	return more;
}

/* Reloads if the store has changed since it was last read. */
static void
reload_changed(struct loop *loop)
{
	struct ui *ui = &loop->ui;
	int64_t start = time_mono_ms();
	if (ui_feeds_reload_changed(ui)) {
		engine_download(ui->engine, true);
		ui_media_player_load(ui);
	}
	int64_t took = time_mono_ms() - start;
	int64_t pause = MAX(took * RELOAD_SHARE, RELOAD_MS);
	int64_t longer = loop->retry_ms ? loop->retry_ms * 2 : RETRY_MS;
	loop->retry_ms = ui->stale ? MIN(longer, RETRY_MS_MAX) : 0;
	loop->next_reload = start + took + MAX(pause, loop->retry_ms);
}

/* ---- the screen */

static void
fit_screen(struct ui *ui)
{
	size_t height, width;
	ui_term_size(&height, &width);
	if (height != ui->screen.height || width != ui->screen.width)
		ui_resize(ui, width, height);
}

static void
draw(struct loop *loop)
{
	fit_screen(&loop->ui);
	ui_draw(&loop->ui);
	bool late = ui_term_paint(&loop->ui.screen);
	loop->key = late;
	loop->ui.dirty |= late;
	loop->drawn = time_mono_ms();
	loop->next_draw = loop->drawn + (late ? 0 : DRAW_MS);
}

/* ---- input */

static void
cancel_prompt(struct ui *ui)
{
	ui->prompt.open = false;
	ui_keys_drop(ui);
	if (ui->prompt.cancel)
		ui->prompt.cancel(ui);
}

static void
prompt_key(struct ui *ui, uint32_t key)
{
	struct ui_prompt *prompt = &ui->prompt;
	if (prompt->key && prompt->key(ui, key))
		return;
	switch (ui_prompt_key(prompt, key)) {
	case UI_PROMPT_ACCEPT: {
		char *text = mem_strdup(buf_str(&prompt->text));
		prompt->open = false;
		prompt->taken = true;
		if (prompt->history)
			ui_history_add(prompt->history, text);
		ui_keys_answered(ui, text);
		if (prompt->accept)
			prompt->accept(ui, text);
		free(text);
		break;
	}
	case UI_PROMPT_CANCEL:
		cancel_prompt(ui);
		break;
	case UI_PROMPT_TAB:
		if (prompt->complete)
			prompt->complete(ui, prompt);
		break;
	case UI_PROMPT_MORE:
		break;
	}
	ui_keys_settle(ui);
	if (prompt->open && prompt->changed)
		prompt->changed(ui, buf_str(&prompt->text));
}

void
ui_key(struct ui *ui, uint32_t key)
{
	if (ui_items_seek_by(ui, key))
		return; /* the key is held down: let the seek continue */
	ui->key = key;
	ui->typed_ms = time_mono_ms();
	ui->dirty = true;
	ui->prompt.taken = false;
	buf_clear(&ui->status.text);
	if (ui->prompt.open) {
		prompt_key(ui, key);
		return;
	}
	ui_keys_take(ui, key);
}

/* Ctrl-C ends what is being typed or sought; if nothing is, the reader. */
static void
interrupt(struct ui *ui)
{
	buf_clear(&ui->status.text);
	if (ui->prompt.open || ui->keys.len) {
		if (ui->prompt.open)
			cancel_prompt(ui);
		ui_keys_drop(ui);
		ui_keys_settle(ui);
	} else if (!ui_items_seek_stop(ui)) {
		ui->leave = true;
	}
}

static void
obey(struct ui *ui, int signals)
{
	if (signals & UI_SIGNAL_LEAVE)
		ui->leave = true;
	if (signals & UI_SIGNAL_INTERRUPT)
		interrupt(ui);
	if (signals & UI_SIGNAL_STOP)
		ui_act_suspend(ui, NULL);
}

/* Handles what was typed, for some milliseconds at most. */
static void
take_input(struct loop *loop)
{
	struct ui *ui = &loop->ui;
	int64_t until = time_mono_ms() + KEYS_MS;
	while (!ui->leave && time_mono_ms() < until) {
		struct ui_input input;
		ui_term_input(&input);
		if (input.kind == UI_INPUT_NONE)
			break;
		arena_reset(&ui->scratch);
		fit_screen(ui);
		if (input.kind == UI_INPUT_KEY)
			ui_key(ui, input.key);
		else if (input.kind == UI_INPUT_MOUSE)
			ui_mouse_take(ui, &input.mouse);
		else if (input.kind == UI_INPUT_FOCUS)
			ui->away = !input.focus;
		else if (input.kind == UI_INPUT_SIGNAL)
			obey(ui, (int)input.key);
		else if (input.kind == UI_INPUT_GROUND)
			ui_config_ground(ui, (enum ui_ground)input.key);
		else if (input.kind == UI_INPUT_PASTE)
			ui_act_paste(ui, input.paste, input.paste_len);
		ui->dirty = loop->key = true;
	}
}

/* The terminal is readable, hung up, or not there. If again and again nothing can be
 * read, it is gone (case 138). */
static void
take_readable(struct loop *loop)
{
	loop->empty = ui_term_typed() ? 0 : loop->empty + 1;
	if (loop->empty > EMPTY_MAX)
		loop->ui.leave = true;
	take_input(loop);
}

static void
take_signals(struct loop *loop)
{
	int signals = ui_term_signals();
	obey(&loop->ui, signals);
	if (signals & UI_SIGNAL_CHILD)
		ui_outside_run_reap(&loop->ui);
	if (signals & ~UI_SIGNAL_CHILD)
		loop->ui.dirty = loop->key = true;
}

/* ---- events */

static void
take_events(struct ui *ui)
{
	struct engine_event *event;
	for (int i = 0; i < EVENTS_MAX && (event = engine_take(ui->engine)) != NULL;
		i++) {
		ui_event(ui, event);
		free(event);
	}
}

/* ---- start and end */

void
ui_init(struct ui *ui, const struct ui_setup *setup)
{
	*ui = (struct ui){
		.above = &ui_above,
		.setup = setup,
		.store = setup->store,
		.engine = setup->engine,
		.settings = setup->settings,
		.options = &setup->settings->options,
		.layout_name = "auto",
		.saved = ui_feeds_saved_new(),
		.show_read = setup->settings->options.show_read,
		.dirty = true,
		.typed_ms = time_mono_ms(),
	};
	for (size_t i = 0; ui_layouts[i].name; i++)
		ui->shapes[i] = ui_layouts[i];
	ui_catalog_init(&ui->catalog);
	ui_status_init(&ui->status);
	ui_prompt_init(&ui->prompt);
	arena_init(&ui->scratch);
	ui_bindings_init(&ui->bindings, ui_preset(ui->options->keys));
	struct err err; /* ui_config_take reports what is wrong */
	(void)!ui_columns_read(&ui->columns, ui->settings, &err);
}

void
ui_done(struct ui *ui)
{
	ui_outside_end(ui);
	ui_close_all(ui);
	ui_screen_done(ui);
	free(ui->adding);
	free(ui->unmounted);
	buf_done(&ui->several.left);
	for (size_t i = 0; i < ui->offers_len; i++)
		free(ui->offers[i]);
	free(ui->offers);
	buf_done(&ui->edit.label);
	free(ui->edit.saved);
	free(ui->edit.tag);
	free(ui->like.act);
	free(ui->like.query);
	buf_done(&ui->like.label);
	buf_done(&ui->playing.feed);
	buf_done(&ui->playing.title);
	buf_done(&ui->playing.chapter);
	ui_catalog_done(&ui->catalog);
	ui_pending_done(&ui->pending);
	ui_status_done(&ui->status);
	ui_prompt_done(&ui->prompt);
	free(ui->results.words);
	free(ui->results.tag);
	ui_history_done(&ui->searches);
	ui_history_done(&ui->filters);
	ui_feeds_saved_free(ui->saved);
	ui_history_done(&ui->commands);
	ui_history_done(&ui->finds);
	ui_history_done(&ui->seeks);
	ui_history_done(&ui->runs);
	ui_history_done(&ui->files);
	ui_history_done(&ui->addresses);
	ui_history_done(&ui->tags);
	ui_history_done(&ui->names);
	ui_history_done(&ui->feed_options);
	ui_history_done(&ui->shares);
	ui_history_done(&ui->sorts);
	ui_order_done(ui);
	ui_feed_options_free(ui->own_options);
	ui_bindings_done(&ui->bindings);
	ui_columns_done(&ui->columns);
	ui_highlights_free(ui->highlights);
	ui_keys_done(&ui->keys);
	ui_jumps_done(&ui->jumps);
	arena_done(&ui->scratch);
	conf_settings_unref(ui->settings);
}

static void
start(struct loop *loop, const struct ui_setup *setup)
{
	struct ui *ui = &loop->ui;
	ui_init(ui, setup);
	ui->screen.ascii = !ui_term_utf8();
	ui_config_take(ui);
	if (str_eq(ui->options->theme, "auto"))
		ui_term_ask_ground();
	ui_act_use_layout(ui, ui->options->layout);
	const char *const notices[] = {ui_term_note(), store_notice(setup->store)};
	for (size_t i = 0; i < COUNT_OF(notices); i++)
		if (notices[i])
			ui_status_note(&ui->status, notices[i], time_mono_ms());
	ui_watch_start(&loop->watch, store_path(setup->store));
	fit_screen(ui);
	ui_feeds_reload(ui);
	ui_feeds_saved_load(ui);
	ui_push(ui, ui_feeds_new(ui));
	ui_session_start(ui, setup->session_path);
	ui_session_restore(ui);
	engine_download(ui->engine, true);
	ui_media_player_load(ui);
	if (!ui->catalog.len)
		engine_offers(ui->engine);
	ui_keys_line(ui, ui->options->start);
	ui->hooks |= 1U << UI_HOOK_START;
}

/* ---- the loop */

static int
sooner(int timeout, int64_t at, int64_t now)
{
	int64_t wait = at > now ? at - now : 0;
	return timeout < 0 || wait < timeout ? (int)wait : timeout;
}

static int
timeout_of(const struct loop *loop)
{
	const struct ui *ui = &loop->ui;
	int64_t now = time_mono_ms();
	if (loop->more)
		return 0;
	int timeout = -1;
	if (ui->dirty)
		timeout = sooner(timeout, loop->next_draw, now);
	if (ui->stale)
		timeout = sooner(timeout, loop->next_reload, now);
	if (loop->watch.fd < 0)
		timeout = sooner(timeout, loop->next_check, now);
	int64_t answer = ui_term_due();
	if (answer)
		timeout = sooner(timeout, answer, now);
	int64_t box = ui_keys_due(ui);
	if (box > loop->drawn)
		timeout = sooner(timeout, box, now);
	if (loop->next_save >= 0)
		timeout = sooner(timeout, loop->next_save, now);
	if (loop->next_preview >= 0)
		timeout = sooner(timeout, loop->next_preview, now);
	if (loop->next_second)
		timeout = sooner(timeout, loop->next_second, now);
	return timeout;
}

/* Does what is due: a reload, a frame, a slice of a long task. */
static void
work(struct loop *loop)
{
	struct ui *ui = &loop->ui;
	int64_t now = time_mono_ms();
	if (loop->watch.fd < 0 && now >= loop->next_check) {
		ui->stale = true;
		loop->next_check = now + CHECK_MS;
	}
	if (ui->stale && now >= loop->next_reload) {
		arena_reset(&ui->scratch);
		if (loop->watch.fd >= 0)
			ui_watch_drain(&loop->watch);
		reload_changed(loop);
	}
	ui_feeds_saved_show(ui);
	int64_t box = ui_keys_due(ui);
	if (box > loop->drawn && now >= box)
		ui->dirty = loop->key = true;
	if (loop->next_second && now >= loop->next_second) {
		ui_media_player_check(ui);
		ui->dirty = true;
	}
	if (ui->dirty && (loop->key || now >= loop->next_draw))
		draw(loop);
	loop->next_second = ui_media_player_due(ui);
	loop->next_save = ui_session_step(ui, now);
	loop->next_preview = ui_preview_step(ui, now); /* in the panes that were drawn */
	loop->more = ui_step(ui);
}

static void
turn(struct loop *loop)
{
	struct ui *ui = &loop->ui;
	enum {
		TERMINAL,
		SIGNALS,
		ENGINE,
		WATCH,
		CONTROL,
		PICTURES
	};
	struct pollfd fds[] = {
		[TERMINAL] = {STDIN_FILENO, POLLIN, 0},
		[SIGNALS] = {ui_term_signal_fd(), POLLIN, 0},
		[ENGINE] = {ui->dead ? -1 : engine_fd(ui->engine), POLLIN, 0},
		[WATCH] = {ui->stale ? -1 : loop->watch.fd, POLLIN, 0},
		[CONTROL] = {ui_control_fd(&loop->control), POLLIN, 0},
		[PICTURES] = {ui_term_send_fd(), POLLOUT, 0},
	};
	int ready = poll(fds, COUNT_OF(fds), timeout_of(loop));
	if (ready < 0 && errno != EINTR)
		ui->leave = true;
	if (ui_term_due())
		take_input(loop);
	if (ready <= 0)
		return;
	if (fds[SIGNALS].revents)
		take_signals(loop);
	if (fds[TERMINAL].revents)
		take_readable(loop);
	if (fds[ENGINE].revents && !ui->leave) {
		arena_reset(&ui->scratch);
		take_events(ui);
	}
	if (fds[CONTROL].revents && !ui->leave) {
		arena_reset(&ui->scratch);
		ui_control_take(ui, &loop->control);
	}
	if (fds[PICTURES].revents && ui_term_send())
		ui->dirty = loop->key = true;
	if (fds[WATCH].revents) {
		ui->stale = true;
		int64_t settled = time_mono_ms() + SETTLE_MS;
		if (loop->next_reload < settled)
			loop->next_reload = settled;
	}
}

int
ui_run(const struct ui_setup *setup, struct err *err)
{
	int status = ui_term_start(err);
	if (status != OK) {
		conf_settings_unref(setup->settings);
		return status;
	}
	struct loop *loop = mem_zalloc(sizeof *loop);
	start(loop, setup);
	ui_control_start(&loop->control, setup->store_dir);
	loop->key = true;
	while (!loop->ui.leave) {
		work(loop);
		turn(loop);
	}
	loop->ui.leave = false;
	ui_hook_run(&loop->ui, UI_HOOK_QUIT);
	ui_session_end(&loop->ui);
	ui_term_stop();
	ui_watch_stop(&loop->watch);
	ui_control_stop(&loop->control);
	ui_done(&loop->ui);
	free(loop);
	return OK;
}
