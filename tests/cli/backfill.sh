# backfill: older items, where a feed names its archive, against the loopback server.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/a
	body <feed xmlns="http://www.w3.org/2005/Atom"><title>Feed A</title><link rel="prev-archive" href="/2"/><entry><id>3</id><title>Three</title><updated>2020-10-03T10:00:00Z</updated></entry></feed>
/2
	body <feed xmlns="http://www.w3.org/2005/Atom"><link rel="prev-archive" href="/1"/><entry><id>2</id><title>Two</title><updated>2020-10-02T10:00:00Z</updated></entry></feed>
/1
	body <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>One</title><updated>2020-10-01T10:00:00Z</updated></entry></feed>
/b
	body <rss version="2.0"><channel><title>Feed B</title><item><guid>1</guid></item></channel></rss>
EOF
serve --script "$dir/script"

fresh
printf '%s\n' "${url}a" "${url}b" >"$feeds"
run refresh
run backfill "Feed A" --pages 1
ok 'backfill: so many documents' all 'is 0' quiet \
	'prints "Feed A: 1 older item from 1 document; there is more"'
run backfill --json "Feed A" "Feed A"
ok 'backfill: the next time goes on' all 'is 0' quiet \
	'prints "\"documents\":1,\"new\":1,"' 'prints "\"more\":false,\"error\":null"'
ok 'backfill: a feed named twice is one' [ "$(wc -l <"$dir/out")" -eq 1 ]
run count
ok 'backfill: old items are read' all 'is 0' 'prints 2'
run count --all
ok 'backfill: and are all here' all 'is 0' 'prints 4'
run backfill "Feed B"
ok 'backfill: nothing to fetch is no failure' all 'is 0' quiet 'prints "names no older items"'
run backfill --format '{title}: {new} {more}' "Feed B"
ok 'backfill: as a template says' all 'is 0' quiet 'out_is "Feed B: 0 no"'
run backfill --format '{title}' --json "Feed B"
ok 'backfill: template and JSON' all 'is 2' silent 'says "choose one"'
run backfill --pages 0 "Feed B"
ok 'backfill: a number of pages' all 'is 2' 'says "number from 1"'
run backfill nonsense
ok 'backfill: no such feed' all 'is 3' 'says nonsense'

exec 3<&-
finish
