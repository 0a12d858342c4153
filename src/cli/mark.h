/*
 * courant mark, star and tag.
 */
#ifndef CLI_MARK_H
#define CLI_MARK_H

struct cli;

int cli_mark(struct cli *cli, int argc, char **argv);
int cli_hide(struct cli *cli, int argc, char **argv);
int cli_star(struct cli *cli, int argc, char **argv);
int cli_tag(struct cli *cli, int argc, char **argv);

#endif
