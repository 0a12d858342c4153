/*
 * courant daemon.
 */
#ifndef CLI_DAEMON_H
#define CLI_DAEMON_H

struct cli;

int cli_daemon(struct cli *cli, int argc, char **argv);

#endif
