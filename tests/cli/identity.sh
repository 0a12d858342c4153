# Which items of a document are those that are known: cases 96 to 112, as a user sees them,
# by documents that change on a server between two refreshes.
. "$srcdir/tests/cli/tap.sh"

www=$dir/www
mkdir "$www"
serve --dir "$www"

# rss NAME: the items of an RSS document on standard input, behind a channel's head.
rss()
{
	{
		echo '<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"'
		echo ' xmlns:cc="http://creativecommons.org/ns#"'
		echo ' xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel><title>T</title>'
		cat
		echo '</channel></rss>'
	} >"$www/$1"
}

# item GUID LINK TITLE TEXT [DAY of November 2026]: one item of it.
item()
{
	echo "<item>${1:+<guid isPermaLink=\"false\">$1</guid>}"
	echo "${2:+<link>$2</link>}<title>$3</title><description>$4</description>"
	echo "${5:+<pubDate>$5 Nov 2026 10:00:00 GMT</pubDate>}</item>"
}

# start NAME: a new store with one feed of that name, fetched.
start()
{
	fresh
	echo "$url$1" >"$feeds"
	refresh
}

refresh()
{
	run -o host-gap=0 refresh
}

# read_all: what is known so far is read.
read_all()
{
	run list --items --format '{id} '
	run mark $(cat "$dir/out")
}

# has LINE…: all items are these, newest first: title and whether unread.
has()
{
	run list --items --format '{title} {unread}'
	out_is "$(printf '%s\n' "$@")"
}

