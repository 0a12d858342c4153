#include "config.h"

#include "schedule/interest.h"

#include <math.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/time.h"

static const double memory = 60.0 * TIME_DAY, prompt = TIME_DAY;

void
interest_fade(struct interest *sums, int64_t span)
{
	if (span <= 0)
		return;
	double q = exp(-(double)span / memory);
	sums->read = (float)((double)sums->read * q);
	sums->came = (float)((double)sums->came * q);
}

double
interest_promptness(int64_t delay)
{
	return delay > 0 ? exp(-(double)delay / prompt) : 1;
}

double
interest_weight(const struct interest *feed, const struct interest *all)
{
	double read = (double)feed->read, came = (double)feed->came;
	double usual = all->came > 0 ? (double)all->read / (double)all->came : 0;
	if (usual <= 0)
		return 1;
	double weight = (read + INTEREST_KAPPA) / (usual * came + INTEREST_KAPPA);
	return fmin(fmax(weight, 1 / INTEREST_MOST), INTEREST_MOST);
}

void
interest_fade_ruled(float ruled[3], int64_t span)
{
	if (span <= 0)
		return;
	double q = exp(-(double)span / memory);
	for (int i = 0; i < 3; i++)
		ruled[i] = (float)((double)ruled[i] * q);
}

double
interest_ruled(const float ruled[3])
{
	return ((double)ruled[0] - (double)ruled[1]) /
	       ((double)ruled[2] + INTEREST_KAPPA);
}

double
interest_priority(double priority, const float ruled[3])
{
	return fmax(priority + interest_ruled(ruled), 1 / INTEREST_MOST);
}

bool
interest_reason(const struct interest *feed, const struct interest *all, struct buf *out)
{
	const double tell = 1.25;
	double weight = interest_weight(feed, all);
	if ((double)all->read < INTEREST_KAPPA)
		return false;
	if (weight >= tell)
		buf_addf(out, _("read sooner than most: counts %.1f times as much"),
			weight);
	else if (weight <= 1 / tell)
		buf_addf(out,
			_("read later than most, or never: counts %.2f times as much"),
			weight);
	else
		buf_adds(out, _("read as soon as most"));
	return true;
}
