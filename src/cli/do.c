/*
 * The words go to a running reader as one line. If none is running, those commands that
 * do not need a reader are run as commands of the program.
 */
#include "config.h"

#include "cli/do.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/control.h"
#include "base/dir.h"
#include "base/i18n.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/core/engine_session.h"

/* The options, in the order of the table. */
enum {
	DO_PID,
};

#define WAIT_SECONDS 10

/* What the program does instead of the reader. */
static const struct {
	char reader[16], program[16];
} programs[] = {
	{"reload-all", "refresh"},
	{"add", "add"},
	{"import", "import"},
	{"search", "search"},
	{"undo", "undo"},
};

static int
without_reader(struct cli *cli, int argc, char **argv, const struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		if (!str_eq(programs[i].reader, argv[1]))
			continue;
		char name[16];
		memcpy(name, programs[i].program, sizeof name);
		argv[1] = name;
		cli->command = cli_command(name);
		return cli->command->run(cli, argc - 1, argv + 1);
	}
	cli_note(err->text);
	return CLI_NOTHING;
}

/* The words as one line; those with blanks stay one word only if they are quoted. */
static int
put_line(int argc, char **argv, struct buf *out)
{
	for (int i = 1; i < argc; i++)
		if (strchr(argv[i], '\n'))
			return cli_usage(
				argv[0], _("a command cannot contain line breaks"));
	int status = OK;
	for (int i = 1; i < argc && status == OK; i++)
		status = buf_addf(out, "%s%s", i > 1 ? " " : "", argv[i]);
	if (status == OK)
		status = buf_addc(out, '\n');
	return status == OK ? CLI_OK : cli_usage(argv[0], _("the command is too long"));
}

/* Sends the line, and prints the reader's answer. */
static int
talk(int fd, const struct buf *line)
{
	const struct timeval limit = {.tv_sec = WAIT_SECONDS};
	char chunk[512];
	struct buf answer = BUF_INIT(CONTROL_LINE_MAX);
	ssize_t n = send(fd, line->data, line->len, MSG_NOSIGNAL);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	while (n > 0) {
		n = recv(fd, chunk, sizeof chunk, 0);
		if (n > 0 && buf_add(&answer, chunk, (size_t)n) != OK)
			break;
	}
	const char *text = buf_str(&answer);
	int status = text[0] == '0' ? CLI_OK : CLI_FAILED;
	if (!answer.len)
		cli_note(_("the reader does not answer"));
	else if (status != CLI_OK)
		cli_note(text + 1);
	buf_done(&answer);
	return status;
}

int
cli_do(struct cli *cli, int argc, char **argv)
{
	const char *values[CLI_ARGS_MAX];
	struct buf line = BUF_INIT(CONTROL_LINE_MAX);
	struct err err = {0};
	int64_t pid = 0;
	int fd, status = cli_args(cli, &argc, argv, 1, -1, values);
	if (status == CLI_OK && values[DO_PID] &&
		(str_int(span_of(values[DO_PID]), &pid) != OK || pid < 1))
		status = cli_usage(argv[0], _("--pid needs a process id"));
	if (status == CLI_OK)
		status = put_line(argc, argv, &line);
	if (status == CLI_OK &&
		control_connect(cli->dirs->store, (pid_t)pid, &fd, &err) == OK) {
		status = talk(fd, &line);
		close(fd);
	} else if (status == CLI_OK) {
		status = pid ? cli_session_failed(err.status, &err)
			     : without_reader(cli, argc, argv, &err);
	}
	buf_done(&line);
	return status;
}
