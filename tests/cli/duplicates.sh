# Items of several feeds about one page.
. "$srcdir/tests/cli/tap.sh"

# feed NAME LINK…: a document; titles are NAME and a number.
feed()
{
	name=$1
	file=$dir/$1.xml
	shift
	{
		printf '<rss version="2.0"><channel><title>%s</title>' "$name"
		n=0
		for link; do
			n=$((n + 1))
			printf '<item><title>%s %s</title><guid>%s-%s</guid><link>%s</link></item>' \
				"$name" $n "$name" $n "$link"
		done
		printf '</channel></rss>'
	} >"$file"
}
titles()
{
	"$courant" -C "$dir/c" list --items --format '{title}' "$@" 2>"$dir/noise" | sort | tr '\n' ,
}
id_of() { "$courant" -C "$dir/c" list --items --format '{id}' "title = \"$1\""; }
line() { printf 'file://%s/%s.xml %s\n' "$dir" "$1" "$2"; }

# One after the other, so that it is known who comes first.
fresh
echo 'duplicates = mark' >"$config"
feed A https://site.example/story https://a.example/own https://site.example/
line A '' >"$feeds"
chmod 600 "$feeds"
run refresh
feed B 'http://www.site.example/story/?utm_source=b' https://b.example/own https://site.example/
line B '' >>"$feeds"
run refresh
ok 'both are there' [ "$(titles)" = 'A 1,A 2,A 3,B 1,B 2,B 3,' ]
ok 'the second is a duplicate; front pages are not' [ "$(titles is:duplicate)" = 'B 1,' ]
run show "$(id_of 'A 1')"
ok 'show names the other feed' all 'is 0' 'prints "Also in: B"'
run show --json "$(id_of 'B 1')"
ok 'as JSON' all 'is 0' 'prints "\"also_in\":[\"A\"]"'
run star "$(id_of 'B 1')"
ok 'starring one stars all' [ "$(titles is:starred)" = 'A 1,B 1,' ]
run mark "$(id_of 'A 1')"
ok 'so does reading' [ "$(titles is:read)" = 'A 1,B 1,' ]
run undo
run undo
ok 'undo takes it back from all' [ "$(titles is:starred or is:read)" = '' ]
run mark feedtitle = A
ok 'and marking a whole feed' [ "$(titles is:read)" = 'A 1,A 2,A 3,B 1,' ]
feed C https://m.site.example/story/amp https://c.example/own
line C '' >>"$feeds"
run refresh
ok 'what was read elsewhere comes in as read' [ "$(titles is:unread)" = 'B 2,B 3,C 2,' ]
run undo
ok 'and is unread when that is undone' [ "$(titles is:read)" = '' ]
run undo --redo
ok 'and read again' [ "$(titles is:read)" = 'A 1,A 2,A 3,B 1,C 1,' ]
run check
ok 'the store is sound' is 0

# One shown, the others hidden.
feed D https://site.example/story https://d.example/own
line D duplicates=hide >>"$feeds"
run refresh
ok 'hide: only the first is shown' [ "$(titles feedtitle = D)" = 'D 2,' ]
run search --format '{title}' is:hidden
ok 'the other is hidden' out_is 'D 1'
feed E https://site.example/story https://b.example/own
line E 'duplicates=hide priority=5' >>"$feeds"
run refresh
ok 'unless its feed has the higher priority' \
	all '[ "$(titles feedtitle = E)" = "E 1,E 2," ]' 'not [ "$(titles "title = \"A 1\"")" ]' \
	'not [ "$(titles "title = \"B 2\"")" ]'
