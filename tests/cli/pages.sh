# Pages and lists that are read in a way of their own: html:, watch:, opml:, and save.
. "$srcdir/tests/cli/tap.sh"

www=$dir/www
mkdir "$www"
page()
{
	printf '<title>Town news</title><ul>'
	for i in "$@"; do
		printf '<li class=post><h3><a href="/%s">Story %s</a></h3>' "$i" "$i"
		printf '<time datetime="2026-11-0%sT10:00:00Z">then</time><p>Text %s' "$i" "$i"
	done
	printf '</ul>'
}
page 1 2 >"$www/news.html"
printf '/slow\n\tdelay 1m\nthen\n\tbody <title>Slow</title><p>Here at last.\n' >"$dir/script"
serve --dir "$www" --script "$dir/script" --log "$dir/asked"

# ---- html:SELECTOR:URL
fresh
run add "html:ul > li.post:${url}news.html" local
ok 'html: a page becomes a feed' all 'is 0' quiet \
	'out_is "Subscribed to Town news: 2 items."'
ok 'html: its line' \
	[ "$(cat "$feeds")" = "\"html:ul > li.post:${url}news.html\" local" ]
run list --items --format '{title} {link} {date}'
ok 'html: its items' all 'prints "Story 2 ${url}2"' 'prints "Story 1 ${url}1"'
run show 1
ok 'html: their texts' prints 'Text'
run refresh
page 1 2 3 >"$www/news.html"
run refresh --json
run list --items --format '{title}'
ok 'html: what is new comes, and nothing twice' all 'lines "$dir/out" 3' 'prints "Story 3"'
page >"$www/news.html"
run refresh
ok 'html: a selector that finds nothing any more is a failure' \
	all 'is 0' 'prints "1 failed"' 'says "li.post finds nothing on the page"'
run list --items --format '{title}'
ok 'html: and nothing is lost by it' lines "$dir/out" 3
run why 1
ok 'html: why tells the failure' all 'prints "finds nothing"' 'prints html:'
page 3 4 >"$www/news.html"
run refresh
run list --items --format '{title}'
ok 'html: the page is mended, and goes on' all 'is 0' 'lines "$dir/out" 4'
run add "html:li >> a:${url}news.html"
ok 'html: a faulty selector, and where' \
	all 'is 1' silent 'says_once "at \"> a\" (character 5 of the selector)"'
run add 'html:li:nothing'
ok 'html: a page is missing' all 'is 1' silent 'says_once "lacks the page"'
printf 'html:li[:%snews.html\nhtml:li:not\n' "$url" >>"$feeds"
run check-config
ok 'html: faults by line' \
	all 'is 1' 'says "feeds:2: at"' 'says "feeds:3:"'

cat >"$feeds" <<'EOF'
"html:ul > li:not(.ad) title=h3:https://example.org/news" town "~News & more"
watch:https://example.org/times
"watch:#x p:https://example.org/times" town
opml:https://example.org/list.opml friends
EOF
cp "$feeds" "$dir/before"
run export "$dir/feeds.opml"
fresh
run import "$dir/feeds.opml"
ok 'lines of pages survive export and import' \
	all 'is 0' '[ "$(sort "$feeds")" = "$(sort "$dir/before")" ]'

# ---- watch:URL
prices()
{
	printf '<title>Prices</title><nav>Menu %s</nav><h1>Prices</h1>' "$3"
	printf '<p>Bread costs %s today<p>Milk costs %s<p>It is %s<p>%s views' "$1" "$2" "$3" "$4"
	printf '<p id=x>Nothing else<p>at all<p>is told<p>down here'
}
prices 3 2 10:01 17 >"$www/prices.html"
fresh
run add "watch:${url}prices.html" shop
ok 'watch: a page is watched' all 'is 0' quiet 'out_is "Subscribed to Prices: 1 item."' \
	'[ "$(cat "$feeds")" = "watch:${url}prices.html shop" ]'
run show 1 --text
ok 'watch: the first item says so' all 'prints "Now watching: Prices"' \
	'prints "Bread costs 3 today"' 'not prints Menu'
prices 3 2 10:02 1,234 >"$www/prices.html"
run refresh
ok 'watch: a clock and a counter are no change' all 'is 0' 'prints "0 new items"'
prices 4 2 10:03 1,300 >"$www/prices.html"
run refresh
ok 'watch: a price is one' all 'is 0' 'prints "1 new item"'
run list --items --format '{title} {link}'
ok 'watch: the item names it, and no clock' prints '4 (words: +1 −1)'
run show 2 --text
ok 'watch: its text is the difference' all 'prints "Bread costs [-3-] {+4+} today"' \
	'not prints 10:01' 'not prints "down here"'
