# Queries as feeds: what export --query writes, other readers and this one can read.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/source.xml" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom"><title>Source</title>
<link href="https://a.example/"/>
<entry><id>one</id><title>Tea &amp; "milk" &lt;3</title>
<link href="https://a.example/one?utm_source=rss&amp;id=1"/>
<link rel="enclosure" href="https://a.example/one.mp3" type="audio/mpeg" length="123"/>
<link rel="enclosure" href="https://a.example/two.ogg" type="audio/ogg"/>
<category term="drinks"/><category term="a &amp; b"/>
<published>2026-03-01T10:00:00Z</published><updated>2026-03-02T11:30:00Z</updated>
<author><name>Ann &amp; Co</name></author>
<content type="html">&lt;p&gt;One &amp;amp; two ]]&gt; &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;</content></entry>
<entry><id>tag:a.example,2026:2</id><title>東京 tea</title>
<link href="https://a.example/2"/><published>2026-03-03T00:00:00Z</published>
<updated>2026-03-03T00:00:00Z</updated>
<content type="text">a &lt; b
c &amp; d</content></entry>
<entry><id>three</id><title>Coffee</title><link href="https://a.example/3"/>
<updated>2026-03-04T00:00:00Z</updated></entry>
</feed>
END
fresh
printf 'file://%s/source.xml\n"query:Hot drinks:tea or coffee"\n' "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'set-up' all 'is 0' 'prints "3 new items"'

# again FORMAT: what a second courant makes of it, exported once more
again()
{
	mkdir -p "$dir/second"
	printf 'file://%s/feed\n' "$dir" >"$dir/second/feeds"
	chmod 600 "$dir/second/feeds"
	rm -rf "$dir/second/store"
	"$courant" -C "$dir/second" refresh >"$dir/noise" 2>&1 &&
		"$courant" -C "$dir/second" export --query tea --"$1" >"$dir/twice" 2>"$dir/err"
}
items() { "$courant" -C "$1" list --items --json --fields title,link,author,published tea; }

for format in atom rss json; do
	run export --query tea --$format "$dir/feed"
	ok "$format: it is written" all 'is 0' quiet silent 'test -s "$dir/feed"'
	"$courant" parse "$dir/feed" >"$dir/out" 2>"$dir/err"
	ok "$format: our own parser has no complaint" \
		all quiet 'prints "Nothing is wrong with it."' 'prints "東京 tea"'
	again $format
	ok "$format: read and written again, it is the same" cmp -s "$dir/feed" "$dir/twice"
	items "$dir/c" >"$dir/a" 2>"$dir/noise"
	items "$dir/second" >"$dir/b" 2>"$dir/noise"
	sed 's/?utm_source=rss&id=1/?id=1/; s/"author":null/"author":"Source"/' "$dir/a" >"$dir/want"
	ok "$format: titles, links, authors and dates came along" cmp -s "$dir/want" "$dir/b"
done

run export --query tea
ok 'Atom is the default; without what tracks' all 'is 0' 'prints "<feed xmlns"' \
	'prints "https://a.example/one?id=1\"" ' 'not prints utm_source'
ok 'attachments, categories' all 'prints "audio/mpeg"' 'prints "length=\"123\""' \
	'prints "term=\"a &amp; b\""'
ok 'a guid that is an IRI stays, others become one' all \
	'prints "<id>tag:a.example,2026:2</id>"' 'not prints "<id>one</id>"'
