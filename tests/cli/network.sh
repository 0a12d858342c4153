# add and what follows from it, against the loopback server.
. "$srcdir/tests/cli/tap.sh"

www=$dir/www
mkdir "$www"
cat >"$www/feed.xml" <<'EOF'
<rss version="2.0"><channel><title>A feed</title><link>@URL@</link>
<item><guid isPermaLink="false">g1</guid><title>First</title><link>@URL@/first</link>
<pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate></item>
<item><guid isPermaLink="false">g2</guid><title>Sec&#27;[2Jond &#155;31m</title>
<pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate></item>
</channel></rss>
EOF
sed 's/A feed/Other feed/; s/g[12]/&x/' "$www/feed.xml" >"$www/other.xml"
link='<link rel="alternate" type="application/rss+xml"'
echo "<html><head><title>p</title>$link title=\"Other\" href=\"/other.xml\"></head></html>" \
	>"$www/one.html"
echo "<html><head><title>p</title>$link title=\"A\" href=\"/feed.xml\">$link title=\"B\"
href=\"/other.xml\"></head></html>" >"$www/two.html"
echo "<html><head><title>p</title></head><body>nothing</body></html>" >"$www/none.html"

serve --dir "$www"

fresh
run preview "${url}feed.xml"
# Two posts a day apart are seven a week, and a title alone is all that they have.
ok 'preview: a feed' all 'is 0' quiet 'prints "A feed"' 'prints "${url}feed.xml"' \
	'prints "2 items, 7.0 posts a week, the newest of 2026-11-03; titles only"' \
	'prints "2026-11-02  First"' 'lines "$dir/out" 6' 'not prints "$(printf "\033")"'
run preview --json "${url}one.html"
ok 'preview: what a page names, as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "{\"url\":\"${url}other.xml\",\"title\":\"Other feed\",\"items\":2,\"whole\":0,\"teasers\":0,\"newest\":1793700000,\"gap\":86400,\"titles\":[\"Sec[2Jond ›31m\",\"First\"]}"'
run preview "${url}two.html"
ok 'preview: several feeds are listed' all 'is 2' 'says_once "several feeds"' 'lines "$dir/out" 2'
run preview "${url}missing.xml"
ok 'preview: a page that is not there' all 'is 1' silent 'says_once 404'
ok 'preview: nothing is subscribed to' [ ! -s "$feeds" ]
run add "$url"feed.xml news/world '~My title' daily
ok 'add: a feed' all 'is 0' quiet 'out_is "Subscribed to My title: 2 items."'
ok 'add: its line' [ "$(cat "$feeds")" = "${url}feed.xml news/world daily \"~My title\"" ]
run count
ok 'add: its items are there' out_is 2
run add "$url"feed.xml
ok 'add: a feed that is there already' all 'is 0' quiet 'prints "already"' 'lines "$feeds" 1'
run add --json "$url"feed.xml
ok 'add: the same as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints ",\"url\":\"${url}feed.xml\",\"title\":\"My title\",\"items\":2,\"added\":false}"'
run list --items --json
sed 's/"seen":[0-9]*/"seen":S/; s/"feed":[0-9]*/"feed":F/' "$dir/out" >"$dir/items"
cat >"$dir/want" <<EOF
{"id":2,"feed":F,"guid":"g2","title":"Sec[2Jond ›31m","link":null,"published":1793700000,"seen":S,"unread":true,"starred":false}
{"id":1,"feed":F,"guid":"g1","title":"First","link":"${url}first","published":1793613600,"seen":S,"unread":true,"starred":false}
EOF
sed 's/"id":[0-9]*,//' "$dir/items" >"$dir/items.noid"
sed 's/"id":[0-9]*,//' "$dir/want" >"$dir/want.noid"
diff "$dir/want.noid" "$dir/items.noid" | sed 's/^/# /'
ok 'list: items newest first, with exactly their keys' cmp -s "$dir/want.noid" "$dir/items.noid"
run list --items
esc=$(printf '\033')
ok 'list: nothing in it steers the terminal' \
	all 'is 0' 'lines "$dir/out" 2' 'prints First' 'not prints "$esc"'
run list --json
ok 'list: the feed was answered with 200 and has a time' \
	all 'prints "\"unread\":2,\"total\":2,\"status\":200,\"next_poll\":1"'
run check
ok 'check: sound' all 'is 0' quiet

run add "$url"one.html
ok 'add: a page that names one feed' all 'is 0' quiet 'out_is "Subscribed to Other feed: 2 items."' \
	'grep -qx "${url}other.xml" "$feeds"'
