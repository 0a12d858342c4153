/*
 * What a new connection under TLS costs: feeds on hosts of their own, each asked once, in
 * a rolling window, against a relay on this machine. The trusted certificates are those
 * of the system and our own, which is what every refresh has to read.
 *
 *	time_tls [HOSTS [WINDOW]]
 *
 * CPU time is that of the thread that fetches; servers have their own.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../http/certificate.h"
#include "../http/relay.h"
#include "../http/server.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/time.h"
#include "fetch/fetch.h"

#define SYSTEM_CA "/etc/ssl/certs/ca-certificates.crt"
#define DAY 86400L

struct files {
	char dir[64], ca[96], host[96];
};

static bool
make_files(struct files *f)
{
	struct err err;
	struct buf all = BUF_INIT(0), system = BUF_INIT(0);
	snprintf(f->dir, sizeof f->dir, "/tmp/courant-tls.XXXXXX");
	if (!mkdtemp(f->dir))
		return false;
	snprintf(f->ca, sizeof f->ca, "%s/ca.pem", f->dir);
	snprintf(f->host, sizeof f->host, "%s/host.pem", f->dir);
	struct certificate *ca = certificate_new(&(struct certificate_wish){
		.name = "An authority", .authority = true, .from = -DAY, .to = DAY});
	struct certificate *host = certificate_new(
		&(struct certificate_wish){"*.feeds.localhost", ca, false, -DAY, DAY});
	certificate_write(ca, f->ca, NULL);
	certificate_write(host, f->host, NULL);
	certificate_free(host);
	certificate_free(ca);
	if (file_read(SYSTEM_CA, &system, &err) != OK)
		printf("no %s: our own certificate alone\n", SYSTEM_CA);
	bool good = file_read(f->ca, &all, &err) == OK;
	buf_add(&all, buf_str(&system), system.len);
	good = good && file_write(f->ca, buf_str(&all), all.len, 0600, &err) == OK;
	buf_done(&system);
	buf_done(&all);
	return good;
}

static double
cpu_ms(void)
{
	struct rusage use;
	getrusage(RUSAGE_THREAD, &use);
	return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3 +
	       (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3;
}

/* How many were answered. */
static int
run(struct fetch *fetch, int port, int hosts)
{
	int good = 0;
	for (int i = 0; i < hosts; i++) {
		char url[128];
		snprintf(url, sizeof url, "https://h%d.feeds.localhost:%d/feed", i, port);
		fetch_add(fetch, &(struct fetch_request){.tag = (uint64_t)i, .url = url});
	}
	for (int left = hosts; left > 0;) {
		struct fetch_result *list = fetch_step(fetch);
		for (struct fetch_result *next; list; list = next, left--) {
			next = list->next;
			if (list->http_status == 200)
				good++;
			else if (good == 0)
				printf("%s\n", list->err.text);
			fetch_result_free(list);
		}
		if (left > 0)
			fetch_wait(fetch, 1000, -1);
	}
	return good;
}

int
main(int argc, char **argv)
{
	int hosts = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2000;
	int window = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 128;
	struct files files;
	struct err err;
	struct fetch *fetch;
	struct rusage all;
	if (hosts < 1 || window < 1 || !make_files(&files))
		return 2;
	struct http_server *server = http_server_start("/feed\n\tbody x\n", NULL);
	struct http_relay *relay =
		http_relay_start(&(struct relay_config){.kind = RELAY_TLS,
			.to = http_server_port(server),
			.certificate = files.host});
	const struct fetch_config config = {
		.window = window,
		.connect_timeout_ms = 60000,
		.total_timeout_ms = 120000,
		.body_max = 65536,
		.header_max = 65536,
		.all = {.user_agent = "courant-bench", .proxy = "", .ca_file = files.ca},
	};
	int status = fetch_new(&fetch, &config, &err) == OK ? 0 : 1;
	if (status == 0) {
		double before = cpu_ms();
		int64_t began = time_mono_ms();
		int good = run(fetch, http_relay_port(relay), hosts);
		double cpu = cpu_ms() - before;
		getrusage(RUSAGE_SELF, &all);
		printf("%d hosts, window %d: %d answered, %d connections, %.2f s, %.3f "
		       "ms "
		       "of CPU a connection, %ld MB\n",
			hosts, window, good, http_relay_connections(relay),
			(double)(time_mono_ms() - began) / 1e3, cpu / hosts,
			all.ru_maxrss / 1024);
		fetch_free(fetch);
	}
	http_relay_stop(relay);
	http_server_stop(server);
	unlink(files.ca);
	unlink(files.host);
	rmdir(files.dir);
	return status;
}
