/*
 * feedserve: the loopback server of the tests as a program.
 *
 *	feedserve [--dir DIR] [--script FILE] [--account FILE] [--log FILE] [--port N]
 *
 * It listens on 127.0.0.1 alone and prints its address, "http://127.0.0.1:PORT/", as the
 * first line of its output. --dir serves the files of a directory with ETag,
 * Last-Modified and 304; --script answers by a script (script.h tells its language, and
 * --help lists the directives), which goes before the files; --account is a feed server
 * with the commands of FILE (account.h has both). @URL@ in the script and
 * in text files stands for the server's address. It serves until it is ended by a signal,
 * or its standard input, if that is a pipe, is closed.
 */
#include "config.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "account.h"
#include "base/file.h"
#include "base/str.h"
#include "serve.h"

static const char usage[] =
	"usage: feedserve [--dir DIR] [--script FILE] [--account FILE] [--log FILE] "
	"[--port N]\n\n"
	"Serves on 127.0.0.1 and prints its address. --dir: the files of DIR, with "
	"ETag,\n"
	"Last-Modified and 304. --script: answers by path, before the files:\n\n"
	"  /feed                 a path; /x/* all that begin so; * all others\n"
	"      status 429        directives, indented\n"
	"  then                  the next request's answer; the last is given for ever\n"
	"      file a.xml\n\n"
	"In texts \\n \\r \\t \\\\ \\xHH are bytes, @URL@ is the server's address, "
	"@PORT@ its\n"
	"port, @PATH@ what was asked for, @N@ the number of the request to this path.\n"
	"Directives:\n";

static int
help(FILE *out, int status)
{
	struct buf text = BUF_INIT(0);
	script_help(&text);
	fprintf(out, "%s%s", usage, buf_str(&text));
	buf_done(&text);
	return status;
}

static int
fail(const struct err *err)
{
	fprintf(stderr, "feedserve: %s\n", err->text);
	return 1;
}

/* Standard input as the sign of life of who started us. */
static int
alive_fd(void)
{
	struct stat st;
	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode) ? STDIN_FILENO : -1;
}

static int
read_account(struct account *account, const char *file, struct err *err)
{
	struct buf text = BUF_INIT(0);
	int status = file_read(file, &text, err);
	struct span rest = span_of(buf_str(&text)), line;
	while (status == OK && span_split(&rest, '\n', &line))
		if (!account_command(account, line))
			status = err_set(err, ERR_SYNTAX, "%s: no such command: %.*s",
				file, SPAN_FMT(line));
	buf_done(&text);
	return status;
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{"dir", required_argument, NULL, 'd'},
		{"script", required_argument, NULL, 's'},
		{"account", required_argument, NULL, 'a'},
		{"log", required_argument, NULL, 'l'},
		{"port", required_argument, NULL, 'p'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct script script = {NULL};
	struct serve_config config = {
		.script = &script, .log_fd = -1, .alive_fd = alive_fd()};
	struct account account;
	struct buf text = BUF_INIT(0);
	struct err err;
	int64_t wanted = 0;
	int fd, port, letter;
	account_init(&account);
	while ((letter = getopt_long(argc, argv, "d:s:a:l:p:h", options, NULL)) != -1) {
		switch (letter) {
		case 'd':
			config.dir = optarg;
			break;
		case 's':
			if (file_read(optarg, &text, &err) != OK ||
				script_parse(&script, buf_str(&text), &err) != OK)
				return fail(&err);
			break;
		case 'a':
			if (read_account(&account, optarg, &err) != OK)
				return fail(&err);
			config.app = account_answer;
			config.ctx = &account;
			break;
		case 'l':
			config.log_fd = open(optarg,
				O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
				0600);
			if (config.log_fd < 0) {
				perror(optarg);
				return 1;
			}
			break;
		case 'p':
			if (str_int(span_of(optarg), &wanted) != OK)
				return help(stderr, 2);
			break;
		case 'h':
			return help(stdout, 0);
		default:
			return help(stderr, 2);
		}
	}
	if (optind < argc || (!config.dir && !script.routes && !config.app))
		return help(stderr, 2);
	signal(SIGPIPE, SIG_IGN);
	if (serve_listen((int)wanted, &fd, &port, &err) != OK)
		return fail(&err);
	printf("http://127.0.0.1:%d/\n", port);
	fflush(stdout);
	serve_run(fd, port, &config);
	script_done(&script);
	account_done(&account);
	buf_done(&text);
	return 0;
}
