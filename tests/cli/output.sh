# courant list --output: what a query finds as a document for other programs.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/feed" <<'EOF'
<?xml version="1.0"?>
<rss version="2.0"><channel><title>Größe &amp; Co</title><link>http://127.0.0.1/</link>
<item><guid>1</guid><title>Überschrift mit vielen Wörtern, die über eine Zeile hinausgeht, damit sie gebrochen wird</title><link>http://127.0.0.1/1</link><pubDate>Sat, 21 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;From here&lt;/p&gt;&lt;!-- never closed &lt;script&gt;alert(1)</description></item>
<item><guid>2</guid><title>plain &lt;b&gt;title</title><link>javascript:alert(1)</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>second text</description></item>
</channel></rss>
EOF
cat >"$dir/script" <<EOF
/a
	header Content-Type: application/rss+xml
	file $dir/feed
/b
	rss 1
EOF
serve --script "$dir/script"
fresh
printf '%sa one\n%sb two\n' "$url" "$url" >"$feeds"
run refresh

run list --output=mbox feed-url:/a
ok 'mbox: a message for each item' all 'is 0' quiet \
	'[ "$(grep -c "^From courant@localhost ... Nov" "$dir/out")" -eq 2 ]' \
	'prints "From courant@localhost Sat Nov 21 12:00:00 2026"' \
	'prints "Date: Fri, 20 Nov 2026 12:00:00 +0000"'
if command -v python3 >/dev/null; then
	python3 - "$dir/out" >"$dir/mail" <<'EOF'
import mailbox, sys
from email.header import decode_header, make_header
for m in mailbox.mbox(sys.argv[1]):
    print(make_header(decode_header(m["Subject"])), "|", m.get_content_type(), "|",
          b"second text" in m.get_payload(decode=True), "|", m.defects)
EOF
	ok 'mbox: another program reads it' all \
		'grep -q "^Überschrift mit vielen Wörtern, die über eine Zeile hinausgeht, damit sie gebrochen wird | text/html | False | \[\]$" "$dir/mail"' \
		'grep -q "^plain title | text/html | True" "$dir/mail"' 'lines "$dir/mail" 2'
else
	skip 'mbox: another program reads it' 'needs python3'
fi
ok 'mbox: no line is too long' not grep -q '.\{999\}' "$dir/out"

run list --output=html feed-url:/a
ok 'html: one page, in which no item swallows the next' all 'is 0' quiet \
	'[ "$(grep -c "^<article>" "$dir/out")" -eq 2 ]' 'prints "second text"' \
	'not prints "<script"' 'not prints "<!-- never"' 'not prints "javascript:"' \
	'prints "<h2>plain title</h2>"'

run list --output=atom feed-url:/a
cp "$dir/out" "$dir/atom"
run parse "$dir/atom"
ok 'atom: a feed that is read back' all 'is 0' 'prints "2 items"' 'prints "plain title"'

run list --output=opml tag:two
cp "$dir/out" "$dir/opml"
ok 'opml: the feeds that the query finds' all 'is 0' 'prints "/b"' 'not prints "/a\""'

run list --output=mbox title:nowhere
ok 'nothing found is status 3, and no output' all 'is 3' silent
run list --output=opml nowhere
ok 'no feed found as well' all 'is 3' silent
run list --output=pdf
ok 'another format is a fault' all 'is 2' 'says "mbox, html, atom or opml"'
run list --items --output=mbox
ok 'other options do not go with it' all 'is 2' 'says "no other option"'
run list --output=mbox '('
ok 'so is a faulty query' all 'is 2' silent
finish
