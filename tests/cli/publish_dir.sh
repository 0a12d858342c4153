# publish lines: feeds in a directory, their archives, and what a second courant makes of
# them over HTTP.
. "$srcdir/tests/cli/tap.sh"

pub=$dir/pub
# source FROM TO: a feed with such items, and one that is odd in every way.
source_feed()
{
	awk -v from="$1" -v to="$2" 'BEGIN {
		print "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
		print "<channel><title>Source</title><link>https://s.example/</link>"
		print "<description>d</description>"
		print "<item><title>Tea &amp; \"odd\" &#x1F375; ]]&gt;</title>"
		print "<guid isPermaLink=\"false\">odd &lt;one&gt;</guid>"
		print "<link>https://me:secret@s.example/odd?utm_source=x&amp;a=1</link>"
		print "<pubDate>Mon, 02 Nov 2026 10:00:00 +0000</pubDate>"
		print "<dc:creator>Ann &amp; Co</dc:creator><category>a &lt; b</category>"
		print "<enclosure url=\"https://s.example/odd.mp3\" type=\"audio/mpeg\" length=\"9\"/>"
		print "<description>tea &lt;a href=\"/rel?utm_source=x\"&gt;&amp;amp;&lt;/a&gt;</description></item>"
		print "<item><title>Tea with a key</title><guid isPermaLink=\"false\">key</guid>"
		print "<link>file:///home/me/x</link>"
		print "<enclosure url=\"https://s.example/f.mp3?token=abc\" type=\"audio/mpeg\" length=\"9\"/>"
		print "<pubDate>Mon, 02 Nov 2026 09:00:00 +0000</pubDate></item>"
		print "<item><guid>https://s.example/bare</guid><description>tea without a title"
		print "</description><pubDate>Mon, 02 Nov 2026 08:00:00 +0000</pubDate></item>"
		for (i = to; i >= from; i--) {
			printf "<item><title>Tea %d</title>", i
			printf "<guid isPermaLink=\"false\">g%d</guid>", i
			printf "<link>https://s.example/%d</link>", i
			printf "<pubDate>%02d Mar %d 10:00:00 +0000</pubDate>", 1 + i % 28, 1990 + int(i / 28)
			printf "<description>&lt;p&gt;text %d&lt;/p&gt;</description></item>\n", i
		}
		print "</channel></rss>"
	}' >"$dir/source.xml"
}
fresh
source_feed 1 250
printf 'file://%s/source.xml\n"query:Hot drinks:tea"\n' "$dir" >"$feeds"
chmod 600 "$feeds"
cat >"$config" <<END
publish tea.atom "Hot drinks"
publish tea.rss tea "Tea & <more>"
publish tea.json tea
publish stars.atom is:starred
publish-dir = $pub
publish-url = https://me.example/feeds
keep-items = 0
END
run refresh
ok 'a refresh publishes' all 'is 0' 'test -s "$pub/tea.atom"' 'test -s "$pub/tea.1.rss"' \
	'test -s "$pub/tea.json"' 'not test -e "$pub/tea.2.atom"' 'grep -q Hot.drinks "$pub/tea.atom"'
ok 'each item is in one document' all \
	'[ "$(cat "$pub"/tea*.atom | grep -c "<entry>")" -eq 253 ]' \
	'[ "$(grep -c "<entry>" "$pub/tea.1.atom")" -eq 100 ]'
ok 'they name each other' all \
	'grep -q "rel=\"prev-archive\" href=\"https://me.example/feeds/tea.1.atom\"" "$pub/tea.atom"' \
	'grep -q "rel=\"current\" href=\"https://me.example/feeds/tea.rss\"" "$pub/tea.1.rss"' \
	'grep -q "\"next_url\":\"https://me.example/feeds/tea.1.json\"" "$pub/tea.json"'
ok 'an index for people, and one for readers' all 'grep -q "tea.rss\">Tea &amp; &lt;more&gt;" "$pub/index.html"' \
	'grep -q "https://me.example/feeds/stars.atom" "$pub/index.opml"'
