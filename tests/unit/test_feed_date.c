#include "config.h"

#include "tests/unit/unit.h"

#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "feed/date.h"

#define NONE TIME_NONE

/* Expected values were worked out with date(1) or by hand from the standards named. */
static const struct {
	const char *text;
	int64_t want;
} dates[] = {
	/* RFC 822 and 5322, with what is left out or added in practice */
	{"Tue, 10 Jun 2003 04:00:00 GMT", 1055217600},
	{"Tue, 10 Jun 03 04:00 UT", 1055217600},
	{"10 Jun 2003 04:00:00 EST", 1055235600},
	{"Tue, 10 Jun 2003 04:00:00 EDT", 1055232000},
	{"Tue, 10 Jun 2003 04:00:00 +0200", 1055210400},
	{"Tue, 10 Jun 2003 04:00:00 +02:00", 1055210400},
	{"Tue, 10 Jun 2003 04:00:00 GMT+0200", 1055210400},
	{"Tue, 10 Jun 2003 04:00:00 -0730", 1055244600},
	{"Tue, 10 Jun 2003 04:00:00 J", 1055217600}, /* military: RFC 5322, 4.3 */
	{"Tue, 10 Jun 2003 04:00:00", 1055217600},
	{"Tue,10 June 2003 4:00 am", 1055217600},
	{"June 10th, 2003", 1055203200},
	{"May 25 2020", 1590364800},
	{"01 Jan 68 00:00:00 GMT", 3092601600},
	{"01 Jan 70 00:00:00 GMT", 0},
	/* ISO 8601 and RFC 3339 */
	{"2003-06-10T04:00:00Z", 1055217600},
	{"2003-06-10t04:00:00z", 1055217600},
	{"2003-06-10T04:00:00.123456+00:00", 1055217600},
	{"2003-06-10T04:00:00,5Z", 1055217600},
	{"20030610T040000Z", 1055217600},
	{"2003-06-10 04:00", 1055217600},
	{"2003-06-10T04+02", 1055210400},
	{"2003-161", 1055203200},
	{"2003161", 1055203200},
	{"2003-W24-2", 1055203200},
	{"2003W242T04:00Z", 1055217600},
	{"03-161", 1055203200},
	{"03161", 1055203200},
	{"2003-06-10T04.00.00Z", 1055217600},
	{"2003-06-10T04.00.00.5+00:00:00", 1055217600},
	{"2003-06-10T06:00:00+02:00:00", 1055217600},
	{"2003-06", 1054425600},
	{"2003", 1041379200},
	{"2016-12-31T23:59:60Z", 1483228800}, /* a leap second */
	{"2003-06-09T24:00:00Z", 1055203200},
	/* asctime, and years before us */
	{"Tue Jun 10 04:00:00 2003", 1055217600},
	{"0001-01-01T00:00:00Z", -62135596800},
	{"1900-01-01", -2208988800},
	/* other languages, orders, units */
	{"mardi 10 juin 2003 04:00", 1055217600},
	{"Di, 10 Dez 2002 04:00:00 +0100", 1039489200},
	{"10 марта 2003 04:00 MSK", 1047258000},
	{"2003년 06월 10일 13:00:00", 1055217600},
	{"6월 10일 2003 13:00", 1055217600},
	{"2003年6月10日", 1055203200},
	{"10.06.2003 04:00", 1055217600},
	{"06/10/2003 4:00 AM", 1055217600},
	{"25/06/2003", 1056499200},
	{"1055217600", 1055217600},
	{"1055217600000", 1055217600},
	/* hours behind and before words, dotted times */
	{"jeudi 5 septembre 2024 à 14h03", 1725544980},
	{"5 septembre 2024 - 14 h 03", 1725544980},
	{"14h03, 5 septembre 2024", 1725544980},
	{"5. September 2024, 14 Uhr 03", 1725544980},
	{"14.03 Uhr, 5. September 2024", 1725544980},
	{"5 September 2024 2pm", 1725544800},
	{"5 September 2024 2.03 p. m.", 1725544980},
	{"25.09.2024 14.03", 1727272980},
	{"25.09.2024 14.03.20", 1727273000},
	{"5 settembre 2024 ore 14.03", 1725544980},
	{"5. syyskuuta 2024 klo 14.03", 1725544980},
	{"den 5 september 2024 kl. 14.03", 1725544980},
	{"kl. 14.03 den 5. september 2024", 1725544980},
	{"5 września 2024, godz. 14.03", 1725544980},
	{"05 Sep 24 1403 GMT", 1725544980},
	{"Sep  5 2024  2:03:00:000PM", 1725544980}, /* SQL Server's style 109 */
	{"05 Sep 2024 14:03:00:123", 1725544980},
	{"05-SEP-24 02.03.00.000000 PM", 1725544980}, /* Oracle */
	{"Fr, 01 Mrz 2024 14:03:00 +0100", 1709298180},
	{"2024(e)ko irailak 5 14:03", 1725544980},
	{"2024ko irailaren 5a, 14:03", 1725544980},
	{"2024 unknown 5 14:03", NONE},
	{"25.09.2024", 1727222400},
	{"5.9.24 14:03", 1725544980},
	/* 24 o'clock with minutes: the hour after the day began */
	{"Thu, 05 Sep 2024 24:05:00 GMT", 1725494700},
	{"9/25/2024, 24:05:00", 1727222700},
	/* programs: Go, PHP, JavaScript, Java */
	{"2024-09-05 14:03:00.123456789 +0200 CEST m=+0.000000001", 1725537780},
	{"1725544980.5", 1725544980},
	{"1725544980123.5", 1725544980},
	{"9/5/2024, 2:03:00\u202fPM", 1725544980},
	{"2024-09-05T16:03:00+02:00[Europe/Paris]", 1725544980},
	/* other scripts */
	{"٥ سبتمبر ٢٠٢٤ ١٤:٠٣", 1725544980},
	{"۵ سپتامبر ۲۰۲۴ ۱۴:۰۳", 1725544980},
	{"५ सितंबर २०२४ १४:०३", 1725544980},
	{"๕ กันยายน ๒๕๖๗ ๑๔:๐๓", 1725544980},
	{"5 בספטמבר 2024 14:03", 1725544980},
	{"2024年9月5日 14时03分", 1725544980},
	{"2024年9月5日 下午2:03", 1725544980},
	{"２０２４年９月５日 14:03", 1725544980},
	{"5 вересня 2024 14:03", 1725544980},
	{"5 септември 2024 14:03", 1725544980},
	{"5. rujna 2024 14:03", 1725544980},
	{"2024 m. rugsėjo 5 d. 14:03", 1725544980},
	{"5 ก.ย. 2567 14:03", 1725544980},
	{"5 ธ.ค. 67", 1733356800},
	{"5 آب 2024", 1722816000},
	{"5 मई 2024", 1714867200},
	{"5 تشرين الثاني 2024 14:03", 1730815380},
	{"5 كانون الأول 2024", 1733356800},
	{"令和6年9月5日 14:03", 1725544980},
	{"平成30年9月5日", 1536105600},
	{"民國113年9月5日", 1725494400},
	/* beside words of other languages, the day comes first */
	{"jeu. 05/09/2024 14h03", 1725544980},
	{"Wed, 04/03/2015 - 09:00", 1425459600}, /* by the day of the week */
	{"Friday, 04/03/2015 - 09:00", 1428051600},
	{"Mon, 04/03/2015 - 09:00", 1428051600}, /* which fits neither */
	{"09/2024", 1725148800},
	{"Thứ Năm, 05/09/2024 14:03", 1725544980},
	{"05/09/2024 kl 14:03", 1725544980},
	{"09/05/2024 at 2:03 PM", 1725544980},
	{"05/09/2024 14.03", 1725544980},
	{"5. september 2024 kl. 14", 1725544800},
	{"5 settembre 2024 alle 14", 1725544800},
	{"Thu, 5 Sep 2024 14:03 + 0200", 1725537780},
	{"週四, 05 九月 2024 14:03:00 +0800", 1725516180},
	{"十二月 5, 2024", 1733356800},
	{"5 Sep 124 14:03", 1725544980}, /* JavaScript's getYear */
	/* names between slashes; week days that look like zones */
	{"5/Sep/2024 14:03", 1725544980},
	{"05/set/2024", 1725494400},
	{"5/Sep/2024:14:03:00 +0200", 1725537780},
	{"05SEP2024:14:03:00", 1725544980},
	{"Pt, 5 sie 2024", 1722816000},
	/* zones in brackets, by their whole names, in Russian */
	{"25/09/2024, 14:03 (GMT+7)", 1727247780},
	{"25/09/2024, 14:03 (local time)", 1727272980},
	{"Thu, 5 Sep 2024 14:03:00 -0700 (EST)", 1725570180},
	{"Thu, 5 Sep 2024 14:03:00 Pacific Daylight Time", 1725570180},
	{"Thu, 5 Sep 2024 14:03:00 (Central European Summer Time)", 1725537780},
	{"5 сентября 2024, 14:03 МСК", 1725534180},
	/* labels, compact times, .NET's JSON, millionths */
	{"Published: Thu, 05 Sep 2024 14:03:00 GMT", 1725544980},
	{"20240905 1403", 1725544980},
	{"20240905 140322", 1725545002},
	{"/Date(1725544980000)/", 1725544980},
	{"/Date(1725544980000+0200)/", 1725544980},
	{"1725544980123456", 1725544980},
	/* zones by place, summer and winter */
	{"Thu, 10 Jul 2003 04:00:00 Europe/Paris", 1057802400},
	{"Fri, 10 Jan 2003 04:00:00 America/New_York", 1042189200},
	/* none: impossible or no dates at all (case 106) */
	{"30 Feb 2003", NONE},
	{"/Date(soon)/", NONE},
	{"Published: soon", NONE},
	{"ма 5 2024 10 11", NONE},
	{"29 Feb 2003 00:00 GMT", NONE},
	{"2003-13-01", NONE},
	{"13/2003", NONE},
	{"03-366", NONE},
	{"5 Sep 2024 14:03 + 99", NONE},
	{"2003-00-10", NONE},
	{"2003-06-10T24:00:01Z", NONE},
	{"2003-06-10T25:00:00Z", NONE},
	{"2003-06-10T04:60:00Z", NONE},
	{"2003-06-10T04:xx:00Z", NONE},
	{"2003-06-10T04:00:00+99:00", NONE},
	{"10 Jun", NONE},
	{"Mon, 30 Nov -0001 00:00:00 +0000", NONE},
	{"-0001-11-30T00:00:00+00:00", NONE},
	{"0000-00-00 00:00:00", NONE},
	{"Thu, 01 Jan 0000 00:00:00 GMT", NONE},
	{"Thu, 05 Sep 20240 14:03:00 GMT", NONE},
	{"12024-09-05T14:03:00Z", NONE},
	{"Thu, 05 Sep 2024 25:05:00 GMT", NONE},
	{"5 septembre 2024 25h03", NONE},
	{"25.09.2024 14.63", NONE},
	{"Tue,", NONE},
	{"Jun 2003 10:00 x", NONE},
	{"yesterday", NONE},
	{"0", NONE},
	{"", NONE},
	{"-", NONE},
	{"::", NONE},
	{"99999999999999999999", NONE},
};

static void
dates_are_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(dates); i++) {
		int64_t got = NONE;
		int status = feed_date_parse(span_of(dates[i].text), &got);
		if (got != dates[i].want || (status == OK) != (got != NONE))
			fail_msg("\"%s\": wanted %lld, got %lld", dates[i].text,
				(long long)dates[i].want, (long long)got);
	}
}

/* Every prefix of every date: an answer, and nothing read past the end. */
static void
prefixes_are_harmless(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(dates); i++)
		for (size_t n = 0; n <= strlen(dates[i].text); n++) {
			char *copy = mem_strndup(dates[i].text, n);
			int64_t got = 7;
			int status = feed_date_parse((struct span){copy, n}, &got);
			assert_true(status == OK || (status == ERR_INVALID && got == 7));
			free(copy);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates_are_read),
		cmocka_unit_test(prefixes_are_harmless),
	};
	return UNIT_RUN(tests);
}
