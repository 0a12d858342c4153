#include "config.h"

#include "feed/date_names.h"

#include <string.h>

#include "base/attr.h"
#include "base/time.h"
#include "base/utf8.h"

/* Letters and what they are folded to, after they were made lower case. */
static const struct {
	const char *letters;
	char plain;
} accents[] = {
	{"áàâäãåăąā", 'a'},
	{"éèêëěęēė", 'e'},
	{"íìîïıīį", 'i'},
	{"óòôöõőøō", 'o'},
	{"úùûüůűūų", 'u'},
	{"ýÿ", 'y'},
	{"çćč", 'c'},
	{"ñńň", 'n'},
	{"şșśš", 's'},
	{"žźż", 'z'},
	{"ğ", 'g'},
	{"ř", 'r'},
	{"ťț", 't'},
	{"ď", 'd'},
	{"ł", 'l'},
};

static uint32_t
lower(uint32_t cp)
{
	if (cp < 0x80)
		return (uint32_t)str_lower((int)cp);
	if ((cp >= 0xc0 && cp <= 0xde && cp != 0xd7) || (cp >= 0x391 && cp <= 0x3ab) ||
		(cp >= 0x410 && cp <= 0x42f))
		return cp + 0x20;
	if (cp >= 0x100 && cp <= 0x17f)
		return (cp >= 0x139 && cp <= 0x148) || (cp >= 0x179 && cp <= 0x17e)
			       ? cp + (cp & 1)
			       : cp | 1;
	return cp >= 0x400 && cp <= 0x40f ? cp + 0x50 : cp;
}

/* Folds a letter to one without accent; for Greek these are the vowels. */
static uint32_t
unaccent(uint32_t cp)
{
	static const uint32_t greek[][2] = {{0x386, 0x3b1}, {0x388, 0x3b5},
		{0x389, 0x3b7}, {0x38a, 0x3b9}, {0x38c, 0x3bf}, {0x38e, 0x3c5},
		{0x38f, 0x3c9}, {0x3ac, 0x3b1}, {0x3ad, 0x3b5}, {0x3ae, 0x3b7},
		{0x3af, 0x3b9}, {0x3ca, 0x3b9}, {0x3cb, 0x3c5}, {0x3cc, 0x3bf},
		{0x3cd, 0x3c5}, {0x3ce, 0x3c9}, {0x390, 0x3b9}};
	for (size_t i = 0; i < COUNT_OF(greek); i++)
		if (greek[i][0] == cp)
			return greek[i][1];
	for (size_t i = 0; i < COUNT_OF(accents); i++)
		for (const char *p = accents[i].letters; *p;) {
			uint32_t letter;
			p += utf8_decode(p, strlen(p), &letter);
			if (letter == cp)
				return (unsigned char)accents[i].plain;
		}
	return cp;
}

void
feed_date_fold(struct span word, char *out)
{
	size_t n = 0;
	for (size_t i = 0; i < word.n && n + 4 < DATE_WORD_MAX;) {
		uint32_t cp;
		i += utf8_decode(word.p + i, word.n - i, &cp);
		if (cp != '.')
			n += utf8_encode(
				cp < 0x80 ? lower(cp) : unaccent(lower(cp)), out + n);
	}
	out[n] = '\0';
}

/* The names, folded; one string for each language, in which blanks separate January to
 * December and "/" separates other spellings. A name that begins another one is found by
 * the longer one. "?" stands for a month whose name means another month in a language
 * with more feeds. */