run add "$url"one.html
ok 'add: the page again' all 'is 0' quiet 'prints already' 'lines "$feeds" 2'
fresh
run add --json "$url"two.html
ok 'add: several feeds as JSON' all 'is 2' 'says_once "several feeds"' 'lines "$dir/out" 2' \
	'prints "{\"url\":\"${url}feed.xml\",\"title\":\"A\"}"'
run add "$url"two.html tag
ok 'add: a page that names two: listed, none is added' \
	all 'is 2' 'says_once "several feeds"' 'prints "${url}feed.xml"' 'prints "${url}other.xml"' \
	'lines "$dir/out" 2' '[ ! -s "$feeds" ]'

refused()
{
	run add "$2"
	ok "add: $1" all 'is 1' silent "says_once '$3'" '[ ! -s "$feeds" ]'
}
run add --json "$url"one.html
ok 'add: a page with one feed, as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "\"url\":\"${url}other.xml\",\"title\":\"Other feed\",\"items\":2,\"added\":true}"'
fresh
refused 'a page without feeds' "$url"none.html feed
refused 'a page that is not there' "$url"missing.xml 404
refused 'a server that is not there' http://127.0.0.1:1/x 127.0.0.1
refused 'a command' 'exec:touch x' 'your own feeds file'
refused 'a file' file:///etc/passwd 'your own feeds file'
refused 'a word' nonsense 'not an address'
refused 'a word with a colon' foo:bar 'not an address'
refused 'a name without a dot' localhost:1/x 'localhost: the server refuses'
refused 'an address in brackets' '[::1]:1/x' '::1'
run -o connect-timeout=1s add "${url#http://}missing.xml"
ok 'add: neither over https nor over http: both answers are told' all 'is 1' silent \
	'says "encrypted connection"' 'says_once "over http: the address does not exist (HTTP 404)"'
refused 'another scheme' ftp://example.org/ 'http and https'
run add 'http://me:hush@127.0.0.1:1/x?key=hush'
ok 'add: no password in messages nor in the log' \
	all 'is 1' 'not says hush' 'not grep -q hush "$dir/c/log"'

fresh
printf '%sfeed.xml\n%smissing.xml\n' "$url" "$url" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'refresh: one that fails does not fail the rest' \
	all 'is 0' 'prints "2 feeds: 2 new items"' 'prints "1 failed"'
run refresh
ok 'refresh: the second time nothing is new' all 'is 0' 'prints "0 new items"' 'prints unchanged'
run list --json
ok 'list: the status of both' all 'prints "\"status\":404"' 'prints "\"total\":2,"'
printf 'http://127.0.0.1:1/a\nhttp://127.0.0.1:1/b\n' >"$feeds"
run refresh
ok 'refresh: no feed at all could be reached' all 'is 1' 'says "no feed could be reached"'
printf '%sfeed.xml\nnonsense\n' "$url" >"$feeds"
run refresh
ok 'refresh: a faulty line is told once, the rest is fetched' \
	all 'is 1' 'prints "1 feed:"' 'says_once "$feeds:2: "'

# What a page of a public server names may not lead to a private network (case 27). Through
# a proxy, which is our server, every address is there.
cat >"$www/private.html" <<END
<html><head>$link href="http://127.0.0.1:9/secret"></head></html>
END
cat >"$www/mapped.html" <<END
<html><head>$link href="http://[::ffff:a00:1]/secret"></head></html>
END
cat >"$www/number.html" <<END
<html><head>$link href="http://0x7f000001/secret"></head></html>
END
cat >"$www/public.html" <<END
<html><head>$link href="http://feeds.example.net/other.xml"></head></html>
END
fresh
proxied()
{
	http_proxy=$url no_proxy= run "$@"
}
for page in private mapped number; do
	proxied add http://pub.example.com/$page.html
	ok "add: a public page that names a private address: $page" all 'is 1' silent \
		'says_once "leads to http"' 'says "private network"' '[ ! -s "$feeds" ]'
done
proxied add http://pub.example.com/public.html
ok 'add: another public one' all 'is 0' quiet 'prints "2 items"' \
	'grep -qx "http://feeds.example.net/other.xml" "$feeds"'

# Nor may what a feed of a public server names, whatever it is for; a list's feeds neither.
cat >"$www/named.xml" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<id>n</id><title>Named</title><link rel="prev-archive" href="http://127.0.0.1:1/older"/>
<entry><id>1</id><title>One</title><link href="http://127.0.0.1:1/page"/>
<link rel="enclosure" type="audio/mpeg" href="http://169.254.1.1/one.mp3"/>
<podcast:chapters url="http://10.0.0.1/chapters.json" type="application/json+chapters"/>
<podcast:transcript url="http://[::1]/words.vtt" type="text/vtt"/><summary>x</summary></entry></feed>
END
echo '<opml version="2.0"><body><outline type="rss" xmlUrl="http://127.0.0.1:1/listed"/></body></opml>' \
	>"$www/list.opml"
