/*
 * courant download: files of episodes.
 */
#ifndef CLI_MEDIA_DOWNLOAD_H
#define CLI_MEDIA_DOWNLOAD_H

struct cli;

int cli_media_download(struct cli *cli, int argc, char **argv);

#endif
