# courant parse as a publisher uses it: what is wrong with a feed, where, in plain words.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/bad" <<'END'
<?xml version="1.0"?>
<rss version="2.0"><channel>
<title>A & B</title>
<item><title>one</title><link>http://x.org/1</link>
 <pubDate>soon</pubDate><guid>1</guid>
 <description>&foo; <b>hi</description></item>
<item><guid>1</guid></item>
<item><title>cut
END
run parse "$dir/bad"
ok 'a bad feed: what could be read is shown' \
	all 'is 0' quiet 'prints "Format:    rss2.0"' 'prints "2 items"' 'prints "A & B"'
ok 'a bad feed: each fault by its line' \
	all 'prints "line 3: a bare"' 'prints "line 6, \"&foo;\""' \
	'prints "line 6, \"b\": an element without an end tag"' \
	'prints "line 5, \"soon\": a date"' 'prints "line 9, \"title\": the document ends"' \
	'prints "line 8: an unfinished item"'
ok 'a bad feed: what readers miss' \
	all 'prints "line 7: 1 item has the id"' 'prints "line 4: 2 items have no date"' \
	'prints "line 7: 1 item has no link"' 'prints "line 7: 1 item has no title"'
run parse --json "$dir/bad"
ok 'a bad feed: one object for programs' \
	all 'is 0' quiet 'prints "\"truncated\":true"' 'prints "\"repairs\":["' \
	'lines "$dir/out" 1' 'is_json "$dir/out"'

cat >"$dir/ids" <<'END'
<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel><title>T</title>
<item><guid>a</guid><title>one</title><link>http://x.org/1</link></item>
<item><guid>a</guid><title>two</title><link>http://x.org/2</link></item>
<item><guid>b</guid><title>three</title><link>http://x.org/3</link></item>
<item><guid>b</guid><title>three, edited</title><link>http://x.org/3</link></item>
</channel></rss>
END
run parse "$dir/ids"
ok 'ids given twice: to a different item, or to another version of the same' 	all 'is 0' quiet 'prints "4 items"' \
	'prints "line 3: 1 item has the id (guid) of a different item"' \
	'prints "line 5: 1 item has the id (guid) of another version"'
echo '<rss version="2.0"><channel><link>http://x.org/</link></channel></rss>' >"$dir/hollow"
run parse "$dir/hollow"
ok 'neither title nor items: one sentence says so' 	all 'is 0' quiet 'prints "neither a title nor items"' \
	'not prints "the feed has no title"' 'not prints "the feed has no items"'

cat >"$dir/good" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>
<entry><id>urn:1</id><title>one</title><link href="http://x.org/1"/>
<updated>2026-11-28T07:30:00Z</updated></entry></feed>
END
run parse "$dir/good"
ok 'a good feed' all 'is 0' quiet 'prints "Nothing is wrong with it."'
echo '<html><head><link rel="alternate" type="application/rss+xml" href="/f"></head></html>' \
	>"$dir/page"
run parse --base-url http://x.org/ "$dir/page"
ok 'a page: names its feeds' all 'is 1' 'prints http://x.org/f' 'says "it names 1 feed"'
cat >"$dir/list" <<'END'
<title>News</title><ul><li class=post><h3><a href=/1>One</a></h3><i>29 November 2026</i>
<li class=post><a href=/2>Two</a></ul>
END
run parse --html 'li.post' --base-url http://x.org/ "$dir/list"
ok 'selectors: what they find' all 'is 0' quiet 'prints "Format:    html"' \
	'prints "Title:     News"' 'prints "2 items"' 'prints "2026-11-29 00:00  One"' \
	'prints http://x.org/2' 'not prints "--base-url"'
run parse --html 'li.post' "$dir/list"
ok 'selectors: links need the address of a page that is a file' all 'is 0' quiet \
	'prints "2 items have no link"' 'prints "give it with --base-url"'
run parse --html 'li.post title=' "$dir/list"
ok 'selectors: a fault, and where' all 'is 1' silent \
	'says_once "at the end of the selector: an element is missing"'
run parse --html 'li.port' "$dir/list"
ok 'selectors that find nothing' all 'is 1' silent 'says_once "li.port finds nothing"'
run parse "$dir/nothing"
ok 'no such file' all silent 'says_once "nothing"'
finish