run export --query 'Hot drinks' --json
ok 'a query: line by its name' all 'is 0' 'prints "\"title\":\"Hot drinks\""' 'prints Coffee'
run export --query is:unread --limit 1 --rss
ok 'the newest ones' all 'is 0' '[ "$(grep -c "<item>" "$dir/out")" -eq 1 ]' 'prints Coffee'
run export --query tea "$dir/file"
touch -t 202001010000 "$dir/file"
run export --query tea "$dir/file"
ok 'a file that is the same is left alone' [ "$(find "$dir/file" -newermt 2021-01-01)" = '' ]
printf 'http://a.example/feed drinks\nhttp://b.example/feed?token=1 drinks login=me:pass\n' >>"$feeds"
run export --query tag:drinks --opml "$dir/list.opml"
ok 'the feeds that a query finds, as OPML' all 'is 0' 'says "1 address seems to hold a secret"' \
	'grep -q "xmlUrl=\"http://a.example/feed\"" "$dir/list.opml"' 'not grep -q "source.xml\|pass" "$dir/list.opml"'
printf '"query:Feeds of drinks:tag:drinks"\n' >>"$feeds"
run export --query 'Feeds of drinks' --opml
ok '… by the name of a query: line' all 'is 0' 'prints "http://a.example/feed"' 'not prints "query:"'
run export --query nonesuch --opml
ok 'none: an empty list' all 'is 0' 'prints "<opml"' 'not prints xmlUrl'
run export --query tea --rss --json
ok 'one format' all 'is 2' 'says_once "choose one of"'
run export --query nonesuch
ok 'nothing found: an empty feed' all 'is 0' 'prints "<feed"' 'not prints "<entry>"'
run export --query titel:x
ok 'a faulty query' all 'is 2' 'says_once "did you mean title?"'
run export --atom
ok 'a format needs a query' all 'is 2' 'says_once "go with --query"'

# JSON Feed knows no base for addresses in texts.
fresh
cat >"$dir/source.xml" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom"><title>Source</title>
<entry><id>one</id><title>Tea</title><link href="https://a.example/one/"/>
<updated>2026-03-04T00:00:00Z</updated><content type="html" xml:base="https://a.example/x/"
>&lt;a href="../two">Two&lt;/a> &lt;img src="p.png"></content></entry></feed>
END
printf 'file://%s/source.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
run export --query tea --json
ok 'json: addresses in texts are absolute' \
	all 'prints "https://a.example/two"' 'prints "https://a.example/x/p.png"'

# Nothing that runs or tracks goes along, and no login, wherever it is.
cat >"$dir/source.xml" <<'END'
<feed xmlns="http://www.w3.org/2005/Atom"><title>Source</title>
<entry><id>one</id><title>Tea</title>
<link href="https://archive.example/web/https://me:hush1@a.example/one"/>
<updated>2026-03-04T00:00:00Z</updated><content type="html"
>&lt;p onclick="evil()">Two&lt;script>evil()&lt;/script>&lt;/p>
&lt;a href="javascript:evil()">x&lt;/a>&lt;img src="https://t.example/p.gif" width="1">
&lt;a href="https://r.example/?to=https%3A%2F%2Fme%3Ahush2%40b.example%2Fx&amp;amp;a=1">y&lt;/a>
&lt;a href="https://r.example/https://me:hush3@c.example/">z&lt;/a>
https://r.example/https://me&amp;#58;hush4&amp;#64;d.example/ mail@e.example
&lt;script>evil()&lt;/script></content></entry></feed>
END
fresh
printf 'file://%s/source.xml\n' "$dir" >"$feeds"
chmod 600 "$feeds"
run refresh
for format in atom rss json; do
	run export --query tea --$format "$dir/feed"
	ok "$format: no scripts, no logins" all 'is 0' 'not grep -q "evil\|;script\|<script\|t.example\|hush" "$dir/feed"' \
		'grep -qi "to=https%3A%2F%2Fb.example%2Fx" "$dir/feed"' \
		'grep -q "https://r.example/https://c.example/" "$dir/feed"' \
		'grep -q "https://archive.example/web/https://a.example/one" "$dir/feed"' \
		'grep -q "mail@e.example" "$dir/feed"'
	again $format
	ok "$format: that is a fixed point" cmp -s "$dir/feed" "$dir/twice"
done
finish