ok 'nothing private is in it' not grep -qE 'secret|token|file:|utm_|unread|'"$dir" "$pub"/*
wrong=0
for document in "$pub"/tea*.*; do
	"$courant" parse "$document" >"$dir/out" 2>&1
	# One item has only an address on this machine.
	grep -q 'Nothing is wrong with it' "$dir/out" || {
		grep -q 'Tea with a key' "$dir/out" && grep -q '1 item has no link' "$dir/out" &&
			[ "$(sed '1,/What is wrong/d' "$dir/out" | wc -l)" -eq 1 ]
	} || wrong=1
done
ok 'our own parser has no complaint' [ "$wrong" -eq 0 ]
if command -v python3 >/dev/null; then
	python3 -B "$srcdir/tests/cli/publish_check.py" "$pub"/tea*.* "$pub/stars.atom" >"$dir/out" 2>&1
	ok 'valid by the standards' [ $? -eq 0 ]
else
	skip 'valid by the standards' 'python3 is not installed'
fi

touch -t 202001010000 "$pub"/*
run refresh
ok 'what is the same is left alone' [ -z "$(find "$pub" -type f -newermt 2021-01-01)" ]
run star 'title="Tea 7"'
run mark --read 'title="Tea 9"'
source_feed 200 420
run refresh
ok 'an old item that is starred comes into its feed' all 'grep -q "Tea 7<" "$pub/stars.atom"' \
	'[ "$(grep -c "<entry>" "$pub/stars.atom")" -eq 1 ]'
ok 'the next archive' all '[ "$(grep -c "<entry>" "$pub/tea.2.atom")" -eq 100 ]' \
	'grep -q "tea.1.atom" "$pub/tea.2.atom"' 'grep -q "Tea 420<" "$pub/tea.atom"' \
	'[ "$(cat "$pub"/tea*.atom | grep -c "<entry>")" -eq 423 ]'
ok 'archives never change' [ -z "$(find "$pub" -name 'tea.1.*' -newermt 2021-01-01)" ]
run hide 'title="Tea 419"'
run refresh
ok 'what is hidden goes' all 'not grep -q "Tea 419<" "$pub/tea.atom"' 'grep -q "Tea 420<" "$pub/tea.atom"'

# What a second courant reads over HTTP: the feed, and by backfill its archives.
sed -i 's|^publish-url.*||' "$config"
rm -f "$pub"/*
run refresh
serve --dir "$pub"
second() { "$courant" -C "$dir/second" "$@" >"$dir/out" 2>"$dir/err" </dev/null; status=$?; }
for format in atom rss json; do
	rm -rf "$dir/second"
	mkdir "$dir/second"
	echo "host-gap = 0" >"$dir/second/config"
	printf '%stea.%s\n' "$url" $format >"$dir/second/feeds"
	second refresh
	second backfill --pages 9 "${url}tea.$format"
	"$courant" -C "$dir/second" list --items --json --fields title,published tea >"$dir/b" 2>"$dir/noise"
	"$courant" -C "$dir/c" list --items --json --fields title,published tea >"$dir/a" 2>"$dir/noise"
	sort "$dir/a" >"$dir/a.sorted"; sort "$dir/b" >"$dir/b.sorted"
	ok "$format: all items arrive, archives included" cmp -s "$dir/a.sorted" "$dir/b.sorted"
	second export --query tea --limit 0 --$format "$dir/again"
	run export --query tea --limit 0 --$format "$dir/first"
	ok "$format: and published again they are the same" cmp -s "$dir/first" "$dir/again"
done

# What only the user knows: a feed's address, the title that it was given, and keys in
# addresses that stand in texts.
cat >"$dir/hidden-place.xml" <<END
<feed xmlns="http://www.w3.org/2005/Atom"><title>Source</title><id>urn:x</id>
<entry><id>urn:1</id><title>R&amp;D</title><link href="https://s.example/1"/>
<updated>2026-11-02T10:00:00Z</updated><category term="A&amp;B"/><content type="html">
&lt;a href="https://me:word@s.example/a?b=1&amp;amp;api_key=hidden&amp;amp;c=2"&gt;a&lt;/a&gt;
&lt;a href="https://s.example/&amp;#63;token=hidden"&gt;b&lt;/a&gt;
&lt;a href="https://me&amp;#58;hidden@s.example/c"&gt;c&lt;/a&gt;
https://me@s.example/plain https://s.example/?q=1&amp;amp;r=@2 a://b</content></entry>
<entry><id>urn:2</id><title>Two</title><updated>2026-11-02T09:00:00Z</updated>
<content type="html">&lt;a href="/rel"&gt;tea&lt;/a&gt;</content></entry></feed>
END
serve --dir "$dir"
printf '%shidden-place.xml "~hidden title"\n' "$url" >"$feeds"
printf 'publish x.rss "feed:title"\npublish-dir = %s\nhost-gap = 0\n' "$pub" >"$config"
run refresh
ok 'what only the user knows stays here' all 'grep -q Two "$pub/x.rss"' \
	'not grep -qE "hidden|word@|me@" "$pub/x.rss"' 'grep -q "s.example/a&quot;" "$pub/x.rss"' \
	'grep -q "https://s.example/plain https://s.example/?q=1&amp;amp;r=@2 a://b" "$pub/x.rss"'
ok 'a line that nobody takes for markup' all 'grep -q "<title>R&amp;D<" "$pub/x.rss"' \
	'grep -q "<category>A&amp;B<" "$pub/x.rss"'

# A list of feeds has what others can read.
mkdir "$dir/lists"
source_feed 1 2
for name in one two hidden; do
	sed "s|<title>Source|<title>$name \&amp; more|" "$dir/source.xml" >"$dir/lists/$name"
done
serve --dir "$dir/lists"
{
	printf '%s "~my own title" sea priority=2\n' "${url}one"
	printf '%s sea/deep\n' "${url}two" "${url}two?token=abc" "http://me:word@${url#http://}two"
	printf '%s sea !\nfile://%s/source.xml sea\n"query:All of it:tag:sea"\n' "${url}hidden" "$dir"
} >"$feeds"
cat >"$config" <<END
publish sea.opml "All of it" "At <sea>"
publish none.opml title:nonesuch
publish tea.atom tea
publish bad.opml titel:x
publish-dir = $pub
publish-url = https://me.example/
host-gap = 0
END
chmod 600 "$feeds"
rm -rf "$pub"
run refresh
ok 'a list of the feeds that a query finds' all '[ "$(grep -c xmlUrl "$pub/sea.opml")" -eq 2 ]' \
	'grep -q "<title>At &lt;sea&gt;<" "$pub/sea.opml"' \
	'grep -q "title=\"one &amp; more\" xmlUrl=\"${url}one\"" "$pub/sea.opml"' \
	'grep -q "xmlUrl=\"${url}two\"" "$pub/sea.opml"' 'grep -q "<opml" "$pub/none.opml"' \
	'not grep -q xmlUrl "$pub/none.opml"'
ok '… and nothing private' not grep -qE 'my own|token|word|hidden|file:|priority|deep|query' "$pub/sea.opml"
ok 'a page for people names it, a list of feeds does not' all 'grep -q "sea.opml\">At" "$pub/index.html"' \
	'not grep -q "link.*sea.opml" "$pub/index.html"' 'not grep -q "sea.opml" "$pub/index.opml"' \
	'grep -q "tea.atom" "$pub/index.opml"'
ok 'a faulty query leaves no list' all 'says_once "config:4: "' 'not test -e "$pub/bad.opml"'
touch -t 202001010000 "$pub"/*
run refresh
ok '… and the same is left alone' [ -z "$(find "$pub" -type f -newermt 2021-01-01)" ]
serve --dir "$pub"
rm -rf "$dir/second"
mkdir "$dir/second"
printf 'host-gap = 0\n' >"$dir/second/config"
printf 'opml:%ssea.opml\n' "$url" >"$dir/second/feeds"
second refresh
"$courant" -C "$dir/second" list --feeds --json >"$dir/out" 2>"$dir/err"
ok 'a second courant follows it' all 'prints "/one\""' 'prints "/two\""'
sed -i 's|^publish none.opml.*|publish index.opml tag:sea|' "$config"
run refresh
ok 'index.opml as the user wants it' all 'grep -q "${url%%:[0-9]*}.*/one" "$pub/index.opml"' \
	'not grep -q tea.atom "$pub/index.opml"'

