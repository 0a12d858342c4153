# Feeds that moved (case 82): shown, and their lines changed.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/new
	etag "n"
	body <rss version="2.0"><channel><title>Feed</title><item><guid>1</guid><title>a</title></item><item><guid>2</guid><title>b</title></item></channel></rss>
/old
	redirect 301 /new
/other
	body <rss version="2.0"><channel><title>Other</title><item><guid>1</guid><title>c</title></item></channel></rss>
/gone
	redirect 308 /other
/away
	redirect 302 /other
END
serve --script "$dir/script"
fresh
old="# mine
  ${url}old	x \"~My own\"   keep-items=9 # here

${url}away"
new="# mine
  ${url}new	x \"~My own\"   keep-items=9 # here

${url}away"
printf '%s\n' "$old" >"$feeds"
chmod 600 "$feeds"
holds() { [ "$(cat "$feeds")" = "$1" ]; }
run move
ok 'move: nothing is known yet' all 'is 0' quiet 'out_is "No feed has moved."'
run refresh
run mark title:a
run move
ok 'move: a redirect is told, but is no move yet' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "My own is redirected to ${url}new, but has not been for a week yet"'
run move --all
ok 'move --all: that one is left' all 'is 0' quiet 'prints "not been for a week"' 'holds "$old"'
run list
ok 'list: nor does it count as moved' all 'is 0' quiet 'not prints "->"'
"$builddir/tests/cli/adopt" "$dir/c/store"
run list
ok 'list: one that moved is offered' all 'is 0' 'prints "<${url}old>  -> <${url}new>"' \
	'says_once "1 feed has moved; courant move --all updates its address"'
run list --format '{url} {moved_to} {adopted}'
ok 'list --format: where to' all 'is 0' quiet 'prints "${url}old ${url}new yes"' \
	'prints "${url}away  no"'
run list --json --fields id,moved_to,adopted
ok 'list --json: the same' all 'is 0' quiet \
	'prints "{\"id\":1,\"moved_to\":\"${url}new\",\"adopted\":true}"' \
	'prints "{\"id\":2,\"moved_to\":null,\"adopted\":false}"'
run why 1
ok 'why: tells of it' all 'is 0' 'prints "it is polled there already: move writes the address into its line"'
run move --json
ok 'move --json: what could be done' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "\"moved_to\":\"${url}new\",\"adopted\":true,\"moved\":false}"'
run move 2
ok 'move: a feed that did not' all 'is 1' silent 'says_once "has not moved"' 'holds "$old"'
run move nonesuch
ok 'move: no such feed' all 'is 3' silent
run move --all 1
ok 'move: all, or some' all 'is 2' silent 'says_once "--all"'
run move --to "${url}new"
ok 'move --to: of one feed' all 'is 2' silent 'says_once "one feed"'
chmod 555 "$dir/c"
if [ -w "$dir/c" ]; then
	skip 'move: a file that cannot be written' 'root may write anywhere'
else
	run move --all
	ok 'move: a file that cannot be written' all 'is 1' silent 'holds "$old"'
fi
chmod 755 "$dir/c"
run move --all
ok 'move --all: done' all 'is 0' quiet 'out_is "My own is now at ${url}new."'
ok 'move --all: the rest of the line is as it was, and the other lines' holds "$new"
run list --json --fields id,url,moved_to,total,unread
ok 'move: the feed is the same' \
	prints "{\"id\":1,\"url\":\"${url}new\",\"moved_to\":null,\"total\":2,\"unread\":1}"
run refresh --json --due
run refresh --json 1
ok 'move: its validators are those of the new address' all 'is 0' 'prints "\"unchanged\":1"' \
	'prints "\"new\":0"'
run undo --list
ok 'undo --list: says it' prints '1 feed moved to its new address: My own'
run undo
ok 'undo: the line is back' all 'is 0' quiet 'holds "$old"'
run list --format '{id} {url} {moved_to} {adopted} {unread}'
ok 'undo: and so is the feed' prints "1 ${url}old ${url}new yes 1"
run undo --redo
ok 'redo' all 'is 0' quiet 'holds "$new"'
run list --format '{id} {url} {unread}'
ok 'redo: the feed, too' prints "1 ${url}new 1"
run check
ok 'check: sound after all that' all 'is 0' quiet

# By hand, and with --to.
sed "s,${url}new,${url}old," "$feeds" >"$dir/edited"
cat "$dir/edited" >"$feeds"
run list --format '{id} {url} {unread}'
ok 'by hand: back' all 'prints "1 ${url}old 1"' 'lines "$dir/out" 2'
sed "s,${url}old,${url}new," "$feeds" >"$dir/edited"
cat "$dir/edited" >"$feeds"
run list --format '{id} {url} {unread}'
ok 'by hand: and there' all 'prints "1 ${url}new 1"' 'lines "$dir/out" 2'
printf '%s\n' "${url}new2" >"$dir/more"
sed "s,${url}new,${url}old," "$feeds" >"$dir/edited"
cat "$dir/edited" >"$feeds"
run import "$dir/more"
run undo --list
ok 'by hand, and an import after it: that alone is one' \
	[ "$(sed -n '1s/.*  //p' "$dir/out")" = "1 feed subscribed: ${url}new2" ]
run undo
sed "s,${url}old,${url}new," "$feeds" >"$dir/edited"
cat "$dir/edited" >"$feeds"
run list --format '{id} {url} {unread}'
ok 'by hand: and the undo takes that alone' all 'prints "1 ${url}new 1"' 'lines "$dir/out" 2'
run move --to "${url}other" 2
ok 'move --to: wherever the user wants' all 'is 0' quiet 'prints "is now at ${url}other"'
run move --to "${url}other" 2
ok 'move --to: once' all 'is 1' silent 'says_once "already has that address"'
run move --to exec:true 2
ok 'move --to: no command' all 'is 1' silent 'says_once "web address"'
printf '%s\n' "${url}gone" 'exec:true' >>"$feeds"
run refresh 4
"$builddir/tests/cli/adopt" "$dir/c/store"
run move --all
ok 'move --all: where another is, a merge is offered' all 'is 0' quiet \
	'prints "has moved to where ${url}other is; courant merge 4 merges them"'
run move 4
ok 'move: nor is it forced' all 'is 1' silent 'says_once "courant merge combines"'
run move --to "${url}new2" 5
ok 'move: a command has no address' all 'is 1' silent 'says_once "no web address"'
run check
ok 'check: sound' all 'is 0' quiet
exec 3<&-
# The same podcast at addresses that do not lead to each other.
fresh
for n in One Two; do
	printf '<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>%s</title><podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><item><guid>1</guid><title>First</title></item></channel></rss>' $n >"$dir/$n.xml"
	printf 'file://%s\n' "$dir/$n.xml" >>"$feeds"
done
run refresh
run merge
ok 'podcasts say which one they are' all 'is 0' \
	'prints "Two is the same podcast as One, at another address; courant merge 2 merges them"'
run move
ok 'which is no move' all 'not says Two' 'not prints Two'
run merge Two
ok 'and merging suggests the other one' all 'is 0' 'prints "Two is now part of One"'

finish
