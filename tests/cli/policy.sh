# What happens to episodes by itself: new ones are downloaded and queued, files go.
. "$srcdir/tests/cli/tap.sh"

# items FROM TO
items()
{
	n=$1
	while [ "$n" -le "$2" ]; do
		echo "	body <item><guid>$n</guid><title>Part $n</title><pubDate>Sun, 01 Nov 2026 00:00:$((n % 60)) GMT</pubDate><enclosure url=\"@URL@/$n.mp3\" type=\"audio/mpeg\"/></item>"
		n=$((n + 1))
	done
}
rss() { echo '	body <rss version="2.0"><channel><title>Pod</title>'; }
{
	echo /pod
	rss
	items 1 30
	echo '	body </channel></rss>'
	echo then
	rss
	items 28 32
	echo '	body <item><guid>text</guid><title>Text</title></item></channel></rss>'
	echo then
	rss
	items 33 57
	echo '	body </channel></rss>'
	for token in 1 2; do
		[ "$token" = 1 ] && echo /moving || echo then
		rss
		echo "	body <item><guid>m</guid><title>Moving</title><enclosure url=\"@URL@/token$token.mp3\" type=\"audio/mpeg\"/></item>"
		echo '	body <item><guid>n</guid><title>Later</title><enclosure url="@URL@/later.mp3" type="audio/mpeg"/></item></channel></rss>'
	done
	echo /token1.mp3
	echo '	status 403'
	echo '*'
	echo '	made 100000 1'
} >"$dir/script"
mkfifo "$dir/address"
"$builddir/tests/http/feedserve" --script "$dir/script" >"$dir/address" 2>"$dir/server" &
server=$!
trap 'kill "$server"; rm -rf "$dir"' EXIT
exec 3<"$dir/address"
read -r url <&3

fresh
printf '%spod auto-download=new auto-queue=last\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
wanted() { "$courant" -C "$dir/c" download --list --format '{title}' </dev/null | wc -l; }
queued() { "$courant" -C "$dir/c" queue --format '{title}' </dev/null; }
files() { find "$dir/c" -name '*.mp3' ! -path '*/.trash/*' | wc -l; }

run refresh
ok 'what a feed had all the time is not wanted' all 'is 0' '[ "$(wanted)" -eq 0 ]' \
	'[ -z "$(queued)" ]'
run refresh
ok 'what is new is' all 'is 0' '[ "$(wanted)" -eq 2 ]' \
	'[ "$(queued)" = "Part 31
Part 32" ]'
run download
ok 'and is downloaded' all 'is 0' '[ "$(files)" -eq 2 ]'
run undo
ok 'undo takes it back' all 'is 0' '[ -z "$(queued)" ]'
run undo --redo
run refresh
ok 'but never everything at once' all 'is 0' '[ "$(wanted)" -eq 22 ]'
run queue
ok 'the latest of them' all 'prints "Part 57"' 'prints "Part 38"' 'not prints "Part 37"'

# Files of what was played.
run queue clear
part=$(id() { "$courant" -C "$dir/c" search --format '{id}' "$@" </dev/null; }; id title:31)
export FAKEMPV='length=1'
printf 'keep-played = 1s\n' >>"$config"
run play "$part"
ok 'an episode is played' all 'is 0' '[ "$(files)" -ge 2 ]'
before=$(files)
run star "$part"
sleep 2
run download
ok 'a starred one stays' all 'not says "went"' '[ "$(files)" -ge "$before" ]'
run star --remove "$part"
run download
ok 'its file goes after keep-played' all 'says "the file of 1 played episode went"' \
	'[ "$(find "$dir/c" -path "*/.trash/*" -type f | wc -l)" -eq 1 ]'
run undo
run -o keep-played=0 download
ok 'and comes back by undo' all '[ "$(find "$dir/c" -path "*/.trash/*" -type f | wc -l)" -eq 0 ]'
run check
ok 'the store is sound' all 'is 0' quiet

# A rule wants no more than that, even of a feed that is new.
fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nrule "kind:audio" download\n' >"$config"
run refresh
ok 'a rule does not want all of a new feed' all 'is 0' '[ "$(wanted)" -eq 20 ]' \
	'says "5 more new episodes were left out"'
run download --list --format '{title}'
ok 'but its latest episodes' all 'prints "Part 57"' 'prints "Part 38"' \
	'not prints "Part 37"'

# What is no address of the web never comes, so nobody waits for it.
fresh
printf '<rss version="2.0"><channel><title>Odd</title><item><guid>1</guid><title>Odd</title>
<enclosure url="smb://example.org/odd.mp3" type="audio/mpeg"/></item></channel></rss>' \
	>"$dir/odd.xml"
printf 'file://%s\n' "$dir/odd.xml" >"$feeds"
printf 'media-free = 0\nplayer = true %%u\n' >"$config"
run refresh
run download --wait title:odd
run download --list --format '{title} {download}'
ok 'an episode without an address of the web fails for good' prints 'Odd failed'
run play title:odd
ok 'and is not waited for' all 'is 1' 'says "only http and https"'

# An address with a token that is no longer good; the feed names another one.
fresh
printf '%smoving\n' "$url" >"$feeds"
printf 'media-free = 0\n' >"$config"
run refresh
run download --wait title:Moving
ok 'an address that was good once' all 'is 1' 'says "HTTP 403"'
run refresh
run download --wait title:Moving
ok 'the address that the feed names now is what counts' all 'is 0' '[ "$(files)" -eq 1 ]'
run download title:Later
printf 'media-free = 0\nmedia-name = other/{id}\n' >"$config"
run download
ok 'options count as they are when a download begins' all 'is 0' \
	'[ -n "$(find "$dir/c" -path "*/other/*.mp3")" ]'
exec 3<&-
finish
