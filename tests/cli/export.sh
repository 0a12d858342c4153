# OPML out, and the way round (case 154).
. "$srcdir/tests/cli/tap.sh"

fresh
cat >"$feeds" <<'EOF'
# order, tags and titles must come back
https://example.org/z news/world tech "~A & B <c> \"d\""
https://example.org/a?x=1&y=2
https://me:hush@example.org/m "two words"
https://example.org/u "~Grüße 世界 'q'"
exec:true local
"query:all:unread = yes"
file:///tmp/feed.xml
EOF
chmod 600 "$feeds"
run export
ok 'export: OPML on standard output' all 'is 0' quiet 'prints "<opml version=\"2.0\""' \
	'prints "xmlUrl=\"https://example.org/a?x=1&amp;y=2\""'
ok 'export: no password, no command, no file' \
	all 'not prints hush' 'not prints exec:' 'not prints query:' 'not prints file:'
cp "$dir/out" "$dir/one.opml"
run export "$dir/file.opml"
ok 'export: the same into a file' all 'is 0' silent quiet 'cmp -s "$dir/one.opml" "$dir/file.opml"'
if command -v xmllint >/dev/null; then
	ok 'export: well-formed' xmllint --noout "$dir/one.opml"
else
	skip 'export: well-formed' 'no xmllint'
fi

"$courant" -C "$dir/two" import "$dir/one.opml" >"$dir/out" 2>"$dir/err"
status=$?
ok 'round trip: all four feeds of the web, and the saved search' all 'is 0' 'says_once "5 feeds added"'
cat >"$dir/want" <<'EOF'
https://example.org/z news/world tech "~A & B <c> \"d\""
https://example.org/a?x=1&y=2
https://example.org/m "two words"
https://example.org/u "~Grüße 世界 'q'"
"query:all:unread = yes"
EOF
sort "$dir/want" >"$dir/want.sorted"
sort "$dir/two/feeds" >"$dir/got.sorted"
diff "$dir/want.sorted" "$dir/got.sorted" | sed 's/^/# /'
ok 'round trip: tags and titles' cmp -s "$dir/want.sorted" "$dir/got.sorted"
"$courant" -C "$dir/two" export "$dir/two.opml" >"$dir/out" 2>"$dir/err"
"$courant" -C "$dir/three" import "$dir/two.opml" >"$dir/out" 2>"$dir/err"
ok 'round trip: the second one changes nothing, order included' \
	cmp -s "$dir/two/feeds" "$dir/three/feeds"

# Nothing that a line may have is lost (but passwords).
fresh
cat >"$feeds" <<'EOF'
https://example.org/z news/world "~A title" ! keep-items=20 user-agent="a \"b\" c"
https://example.org/y news strategy=fixed:30m login=me:hush
"query:Sea & <fog>:title =~ \"fog\"" smart "~Shown as" !
https://example.org/x
EOF
run export "$dir/all.opml"
"$courant" -C "$dir/four" import "$dir/all.opml" >"$dir/out" 2>"$dir/err"
status=$?
sed 's/ login=me:hush//' "$feeds" | sort >"$dir/want.sorted"
sort "$dir/four/feeds" >"$dir/got.sorted"
diff "$dir/want.sorted" "$dir/got.sorted" | sed 's/^/# /'
ok 'export: hidden feeds, options and saved searches come back' \
	all 'is 0' 'not grep -q hush "$dir/all.opml"' 'cmp -s "$dir/want.sorted" "$dir/got.sorted"'
run export --newsboat
ok 'export: urls of newsboat' all 'is 0' quiet 'prints "https://example.org/z news/world \"~A title\" !"' \
	'prints "smart \"~Shown as\" !"' 'not prints keep-items' 'not prints hush'

# Folders that are left and entered again change no order.
fresh
cat >"$feeds" <<'LINES'
https://example.org/1 news
https://example.org/2
https://example.org/3 news/world
"query:x:unread = yes" news
https://example.org/4 news
LINES
run export "$dir/order.opml"
"$courant" -C "$dir/five" import "$dir/order.opml" >"$dir/out" 2>"$dir/err"
ok 'export: the order comes back' cmp -s "$feeds" "$dir/five/feeds"
sed -i '/^https.*\/2$/d' "$feeds"
run export
ok 'export: nothing is numbered that need not be' not prints courant:place

printf 'https://example.org/a?x=1&private_token=hush\nhttps://example.org/b?keyword=x\n' >"$feeds"
run export
ok 'export: an address with a secret is told' all 'is 0' 'says_once "1 address seems to hold a secret"'
run export --newsboat
ok 'export: and in a urls file' all 'is 0' 'says_once "1 address seems to hold a secret"'
run export --query ''
ok 'export: the query for all has a title' all 'is 0' 'prints "<title>All items</title>"'
run export --items --newsboat
ok 'export: one thing at a time' all 'is 2' silent 'says_once "choose one of"'

fresh
run export "$dir/no/such/dir/x.opml"
ok 'export: a file that can not be made' all 'is 1' silent 'says_once "$dir/no/such/dir/x.opml"'
fresh
run export
ok 'export: no feeds give an empty list' all 'is 0' quiet 'prints "<opml"' 'not prints xmlUrl'
# A file that does not fit is as it was.
cp "$dir/file.opml" "$dir/before.opml"
for i in 1 2 3 4 5 6 7 8 9; do echo "http://127.0.0.1:1/$i-a-rather-long-address-of-a-feed"; done >"$feeds"
chmod 600 "$feeds"
run list
(
	ulimit -f 1
	trap '' XFSZ
	"$courant" -C "$dir/c" export "$dir/file.opml" 2>"$dir/err"
)
status=$?
ok 'export: a file that does not fit keeps its content' all 'is 1' \
	'cmp -s "$dir/before.opml" "$dir/file.opml"' 'says_once "the old content is kept"'

# A device or a pipe is written to, never replaced (case 36).
mkfifo "$dir/pipe"
run export "$dir/pipe"
ok 'a pipe that nobody reads is an error' all 'is 1' 'says_once "cannot write"' '[ -p "$dir/pipe" ]'
ln -s pipe "$dir/to-pipe"
timeout 10 cat "$dir/pipe" >"$dir/through" &
reader=$!
until run export "$dir/to-pipe" && [ "$status" = 0 ]; do sleep .05; done
wait "$reader"
ok 'a pipe is written to, through a link as well' all '[ -p "$dir/pipe" ]' 'grep -q "</opml>" "$dir/through"'
"$courant" -C "$dir/c" export /dev/stdout | cat >"$dir/through"
ok 'so is /dev/stdout' grep -q '</opml>' "$dir/through"
finish