static const char *const months[] = {
	/* English, and what it shares with Dutch, German, the Nordic languages */
	"january february march april may june july august september october november "
	"december",
	/* German */
	"januar/janner/jaenner februar/feber marz/maerz/mrz april mai juni juli august "
	"september oktober november dezember",
	/* French */
	"janvier fevrier mars avril mai juin juillet aout septembre octobre novembre "
	"decembre",
	/* Spanish */
	"enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre "
	"noviembre diciembre",
	/* Italian */
	"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
	"novembre dicembre",
	/* Portuguese */
	"janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro "
	"dezembro",
	/* Catalan */
	"gener febrer marc abril maig juny juliol agost setembre octubre novembre "
	"desembre",
	/* Galician */
	"xaneiro febreiro marzo abril maio xuno xullo agosto setembro outubro novembro "
	"decembro",
	/* Dutch, Afrikaans */
	"januarie februarie maart/mrt april mei junie julie augustus september oktober "
	"november desember",
	/* Danish, Norwegian, Swedish, Icelandic */
	"januari februari marts april maj juni juli augusti/agust september oktober "
	"november desember",
	/* Finnish */
	"tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta "
	"elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
	/* Estonian */
	"jaanuaril veebruaril martsil aprillil mail juunil juulil augustil septembril "
	"oktoobril novembril detsembril",
	/* Latvian */
	"janvaris februaris marts aprilis maijs junijs julijs augusts/augusta "
	"septembris oktobris novembris decembris",
	/* Lithuanian */
	"sausis/sausio vasaris/vasario kovas/kovo balandis/balandzio geguzes "
	"birzelis/birzelio liepa/liepos rugpjutis/rugpjucio rugsejis/rugsejo "
	"spalis/spalio lapkritis/lapkricio gruodis/gruodzio",
	/* Polish */
	"stycznia/styczen lutego/luty marca/marzec kwietnia/kwiecien maja/maj "
	"czerwca/czerwiec lipca/lipiec sierpnia/sierpien wrzesnia/wrzesien "
	"pazdziernika/pazdziernik listopada/listopad grudnia/grudzien",
	/* Czech */
	"leden/ledna unor/unora brezen/brezna duben/dubna kveten/kvetna cerven/cervna "
	"cervenec/cervence srpen/srpna zari rijen/rijna listopad/listopadu "
	"prosinec/prosince",
	/* Slovak */
	"januara februara marec/marca aprila maja juna jula augusta septembra oktobra "
	"novembra decembra",
	/* Slovene, Serbian in Latin letters */
	"januarja februarja mart/marca aprila maja junij/junija julij/julija avgusta "
	"septembar/septembra oktobar/oktobra novembar/novembra decembar/decembra",
	/* Croatian */
	"sijecanj/sijecnja veljaca/veljace ozujak/ozujka travanj/travnja svibanj/svibnja "
	"lipanj/lipnja srpanj/srpnja kolovoza rujan/rujna ? studeni/studenoga "
	"prosinac/prosinca",
	/* Basque */
	"urtarrilak/urtarrilaren otsailak/otsailaren martxoak/martxoaren "
	"apirilak/apirilaren maiatzak/maiatzaren ekainak/ekainaren uztailak/uztailaren "
	"abuztuak/abuztuaren irailak/irailaren urriak/urriaren azaroak/azaroaren "
	"abenduak/abenduaren",
	/* Hungarian */
	"januar februar marcius aprilis majus junius julius augusztus szeptember oktober "
	"november december",
	/* Romanian */
	"ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie "
	"noiembrie decembrie",
	/* Turkish */
	"ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
	/* Indonesian, Malay */
	"januari februari maret/mac april mei juni/jun juli/julai agustus/ogos september "
	"oktober november desember/disember",
	/* Filipino */
	"enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre "
	"disyembre",
	/* Greek */
	"ιανουαριος/ιανουαριου φεβρουαριος/φεβρουαριου μαρτιος/μαρτιου απριλιος/απριλιου "
	"μαιος/μαιου ιουνιος/ιουνιου/ιον ιουλιος/ιουλιου/ιολ αυγουστος/αυγουστου "
	"σεπτεμβριος/σεπτεμβριου οκτωβριος/οκτωβριου νοεμβριος/νοεμβριου "
	"δεκεμβριος/δεκεμβριου",
	/* Russian */
	"января/январь февраля/февраль марта/март апреля/апрель мая/май июня/июнь "
	"июля/июль августа/август сентября/сентябрь октября/октябрь ноября/ноябрь "
	"декабря/декабрь",
	/* Ukrainian */
	"січня/січень лютого/лютий березня/березень квітня/квітень травня/травень "
	"червня/червень липня/липень серпня/серпень вересня/вересень жовтня/жовтень "
	"листопада/листопад грудня/грудень",
	/* Belarusian */
	"студзеня/студзень лютага/люты сакавіка красавіка мая/май чэрвеня/чэрвень "
	"ліпеня/ліпень жніўня/жнівень верасня/верасень кастрычніка лістапада "
	"снежня/снежань",
	/* Bulgarian */
	"януари февруари март април май юни юли август септември октомври ноември "
	"декември",
	/* Serbian */
	"јануара фебруара марта/март априла маја јуна јула августа "
	"септембра/септембар октобра/октобар новембра/новембар децембра/децембар",
	/* Arabic, in both systems of names */
	"يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر "
	"أكتوبر/اكتوبر نوفمبر ديسمبر",
	"كانون-الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين-الأول "
	"تشرين-الثاني كانون-الأول",
	/* Persian, of the Gregorian calendar */
	"ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
	/* Hebrew, with and without "in" */
	"ינואר/בינואר פברואר/בפברואר מרץ/במרץ אפריל/באפריל מאי/במאי יוני/ביוני "
	"יולי/ביולי אוגוסט/באוגוסט ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר "
	"דצמבר/בדצמבר",
	/* Hindi */
	"जनवरी फ़रवरी/फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर "
	"अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर",
	/* Thai */
	"มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม "
	"พฤศจิกายน ธันวาคม",
	/* and in short, without the dots */
	"มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค",
	/* Chinese, in words */
	"一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
};

