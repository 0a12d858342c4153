/*
 * What is played, in whichever process.
 */
#ifndef CLI_MEDIA_PLAYING_H
#define CLI_MEDIA_PLAYING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cli;
struct listen_record;
struct player_record;

/* The state that was stored last, brought up to the present. False: nothing is played. */
bool cli_media_playing(struct cli *cli, struct player_record *out);
/* How far an item was listened to, without strings. False: it never was. */
bool cli_media_heard(struct cli *cli, uint64_t item, struct listen_record *out);
/* How many chapters of an item are listed. */
size_t cli_media_playing_chapters(struct cli *cli, uint64_t item);
/* Prints it as a sentence, if there is something. False: it cannot be printed. */
bool cli_media_playing_say(struct cli *cli);
/* Prints it as a sentence, as JSON or by a template (format, may be NULL); follow:
 * whenever it changes. name: of the command, for complaints. Returns an exit status. */
int cli_media_playing_status(
	struct cli *cli, const char *name, bool json, const char *format, bool follow);
/* Waits until the item stops playing, after another process was asked at a time to play
 * it; 0: whichever that plays. Returns an exit status, and says so if that did not play
 * it. */
int cli_media_playing_wait(struct cli *cli, uint64_t item, int64_t since);

#endif
