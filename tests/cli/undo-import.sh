# Undoing an import: as if it had never been, whatever a refresh did in between. (case 153)
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/alpha
	rss 3
/beta
	rss 2
EOF
serve --script "$dir/script"
states()
{
	"$courant" -C "$dir/c" list --items --format '{title}|{unread}|{starred}|{tags}' "$@" |
		grep -v '^A page|' | sort
}
sound() { "$courant" -C "$dir/c" check >"$dir/check" 2>&1; }
# What there is: all of the import; the five items of the feeds, without a mark; nothing.
as_imported() { states >"$dir/got" && cmp -s "$dir/got" "$dir/imported"; }
as_fetched() { [ "$(states | grep -c '|yes|no|$')" -eq 5 ] && [ "$(states | wc -l)" -eq 5 ]; }
empty() { [ -z "$(states)" ]; }
subscribed()
{
	fresh
	printf '%salpha\n%sbeta news\n' "$url" "$url" >"$feeds"
	chmod 600 "$feeds"
}

# The items of both feeds, with marks, and one that its feed no longer has.
subscribed
run refresh
run mark alpha
run star 'title = "Item 1 of /alpha"'
run tag later 'title = "Item 2 of /beta"'
run export --items
{
	cat "$dir/out"
	sed 's/"guid":"[^"]*"/"guid":"gone"/; s/"title":"[^"]*"/"title":"Gone"/
		s/"link":"[^"]*"/"link":"http:\/\/example.org\/gone"/; 1q' "$dir/out"
} >"$dir/items.jsonl"

subscribed
run import "$dir/items.jsonl"
states >"$dir/imported"
ok 'items into feeds that are there' all 'is 0' 'lines "$dir/imported" 6' \
	'grep -q "Item 1 of /alpha|no|yes|" "$dir/imported"' 'grep -q "|later" "$dir/imported"'
run undo --list
ok 'undo --list: says that it was an import' all 'lines "$dir/out" 1' \
	'prints "import: 6 items added"' 'prints "1 item starred"' 'prints "1 item tagged"'
run undo
ok 'undo: takes all of it' all 'is 0' quiet 'prints "import: 6 items added"' empty sound
run undo
ok 'undo: it was one step' all 'is 1' 'says_once "nothing to undo"'
run undo --redo
ok 'redo: brings it again' all 'is 0' as_imported sound
run undo
run refresh
ok 'a refresh brings what the feeds have, as new' all 'is 0' 'prints "5 new items"' as_fetched sound
run undo --redo
ok 'redo after it: no item twice, and those that came have the marks' \
	all 'is 0' as_imported sound
run undo
ok 'undo after that: what the feeds have stays' all 'is 0' as_fetched sound
run import "$dir/items.jsonl"
ok 'imported again: as the first time' all 'is 0' 'says "5 items were there already, 5 marks changed"' as_imported sound
run undo
ok 'and undone again' all 'is 0' as_fetched sound

subscribed
run import "$dir/items.jsonl"
run undo
run import "$dir/items.jsonl"
ok 'undone and imported again: all is new' all 'is 0' 'not says already' as_imported sound

subscribed
run import "$dir/items.jsonl"
run refresh
ok 'a refresh meets what was imported' all 'is 0' 'prints " 0 new items"' as_imported
for round in 1 2; do
	run undo
	ok "undo $round: what the feeds have stays, without the marks" all 'is 0' as_fetched sound
	run undo --redo
	ok "redo $round" all 'is 0' as_imported sound
done

fresh
run import "$dir/items.jsonl"
ok 'items of feeds without a line are kept' all 'is 0' 'says "6 items are of feeds"' empty
run undo
ok 'and taken back' all 'is 0' 'prints "import: 6 items added"' sound
run stats
ok 'stats: what was taken back does not count' grep -q '^ *0  items$' "$dir/out"
printf '%salpha\n%sbeta news\n' "$url" "$url" >"$feeds"
ok 'a line that comes later has nothing of them' empty
run refresh
ok 'but what the feed has' all 'is 0' 'prints "5 new items"' as_fetched sound

# Marks that waited for their items belong to the import that brought them.
linked() { "$courant" -C "$dir/c" list --items --format '{link}' 'title = "Item 1 of /alpha"'; }
subscribed
run refresh
alpha=$(linked)
{
	echo 'title,url,time_added,tags,status'
	echo "A page,$alpha,1600000000,later|work,archive"
} >"$dir/pages.csv"
fresh
run import "$dir/pages.csv"
ok 'pages of no feed: saved pages, and their marks wait' all 'is 0' 'says "saved pages"' \
	'grep -q "^file://.*/saved.atom$" "$feeds"' empty