ok 'what is shown is no duplicate' [ "$(titles 'feedtitle = E -is:duplicate')" = 'E 1,E 2,' ]
run search --format '{title}' 'is:hidden is:duplicate title = "B 2"'
ok 'but what was shown before is one' out_is 'B 2'
run undo
ok 'undo shows them' [ "$(titles 'title = "A 1" or title = "B 2"')" = 'A 1,B 2,' ]
# Rules know what is a duplicate.
mv "$dir/c" "$dir/before"
fresh
feed V https://site.example/v
feed W https://m.site.example/v https://w.example/own
printf 'duplicates = mark\nrule "is:duplicate" tag again; hide\n' >"$config"
line V '' >"$feeds"
run refresh
line W '' >>"$feeds"
run refresh
run search --format '{title}' 'tag:again is:hidden'
ok 'rules know what is a duplicate' all 'out_is "W 1"' '[ "$(titles "")" = "V 1,W 2," ]'
rm -r "$dir/c"
mv "$dir/before" "$dir/c"
# What a rule hides in one feed takes no place of another feed's item.
mv "$dir/c" "$dir/before"
fresh
feed S https://site.example/skipped https://site.example/ruled https://site.example/by-hand
feed T https://site.example/skipped https://site.example/ruled https://site.example/by-hand
printf 'duplicates = hide\nrule "title = \\"S 2\\"" hide\n' >"$config"
line S skip=title:1 >"$feeds"
run refresh
run hide "$(id_of 'S 3')"
line T '' >>"$feeds"
run refresh
ok 'hide: what is filtered out of one feed is shown in another' [ "$(titles '')" = 'T 1,T 2,' ]
ok 'and is no duplicate' [ "$(titles is:duplicate)" = '' ]
feed U https://site.example/skipped https://site.example/ruled https://site.example/by-hand
line U '' >>"$feeds"
run refresh
ok 'hide: once' [ "$(titles '')" = 'T 1,T 2,' ]
rm -r "$dir/c"
mv "$dir/before" "$dir/c"
printf 'duplicates = hide\nrule "feed:I" star; tag kept\n' >"$config"
feed I https://site.example/story https://a.example/2
line I '' >>"$feeds"
run refresh
run search --format '{title} {starred} {tags}' tag:kept
ok 'what a rule does to a hidden copy reaches what is shown for it' \
	all '[ "$(titles feedtitle = I)" = "I 2," ]' 'grep -q "^E 1 yes kept" "$dir/out"'
feed Dropped https://site.example/twice
feed Kept https://site.example/twice
line Dropped '' >>"$feeds"
line Kept duplicates=mark >>"$feeds"
run refresh
echo 'rule "feed = Dropped" drop' >"$config"
run rules apply
ok 'what rules drop of what is stored is dropped in that feed only' \
	all 'is 0' '[ "$(titles link:twice)" = "Kept 1," ]'
feed F https://site.example/story
line F duplicates=off >>"$feeds"
run refresh
ok 'off: nothing' all '[ "$(titles feedtitle = F is:unread)" = "F 1," ]' '[ "$(titles feedtitle = F is:duplicate)" = "" ]'

# Many items with one link are no story.
fresh
echo 'duplicates = mark' >"$config"
links=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	links="$links https://site.example/news"
done
# shellcheck disable=SC2086
feed G $links
feed H https://site.example/news
line G '' >"$feeds"
chmod 600 "$feeds"
run refresh
line H '' >>"$feeds"
run refresh
ok 'a link that many items have is no story' [ "$(titles is:duplicate)" = '' ]
run check
ok 'and all is sound' is 0
# Nearly the same texts.
sea='The harbour of the old town was closed on Friday after a crane fell onto the quay during the storm. Nobody was hurt, said the harbour master, but ships will have to wait outside until divers have looked at the bottom.'
# text NAME LINK TITLE TEXT [DATE]: a document of one item.
text()
{
	printf '<rss version="2.0"><channel><title>%s</title><item><title>%s</title><guid>%s</guid><link>%s</link><description><![CDATA[%s]]></description>%s</item></channel></rss>' \
		"$1" "$3" "$1" "$2" "$4" "${5:+<pubDate>$5</pubDate>}" >"$dir/$1.xml"
}
# days_ago N: the date of then.
days_ago()
{
	then=$(($(date +%s) - 86400 * $1))
	for how in "-d @$then" "-r $then"; do
		# shellcheck disable=SC2086
		LC_ALL=C date -u $how '+%a, %d %b %Y %H:%M:%S GMT' 2>/dev/null && break
	done
}
fresh
echo 'duplicates = mark' >"$config"
text J https://j.example/1 'Harbour closed' "$sea"
line J '' >"$feeds"
chmod 600 "$feeds"
run refresh
text K https://k.example/2 'Ships wait' "<p>NORTHPORT &ndash; <b>$sea</b></p>"
text L https://l.example/3 'Harbour open' 'The harbour of the old town was opened on Monday by the mayor, who said that nobody had expected it so soon, after a winter like this.'
line K '' >>"$feeds"
line L '' >>"$feeds"
run refresh
ok 'a text that is nearly the same is a duplicate, another is not' [ "$(titles is:duplicate)" = 'Ships wait,' ]
text M 'https://k.example/2?utm_source=m' 'Elsewhere' 'Short.'
line M '' >>"$feeds"
run refresh
ok 'the page of a duplicate leads to the whole story' [ "$(titles is:duplicate)" = 'Elsewhere,Ships wait,' ]
run list --items --format '{title} {also}' 'title:harbour'
ok 'rows know how many feeds have it' out_is 'Harbour open 0
Harbour closed 2'
run show "$(id_of 'Harbour closed')"
ok 'and show says which' all 'prints "Also in: K"' 'prints "Also in: M"'
run why --item "$(id_of 'Harbour closed')"
ok 'so does why' prints 'Also in: K, M'
run mark "$(id_of Elsewhere)"
ok 'reading one reads all' [ "$(titles is:unread)" = 'Harbour open,' ]
run check
ok 'the store is sound with stories by text' is 0
run check --repair
run undo
ok 'and after a repair stories are the same' [ "$(titles is:unread)" = 'Elsewhere,Harbour closed,Harbour open,Ships wait,' ]

