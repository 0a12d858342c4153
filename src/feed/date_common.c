/*
 * The two forms that nearly all dates have, read without the scanner, which would need
 * twenty times as long.
 */
#include "config.h"

#include <string.h>

#include "base/time.h"
#include "feed/date_inside.h"

/* In a form, 0 stands for a digit and x for a letter. */
static const char rfc[] = "xxx, 00 xxx 0000 00:00:00 ", iso[] = "0000-00-00T00:00:00";

static bool
fits(struct span s, const char *form)
{
	for (size_t i = 0; form[i]; i++) {
		unsigned char c = i < s.n ? (unsigned char)s.p[i] : 0;
		if (form[i] == '0'       ? !str_digit(c)
			: form[i] == 'x' ? !str_alpha(c)
					 : c != (unsigned char)form[i])
			return false;
	}
	return true;
}

static int
two(const char *s)
{
	return (s[0] - '0') * 10 + s[1] - '0';
}

/* Which of the names, of three letters each, from 1; 0: none. */
static int
name_at(const char *s, const char *names)
{
	for (int i = 0; names[3 * i]; i++)
		if (memcmp(s, names + 3 * i, 3) == 0)
			return i + 1;
	return 0;
}

/* "GMT", "Z", "+0200", "+02:00" */
static bool
zone(struct span s, int64_t *seconds)
{
	*seconds = 0;
	if (span_eq(s, "GMT") || span_eq(s, "Z"))
		return true;
	bool colon = s.n == 6 && s.p[3] == ':';
	if ((s.n != 5 && !colon) || (*s.p != '+' && *s.p != '-') ||
		!fits((struct span){s.p + 1, s.n - 1}, colon ? "00:00" : "0000"))
		return false;
	int hours = two(s.p + 1), minutes = two(s.p + 3 + colon);
	*seconds = hours * TIME_HOUR + minutes * TIME_MINUTE;
	if (*s.p == '-')
		*seconds = -*seconds;
	return hours <= 14 && minutes < 60;
}

/* What is rare is left to the scanner: the last days of a month, leap seconds. */
static bool
set(int year, int month, int day, const char *clock, struct span rest, int64_t *out)
{
	int hour = two(clock), minute = two(clock + 3), second = two(clock + 6);
	int64_t offset;
	if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 ||
		day > 28 || hour > 23 || minute > 59 || second > 59 ||
		!zone(rest, &offset))
		return false;
	*out = time_from_utc(year, month, day, hour, minute, second) - offset;
	return true;
}

bool
feed_date_common(struct span s, int64_t *out)
{
	static const char days[] = "MonTueWedThuFriSatSun";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const char *p = s.p;
	if (fits(s, rfc) && name_at(p, days))
		return set(two(p + 12) * 100 + two(p + 14), name_at(p + 8, months),
			two(p + 5), p + 17,
			(struct span){p + sizeof rfc - 1, s.n - (sizeof rfc - 1)}, out);
	return fits(s, iso) &&
	       set(two(p) * 100 + two(p + 2), two(p + 5), two(p + 8), p + 11,
		       (struct span){p + sizeof iso - 1, s.n - (sizeof iso - 1)}, out);
}
