#include "config.h"

#include "fetch/yield.h"

#include <curl/curl.h>

#include "fetch/fetch_job.h"
#include "fetch/run.h"
#include "fetch/transfer.h"

#define MANY 8 /* polls that run at once without a download yielding */

static void
set_speed(struct fetch_transfer *transfer, int64_t limit)
{
	curl_easy_setopt(transfer->easy, CURLOPT_MAX_RECV_SPEED_LARGE, (curl_off_t)limit);
}

static void
slow_down(struct fetch_transfer *transfer)
{
	curl_off_t speed = 0;
	if (curl_easy_getinfo(transfer->easy, CURLINFO_SPEED_DOWNLOAD_T, &speed) !=
			CURLE_OK ||
		speed < 2)
		return; /* too early to tell */
	transfer->yields = true;
	set_speed(transfer, speed / 2);
}

void
fetch_yield_end(struct fetch_transfer *transfer)
{
	if (transfer->yields)
		set_speed(transfer, transfer->own->speed_limit);
	transfer->yields = false;
}

void
fetch_yield_step(struct fetch *fetch)
{
	bool many = fetch->polls.running > MANY;
	if (!many && !fetch->yielding)
		return;
	fetch->yielding = 0;
	for (size_t i = 0; i < fetch->transfers_len; i++) {
		struct fetch_transfer *transfer = fetch->transfers[i];
		const struct fetch_job *job = transfer->job;
		if (!job || !job->bulk || job->urgent)
			continue;
		if (many && !transfer->yields)
			slow_down(transfer);
		else if (!many)
			fetch_yield_end(transfer);
		fetch->yielding += transfer->yields;
	}
}