# Whoever may write to the directory chooses no file of the user's (case 36).
printf 'mine\n' >"$dir/mine"
cat >"$config" <<END
publish tea.atom tea
publish tea.opml tag:sea
publish pipe.rss tea
publish zero.json tea
publish-dir = $pub
END
rm -f "$pub"/*
ln -s "$dir/mine" "$pub/tea.atom"
ln -s "$dir/mine" "$pub/index.html"
ln -s "$dir/new" "$pub/tea.opml"
ln -s /dev/zero "$pub/zero.json"
mkfifo "$pub/pipe.rss"
sleep 60 >"$pub/pipe.rss" <"$pub/pipe.rss" &
writer=$!
timeout 20 "$courant" -C "$dir/c" refresh >"$dir/out" 2>"$dir/err" </dev/null
status=$?
kill $writer
ok 'links and pipes in the directory are replaced, and not followed' all 'is 0' \
	'[ "$(cat "$dir/mine")" = mine ]' 'not test -e "$dir/new"' 'not test -L "$pub/tea.opml"' \
	'grep -q "<entry>" "$pub/tea.atom"' 'test -f "$pub/pipe.rss"' 'test -f "$pub/zero.json"' \
	'not test -L "$pub/index.html"' 'not test -L "$pub/zero.json"'

# Older items may come later, by backfill.
fresh
rm -rf "$pub"
printf 'file://%s/source.xml\n' "$dir" >"$feeds"
printf 'publish tea.atom tea\npublish-dir = %s\nkeep-items = 0\n' "$pub" >"$config"
chmod 600 "$feeds" "$config"
source_feed 151 250
run refresh
source_feed 1 250
run refresh
ok 'the newest stay in the feed when many older ones come' all \
	'grep -q "Tea 250<" "$pub/tea.atom"' 'grep -q "Tea 160<" "$pub/tea.atom"' \
	'[ "$(cat "$pub"/tea*.atom | grep -c "<entry>")" -eq 253 ]'

# Faulty lines.
cat >"$config" <<END
publish ../x.atom tea
publish x.xml tea
publish x.atom
publish x.atom ""
publish x.atom titel:x
publish X.atom tea
publish-url = example.org
END
run check-config
ok 'names that lead elsewhere or are twice, no query, no directory' all 'is 1' \
	'[ "$(wc -l <"$dir/err")" -eq 8 ]' 'says "config:1: \"../x.atom\" can"' 'says "config:2: "' \
	'says "config:3: write what is published as"' 'says "config:4: an empty query"' \
	'says "did you mean title"' 'says "config:6: X.atom is already published by line 5"' \
	'says "config:7: publish-url"' 'says "config:5: nothing can be published without a directory"'
printf 'publish x.atom titel:x\npublish y.atom tea\npublish-dir = %s/none/pub\n' "$dir" >"$config"
run refresh
ok 'a directory that can not be made' all 'is 1' 'says_once "publish-dir = "'
sed -i "s|none/||" "$config"
run refresh
ok 'a faulty query keeps no other from its feed' all 'says_once "config:1: "' 'test -s "$pub/y.atom"'
ok '… and is not in the index' all 'grep -q y.atom "$pub/index.html"' 'not grep -q x.atom "$pub/index.html"'
finish
