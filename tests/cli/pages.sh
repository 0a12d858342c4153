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
serve --dir "$www"

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
ok 'watch: the first item says so' all 'prints "Being watched: Prices"' \
	'prints "Bread costs 3 today"' 'not prints Menu'
prices 3 2 10:02 1,234 >"$www/prices.html"
run refresh
ok 'watch: a clock and a counter are no change' all 'is 0' 'prints "0 new items"'
prices 4 2 10:03 1,300 >"$www/prices.html"
run refresh
ok 'watch: a price is one' all 'is 0' 'prints "1 new item"'
run list --items --format '{title} {link}'
ok 'watch: the item names it' prints '4 10:03'
run show 2 --text
ok 'watch: its text is the difference' all 'prints "Bread costs [-3-] {+4+} today"' \
	'not prints "down here"'
prices 4 2 10:04 1,301 >"$www/prices.html"
run refresh
ok 'watch: what was told once is not told again' prints '0 new items'
run check
ok 'watch: the store is sound' is 0
run add "watch:#x:${url}prices.html"
ok 'watch: a part of a page' all 'is 0' quiet 'prints "1 item"'
run show 3 --text
ok 'watch: only that' all 'prints "Nothing else"' 'not prints Bread'
echo '<p>other' >"$www/prices.html"
run refresh
ok 'watch: a part that is gone is a failure' all 'says "#x finds no text"' 'prints "1 failed"'
finish
