/*
 * Checks what only the reader understands of a config file, without a reader: for the
 * commands of the program.
 */
#ifndef UI_CONFIG_KEYS_H
#define UI_CONFIG_KEYS_H

struct settings;

/* Called for each faulty line with "FILE:LINE: what is wrong; what to do". */
typedef void ui_check_report(void *data, const char *sentence);

void ui_check(const struct settings *settings, ui_check_report *report, void *data);

#endif
