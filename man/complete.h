/*
 * Completions for shells, made from the tables of commands and options.
 */
#ifndef MAN_COMPLETE_H
#define MAN_COMPLETE_H

struct buf;

void complete_bash(struct buf *out);
void complete_zsh(struct buf *out);
void complete_fish(struct buf *out);

#endif