printf '%salpha\n%sbeta news\n' "$url" "$url" >>"$feeds"
run refresh
states >"$dir/met"
ok 'the item comes with its marks' all 'is 0' 'lines "$dir/met" 5' \
	'grep -q "Item 1 of /alpha|no|yes|later" "$dir/met"' '[ "$(grep -c "|yes|no|$" "$dir/met")" -eq 4 ]'
run star 'title = "Item 2 of /alpha"'
run undo --list
ok 'undo --list: they are of the import' all 'lines "$dir/out" 2' \
	'prints "2 items marked read, 1 item starred, 2 items tagged"'
run undo
as_met() { states >"$dir/got" && cmp -s "$dir/got" "$dir/met"; }
ok 'what was done after it is undone alone' all 'is 0' as_met sound
for round in 1 2; do
	run undo
	ok "undo $round: the marks that waited go with the import" all 'is 0' as_fetched sound
	run refresh
	ok "and do not come back with the next document $round" all 'is 0' as_fetched
	run undo --redo
	ok "redo $round: they are there again" all 'is 0' as_met sound
done
run undo --redo
ok 'redo: what was done after it' all 'is 0' 'lines "$dir/out" 1' sound
run undo
fresh
run import "$dir/pages.csv"
run undo
printf '%salpha\n' "$url" >"$feeds"
run refresh
ok 'undone before its item came: nothing waits' all 'is 0' '[ "$(states | grep -c "|yes|no|$")" -eq 3 ]'
run undo --redo
run undo
ok 'redone and undone: nothing but the row' all 'is 0' sound '[ "$(states | grep -c "|yes|no|$")" -eq 3 ]'

# What export --items writes comes back whole, even when it was first seen.
sed 's/"seen":"[^"]*"/"seen":"2021-02-03T04:05:06Z"/' "$dir/items.jsonl" >"$dir/aged.jsonl"
subscribed
run import "$dir/aged.jsonl"
run export --items
sort "$dir/out" >"$dir/got"
sort "$dir/aged.jsonl" | diff - "$dir/got" | sed 's/^/# /'
ok 'export --items: all of it comes back' all '[ -s "$dir/got" ]' 'sort "$dir/aged.jsonl" | cmp -s - "$dir/got"'
run export --items --starred
ok 'export --items --starred: only these' all 'is 0' 'lines "$dir/out" 1' 'prints "\"starred\":true"'
run import --dry-run --feeds "$dir/aged.jsonl"
ok 'import --feeds: items are not of interest' all 'is 1' silent 'says_once "no feed to subscribe to"'
for i in 1 2 3; do
	echo "{\"feed_url\":\"exec:sh x\",\"guid\":\"$i\",\"title\":\"$i\"}"
done >"$dir/commands.jsonl"
run import --dry-run "$dir/commands.jsonl"
ok 'import: the command of a feed is told once' all 'says "1 warning"' \
	'[ "$(grep -c "is not imported" "$dir/err")" -eq 1 ]'
run import --feeds --states "$dir/aged.jsonl"
ok 'import: --feeds and --states exclude each other' all 'is 2' 'says_once "choose one of"'
mkdir "$dir/mixed"
printf '<opml><body><outline xmlUrl="https://me:hush@example.org/1" username="u" password="p"/></body></opml>\n' \
	>"$dir/mixed/list.opml"
cp "$dir/aged.jsonl" "$dir/mixed"
fresh
run import --dry-run --feeds "$dir/mixed"
ok 'import --feeds: of files of both kinds, and no password is shown' all 'is 0' \
	'says_once "1 feed would be added"' 'not says item' 'not prints hush' 'prints "https://…@example.org/1 login=…"'
printf 'browser lynx\n' >"$dir/mixed/config"
printf 'http://example.org/2 news\nquery:x:unread = "yes"\n' >"$dir/mixed/urls"
run import --dry-run "$dir/mixed"
ok 'a list beside files of a program is left out, and that is told' all 'is 0' \
	'says "mixed/list.opml: OPML: left out"' 'says "2 warnings"' 'not prints example.org/1'
run import "$dir/mixed/list.opml" "$dir/aged.jsonl"
run undo
ok 'undo: feeds and items together' all 'is 0' 'prints "import: 1 feed subscribed, 6 items added"' 'lines "$feeds" 0' sound
run undo --redo
ok 'redo: feeds and items together' all 'is 0' 'lines "$feeds" 1' sound
finish
