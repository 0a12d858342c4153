/*
 * Episodes: the queue, downloads, and the commands for both. UI thread.
 */
#ifndef UI_MEDIA_UI_MEDIA_H
#define UI_MEDIA_UI_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/command/command.h"

struct arena;
struct engine_event;
struct ui;
struct ui_row;
struct ui_view;

struct ui_view *ui_media_queue_new(struct ui *ui);
struct ui_view *ui_media_downloads_new(struct ui *ui);

/* Both learn what is playing: the first from the worker; the second, if another process
 * plays it, from the store, whenever that was read again. */
void ui_media_player_event(struct ui *ui, const struct engine_event *event);
void ui_media_player_load(struct ui *ui);
/* Notices that the other process has died. */
void ui_media_player_check(struct ui *ui);
/* When its line will change (time_mono_ms); 0: not by itself. */
int64_t ui_media_player_due(const struct ui *ui);
/* When another row of the transcript on the screen will be spoken; 0: unknown. */
int64_t ui_media_track_due(const struct ui *ui);
void ui_media_player_draw(struct ui *ui, struct ui_row *row);

/* Whether the queue or the downloads have the focus, and a download runs or waits. */
bool ui_media_awaits(const struct ui *ui);

/* If the cursor is on an attachment, makes that its item's episode; true, unless it was
 * already. */
bool ui_media_choose(struct ui *ui);

/* The functions of the table of commands. */
void ui_media_play(struct ui *ui, const char *arg);
void ui_media_pause(struct ui *ui, const char *arg);
void ui_media_hold_on(struct ui *ui, const char *arg);
void ui_media_resume(struct ui *ui, const char *arg);
void ui_media_stop(struct ui *ui, const char *arg);
void ui_media_next(struct ui *ui, const char *arg);
void ui_media_seek(struct ui *ui, const char *arg);
void ui_media_seek_back_to(struct ui *ui, const char *arg);
void ui_media_speed(struct ui *ui, const char *arg);
void ui_media_chapter(struct ui *ui, const char *arg);
void ui_media_volume(struct ui *ui, const char *arg);
void ui_media_sleep(struct ui *ui, const char *arg);
void ui_media_say(struct ui *ui, const char *arg);
void ui_media_show_queue(struct ui *ui, const char *arg);
void ui_media_show_downloads(struct ui *ui, const char *arg);
void ui_media_turn(struct ui *ui, const char *arg);
/* Asks for them: an ENGINE_TRIES. */
void ui_media_tries(struct ui *ui, const char *arg);
void ui_media_enqueue(struct ui *ui, const char *arg);
void ui_media_download(struct ui *ui, const char *arg);
void ui_media_remove(struct ui *ui, const char *arg);
void ui_media_reorder(struct ui *ui, const char *arg);
void ui_media_played(struct ui *ui, const char *arg);
void ui_media_unplayed(struct ui *ui, const char *arg);
void ui_media_chapters(struct ui *ui, const char *arg);
void ui_media_transcript(struct ui *ui, const char *arg);
/* The rule for chapters of a feed that are skipped, in arena. */
char *ui_media_skip_rule(struct ui *ui, uint32_t feed, struct arena *arena);
/* Adds a title to the rule in the feed's line, or takes it out. The new rule, in arena.
 */
char *ui_media_skip_turn(struct ui *ui, uint32_t feed, const char *rule,
	const char *title, struct arena *arena);

void ui_media_other_language(struct ui *ui, const char *arg);
void ui_media_skip(struct ui *ui, const char *arg);
void ui_media_mark(struct ui *ui, const char *arg);
void ui_media_other_chapters(struct ui *ui, const char *arg);
void ui_media_follow(struct ui *ui, const char *arg);
void ui_media_copy_place(struct ui *ui, const char *arg);
void ui_media_transcript_find(struct ui *ui, const char *arg);
void ui_media_transcript_next(struct ui *ui, const char *arg);

/* The commands about episodes; ends with a row without a name. */
extern const struct ui_command ui_media_commands[];

#endif
