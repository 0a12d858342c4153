# The config's rules: what they do with items that arrive, and the command rules.
. "$srcdir/tests/cli/tap.sh"

# feed NAME ITEM…: a document; an item is TITLE|TEXT, and its guid is the title.
feed()
{
	name=$1
	file=$dir/$1.xml
	shift
	{
		printf '<rss version="2.0"><channel><title>%s</title>' "$name"
		for item; do
			printf '<item><title>%s</title><guid>%s</guid>' "${item%%|*}" "${item%%|*}"
			printf '<link>https://x.example/%s</link>' "${item%%|*}" | tr ' ' -
			printf '<description>%s</description></item>' "${item#*|}"
		done
		printf '</channel></rss>'
	} >"$file"
}
titles()
{
	"$courant" -C "$dir/c" list --items --format '{title}' "$@" 2>"$dir/noise" | sort | tr '\n' ,
}
id_of() { "$courant" -C "$dir/c" list --items --format '{id}' "title = \"$1\""; }
hidden() { "$courant" -C "$dir/c" search --format "{$1}" is:hidden 2>"$dir/noise"; }

fresh
feed Drinks 'Tea one|leaf' 'Tea two|bag' 'Coffee|bean' 'Juice|orange'
feed News 'Vote|the count' 'Match|a goal'
printf 'file://%s/Drinks.xml drinks\nfile://%s/News.xml news/sport\n' "$dir" "$dir" >"$feeds"
cat >"$config" <<EOF
rule "title:tea" star; tag "hot drinks"; score +5
rule "title:two" hide
rule "coffee" drop
rule "text:leaf" read ; score -2; run sh -c "cat >>$dir/got"; notify
[news]
rule "goal" star
rule "title:tea" score +100
EOF
chmod 600 "$feeds" "$config"

run refresh
ok 'what is dropped does not count as new' all 'is 0' 'prints "5 new items"'
ok 'notify tells feed and title' says 'Drinks: Tea one'
ok 'hidden and dropped items are in no list' [ "$(titles)" = 'Juice,Match,Tea one,Vote,' ]
ok 'star, and a rule of a section' [ "$(titles is:starred)" = 'Match,Tea one,' ]
ok 'tag' [ "$(titles 'tag:"hot drinks"')" = 'Tea one,' ]
ok 'read' [ "$(titles is:read)" = 'Tea one,' ]
ok 'scores add up; those of other sections do not count' [ "$(titles 'score = 3')" = 'Tea one,' ]
run count
ok 'hidden items are in no count' out_is 3
run search is:hidden
ok 'is:hidden finds them' all 'is 0' 'prints "Tea two"' 'lines "$dir/out" 1'
run search bag
ok 'a search for its words does not' is 3
run search 'bag is:hidden'
ok 'but together with is:hidden' all 'is 0' 'prints "Tea two"'
ok 'run gave the item to the command' grep -q '"title":"Tea one".*"text":"leaf"' "$dir/got"
ok 'as JSON' is_json "$dir/got"
run check
ok 'the store is sound' is 0

run refresh
ok 'what was dropped stays away' all 'is 0' 'prints " 0 new items"'
ok 'a command runs once for an item' lines "$dir/got" 1

run undo --list
ok 'all of a refresh is one action' all 'lines "$dir/out" 1' \
	'prints "rule 1: 2 items starred"' 'prints "; rule 2: 1 item"' \
	'grep -q "rule 1: .*; rule 2: .*; rule 4: .*; rule 5: " "$dir/out"'
run undo
ok 'undo takes it back' [ "$(titles)" = 'Juice,Match,Tea one,Tea two,Vote,' ]
ok 'with stars and tags' [ "$(titles is:starred or 'tag:hot*')" = '' ]
run undo --redo
ok 'redo does it again' all '[ "$(titles is:starred)" = "Match,Tea one," ]' \
	'[ "$(hidden title)" = "Tea two" ]'

run rules
ok 'rules lists hits' all 'is 0' 'lines "$dir/out" 6' 'prints "   1        2 hits  \"title:tea\" star"' \
	'prints "   3        1 hit  "' 'prints "[news] \"goal\" star"' 'prints "   6        0 hits"'
