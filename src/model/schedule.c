#include "config.h"

#include "model/schedule.h"

#include "base/time.h"

void
schedule_derive(struct schedule_record *record)
{
	struct schedule *s = &record->schedule;
	const struct schedule_window *w = &record->window;
	s->window_len = w->len;
	s->oldest = w->len > 0 ? w->times[0] : 0;
	s->second = w->len > 1 ? w->times[1] : 0;
	s->newest = w->len > 0 ? w->times[w->len - 1] : 0;
}

void
schedule_derive_histogram(struct histogram *hist)
{
	const struct post_hours *hours = &hist->hours;
	if (hours->since == TIME_NONE)
		return;
	if (hist->minutes.since == TIME_NONE)
		hist->minutes.since = hours->since;
	if (hist->days.since == TIME_NONE)
		hist->days.since = hours->since;
	hist->minutes.until = hist->days.until = hours->until;
}