fresh
echo 'duplicates = hide' >"$config"
text N https://n.example/1 'Old' "$sea" "$(days_ago 2)"
line N '' >"$feeds"
chmod 600 "$feeds"
run refresh
text O https://o.example/1 'New' "$sea" "$(days_ago 0)"
text P https://p.example/1 'Older' "$sea" "$(days_ago 20)"
line O '' >>"$feeds"
run refresh
ok 'the newest is shown' [ "$(titles '')" = 'New,' ]
line P '' >>"$feeds"
run refresh
ok 'texts that are weeks apart are not compared' [ "$(titles '')" = 'New,Older,' ]

# Items that were stored while nobody looked for duplicates.
fresh
echo 'duplicates = off' >"$config"
line J '' >"$feeds"
chmod 600 "$feeds"
run refresh
echo 'duplicates = mark' >"$config"
run refresh
line K '' >>"$feeds"
run refresh
ok 'old items are indexed when duplicates are wanted' [ "$(titles is:duplicate)" = 'Ships wait,' ]

# A feed that brings a story twice is one feed.
fresh
echo 'duplicates = mark' >"$config"
text J https://j.example/1 'Harbour closed' "$sea"
line J '' >"$feeds"
chmod 600 "$feeds"
run refresh
for n in 2 3; do
	text K https://k.example/$n "Ships wait $n" "NORTHPORT: $sea"
	sed "s|<guid>K|&$n|" "$dir/K.xml" >"$dir/new"
	mv "$dir/new" "$dir/K.xml"
	[ $n = 3 ] || line K '' >>"$feeds"
	run refresh
done
run list --items --format '{title} {also}' title:harbour
ok 'a feed that brings it twice is one feed' out_is 'Harbour closed 1'
run why --item "$(id_of 'Harbour closed')"
ok 'and is named once' all 'prints "Also in: K"' 'not prints "K, K"'
# Q and R have a page in common, S and T a text; U has that page and that text.
groups()
{
	fresh
	echo "duplicates = $1" >"$config"
	text Q https://q.example/1 'Quay' 'Short.' "$(days_ago 3)"
	text R 'https://q.example/1?utm_source=r' 'Quay again' 'In brief.'
	text S https://s.example/1 'Harbour' "$sea" "$(days_ago 1)"
	text T https://t.example/1 'Harbour again' "$sea" "$(days_ago 2)"
	text U 'https://m.q.example/1' 'Crane' "Today: $sea"
	: >"$feeds"
	chmod 600 "$feeds"
	for name in Q R S T U; do
		line $name '' >>"$feeds"
		run refresh
	done
}
groups mark
run list --items --format '{title} {also}' 'title:harbour or title:crane or title:quay'
ok 'two groups that an item shows to be one are joined' all 'lines "$dir/out" 5' \
	'not grep -v " 4$" "$dir/out"'