run rules --json
ok 'as JSON' all 'is 0' 'is_json "$dir/out"' 'prints "\"number\":1,"' 'prints "\"hits\":2,"' \
	'not prints "\"found\""' 'not prints "\"changed\""'
run rules --dry-run --json
ok '… with what was looked for' all 'is 0' 'prints "\"found\":1"' 'not prints "\"changed\""'
run why --item "$(id_of 'Tea one')"
ok 'why names the rules that touched an item' all 'is 0' 'prints "Score: 3"' \
	'prints "rule 1 ($config:1): "' 'prints "rule 4 ($config:4): "' 'not prints "rule 2 "'
run why --item "$(hidden id)" --json
ok 'also of a hidden one, as JSON' all 'is 0' 'is_json "$dir/out"' 'prints "\"hidden\":true"' \
	'prints "rule 2 "'
run why "id:$(id_of 'Tea one')"
ok 'why ITEM: by its id, as in queries' all 'is 0' 'prints "rule 1 ($config:1): "'
run why 'Tea one'
ok '… by the id that its feed gives' all 'is 0' 'prints "rule 1 ($config:1): "'
run why 'https://x.example/Tea-two?utm_source=mail'
ok '… by its address, even of a hidden one' all 'is 0' 'prints "rule 2 "' 'prints "It is hidden."'
run why 'https://x.example/Tea'
ok '… but not by a part of it' all 'is 3' 'says_once "no feed has"'
run why Drinks
ok 'a feed comes first' all 'is 0' 'not prints "Rules that"'
run why 4711
ok 'a number is a feed' all 'is 3' 'says_once "no feed has"'
run why --item 4711
ok 'why: no such item' all 'is 3' 'says_once "there is no item 4711"'

# Over what is stored.
fresh
printf 'file://%s/Drinks.xml drinks\nfile://%s/News.xml news/sport\n' "$dir" "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
cat >"$config" <<EOF
rule "title:tea" star; score +5; run touch $dir/never
rule "title:two" hide; tag bags
rule "coffee" drop
EOF
chmod 600 "$config"
run rules test title:tea
ok 'test shows what a query would match' all 'is 0' 'prints "Tea one"' 'prints "2 items"'
run rules test titel:tea
ok 'and what is wrong with it' all 'is 2' 'says_once "did you mean title?"'
run rules --dry-run
ok 'dry run: counts' all 'is 0' 'prints "0 hits, would apply to 2 items that are stored  \"title:tea"' \
	'prints "0 hits, would apply to 1 item that is stored  \"coffee"'
ok 'and changes nothing' [ "$(titles is:starred or score:5)" = '' ]
run rules apply --dry-run
ok 'nor does apply then' [ "$(titles is:starred or score:5)" = '' ]
run rules apply 1
ok 'apply one rule' all 'is 0' 'lines "$dir/out" 1' 'prints "2 items, 2 changed"' \
	'[ "$(titles is:starred score:5)" = "Tea one,Tea two," ]'
run rules apply
ok 'apply all' all 'is 0' '[ "$(titles)" = "Juice,Match,Tea one,Vote," ]'
ok 'scores do not add up twice' [ "$(titles score:5)" = 'Tea one,' ]
ok 'a tag that is given with hiding is there' [ "$(hidden tags)" = bags ]
ok 'no command ran' not test -e "$dir/never"
run undo
ok 'undo takes all of it back' [ "$(titles)" = 'Coffee,Juice,Match,Tea one,Tea two,Vote,' ]
run rules apply 9
ok 'no such rule' all 'is 2' 'says_once "rule 9 does not exist"'
run rules apply 1 9
ok 'no such rule: the others are not applied either' all 'is 2' silent 'says_once "rule 9 does not exist"'
run rules nonsense
ok 'a wrong word' is 2

