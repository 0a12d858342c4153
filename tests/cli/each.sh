# What holds for every command: wrong words, a missing feed, no network, JSON, a closed
# pipe. The rows are checked against the program's own list, so that none is forgotten.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/alpha
	rss 200
/beta
	rss 2
END
serve --script "$dir/script"
fresh
printf '%salpha sea\n%sbeta\n' "$url" "$url" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'set-up' all 'is 0' 'prints "202 new items"'
printf '<rss version="2.0"><channel><title>T</title></channel></rss>' >"$dir/doc"
item=$("$courant" -C "$dir/c" search --limit 1 --format '{id}' beta)
run state export "$dir/states"

# command|words that print, if it can|how many lines of JSON they give at least
cat >"$dir/rows" <<END
list|list --items|202
list|list|2
list|list --items alpha|200
search|search item|202
show|show $item|1
count|count|1
count|count item|1
mark|mark alpha|1
star|star $item|1
tag|tag later $item|1
hide|hide $item|1
queue|queue remove $item|1
download|download --remove $item|1
rules|rules test item|10
undo|undo --list|3
undo|undo|1
refresh|refresh beta|1
rename|rename beta Other|1
why|why alpha|1
move|move|0
merge|merge|0
stats|stats|1
gc|gc --dry-run|1
check|check|1
compact|compact|1
state|state import $dir/states|1
parse|parse $dir/doc|1
remove|remove Other|1
import|import --dry-run $dir/list|1
export|export|0
backup|backup $dir/copy|0
do||0
play||0
listen||0
simulate||0
restore||0
backfill||0
daemon||0
help|help|0
account|account list|0
add||0
preview||0
save||0
END
echo "${url}gamma" >"$dir/list"

some() { [ "$(wc -l <"$dir/out")" -ge "$1" ]; }

has_json() { "$courant" help "$1" | grep -q -e '--json'; }

"$courant" help | sed -n '/^Commands/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' >"$dir/commands"
while read -r command; do
	ok "$command: stands in this test" grep -q "^$command|" "$dir/rows"
	run "$command" --no-such-option
	ok "$command: a wrong option" all 'is 2' silent 'says_once "no-such-option"'
done <"$dir/commands"

while IFS='|' read -r command words least; do
	[ "$words" ] && grep -q "^$command\$" "$dir/commands" || continue
	if [ "$least" -gt 0 ] && has_json "$command"; then
		# shellcheck disable=SC2086
		run $words --json
		ok "$words --json" all 'is 0' quiet 'is_json "$dir/out"' 'some "$least"'
	fi
	# The reader is gone before the command begins: the loop ends by SIGPIPE.
	(
		until ! (echo) 2>/dev/null; do :; done
		# shellcheck disable=SC2086
		"$courant" -C "$dir/c" $words 2>"$dir/err"
		echo $? >"$dir/status"
	) | :
	until_holds '[ -s "$dir/status" ]'
	status=$(cat "$dir/status")
	rm "$dir/status"
	: >"$dir/out"
	ok "$words: into a closed pipe, quietly" all '[ "$status" -lt 128 ]' \
		'not says roken' 'not says "cannot write"'
done <"$dir/rows"

for words in 'refresh nonesuch' 'why nonesuch' 'rename nonesuch x' 'remove nonesuch' \
	'show 999999' 'mark 999999' 'star 999999' 'tag t 999999' 'search nonesuch'; do
	# shellcheck disable=SC2086
	run $words
	ok "$words: not there" all 'is 3' silent
done

# A script whose variable is empty does not mean all items.
for words in 'mark' 'star' 'tag t' 'mark --unread'; do
	# shellcheck disable=SC2086
	run $words ''
	ok "$words with an empty word" all 'is 2' silent 'says_once "give items or a query"'
done

# A title is that feed's, even if it is a part of another's.
cp "$feeds" "$dir/feeds.before"
printf '%salpha "~Tide"\n%sbeta "~Tide tables"\n' "$url" "$url" >"$feeds"
run why tide
ok 'a whole title names one feed' all 'is 0' quiet 'prints alpha' 'not prints beta'
run why tid
ok 'a part of both names both' all 'is 0' quiet 'prints alpha' 'prints beta'
cp "$dir/feeds.before" "$feeds"

# What is printed must not get into a file that has the number of a closed descriptor.
cp -r "$dir/c" "$dir/closed"
for words in 'list' 'stats' 'show 999999' 'mark 999999' 'check' 'help'; do
	# shellcheck disable=SC2086
	"$courant" -C "$dir/closed" $words <&- >&- 2>&-
done
run check
"$courant" -C "$dir/closed" check >"$dir/closed.out"
ok 'standard descriptors closed: the store and the log are left alone' all \
	'cmp -s "$dir/out" "$dir/closed.out"' '[ ! -s "$dir/closed/log" ] ||
	not grep -q -v "^20[0-9][0-9]-" "$dir/closed/log"'

kill "$server"
wait "$server" 2>/dev/null
trap 'rm -rf "$dir"' EXIT
run refresh alpha
ok 'refresh without a network' all 'is 1' 'says "no feed could be reached"'
run refresh --json alpha
ok 'refresh without a network: JSON still tells' all 'is 1' 'is_json "$dir/out"' \
	'prints "\"unreachable\":1"'
run add "${url}gamma"
ok 'add without a network' all 'is 1' silent
run count --format '{unread} of {total}'
ok 'count by a template' all 'is 0' quiet 'grep -qx "[0-9]* of [0-9]*" "$dir/out"'
run count --format '{found}' beta
ok 'count of words by a template' all 'is 0' quiet 'grep -qx "[0-9]*" "$dir/out"'
run undo --list --format '{undone} {text}'
ok 'what was done by a template' all 'is 0' quiet 'prints "no "'
run undo --format '{text}'
ok 'undo: a template is for --list' all 'is 2' 'says_once "needs --list"'
exec 3<&-
finish
