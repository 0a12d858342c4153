/*
 * courant daemon.
 */
#ifndef CLI_RUN_DAEMON_H
#define CLI_RUN_DAEMON_H

struct cli;

int cli_run_daemon(struct cli *cli, int argc, char **argv);

#endif
