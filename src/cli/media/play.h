/*
 * courant play and courant listen: what is played, asked for and told.
 */
#ifndef CLI_MEDIA_PLAY_H
#define CLI_MEDIA_PLAY_H

struct cli;

int cli_media_play(struct cli *cli, int argc, char **argv);
int cli_media_listen(struct cli *cli, int argc, char **argv);

#endif
