# What a user does to items and feeds, from the command line.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
/alpha
	rss 3
/beta
	rss 2
EOF
serve --script "$dir/script"
fresh
printf '# mine\n%salpha sea "~The Alpha"\n\n%sbeta news # two\n' "$url" "$url" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'set-up' all 'is 0' 'prints "5 new items"'
item() { "$courant" -C "$dir/c" list --items --format '{id} {title}' | sed -n "s/^\([0-9]*\) $1\$/\1/p"; }
one=$(item 'Item 1 of \/alpha')
two=$(item 'Item 2 of \/beta')

run mark "$one"
ok 'mark: one item by its number' all 'is 0' quiet 'out_is "1 item, 1 changed"'
run mark "$one"
ok 'mark: again, nothing changes' all 'is 0' 'out_is "1 item, 0 changed"'
run count
ok 'count: the unread ones' out_is 4
run mark --unread --json "$one" "$two"
ok 'mark: back, as JSON' all 'is 0' 'out_is "{\"found\":2,\"changed\":1}"'
run mark --dry-run beta
ok 'mark: a query, and only a look' all 'is 0' 'out_is "2 items"'
run mark beta
ok 'mark: a query' all 'is 0' 'out_is "2 items, 2 changed"'
run count
ok 'mark: it did' out_is 3
run list --items --format '{title}' beta
ok 'list: items by a query' all 'is 0' 'lines "$dir/out" 2' 'not prints alpha'
run count alpha
ok 'count: by a query' out_is 3
run mark nonesuch
ok 'mark: a query that finds nothing' all 'is 3' 'out_is "0 items, 0 changed"'
run mark 99999
ok 'mark: no such item' all 'is 3' silent 'says_once "no item 99999"'
run mark
ok 'mark: no words' all 'is 2' silent
for words in '- 1' 1,2 1-3; do
	# shellcheck disable=SC2086
	run mark $words
	ok "mark $words: how numbers are given" all 'is 3' 'out_is "0 items, 0 changed"' 'says_once "separated by spaces"'
done
run star 0
ok 'star 0: there is no such item' all 'is 3' silent 'says_once "no item 0"'
run list nonesuch
ok 'list: a query that finds no feed' all 'is 3' silent quiet
run list --items --json nonesuch
ok 'list: a query that finds no item' all 'is 3' silent quiet
run list --items --sort title nonesuch
ok 'list: … in an order' all 'is 3' silent quiet
run do --pid=1 down
ok 'do: a process that is no reader' all 'is 3' silent 'says_once "process id 1"'
run import --from nonesuch
ok 'import: no such program' all 'is 2' silent 'says_once "nonesuch has no usual places"'
run import --from newsraft
ok 'import: nothing of the program' all 'is 3' silent 'says_once "nothing of newsraft"'

run star "$two"
ok 'star' all 'is 0' 'out_is "1 item, 1 changed"'
run list --items --json
ok 'star: it is' prints '"starred":true'
run star --remove "$two"
run list --items --json
ok 'star: taken away' not prints '"starred":true'
run tag later "$one" "$two"
ok 'tag' all 'is 0' 'out_is "2 items, 2 changed"'
run list --items --json --fields tags
ok 'tag: they have it' all 'prints "{\"tags\":[\"later\"]}"' 'prints "{\"tags\":[]}"'
run tag --remove later "$one"
ok 'tag: taken away' out_is '1 item, 1 changed'
run tag '~' "$one"
ok 'tag: no tag' all 'is 2' 'says_once "not a valid tag"'
run tag "$(printf '%0256d' 0)" "$one"
ok 'tag: longer than other machines could be told' all 'is 1' silent 'says_once "at most 255"'
run undo
run list --items --json --fields tags
ok 'undo takes the last of it back' [ "$(grep -c later "$dir/out")" -eq 2 ]

run search 'item 2'
ok 'search: prints hits' all 'is 0' quiet 'prints "Item 2 of"'
run search --json --fields title 'alpha'
ok 'search: JSON' all 'is 0' 'lines "$dir/out" 3' 'prints "{\"title\":\"Item 1 of /alpha\"}"'
run search --limit 1 --format '{title}' item
ok 'search: so many' lines "$dir/out" 1
run search nonesuch
ok 'search: nothing' all 'is 3' silent quiet

run rename alpha 'New "name"'
ok 'rename' all 'is 0' quiet 'out_is "The Alpha is now called New \"name\"."'
run list --format '{title}'
ok 'rename: it is' prints 'New "name"'
run rename --json "$url"alpha
ok 'rename: its own title again' all 'is 0' 'prints "\"title\":null"' \
	"[ \"\$(cat \"\$feeds\")\" = \"\$(printf '# mine\n%salpha sea\n\n%sbeta news # two' \"\$url\" \"\$url\")\" ]"
run rename nonesuch x
ok 'rename: no such feed' all 'is 3' silent 'says_once "nonesuch"'
run remove "$url"
ok 'remove: no such feed' all 'is 3' silent
run remove beta
ok 'remove' all 'is 0' 'prints "Unsubscribed from"' \
	"[ \"\$(cat \"\$feeds\")\" = \"\$(printf '# mine\n%salpha sea\n' \"\$url\")\" ]"
run list --json
ok 'remove: gone from the list' lines "$dir/out" 1
run undo
run list --json
ok 'undo: subscribed again' all 'lines "$dir/out" 2' 'grep -q "beta news" "$feeds"'
run check
ok 'the store is sound' all 'is 0' quiet
exec 3<&-
finish
