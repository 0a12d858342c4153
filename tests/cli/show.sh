# An item as people and other programs read it.
. "$srcdir/tests/cli/tap.sh"

# feed FILE: FILE becomes the text of an item, whose number is 1.
feed()
{
	fresh
	{
		printf '<feed xmlns="http://www.w3.org/2005/Atom"><id>u</id><title>News</title>'
		printf '<updated>2024-01-01T00:00:00Z</updated><entry><id>u:1</id>'
		printf '<title>One item</title><link href="https://blog.example/post"/>'
		printf '<updated>2020-01-19T16:08:59Z</updated><content type="html">'
		sed 's/&/\&amp;/g; s/</\&lt;/g' "$1"
		printf '</content></entry></feed>\n'
	} >"$dir/feed.xml"
	printf 'file://%s\n' "$dir/feed.xml" >"$feeds"
	chmod 600 "$feeds"
	run refresh
}

cat >"$dir/text.html" <<'END'
<h2>Head <code>x</code></h2><p>A <b>bold</b> and <i>italic</i> word, <a href="https://a.example/">a
link</a>.</p><p>1. no list<br># no head</p><ul><li>a<li>b<ul><li>c</ul></ul><ol start=3><li><p>x</p>
<li><p>y</p><p>z</p></ol><blockquote><p>quoted</p><pre>code
  ```
 more</pre></blockquote><hr><p>end_of_it &amp;amp; &lt;b&gt;</p>
END
feed "$dir/text.html"
run show 1
ok 'the date is that of the entry, not of the fetch' all 'is 0' quiet \
	'prints "Date: Sun, 19 Jan 2020"'
ok 'a pipe gets no styles' [ "$(tr -cd '\033' <"$dir/out" | wc -c)" -eq 0 ]
run show 1 --color always
ok 'unless they are asked for' [ "$(tr -cd '\033' <"$dir/out" | wc -c)" -gt 0 ]
run show 1 --color sometimes
ok 'and only in three ways' all 'is 2' 'says "auto, always or never"'
run show 1 --text --markdown
ok 'one form at a time' all 'is 2' 'says "choose one of"'

run show 1 --markdown
ok 'Markdown begins with the title and where it is from' all 'is 0' quiet \
	'prints "# One item"' 'prints "News: "'
# What a reader of CommonMark makes of it is the same text again.
if command -v cmark >/dev/null; then
	sed 1,4d "$dir/out" >"$dir/one.md"
	cmark "$dir/one.md" >"$dir/again.html"
	feed "$dir/again.html"
	run show 1 --markdown
	sed 1,4d "$dir/out" >"$dir/two.md"
	ok 'CommonMark reads the same blocks' cmp "$dir/one.md" "$dir/two.md"
else
	skip 'CommonMark reads the same blocks' 'cmark is not installed'
fi
finish