prices 4 2 10:04 1,301 >"$www/prices.html"
run refresh
ok 'watch: what was told once is not told again' prints '0 new items'
prices '4 &amp;amp; 5 &lt;euro&gt;' 2 10:05 1,302 >"$www/prices.html"
run refresh
run list --items --format '{title} {link}'
ok 'watch: the title has the words as the page shows them' prints '&amp; 5 <euro> (words: +3 −0)'
run check
ok 'watch: the store is sound' is 0
run add "watch:#x:${url}prices.html"
ok 'watch: a part of a page' all 'is 0' quiet 'prints "1 item"'
run show 4 --text
ok 'watch: only that' all 'prints "Nothing else"' 'not prints Bread'
echo '<p>other' >"$www/prices.html"
run refresh
ok 'watch: a part that is gone is a failure' all 'says "#x finds no text"' 'prints "1 failed"'

# ---- opml:URL
for i in 1 2 3 4; do
	printf '<rss version="2.0"><channel><title>Feed %s</title><item><guid>%s</guid><title>Item %s</title></item></channel></rss>' \
		$i $i $i >"$www/f$i.xml"
done
opml()
{
	printf '<opml version="2.0"><head><title>Our list</title></head><body><outline text="deep">'
	for i in "$@"; do printf '<outline text="Feed %s" xmlUrl="%s"/>' "$i" "$i"; done
	printf '</outline><outline text="x" xmlUrl="exec:id"/></body></opml>'
}
opml "${url}f1.xml" "${url}f2.xml" >"$www/list.opml"
fresh
echo "${url}f2.xml mine" >"$feeds"
run add "opml:${url}list.opml" shared
ok 'opml: a list is followed' all 'is 0' quiet 'out_is "Subscribed to Our list: 1 item."' \
	'lines "$feeds" 2'
run list --feeds
ok 'opml: its feeds are there, and the own line wins' all 'prints "f1.xml  [shared/deep]"' \
	'prints "f2.xml  [mine]"' 'lines "$dir/out" 3' 'not prints exec'
run refresh
run count --all
ok 'opml: they are fetched' out_is 3
opml "${url}f2.xml" "${url}f3.xml" >"$www/list.opml"
run refresh
run list --items --format '{title} {link}'
ok 'opml: changes are told' all 'prints "New in the list: Feed ${url}f3.xml ${url}f3.xml"' \
	'prints "No longer in the list: Feed 1 ${url}f1.xml"'
run list --feeds
ok 'opml: what left is hidden, what came is there' all 'not prints f1.xml' 'prints f3.xml'
run count --all
opml "${url}f1.xml" "${url}f2.xml" "${url}f3.xml" >"$www/list.opml"
run refresh
run list --feeds
ok 'opml: it is back with its items' \
	all 'prints "1       1  Feed 1" || grep -q "1 .*Feed 1" "$dir/out"'
for bad in '' '<opml version="2.0"><body></body></opml>' '<opml><body><outline xmlUrl="http' \
	'<p>not found'; do
	echo "$bad" >"$www/list.opml"
	run refresh
	run list --feeds
	ok "opml: a broken answer changes nothing: $bad" all 'prints f1.xml' 'prints f3.xml'
done
run rename "${url}f3.xml" Mine
run remove "${url}f1.xml"
opml "${url}f1.xml" "${url}f2.xml" "${url}f3.xml" "${url}f4.xml" >"$www/list.opml"
run refresh
run list --feeds
ok 'opml: what the user renamed or removed stays so' \
	all 'prints Mine' 'not prints f1.xml' 'prints f4.xml'
run undo
run list --feeds
ok 'opml: what came is undone' all 'not prints f4.xml' 'prints f3.xml'
run undo
run list --feeds
ok 'opml: so is a removal' prints f1.xml