fresh
printf 'host-gap = 0\nmedia-free = 0\n' >"$config"
proxied add http://pub.example.com/named.xml
for line in 'backfill 1' 'show --full 1' 'download --wait 1' 'show --chapters 1' \
	'show --transcript 1'; do
	proxied $line
	ok "$line: a public feed that names a private address" says 'private network: refused'
done
echo 'opml:http://pub.example.com/list.opml' >>"$feeds"
proxied refresh
ok 'opml: a public list that names a private address' all \
	'says "names no feeds that may be added"' 'not grep -q listed "$feeds"'
fresh
printf 'host-gap = 0\nmedia-free = 0\n' >"$config"
echo 'filter:cat:http://pub.example.com/named.xml' >"$feeds"
chmod 600 "$feeds"
proxied refresh
for line in 'show --full 1' 'download --wait 1' 'show --chapters 1'; do
	proxied $line
	ok "$line: so does one behind a command" says 'private network: refused'
done
# Nor may the user's own programs be told to fetch it: media-command, nor a player.
printf '#!/bin/sh\necho "$@" >"$0.args"\nprintf ID3 >"$1"\n' >"$dir/get"
chmod +x "$dir/get"
hosts='127.0.0.1:1 0x7f.1 [::ffff:a00:1] %31%32%37.0.0.1 printer.local media.example.org'
{
	echo '<rss version="2.0"><channel><title>Hosts</title>'
	for host in $hosts; do
		echo "<item><guid>$host</guid><title>One</title><enclosure url=\"http://$host/1.mp3\" type=\"audio/mpeg\"/></item>"
	done
	echo '</channel></rss>'
} >"$www/hosts.xml"
# told COMMAND GUID…: how many of the items a program is told to fetch; others are refused
told()
{
	what=$1 count=0
	shift
	for guid; do
		rm -f "$dir/get.args"
		proxied $what "$("$courant" -C "$dir/c" list --items --format '{id}' "guid = \"$guid\"")"
		if [ -e "$dir/get.args" ]; then
			count=$((count + 1))
		else
			says 'private network: refused' || return 1
		fi
	done
	echo $count
}
# programs FEED DOWNLOADED PLAYED: of six addresses and one, how many its items may name
programs()
{
	fresh
	printf 'host-gap = 0\nmedia-free = 0\nmedia-command = %s %%o %%u\n' "$dir/get" >"$config"
	echo "$1" >"$feeds"
	chmod 600 "$feeds"
	proxied refresh
	ok "media-command: addresses that $1 names" [ "$(told 'download --wait' $hosts)" = "$2" ]
	printf 'stream = yes\nplayer = %s %%u\nmedia-command = false\n' "$dir/get" >>"$config"
	run download --remove One
	ok "player: an address that $1 names" [ "$(told 'play --wait' 127.0.0.1:1)" = "$3" ]
}
cp "$www/hosts.xml" "$dir/hosts.xml"
programs http://pub.example.com/hosts.xml 1 0
programs filter:cat:http://pub.example.com/hosts.xml 1 0
programs http://nas.local/hosts.xml 6 1
programs "file://$dir/hosts.xml" 6 1
fresh
proxied add http://printer.local/private.html
ok 'add: a page on the local network may' all 'says 404' '[ ! -s "$feeds" ]'

# Nor may an item of an account's feed, wherever its server is; and that a feed is on a
# private network is believed of no public server.
cat >"$dir/account" <<'END'
podcast http://pub.example.com/feed.xml
podcast http://10.0.0.1/feed.xml
END
api=/api/greader.php/reader/api/0/stream/items
item()
{
	printf '{"id":"tag:google.com,2005:reader/item/%016x","title":"%s","published":1793700000,' "$1" "$3"
	printf '"canonical":[{"href":"%s/page"}],"enclosure":[{"href":"%s/a.mp3","type":"audio/mpeg"}],' "$4" "$4"
	printf '"categories":["user/-/state/com.google/reading-list"],"origin":{"streamId":"feed/%s"},' "$2"
	printf '"summary":{"content":"<p>0:00 Start</p>"}}'
}
cat >"$dir/account.script" <<END
$api/ids*
	body {"itemRefs":[{"id":"3"},{"id":"2"},{"id":"1"}]}
