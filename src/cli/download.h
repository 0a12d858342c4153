/*
 * courant download: files of episodes.
 */
#ifndef CLI_DOWNLOAD_H
#define CLI_DOWNLOAD_H

struct cli;

int cli_download(struct cli *cli, int argc, char **argv);

#endif