# ---- save
tagged() { "$courant" -C "$dir/c" search --format '{id}' "$@" | wc -l | tr -d ' '; }
mv "$dir/c" "$dir/lists"
fresh
{
	printf '<title>A long read</title><nav>Menu</nav><article><h1>A long read</h1>'
	for i in 1 2 3 4 5 6; do
		printf '<p>The harbour had been quiet since the early ferry left, and the '
		printf 'people on the quay spoke of little but the wind, the price of diesel.'
	done
	printf '</article>'
} >"$www/read.html"
run save "${url}read.html" later
ok 'save: a page is kept' all 'is 0' quiet 'out_is "Saved: A long read"'
run list --feeds
ok 'save: in a feed of its own' all 'prints "Saved pages"' 'lines "$dir/out" 1'
run show 1 --text
ok 'save: with its text' all 'prints "harbour had been quiet"' 'not prints Menu'
run search category:later
ok 'save: found by its tag' prints 'A long read'
run search tag:later
ok 'save: and as one of your own' prints 'A long read'
run undo
run list --feeds
ok 'save: the first one is undone with its feed' all 'silent' '[ ! -s "$feeds" ]'
run undo --redo
run save "${url}read.html"
run count --all
ok 'save: twice is once' out_is 1
run save "${url}read.html" again
ok 'save: another tag' [ "$(tagged tag:again tag:later)" = 1 ]
run undo
ok 'save: can be taken back' [ "$(tagged tag:later)" = 1 ]
ok 'save: without the other one' [ "$(tagged tag:again)" = 0 ]
echo '<title>A second one</title><p>Of a few words.' >"$www/second.html"
run save "${url}second.html" work home
run undo --list
ok 'save: the journal says so' prints '1 page saved: A second one'
run undo
run count --all
ok 'save: each one is undone' out_is 1
run refresh
run count --all
ok 'save: and stays away' out_is 1
run undo --redo
ok 'save: or comes back, with its tags' [ "$(tagged tag:work tag:home)" = 1 ]
run undo
run save "${url}second.html"
run count --all
ok 'save: or is kept once more' out_is 2
run undo
run save "${url}later.html"
ok 'save: a page that is not there' all 'is 1' silent 'says_once "the address was kept"'
run list --items --format '{title}'
ok 'save: its address is' prints "${url}later.html"
echo '<title>It came</title><p>Here it is.' >"$www/later.html"
run refresh
ok 'save: asked again with a refresh' is 0
run list --items --format '{title}'
ok 'save: and then it is there' all 'prints "It came"' 'lines "$dir/out" 2'
run show 3 --text
ok 'save: with its text, too' prints 'Here it is.'
"$courant" -C "$dir/c" save "${url}slow" >/dev/null 2>"$dir/err" </dev/null &
saving=$!
until_holds 'grep -q slow "$dir/asked"'
kill -TERM "$saving"
wait "$saving"
ok 'save: interrupted, the address is kept' grep -q slow "$dir/c/saved.atom"
run refresh
run list --items --format '{title}'
ok 'save: and asked again' prints Slow
run save 'ftp://x.example/'
ok 'save: no web address' all 'is 1' silent 'says_once ftp'
# Kept and given a tag within a second: undoing the tag leaves the page.
for i in 1 2 3; do
	echo "<title>Quick $i</title><p>Words." >"$www/quick$i.html"
	run save "${url}quick$i.html"
	run save "${url}quick$i.html" soon
	run undo
done
run list --items --format '{title}'
ok 'save: a page that was just kept survives the undoing of a later tag' \
	all 'prints "Quick 1"' 'prints "Quick 2"' 'prints "Quick 3"'
run check
ok 'save: the store is sound' is 0

# A list that loses most of its feeds at once.
mv "$dir/c" "$dir/kept"
fresh
for i in 5 6 7 8 9; do cp "$www/f1.xml" "$www/f$i.xml"; done
all=$(for i in 1 2 3 4 5 6 7 8 9; do echo "${url}f$i.xml"; done)
opml $all >"$www/list.opml"
run add "opml:${url}list.opml"
opml "${url}f1.xml" >"$www/list.opml"
run refresh
run list --feeds
ok 'opml: most of its feeds gone: not believed at once' lines "$dir/out" 10
run refresh
run list --feeds
ok 'opml: but when it says so again' lines "$dir/out" 2
run gc
ok 'opml: gc leaves what a list dropped' all 'is 0' 'prints "0 feeds without a line"'
opml $all >"$www/list.opml"
run refresh
run count --all
ok 'opml: with its items' all 'is 0' '[ "$(cat "$dir/out")" -gt 9 ]'

# Two lists with a feed in common.
fresh
opml "${url}f1.xml" "${url}f2.xml" >"$www/list.opml"
opml "${url}f2.xml" "${url}f3.xml" >"$www/other.opml"
run add "opml:${url}list.opml" one
run add "opml:${url}other.opml" two
ok 'opml: a second list may name the same feed' all 'is 0' quiet
run list --feeds
ok 'opml: it is there once' all 'lines "$dir/out" 5' 'prints "f2.xml  [one/deep]"' \
	'[ "$(grep -c f2.xml "$dir/out")" = 1 ]'
opml "${url}f1.xml" >"$www/list.opml"
run refresh
run list --feeds
ok 'opml: it stays while the other names it' all 'prints "Feed 2  [two/deep]"' 'lines "$dir/out" 5'
opml "${url}f3.xml" >"$www/other.opml"
run refresh
run list --feeds
ok 'opml: until none does' all 'not prints f2.xml' 'lines "$dir/out" 4'
rm -rf "$dir/c" "$dir/kept"
mv "$dir/lists" "$dir/c"
kill "$server"
trap 'rm -rf "$dir"' EXIT
run list --feeds
ok 'opml: the feeds stay without a network' all 'prints f1.xml' 'prints f3.xml'
run why "${url}f3.xml"
ok 'opml: why says where it comes from' prints "opml:${url}list.opml"
run export
ok 'opml: its feeds are exported' all 'prints f1.xml' 'prints f3.xml'
run remove "opml:${url}list.opml"
run list --feeds
ok 'opml: without the line its feeds are gone' all 'is 0' 'lines "$dir/out" 1'
run undo
run list --feeds
ok 'opml: and back by undo' all 'prints f1.xml' 'prints f3.xml'
run check
ok 'opml: the store is sound' is 0
finish
