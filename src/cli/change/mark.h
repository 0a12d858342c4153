/*
 * courant mark, star and tag.
 */
#ifndef CLI_CHANGE_MARK_H
#define CLI_CHANGE_MARK_H

struct cli;

int cli_change_mark(struct cli *cli, int argc, char **argv);
int cli_change_hide(struct cli *cli, int argc, char **argv);
int cli_change_star(struct cli *cli, int argc, char **argv);
int cli_change_tag(struct cli *cli, int argc, char **argv);

#endif
