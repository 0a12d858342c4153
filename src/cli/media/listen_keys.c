#include "config.h"

#include "cli/media/listen_keys.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/attr.h"
#include "conf/option.h"

bool
cli_media_keys_begin(struct termios *before)
{
	if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, before) != 0)
		return false;
	struct termios keys = *before;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	return tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

void
cli_media_keys_end(const struct termios *before)
{
	tcsetattr(STDIN_FILENO, TCSANOW, before);
}

static const struct {
	char key;
	const char *line;
} keys[] = {
	{'-', "pause"},
	{' ', "pause"},
	{'H', "seek -60"},
	{'L', "seek +300"},
	{'k', "chapter previous"},
	{'j', "chapter next"},
	{'n', "next"},
	{'s', "stop"},
	{'u', "seek-back-to"},
	{'<', "speed -"},
	{'>', "speed +"},
	{'=', "speed usual"},
	{'(', "volume -5"},
	{')', "volume +5"},
	{'z', "sleep more"},
	{'e', "sleep chapter"},
	{'E', "sleep episode"},
	{'q', "quit"},
};

bool
cli_media_key_line(char key, const struct options *o, char *out, size_t size)
{
	const char *line = NULL;
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (keys[i].key == key)
			line = keys[i].line;
	if (key == 'h')
		snprintf(out, size, "seek -%" PRId64 "ms", o->seek_back);
	else if (key == 'l')
		snprintf(out, size, "seek +%" PRId64 "ms", o->seek_forward);
	else if (key >= '0' && key <= '9')
		snprintf(out, size, "seek %c0%%", key);
	else if (line)
		snprintf(out, size, "%s", line);
	else
		return false;
	return true;
}