{ item '' http://a/1 one x 3; item '' http://a/2 two x 2; } | rss feed
start feed
read_all
{ item '' http://a/1 'one, edited' x 3; item '' http://a/2 two x 2; } | rss feed
refresh
ok 'case 96: without a guid the link says who it is' has 'one, edited no' 'two no'

{ item g http://a/1 one x 3; item g http://a/2 two y 2; item g http://a/3 three z 1; } |
	rss feed
start feed
read_all
refresh
ok 'case 97: one guid for all: all are kept' has 'one no' 'two no' 'three no'

{ item s=1 http://a/1 one x 3; item s=2 http://a/2 two y 2; } | rss feed
start feed
read_all
{ item s=3 https://b/1 one x 3; item s=4 https://b/2 two y 2; } | rss feed
refresh
ok 'case 98: new guids and a new host for the same items' has 'one no' 'two no'

{ item g http://a/1 first x 3; item h http://a/2 two y 2; item g http://a/1 last x 3; } |
	rss feed
start feed
ok 'case 99: a guid and a link twice are one item, the first' has 'first yes' 'two yes'
refresh
ok 'case 99: and it does not flap' has 'first yes' 'two yes'
{ item g http://a/3 third x 3; item g http://a/1 first x 3; item h http://a/2 two y 2; } |
	rss feed
refresh
ok 'case 99: with another title and link it is another item' \
	has 'third yes' 'first yes' 'two yes'

item g http://a/1 here x 3 | rss feed
item g http://a/1 there x 2 | rss other
start feed
read_all
echo "${url}other" >>"$feeds"
refresh
ok 'case 100: the same guid in two feeds' has 'here no' 'there yes'

now() { date -u '+%d %b %Y %H:%M:%S GMT'; }
dated() { echo "<item><guid>$1</guid><title>$1</title><pubDate>$2</pubDate></item>"; }
{ dated one "$(now)"; dated two "$(now)"; } | rss feed
start feed
read_all
{ dated one "$(now)"; dated two "$(now)"; echo '<!-- -->'; } | rss feed
refresh
run list --items --format '{title} {unread} {marks}'
ok 'case 101: dates made at each fetch are no edits' \
	all 'prints "one no"' 'prints "two no"' 'lines "$dir/out" 2'

item g http://a/1 one x 3 | rss feed
start feed
read_all
item g http://a/9 uno y 5 | rss feed
refresh
ok 'case 102: an edit changes the item where it stands' has 'uno no'
run search --format '{link}' uno
ok 'case 102: all of it' prints http://a/9

{ item 1 '' one x 3; item 2 '' two y 2; item 3 '' three z 1; } | rss feed
start feed
read_all
item 3 '' three z 1 | rss feed
refresh
{ item 2 '' two y 2; item 3 '' three z 1; item 1 '' one x 3; } | rss feed
refresh
ok 'case 103: what leaves and returns is not new' has 'one no' 'two no' 'three no'

item new '' new x 28 | rss feed
start feed
{
	item new '' new x 28
	i=0
	while [ $((i += 1)) -le 40 ]; do
		echo "<item><guid>o$i</guid><title>o</title>"
		echo "<pubDate>1 Mar 2012 10:00:$((i % 60 + 10)) GMT</pubDate></item>"
	done
} | rss feed
refresh
run count
ok 'case 104: an archive at once comes in as read' out_is 1

{ dated future '1 Jan 2106 00:00:00 GMT'; dated past '1 Nov 2026 00:00:00 GMT'; } |
	rss feed
start feed
then=$(date +%s)
until_holds '[ "$(date +%s)" -gt "$then" ]'
{
	dated future '1 Jan 2106 00:00:00 GMT'
	dated past '1 Nov 2026 00:00:00 GMT'
	dated later "$(now)"
} | rss feed
refresh
ok 'case 105: the future is not pinned on top' has 'later yes' 'future yes' 'past yes'

{
	dated zero '1 Jan 0000 00:00:00 GMT'
	dated epoch '1 Jan 1970 00:00:00 GMT'
	dated thirty '30 Feb 2026 00:00:00 GMT'
	dated nothing ''
} | rss feed
year=$(date +%Y)
start feed
run list --items --format '{date:%Y}'
ok 'cases 106 and 109: a date that cannot be is when it was seen' \
	all 'lines "$dir/out" 4' "sort -u <\"\$dir/out\" | grep -qx '$year\|$(date +%Y)'" \
	'[ "$(sort -u <"$dir/out" | wc -l)" -eq 1 ]'

# each_date FILE: an item for each line, which is its date.
each_date()
{
	while IFS= read -r day; do
		echo "<item><guid>$day</guid><title>x</title><pubDate>$day</pubDate></item>"
	done <"$1" | rss feed
}
# One moment, 10 June 2003 at 04:00 UTC, as RFC 822 and 5322 (2-digit years, zones by name,
# letter and number, without seconds or zone), ISO 8601, and people write it.
cat >"$dir/dates" <<'END'
Tue, 10 Jun 03 04:00 UT
Mon, 09 Jun 2003 23:00:00 EST
Tue, 10 Jun 2003 00:00:00 EDT
Tue, 10 Jun 2003 04:00:00 Z
Tue, 10 Jun 2003 04:00:00 R
10 Jun 2003 06:00:00 +0200
10 Jun 2003 06:00:00 +02:00
Tue, 10 Jun 2003 04:00
2003-06-10T04:00:00Z
2003-06-10T06:00+02
20030610T040000Z
2003-161T04:00Z
2003-W24-2T04:00Z
June 10 2003 04:00
10 juin 2003 04:00
Tue, 10 Jun 2003 06:00:00 Europe/Paris
1055217600
END
each_date "$dir/dates"
start feed
run list --items --json --fields published
ok 'case 107: dates in every form are the same moment' \
	all 'lines "$dir/out" 17' '[ "$(sort -u "$dir/out")" = "{\"published\":1055217600}" ]'

# The nights of Berlin's summer time 2026: it begins at 01:00 UTC, and ends so.
printf '%s\n' 'Sun, 29 Mar 2026 01:30:00 GMT' 'Sun, 25 Oct 2026 00:30:00 GMT' \
	'Sun, 25 Oct 2026 01:30:00 GMT' >"$dir/dates"
each_date "$dir/dates"
moments='{"published":1792891800}
{"published":1792888200}
{"published":1774747800}'
TZ=Europe/Berlin start feed
TZ=America/New_York run list --items --json --fields published
ok 'case 108: what is stored knows no time zone' out_is "$moments"
zone=$(TZ=Europe/Berlin date +%Z)
if [ "$zone" = CET ] || [ "$zone" = CEST ]; then
	TZ=Europe/Berlin run list --items --format '{published:%H:%M}'
	ok 'case 108: hours shift where they are shown' out_is "$(printf '02:30\n02:30\n03:30')"
else
	skip 'case 108: hours shift where they are shown' 'no time zones here'
fi
(unset TZ && start feed)
(unset TZ && run list --items --json --fields published)
ok 'case 108: without TZ' out_is "$moments"

{ item 1 '' a x; item 2 '' b x; item 3 '' c x; } | rss feed
start feed
ok 'case 109: without dates the order of the document' has 'a yes' 'b yes' 'c yes'
echo "${url}feed first-unread=2" >"$dir/line"
fresh
cp "$dir/line" "$feeds"
refresh
ok 'case 110: first-unread goes by that order, too' has 'a yes' 'b yes' 'c no'
i=0
while [ $((i += 1)) -le 500 ]; do
	dated "item-$i" "$((i % 28 + 1)) Feb 2026 10:$((i % 50 + 10)):00 GMT"
done | rss feed
start feed
run count
ok 'case 110: 500 items of a new feed are unread' out_is 500
fresh
echo "${url}feed first-unread=7" >"$feeds"
refresh
run count
ok 'case 110: or as many as the user wants' out_is 7
run list --items is:unread --format '{published:%d}'
ok 'case 110: the newest' all 'lines "$dir/out" 7' '[ "$(sort -u "$dir/out")" = 28 ]'
{ dated late "$(now)"; dated later "$(now)"; cat "$www/feed"; } >"$dir/more"
grep -F '<item>' "$dir/more" | rss feed
refresh
run count
ok 'case 110: what comes later is unread' out_is 9

# long_guid END: 100 KB that differ from others in the last letter alone.
long_guid() { printf '%0102400d%s' 0 "$1"; }
{ item "$(long_guid a)" '' one x 3; item "$(long_guid b)" '' two y 2; } | rss feed
start feed
read_all
{ item "$(long_guid a)" '' uno x 3; item "$(long_guid b)" '' two y 2; } | rss feed
refresh
ok 'case 57: endless guids tell items apart, and know them again' has 'uno no' 'two no'
run list --items --json --fields guid
ok 'case 57: what is stored of them is short, and they differ' \
	all '[ "$(wc -c <"$dir/out")" -lt 400 ]' '[ "$(sort -u "$dir/out" | wc -l)" -eq 2 ]'
run list --json --fields repairs
ok 'case 57: and the feed says so' prints 'was cut'

# A post that is all title, as bridges to messengers write it.
{ echo '<item><guid>1</guid><title>'; seq -s ' ' 3000; echo 'last word</title></item>'; } | rss feed
start feed
run list --items --json --fields title
ok 'case 57: an endless title is cut' all '[ "$(wc -c <"$dir/out")" -lt 4200 ]'
run show 1 --text
ok 'case 57: and is the text of an item without one' prints '2999 3000 last word'

echo '<item><guid>1</guid><description>&lt;p&gt;first words&lt;/p&gt;</description></item>' |
	rss feed
start feed
ok 'case 64: no title: the first words' has 'first words yes'

item urn:1 http://a/1 one x 3 | rss feed
start feed
read_all
cat >"$www/feed" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom"><title>New</title><entry><id>urn:1</id>
<title>one</title><link href="http://a/1"/><updated>2026-11-03T10:00:00Z</updated>
<content>x</content></entry></feed>
END
refresh
ok 'case 111: from RSS to Atom, the same items' has 'one no'

with() { item 1 '' one x 3 | sed "s|</item>|$1</item>|" | rss feed; }
with '<enclosure url="http://a/old.mp3" type="audio/mpeg" length="1"/>'
start feed
read_all
with '<enclosure url="http://a/new.mp3" type="audio/mpeg" length="1"/>'
refresh
ok 'case 112: another enclosure' has 'one no'
id=$("$courant" -C "$dir/c" list --items --format '{id}')
run show --json "$id"
ok 'case 112: in place of the old one' all 'prints new.mp3' 'not prints old.mp3'

counted='<slash:comments xmlns:slash="http://purl.org/rss/1.0/modules/slash/">'
with "<comments>http://a/c</comments>${counted}3</slash:comments>"
start feed
read_all
with "<comments>http://a/c</comments>${counted}4</slash:comments>"
refresh
run list --items --json --fields comments_count,edited,unread
ok 'comments: their number follows the feed, and that is no edit' \
	out_is '{"comments_count":4,"edited":false,"unread":false}'
id=$("$courant" -C "$dir/c" list --items --format '{id}')
run show "$id"
ok 'comments: how many, and where' prints 'Comments: 4, http://a/c'
run show --json "$id"
ok 'comments: told to programs' prints '"comments_count":4'

with '<comments>http://a/c</comments>\
<podcast:chapters url="http://a/ch.json" type="application/json+chapters"/>\
<podcast:transcript url="http://a/t.vtt" type="text/vtt"/>\
<wfw:commentRss>http://a/c.rss</wfw:commentRss><cc:license rdf:resource="http://a/by"/>'
refresh
run show "$id"
ok 'what belongs to an item is shown with it' all 'prints "Comments: http://a/c"' \
	'prints "Chapters: http://a/ch.json"' 'prints "Transcript: http://a/t.vtt"' \
	'prints "Feed of comments: http://a/c.rss"' 'prints "Licence: http://a/by"'
run show --json "$id"
ok 'and told to programs' prints \
	'"related":[{"rel":"chapters","url":"http://a/ch.json","type":"application/json+chapters"}'
finish