# Each rule sees the items as they were, when they arrive and when rules are applied.
cat >"$config" <<EOF
rule "title:tea" hide
rule "title:two" tag bags
rule "title:juice is:unread" read
rule "title:juice is:unread" star
rule "title:coffee" hide
rule "title:coffee" drop
rule "title:match" tag sport
rule "tag:sport title:match" hide
EOF
counts() { sed "s/.*$1 \([0-9]*\) item.*/\1/" "$dir/out" | tr '\n' ,; }
state() { titles && titles is:read && hidden 'title} {tags' | sort; }
run rules --dry-run
ok 'dry run: each rule counts all that it matches' \
	[ "$(counts 'would apply to')" = 2,1,1,1,1,1,1,0, ]
run rules apply
ok 'apply does what dry run says' [ "$(counts 'hits*,')" = 2,1,1,1,1,1,1,0, ]
ok 'what one rule reads or hides is still there for the next one' \
	all '[ "$(titles)" = Juice,Match,Vote, ]' '[ "$(titles is:starred)" = Juice, ]' \
	'[ "$(hidden tags | tr -d "\n")" = bags ]'
applied=$(state)
mv "$dir/c/store" "$dir/before"
run refresh
ok 'as it is when they arrive' [ "$(state)" = "$applied" ]
rm -r "$dir/c/store"
mv "$dir/before" "$dir/c/store"
run undo
ok 'it is undone as a whole' \
	all '[ "$(titles is:unread)" = "Coffee,Juice,Match,Tea one,Tea two,Vote," ]' \
	'[ "$(titles is:starred)" = "Tea one,Tea two," ]'

# By hand.
run hide title:juice
ok 'hide' all 'is 0' 'out_is "1 item, 1 changed"' '[ "$(titles juice)" = "" ]'
run star is:hidden
ok 'a hidden item can be starred' all 'is 0' 'out_is "1 item, 1 changed"'
run hide --show is:hidden
ok 'and shown again' all 'is 0' '[ "$(titles title:juice is:starred)" = "Juice," ]'
run check
ok 'and all is sound' is 0

# A command that is missing fails for each of six items.
mv "$dir/c/store" "$dir/before"
printf 'rule "id > 0" run no-such-command\nrule "title:tea" run sh -c "exit 3"\n' >"$config"
run refresh
ok 'why a command fails is told once for a rule' all 'is 0' 'lines "$dir/err" 2' \
	'says "cannot run no-such-command"' 'says "exit status 3"'
rm -r "$dir/c/store"
mv "$dir/before" "$dir/c/store"

# A query may ask about what the rule itself changes.
echo 'rule "is:unread -is:starred title:match" read; star; tag sports; score 3' >"$config"
run rules apply
ok 'all actions of a rule apply to what it found' all 'is 0' 'prints "1 item, 1 changed"' \
	'[ "$(titles is:read is:starred tag:sports score:3)" = "Match," ]'
run undo
ok 'and are undone together' [ "$(titles "is:unread -is:starred -tag:sports title:match")" = Match, ]

# only and skip.
fresh
feed Skip 'Good|x' 'Advert: one|x' 'Advert: two|y'
feed Only 'Rust|x' 'Go|x'
printf 'file://%s/Skip.xml skip=title:advert\nfile://%s/Only.xml only=title:rust\n' \
	"$dir" "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'skip hides what matches, only all else' [ "$(titles)" = 'Good,Rust,' ]
ok 'they are hidden, not gone' [ "$(hidden title | wc -l)" -eq 3 ]
id=$("$courant" -C "$dir/c" search --format '{id}' is:hidden title:go)
run why --item "$id"
ok 'why names the option' all 'is 0' 'prints "option only=title:rust"' 'prints "It is hidden."'
printf 'file://%s/Skip.xml skip=titel:advert\n' "$dir" >"$feeds"
run list
ok 'a faulty query in an option is told' all 'is 1' \
	'says_once "$feeds:1: skip: character 1 of the query"'

