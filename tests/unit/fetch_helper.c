#include "config.h"

#include "fetch_helper.h"

#include "unit.h"

#include "base/mem.h"
#include "base/time.h"
#include "fetch/fetch_job.h"
#include "fetch/own.h"
#include "fetch/request_queue.h"
#include "fetch/transfer.h"

const struct fetch_config fetch_helper_config = {
	.window = 8,
	.connect_timeout_ms = 5000,
	.total_timeout_ms = 10000,
	.low_speed_ms = 10000,
	.body_max = FETCH_HELPER_BODY_MAX,
	.header_max = 16 * 1024,
	.redirects_max = 10,
	.all = {.user_agent = FETCH_HELPER_AGENT, .proxy = ""},
};

struct fetch_result *
fetch_helper_await(struct fetch *fetch, size_t count)
{
	struct fetch_result *all = NULL, **last = &all;
	int64_t end = time_mono_ms() + FETCH_HELPER_DEADLINE_MS;
	while (count > 0) {
		assert_true(time_mono_ms() < end);
		for (*last = fetch_step(fetch); *last; last = &(*last)->next)
			count -= count > 0;
		if (count > 0)
			fetch_wait(fetch, 1000, -1);
	}
	return all;
}

void
fetch_helper_free(struct fetch_result *list)
{
	for (struct fetch_result *next; list; list = next) {
		next = list->next;
		fetch_result_free(list);
	}
}

CURLcode
fetch_helper_perform(struct fetch_transfer *transfer, const char *url,
	const struct fetch_own *own, const char *resolve, long *status)
{
	const struct fetch_limits none = {0};
	struct fetch_queue queue;
	struct fetch_job *job = mem_zalloc(sizeof *job);
	struct curl_slist *names = resolve ? curl_slist_append(NULL, resolve) : NULL;
	job->url = mem_strdup(url);
	job->origin = mem_strdup(url);
	job->own = fetch_own_dup(own);
	fetch_queue_init(&queue, &none);
	fetch_queue_add(&queue, job, 0);
	assert_ptr_equal(fetch_queue_take(&queue, 0), job);
	fetch_transfer_begin(transfer, job, 0);
	curl_easy_setopt(transfer->easy, CURLOPT_RESOLVE, names);
	CURLcode code = curl_easy_perform(transfer->easy);
	if (status)
		*status = transfer->headers.status;
	curl_easy_setopt(transfer->easy, CURLOPT_RESOLVE, NULL);
	fetch_queue_release(&queue, job, 0);
	fetch_transfer_end(transfer);
	fetch_job_free(job);
	fetch_queue_done(&queue);
	curl_slist_free_all(names);
	return code;
}