$api/contents*
	body {"items":[$(item 3 2 Home http://10.0.0.1),$(item 2 1 Cloud http://169.254.169.254),$(item 1 1 Here http://127.0.0.1:1)]}
END
serve_again()
{
	kill "$server"
	wait "$server" 2>/dev/null
	rm "$dir/address"
	exec 3<&-
	serve "$@"
}
# account_at URL: an account there, synced, with two items of a public feed and one of a
# private one.
account_at()
{
	fresh
	printf '%s\n' 'host-gap = 0' 'media-free = 0' '[account cloud]' "url = $1/api/greader.php" 'user = ann' \
		'protocol = greader' 'plain-login = yes' 'password-command = echo readerpw1' >"$config"
	proxied account sync
	ok "account at $1: synced" all 'is 0' 'prints "3 new items"'
}
refused_of()
{
	run list --items --format '{id}' "title:$1"
	id=$(cat "$dir/out")
	for line in 'show --full' 'download --wait'; do
		proxied $line "$id"
		ok "$line: an account's feed that names a private address: $1" says "$2"
	done
}
serve_again --account "$dir/account" --script "$dir/account.script"
account_at "${url%/}"
refused_of Here 'pub.example.com/feed.xml leads to http://127.0.0.1:1/'
refused_of Cloud 'private network: refused'
run list --items --format '{id}' title:Home
proxied show --full "$(cat "$dir/out")"
ok 'show --full: a private feed of a private account may' all 'says 404' 'not says refused'
serve_again --account "$dir/account" --script "$dir/account.script"
account_at http://cloud.example.com
refused_of Home 'cloud.example.com/api/greader.php leads to http://10.0.0.1/'

# Feeds that moved to one address (case 83).
cat >"$dir/merge.script" <<'EOF'
/short
	length 100
	body x
/new
	body <rss version="2.0"><channel><title>New</title><item><guid>3</guid><title>c</title></item><item><guid>2</guid><title>b</title></item></channel></rss>
/old
	body <rss version="2.0"><channel><title>Old</title><item><guid>2</guid><title>b</title></item><item><guid>1</guid><title>a</title></item></channel></rss>
then
	status 301
	header Location: /new
EOF
serve_again --script "$dir/merge.script"
fresh
echo "${url}short" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'refresh: a failure names its feed once' all 'is 0' 'says "${url}short: the answer ended"' \
	'not says "short: http"'
fresh
printf '%sold first/tag keep-items=9 ~Mine\n# note\n%snew other\n' "$url" "$url" >"$feeds"
chmod 600 "$feeds"
cp "$feeds" "$dir/lines"
run refresh
run star title:b feed:Mine
run mark title:b feed:Mine
run refresh
ok 'refresh: a feed that moved to where another is: a merge is offered' \
	all 'is 0' 'says_once "Mine has moved to where New is"'
run refresh
ok 'refresh: that is said once' all 'is 0' quiet
run why Mine
ok 'why: tells of it' all 'is 0' 'prints "New is already there: merge combines the two"'
run merge
ok 'merge: lists what could be merged' all 'is 0' quiet \
	'prints "Mine has moved to where New is; courant merge 1 merges them"'
run merge --format '{id} {title} -> {into} {into_title}'
ok 'merge: the same by a template' all 'is 0' quiet 'prints "1 Mine -> 2 New"'
run merge 2
ok 'merge: a feed that did not move' all 'is 2' silent 'says_once "has not moved"'
run merge Mine Mine
ok 'merge: with itself' all 'is 2' silent 'says_once "itself"'
run merge Mine
ok 'merge: two feeds become one' all 'is 0' quiet 'out_is "Mine is now part of New."'
ok 'merge: one line has the title, the tags and the options of both' \
	[ "$(tail -n 1 "$feeds")" = "${url}new other first/tag \"~Mine\" keep-items=9" ]
ok 'merge: the other line is gone, the rest of the file is not' \
	[ "$(head -n 1 "$feeds")" = '# note' ]
run list --items --format '{title} {unread} {starred}'
sort "$dir/out" >"$dir/items"
ok 'merge: no item is lost, and none is there twice' \
	[ "$(cat "$dir/items")" = "$(printf 'a yes no\nb no yes\nc yes no')" ]
run undo
ok 'undo: the merge has a sentence' all 'is 0' 'prints "feed merged with another: Mine"'
ok 'undo: the feeds file is as it was' cmp -s "$feeds" "$dir/lines"
run list --json --fields title,total,unread,starred
sed 's/{"title"/{/' "$dir/out" >"$dir/items"
ok 'undo: two feeds again, with what each had' all 'prints "\"Mine\",\"total\":3,\"unread\":2"' \
	'prints "\"New\",\"total\":2,\"unread\":2"'
run undo --redo
run list --items --format '{title} {unread} {starred}'
ok 'redo: merged once more' all 'lines "$dir/out" 3' 'prints "b no yes"'
run check
ok 'check: sound after all that' all 'is 0' quiet
exec 3<&-
finish