# Faulty statements: file, line, what is wrong; the others count.
fresh
feed One 'Tea|x'
printf 'file://%s/One.xml\n' "$dir" >"$feeds"
cat >"$config" <<EOF
rule "titel:tea" star
rule "tea"
rule "tea" sing
rule "tea" star loud
rule "tea" score much
rule "tea" tag
rule "tea" run
rule "tea" star
EOF
chmod 600 "$feeds" "$config"
run refresh
ok 'faulty rules are told with their line' all 'is 1' \
	'says "$config:1: character 1 of the query: unknown field titel"' \
	'says "$config:2: write a rule as: rule"' \
	'says "$config:3: \"sing\" is not an action of rules; choose one of read, star"' \
	'says "$config:4: star takes no argument"' \
	'says "$config:5: score takes a number"' 'says "$config:6: tag takes the name"' \
	'says "$config:7: run takes a command"' 'not says "$config:8"'
ok 'the others count' [ "$(titles is:starred)" = 'Tea,' ]
printf 'rule "tea" run false\n' >"$config"
feed One 'Tea 2|y'
run refresh
ok 'a command that fails is told with its rule' all 'says "$config:1: "' 'prints "1 new item"'
printf 'rule "kind:audio" download; star\n' >"$config"
cat >"$dir/One.xml" <<EOF
<rss version="2.0"><channel><title>One</title><item><title>Talk</title><guid>t</guid>
<enclosure url="http://127.0.0.1:9/talk.mp3" type="audio/mpeg" length="9"/></item></channel></rss>
EOF
run refresh
run list --items --format '{title} {starred} {download}' title:talk
ok 'episodes are wanted by a rule' prints 'Talk yes waits'
run undo
run list --items --format '{title} {starred} {download}' title:talk
ok 'and no longer when that is undone' not prints 'Talk yes'

# Episodes go into the queue, the earliest first, and undo takes them out.
fresh
printf '<rss version="2.0"><channel><title>Cast</title>' >"$dir/Cast.xml"
for n in 3 1 2; do
	printf '<item><title>Talk %s</title><guid>t%s</guid><pubDate>0%s Mar 2026 10:00:00 GMT</pubDate><enclosure url="https://x.example/%s.mp3" type="audio/mpeg"/></item>' \
		$n $n $n $n >>"$dir/Cast.xml"
done
printf '<item><title>Talk, written</title><guid>w</guid></item></channel></rss>' >>"$dir/Cast.xml"
printf 'file://%s/Cast.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
printf 'rule "title:talk" queue\nrule "id > 0" star\n' >"$config"
run refresh
ok 'id > 0 matches every item, as is said of empty queries' \
	[ "$(titles is:starred)" = 'Talk 1,Talk 2,Talk 3,Talk, written,' ]
run queue --format '{title}'
ok 'queue' out_is 'Talk 1
Talk 2
Talk 3'
run undo
run queue --format '{title}'
ok 'undo takes them out' silent
run rules apply
run queue --format '{title}'
ok 'apply puts them in' lines "$dir/out" 3

# Only what a rule changed is undone; an episode is hidden after it was queued.
fresh
feed Drinks 'Tea one|leaf' 'Tea two|bag' 'Tea three|box'
sed 's,</item>,<enclosure url="https://x.example/a.mp3" type="audio/mpeg"/></item>,3' \
	"$dir/Drinks.xml" >"$dir/Cast.xml"
printf 'file://%s/Cast.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
cat >"$config" <<EOF
first-unread = 2
rule "title:tea" read; tag hot
rule "title:one" star; tag hot
rule "title:tea -title:two" star; read
rule "title:three" hide
rule "title:three" queue
EOF
run refresh
run undo --list
ok 'each change belongs to the first rule that makes it' all \
	'prints "rule 1: 2 items marked read, 3 items tagged"' \
	'prints "rule 2: 1 item starred"' 'prints "rule 3: 1 item starred"' \
	'prints "rule 4: 1 item hidden"' 'prints "rule 5: 1 episode queued"'
run undo
ok 'what was read before stays read' [ "$(titles is:unread)" = 'Tea one,Tea two,' ]
ok 'all else is as it was' all '[ "$(titles)" = "Tea one,Tea three,Tea two," ]' \
	'[ "$(titles is:starred or tag:hot)" = "" ]'
run check
ok 'and sound' is 0