ok 'and all but one are duplicates' [ "$(titles is:duplicate)" = 'Crane,Harbour,Harbour again,Quay again,' ]
run star "$(id_of Harbour)"
ok 'starring one stars all of both' [ "$(titles is:starred)" = 'Crane,Harbour,Harbour again,Quay,Quay again,' ]
run undo
ok 'undo takes it back from all of both' [ "$(titles is:starred)" = '' ]
run check
ok 'the store of joined groups is sound' is 0
run check --repair
run list --items --format '{title} {also}' title:quay
ok 'and they are joined after a repair' not grep -v ' 4$' "$dir/out"
groups hide
ok 'of both only the newest is shown' [ "$(titles '')" = 'Harbour,' ]
ok 'which is no duplicate' [ "$(titles is:duplicate)" = '' ]
run undo
ok 'undo shows what joining hid' [ "$(titles '')" = 'Crane,Harbour,Quay,' ]

# A story here is none over there; what is said there last of one of its items holds for all.
words=$dir/words
there() { "$courant" -C "$dir/there" "$@" >"$dir/out" 2>"$dir/err"; }
bring()
{
	there state export "$words"
	run state import "$words"
}
there_id() { "$courant" -C "$dir/there" list --items --format '{id}' "title = \"$1\""; }
fresh
echo 'duplicates = mark' >"$config"
feed A https://site.example/story
feed B https://site.example/story?utm_source=b
line A '' >"$feeds"
chmod 600 "$feeds"
mkdir "$dir/there"
{ cat "$feeds"; line B ''; } >"$dir/there/feeds"
chmod 600 "$dir/there/feeds"
there refresh
run refresh
line B '' >>"$feeds"
run refresh
there star "$(there_id 'A 1')"
bring
ok 'what another machine stars is starred in all of the story' \
	all 'is 0' '[ "$(titles is:starred)" = "A 1,B 1," ]'
there mark "$(there_id 'B 1')"
there mark --unread "$(there_id 'A 1')"
there mark "$(there_id 'A 1')"
there mark --unread "$(there_id 'B 1')"
bring
ok 'the last word counts' [ "$(titles is:unread)" = 'A 1,B 1,' ]
run star --remove "$(id_of 'B 1')"
ok 'of this machine, too' [ "$(titles is:starred)" = '' ]
run state import "$words"
ok 'whatever comes again' [ "$(titles is:starred)" = '' ]
run check
ok 'the store is sound after that' is 0

# What is there for tracking stays here.
run star "$(id_of 'B 1')"
run export --starred "$dir/starred.json"
ok 'an exported address is without what tracks' \
	all 'is 0' 'grep -q "url.:.https://site.example/story.,.title.:.B" "$dir/starred.json"' \
	'grep -q "link.:.https://site.example/story?utm_source=b" "$dir/starred.json"'
run list --output html 'feedtitle = B'
ok 'in a document, too' all 'prints https://site.example/story' 'not prints utm_source'
text V https://v.example/ 'Links' '<a href="https://v.example/a?b=1&amp;utm_source=v&#038;c=2">a</a> (see https://v.example/d?utm_medium=v).'
line V '' >>"$feeds"
run refresh
run list --output html 'feedtitle = V'
ok 'nor do texts have it' all 'not prints utm_' 'prints "https://v.example/a?b=1&amp;c=2"' \
	'prints "https://v.example/d"'
run -o clean-links=no list --output html 'feedtitle = V'
ok 'unless texts should stay as they are' prints 'utm_source=v'
run -o clean-links=no export --starred
ok 'unless it is wanted' \
	all 'grep -q "url.:.https://site.example/story?utm_source=b" "$dir/out"' 'not prints link'
sed 's|file://[^"]*|http://there.example/|' "$dir/starred.json" >"$dir/words"
fresh
echo http://there.example/ >"$feeds"
chmod 600 "$feeds"
run import "$dir/words"
run list --items --format '{link}' 'title = "B 1"'
ok 'an import has the whole address' out_is 'https://site.example/story?utm_source=b'
finish
