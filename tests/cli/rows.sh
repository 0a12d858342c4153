# Rows as templates and JSON say them, items to read, and output in other locales.
. "$srcdir/tests/cli/tap.sh"

www=$dir/www
mkdir "$www"
cat >"$www/feed.xml" <<'EOF'
<rss version="2.0"><channel><title>Café “News”</title><link>@URL@</link>
<item><guid isPermaLink="false">g1</guid><title>First {one}</title><link>@URL@/first</link>
<author>a@example.org (Ann)</author><category>sea</category>
<enclosure url="@URL@/a.mp3" length="1234" type="audio/mpeg"/>
<itunes:duration xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">48:12</itunes:duration>
<description>&lt;p&gt;Some &lt;b&gt;bold&lt;/b&gt; text with a &lt;a href="/x"&gt;link&lt;/a&gt;
&#27;[31m&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;</description>
<pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item>
<item><guid isPermaLink="false">g2</guid><title>Naïve	tab ☃</title>
<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate></item>
</channel></rss>
EOF
serve --dir "$www"
fresh
run add "$url"feed.xml sea "a b"
ok 'set-up' is 0
tab=$(printf '\t')

run list --format '{id}\t{title}\t{tags}'
ok 'feeds by a template' all 'is 0' quiet 'out_is "1${tab}Café “News”${tab}sea, a b"'
run list --items --format '{date:%Y-%m-%d %H:%M}|{title:8}|{title:-12}|{unread}{starred}'
ok 'items by a template: times, widths, flags' out_is \
	'2026-11-03 10:00|Naïve ta| Naïve tab ☃|yesno
