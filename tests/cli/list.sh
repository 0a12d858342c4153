# What is stored, in the forms that scripts rely on.
. "$srcdir/tests/cli/tap.sh"

fresh
run list
ok 'no feeds: nothing' all 'is 0' silent quiet
run count
ok 'no items: 0' all 'is 0' quiet 'out_is 0'
run count --all
ok 'no items at all: 0' all 'is 0' quiet 'out_is 0'
run list --items --json
ok 'no items: no line' all 'is 0' silent quiet
run check
ok 'an empty store is sound' all 'is 0' quiet 'prints "The store is sound: 0 feeds, 0 items, 0 texts."'

printf 'https://example.org/a tech "a b" "~T \\"q\\" \\\\"\nhttps://example.org/b\n' >"$feeds"
chmod 600 "$feeds"
run list --json
ok 'a line added by hand is listed; JSON has exactly its keys' out_is \
	'{"id":1,"url":"https://example.org/a","title":"T \"q\" \\","tags":["tech","a b"],"unread":0,"total":0,"status":0,"next_poll":null}
{"id":2,"url":"https://example.org/b","title":null,"tags":[],"unread":0,"total":0,"status":0,"next_poll":null}'
run list --feeds
ok 'the list for people' all 'is 0' quiet 'lines "$dir/out" 2' 'prints "T \"q\" \\"'
printf 'https://example.org/b\n' >"$feeds"
run list --json
ok 'a line taken out hides its feed; numbers stay' all 'is 0' 'lines "$dir/out" 1' 'prints "{\"id\":2,"'
printf 'https://example.org/b\nhttps://example.org/a\n' >"$feeds"
run list --json
ok 'put back, it is the same feed, in the new order' \
	[ "$(sed 's/,.*//' "$dir/out" | tr '\n' ' ')" = '{"id":2 {"id":1 ' ]
run list --json --feeds
ok 'options in any order' lines "$dir/out" 2

printf 'https://example.org/a tech "~Sea news"\nhttps://example.org/b art/old\nhttps://example.org/c\n' >"$feeds"
found()
{
	name=$1
	want=$2
	shift 2
	run list "$@" --format '{url}'
	ok "list: $name" all 'is "$([ "$want" ] && echo 0 || echo 3)"' quiet '[ "$(sed "s#.*/##" "$dir/out" | tr -d "\n")" = "$want" ]'
}
found 'feeds by a word of the title' a news
found 'feeds by a tag above theirs' b tag:art
found 'feeds by their address' c example.org/c
found 'all but' bc not tag:tech
found 'one of two' ab tag:tech or tag:art
found 'feeds with unread items' '' is:unread
found 'no such feed' '' nonesuch
run list '(a'
ok 'list: a query that is none' all 'is 2' silent 'says_once "parenthesis"'
run count '(a'
ok 'count: a query that is none' all 'is 2' silent 'says_once "parenthesis"'
run count --json
ok 'count: JSON' out_is '{"unread":0,"total":0,"starred":0}'
run count nonesuch
ok 'count: nothing found' all 'is 0' quiet 'out_is 0'
run count --all x
ok 'count: words and --all' is 2
finish