/* Letters of a UTF-8 string. */
static size_t
letters(const char *s)
{
	size_t n = 0;
	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

int
feed_date_weekday(const char *word)
{
	static const char names[] = "mon tue wed thu fri sat sun";
	for (int i = 0; i < 7; i++)
		if (strncmp(names + 4 * i, word, 3) == 0)
			return word[3] == '\0' || strstr(word, "day") ? i + 1 : 0;
	return 0;
}

int
feed_date_month(const char *word)
{
	size_t n = strlen(word);
	bool whole = letters(word) < 3; /* "آب" counts, "ма" does not */
	/* Most dates start with an English week day, which need not be looked for in all
	 * languages. */
	if (!n || (!whole && feed_date_weekday(word)))
		return 0;
	for (size_t i = 0; i < COUNT_OF(months); i++) {
		int month = 1;
		for (const char *p = months[i]; *p; p++) {
			if (*p == word[0] && strncmp(p, word, n) == 0 &&
				(!whole || strchr(" /", p[n])))
				return month;
			p += strcspn(p, " /");
			if (!*p)
				break;
			month += *p == ' ';
		}
	}
	return 0;
}

#define HM(hours, minutes) ((hours)*3600 + (minutes)*60)

/* Of several meanings of an abbreviation, this is the one with the most feeds. */
static const struct {
	const char *name;
	int seconds;
} zones[] = {
	{"z", 0},
	{"ut", 0},
	{"utc", 0},
	{"gmt", 0},
	{"wet", 0},
	{"west", HM(1, 0)},
	{"bst", HM(1, 0)},
	{"cet", HM(1, 0)},
	{"mez", HM(1, 0)},
	{"met", HM(1, 0)},
	{"cest", HM(2, 0)},
	{"mesz", HM(2, 0)},
	{"mest", HM(2, 0)},
	{"wat", HM(1, 0)},
	{"cat", HM(2, 0)},
	{"sast", HM(2, 0)},
	{"eet", HM(2, 0)},
	{"eest", HM(3, 0)},
	{"idt", HM(3, 0)},
	{"trt", HM(3, 0)},
	{"msk", HM(3, 0)},
	{"мск", HM(3, 0)},
	{"msd", HM(4, 0)},
	{"eat", HM(3, 0)},
	{"irst", HM(3, 30)},
	{"irdt", HM(4, 30)},
	{"gst", HM(4, 0)},
	{"pkt", HM(5, 0)},
	{"yekt", HM(5, 0)},
	{"ist", HM(5, 30)},
	{"npt", HM(5, 45)},
	{"ict", HM(7, 0)},
	{"wib", HM(7, 0)},
	{"krat", HM(7, 0)},
	{"hkt", HM(8, 0)},
	{"sgt", HM(8, 0)},
	{"myt", HM(8, 0)},
	{"pht", HM(8, 0)},
	{"wita", HM(8, 0)},
	{"awst", HM(8, 0)},
	{"jst", HM(9, 0)},
	{"kst", HM(9, 0)},
	{"wit", HM(9, 0)},
	{"acst", HM(9, 30)},
	{"acdt", HM(10, 30)},
	{"aest", HM(10, 0)},
	{"aedt", HM(11, 0)},
	{"vlat", HM(10, 0)},
	{"nzst", HM(12, 0)},
	{"nzdt", HM(13, 0)},
	{"nst", -HM(3, 30)},
	{"ndt", -HM(2, 30)},
	{"brt", -HM(3, 0)},
	{"art", -HM(3, 0)},
	{"uyt", -HM(3, 0)},
	{"clst", -HM(3, 0)},
	{"clt", -HM(4, 0)},
	{"at", -HM(4, 0)},
	{"ast", -HM(4, 0)},
	{"adt", -HM(3, 0)},
	{"et", -HM(5, 0)},
	{"est", -HM(5, 0)},
	{"edt", -HM(4, 0)},
	{"cot", -HM(5, 0)},
	{"pet", -HM(5, 0)},
	{"ct", -HM(6, 0)},
	{"cst", -HM(6, 0)},
	{"cdt", -HM(5, 0)},
	{"mt", -HM(7, 0)},
	{"mst", -HM(7, 0)},
	{"mdt", -HM(6, 0)},
	{"pt", -HM(8, 0)},
	{"pst", -HM(8, 0)},
	{"pdt", -HM(7, 0)},
	{"akst", -HM(9, 0)},
	{"akdt", -HM(8, 0)},
	{"hst", -HM(10, 0)},
	{"hast", -HM(10, 0)},
};

bool
feed_date_zone(const char *word, int64_t *seconds)
{
	for (size_t i = 0; i < COUNT_OF(zones); i++)
		if (zones[i].name[0] == word[0] && str_eq(zones[i].name, word)) {
			*seconds = zones[i].seconds;
			return true;
		}
	return false;
}

enum summer {
	SUMMER_NONE,
	SUMMER_EU, /* last Sunday of March to last Sunday of October, 01:00 UTC */
	SUMMER_US, /* second Sunday of March to first Sunday of November, 02:00 local */
	SUMMER_AU, /* first Sunday of October to first Sunday of April */
};

/* The zones that feeds name, with the rules that hold since 2007. */
static const struct {
	const char *name;
	int seconds;
	enum summer summer;
} zone_rules[] = {
	{"etc/gmt", 0, SUMMER_NONE},
	{"etc/utc", 0, SUMMER_NONE},
	{"etc/greenwich", 0, SUMMER_NONE},
	{"atlantic/reykjavik", 0, SUMMER_NONE},
	{"europe/london", 0, SUMMER_EU},
	{"europe/dublin", 0, SUMMER_EU},
	{"europe/lisbon", 0, SUMMER_EU},
	{"europe/athens", HM(2, 0), SUMMER_EU},
	{"europe/bucharest", HM(2, 0), SUMMER_EU},
	{"europe/helsinki", HM(2, 0), SUMMER_EU},
	{"europe/kiev", HM(2, 0), SUMMER_EU},
	{"europe/kyiv", HM(2, 0), SUMMER_EU},
	{"europe/riga", HM(2, 0), SUMMER_EU},
	{"europe/sofia", HM(2, 0), SUMMER_EU},
	{"europe/tallinn", HM(2, 0), SUMMER_EU},
	{"europe/vilnius", HM(2, 0), SUMMER_EU},
	{"europe/istanbul", HM(3, 0), SUMMER_NONE},
	{"europe/minsk", HM(3, 0), SUMMER_NONE},
	{"europe/moscow", HM(3, 0), SUMMER_NONE},
	{"europe/*", HM(1, 0), SUMMER_EU}, /* all others of the continent */
	{"america/st_johns", -HM(3, 30), SUMMER_US},
	{"america/halifax", -HM(4, 0), SUMMER_US},
	{"america/sao_paulo", -HM(3, 0), SUMMER_NONE},
	{"america/argentina/buenos_aires", -HM(3, 0), SUMMER_NONE},
	{"america/buenos_aires", -HM(3, 0), SUMMER_NONE},
	{"america/caracas", -HM(4, 0), SUMMER_NONE},
	{"america/bogota", -HM(5, 0), SUMMER_NONE},
	{"america/lima", -HM(5, 0), SUMMER_NONE},
	{"america/new_york", -HM(5, 0), SUMMER_US},
	{"america/detroit", -HM(5, 0), SUMMER_US},
	{"america/toronto", -HM(5, 0), SUMMER_US},
	{"america/montreal", -HM(5, 0), SUMMER_US},
	{"us/eastern", -HM(5, 0), SUMMER_US},
	{"america/chicago", -HM(6, 0), SUMMER_US},
	{"america/winnipeg", -HM(6, 0), SUMMER_US},
	{"america/mexico_city", -HM(6, 0), SUMMER_NONE},
	{"us/central", -HM(6, 0), SUMMER_US},
	{"america/denver", -HM(7, 0), SUMMER_US},
	{"america/edmonton", -HM(7, 0), SUMMER_US},
	{"america/phoenix", -HM(7, 0), SUMMER_NONE},
	{"us/mountain", -HM(7, 0), SUMMER_US},
	{"america/los_angeles", -HM(8, 0), SUMMER_US},
	{"america/vancouver", -HM(8, 0), SUMMER_US},
	{"us/pacific", -HM(8, 0), SUMMER_US},
	{"america/anchorage", -HM(9, 0), SUMMER_US},
	{"pacific/honolulu", -HM(10, 0), SUMMER_NONE},
	{"africa/cairo", HM(2, 0), SUMMER_NONE},
	{"africa/johannesburg", HM(2, 0), SUMMER_NONE},
	{"africa/lagos", HM(1, 0), SUMMER_NONE},
	{"africa/nairobi", HM(3, 0), SUMMER_NONE},
	{"asia/jerusalem", HM(2, 0), SUMMER_NONE},
	{"asia/riyadh", HM(3, 0), SUMMER_NONE},
	{"asia/tehran", HM(3, 30), SUMMER_NONE},
	{"asia/dubai", HM(4, 0), SUMMER_NONE},
	{"asia/karachi", HM(5, 0), SUMMER_NONE},
	{"asia/calcutta", HM(5, 30), SUMMER_NONE},
	{"asia/kolkata", HM(5, 30), SUMMER_NONE},
	{"asia/kathmandu", HM(5, 45), SUMMER_NONE},
	{"asia/dhaka", HM(6, 0), SUMMER_NONE},
	{"asia/bangkok", HM(7, 0), SUMMER_NONE},
	{"asia/jakarta", HM(7, 0), SUMMER_NONE},
	{"asia/ho_chi_minh", HM(7, 0), SUMMER_NONE},
	{"asia/saigon", HM(7, 0), SUMMER_NONE},
	{"asia/hong_kong", HM(8, 0), SUMMER_NONE},
	{"asia/manila", HM(8, 0), SUMMER_NONE},
	{"asia/shanghai", HM(8, 0), SUMMER_NONE},
	{"asia/singapore", HM(8, 0), SUMMER_NONE},
	{"asia/taipei", HM(8, 0), SUMMER_NONE},
	{"australia/perth", HM(8, 0), SUMMER_NONE},
	{"asia/seoul", HM(9, 0), SUMMER_NONE},
	{"asia/tokyo", HM(9, 0), SUMMER_NONE},
	{"australia/adelaide", HM(9, 30), SUMMER_AU},
	{"australia/darwin", HM(9, 30), SUMMER_NONE},
	{"australia/brisbane", HM(10, 0), SUMMER_NONE},
	{"australia/melbourne", HM(10, 0), SUMMER_AU},
	{"australia/sydney", HM(10, 0), SUMMER_AU},
	{"pacific/auckland", HM(12, 0), SUMMER_NONE},
};

/* Seconds since 1970 of the nth Sunday (from 1; 0: the last) of a month of 31 days or its
 * like. */
static int64_t
sunday(int64_t year, int month, int nth)
{
	int64_t first = time_days(year, month, 1);
	int64_t weekday = ((first + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
	int64_t day = first + (7 - weekday) % 7 + 7 * (nth ? nth - 1 : 3);
	if (!nth && day + 7 < time_days(year, month + 1, 1))
		day += 7;
	return day * TIME_DAY;
}

/* Both times in local standard time. */
static bool
in_summer(enum summer rule, int64_t local, int64_t offset)
{
	int64_t year = 1970 + local / (TIME_DAY * 1461 / 4);
	while (local >= time_days(year + 1, 1, 1) * TIME_DAY)
		year++;
	while (local < time_days(year, 1, 1) * TIME_DAY)
		year--;
	switch (rule) {
	case SUMMER_EU:
		return local >= sunday(year, 3, 0) + TIME_HOUR + offset &&
		       local < sunday(year, 10, 0) + TIME_HOUR + offset;
	case SUMMER_US:
		return local >= sunday(year, 3, 2) + 2 * TIME_HOUR &&
		       local < sunday(year, 11, 1) + TIME_HOUR;
	case SUMMER_AU:
		return local >= sunday(year, 10, 1) + 2 * TIME_HOUR ||
		       local < sunday(year, 4, 1) + 2 * TIME_HOUR;
	case SUMMER_NONE:
		break;
	}
	return false;
}

bool
feed_date_place(const char *word, int64_t local, int64_t *seconds)
{
	for (size_t i = 0; i < COUNT_OF(zone_rules); i++) {
		size_t n = strlen(zone_rules[i].name);
		bool family = zone_rules[i].name[n - 1] == '*';
		if (family ? strncmp(zone_rules[i].name, word, n - 1) != 0
			   : !str_eq(zone_rules[i].name, word))
			continue;
		*seconds = zone_rules[i].seconds;
		if (in_summer(zone_rules[i].summer, local, *seconds))
			*seconds += TIME_HOUR;
		return true;
	}
	return false;
}