# What is hidden or dropped is no post that polls look for.
fresh
now=$(date +%s)
# hourly NAME [GOOD…]: one of four is good; the arguments are ages of further good ones.
hourly()
{
	name=$1
	shift
	awk -v now="$now" -v name="$name" -v ages="$*" 'BEGIN {
		printf "{\"version\":\"https://jsonfeed.org/version/1\",\"title\":\"%s\",\"items\":[", name
		n = split(ages, age, " ")
		item = "{\"id\":\"%s\",\"title\":\"%s\",\"content_text\":\"\",\"date_published\":\"%d\"}"
		for (i = 1; i <= n; i++)
			printf item ",", "new" age[i], "good", now - age[i]
		for (i = 0; i < 40; i++)
			printf "%s" item, i ? "," : "", i, i % 4 ? "bad" : "good", now - 14460 - 3600 * i
		print "]}"
	}' >"$dir/$name.json"
}
gap_of() { "$courant" -C "$dir/c" why --json "$1" | sed 's/.*"usual_gap":\([0-9]*\).*/\1/'; }
for name in a b c d; do
	hourly $name
done
printf "file://$dir/%s\n" a.json 'b.json skip=bad' 'c.json c' 'd.json skip="bad OR good"' >"$feeds"
printf '[c]\nrule "bad" drop\n' >"$config"
chmod 600 "$feeds" "$config"
run refresh
ok 'a feed that posts every hour' [ "$(gap_of a)" = 3600 ]
ok 'three of four are hidden: it posts every four' [ "$(gap_of b)" = 14400 ]
ok 'three of four are dropped: it does, too' [ "$(gap_of c)" = 14400 ]
for name in a b c d; do
	hourly $name 60
done
run refresh
ok 'what was hidden stays no post' [ "$(gap_of b)" = 14400 ]
ok 'what was dropped does, too' [ "$(gap_of c)" = 14400 ]
run why d
ok 'all is hidden: why says so' prints 'none: rules hide or drop all that it shows'
run hide --show is:hidden
hourly b 30 60
run refresh
ok 'what is shown again is one' [ "$(gap_of b)" = 3776 ]

# Priorities: of feeds, and by rules.
fresh
two()
{
	printf '{"version":"https://jsonfeed.org/version/1","title":"%s","items":[' "$1"
	printf '{"id":"1","title":"%s plain"},{"id":"2","title":"%s vital"}]}' "$1" "$1"
}
two a >"$dir/a.json"
two b >"$dir/b.json"
printf 'file://%s/a.json\nfile://%s/b.json dear\n' "$dir" "$dir" >"$feeds"
cat >"$config" <<EOF
rule "title:vital" priority +6
rule "title:\"a plain\"" priority -1
[dear]
priority = 4
EOF
chmod 600 "$feeds"
by_score() { run list --items --sort -score,title --format '{title} {score}' && tr '\n' , <"$dir/out"; }
run refresh
ok 'the priorities of feed and rule are in the score' \
	[ "$(by_score)" = 'b vital 9,a vital 6,b plain 3,a plain -1,' ]
run count 'score:>5'
ok 'queries know it' out_is 2
run list --items --format '{id}' 'title:"b vital"'
id=$(cat "$dir/out")
run why --item "$id"
ok 'why names the parts' all 'prints "Score: 9, 6 by rules, +0 by interest"' \
	'prints "Priority of its feed: +3"'
run why --item "$id" --json
ok 'as JSON' all is_json 'prints "\"score\":9,"' 'prints "\"priority\":3,"'
run why --json b
ok 'the feed counts for the mean, (6 + 0)/(2 + 4) more' prints '"rule_priority":1,'
run why --json a
ok 'or less' prints '"rule_priority":0.83'
: >"$config"
run list --items --sort -score --format '{score}'
ok 'a feed without a priority of its own adds nothing' \
	[ "$(tr '\n' , <"$dir/out")" = '6,6,0,-1,' ]
echo 'rule "tea" priority 101' >"$config"
run list
ok 'a priority out of range' says "$config:1: priority takes a number from -100 to 100"
finish