2026-11-02 10:00|First {o| First {one}|yesno'
run list --items --format '{{{id}}} {feed_title} {feed_url} {author}|{link}'
ok 'braces, and what is unknown is empty' \
	all 'prints "} Café “News” ${url}feed.xml Ann|${url}first"' 'prints "{"'
run list --items --format '{title}\0'
ok 'a template that ends with NUL' [ "$(tr '\0' '\n' <"$dir/out" | wc -l)" -eq 2 ]
run list --items --format '{marks}{guid}\n'
ok 'a template that ends with a line feed has no other' lines "$dir/out" 2
run list --items --format '{guid}{?attachments} with {minutes} min{:} {comments_count}{/}{?unread} new{/}'
ok 'conditions, and what the text is like' out_is 'g2 0 new
g1 with 1 min new'
run list --items --format '{title:*}|{title:<5}|{title:=14}|{headline}|{#star}{guid}{#}'
ok 'columns where the output is no terminal' out_is \
	'Naïve tab ☃|Naïve|Naïve tab ☃   |Naïve tab ☃|g2
First {one}|First|First {one}   |First {one}|g1'
run list --format '{newest:%Y-%m-%d} {gap}' --sort title
ok 'when a feed last posted' out_is '2026-11-03 '
run list --json --fields newest,gap
ok 'the same as JSON: what is unknown is null' out_is '{"newest":1793700000,"gap":null}'
run list --items --json --fields guid,duration
ok 'lengths as JSON' out_is '{"guid":"g2","duration":null}
{"guid":"g1","duration":2892}'
run list --items --json --fields guid,author,feed_tags,date
ok 'JSON of chosen fields' out_is \
	'{"guid":"g2","author":null,"feed_tags":["sea","a b"],"date":1793700000}
{"guid":"g1","author":"Ann","feed_tags":["sea","a b"],"date":1793613600}'

wrong()
{
	name=$1
	want=$2
	shift 2
	run "$@"
	ok "$name" all 'is 2' silent "says_once '$want'"
}
wrong 'an unknown field: what was meant' 'did you mean title' list --format '{titel}'
wrong 'a field of items for feeds' 'unknown field "guid"' list --format '{guid}'
wrong 'an open brace' 'not closed' list --format '{title'
wrong 'a brace too many' 'has no {' list --format 'title}'
wrong 'a width that is none' 'a width from 1' list --format '{title:wide}'
wrong 'a date format for a text' 'a width from 1' list --format '{title:%Y}'
wrong 'an unknown escape' 'backslash' list --format '\q'
wrong 'a condition that is not ended' 'has no {/} after it' list --format '{?title}x'
wrong 'unknown names' 'unknown field "x"' list --json --fields id,x
wrong 'template and JSON' 'choose one' list --json --format '{id}'
wrong 'names without JSON' 'needs --json' list --fields id

first=$("$courant" -C "$dir/c" list --items --format '{guid} {id}' | sed -n 's/^g1 //p')
esc=$(printf '\033')
run show "$first"
ok 'show: title, author, text, links, attachments' all 'is 0' quiet 'prints "First {one}"' \
	'prints "Author: Ann"' 'prints "Some bold text with a link"' 'prints "[1] ${url}x"' \
	'prints "audio/mpeg, 48:12, 1 kB: ${url}a.mp3"'
ok 'show: no script and no control character' all 'not prints alert' 'not prints "$esc"'
run show --width=20 "$first"
awk 'NR > 8 && length($0) > 20 && !/\[1\]|audio/ { exit 1 }' "$dir/out"
ok 'show: as wide as told' all '[ $? -eq 0 ]' 'prints "Some bold text with"'
run show --json "$first"
ok 'show: JSON has the text as the feed has it' all 'is 0' 'lines "$dir/out" 1' \
	'prints "\"text_type\":\"html\""' 'prints "\"categories\":[\"sea\"]"' \
	'prints "\"enclosures\":[{\"url\":\"${url}a.mp3\",\"type\":\"audio/mpeg\",\"length\":1234}]"'
run show --html "$first"
ok 'show: HTML with a policy that runs nothing' all 'is 0' \
	"prints \"default-src 'none'\"" 'prints "<b>bold</b>"' 'not prints "$esc"'
run show 12345
ok 'show: no such item' all 'is 3' silent 'says_once "no item 12345"'
run show x
ok 'show: no number' all 'is 2' silent 'says_once "not the number of an item"'
run list --items --json --fields unread
ok 'show: leaves items unread' not prints false

# Case 16. Text is in the locale's character set, JSON always UTF-8.
run_in()
{
	locale=$1
	shift
	LC_ALL=$locale "$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
}
run_in C list --items --format '{title}'
ok 'LC_ALL=C: ASCII that comes near' all 'is 0' 'prints "Naive tab ?"'
run_in C list
ok 'LC_ALL=C: no byte above ASCII' all 'is 0' 'prints "Cafe \"News\""' \
	'[ "$(tr -d "\0-\177" <"$dir/out" | wc -c)" -eq 0 ]'
run_in C list --items --json
ok 'LC_ALL=C: JSON stays UTF-8' prints 'Naïve'
run_in C show "$first"
ok 'LC_ALL=C: show' all 'prints "Cafe"' '[ "$(tr -d "\0-\177" <"$dir/out" | wc -c)" -eq 0 ]'

# Case 148. Nobody reads: quiet, whatever is printed.
for command in 'list' 'list --items' 'list --items --json' 'list --items --format {id}' \
	"show $first" 'count' 'help'; do
	{
		sh -c 'exec 3>&1; "$1" -C "$2" $3 2>"$4"; echo $? >"$5"' - "$courant" "$dir/c" \
			"$command" "$dir/err" "$dir/rc" | exec true
	}
	status=$(cat "$dir/rc")
	ok "a closed pipe: $command" all 'is 0' quiet
done
# More than a buffer takes is written before the end.
long=$(printf '%020000d' 0)
for command in 'list' 'list --items' 'count'; do
	# shellcheck disable=SC2086
	{
		"$courant" -C "$dir/c" $command --format "$long" 2>"$dir/err"
		echo $? >"$dir/rc"
	} | exec true
	status=$(cat "$dir/rc")
	ok "a closed pipe, long rows: $command" all 'is 0' quiet
	if [ -w /dev/full ]; then
		# shellcheck disable=SC2086
		"$courant" -C "$dir/c" $command --format "$long" >/dev/full 2>"$dir/err"
		status=$?
		ok "a full disk, long rows: $command" all 'is 1' \
			'says_once "cannot write the output: No space"'
	else
		skip "a full disk, long rows: $command" 'no /dev/full'
	fi
done
finish
