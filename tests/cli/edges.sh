#!/bin/sh
# The edges of what surrounds the program: pipes, limits, modes, files that are left behind,
# servers that answer out of turn, addresses that look like others (case 17).
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/304
	status 304
/206
	status 206
	body <rss version="2.0"><channel><title>part</title></channel></rss>
*
	rss 2
END
serve --script "$dir/script"
fresh
cat >"$dir/feed.xml" <<'END'
<rss version="2.0"><channel><title>f</title>
<item><guid>a&#xE0041;b&#x2028;c</guid><title>one</title><link>http://&#x430;pple.example/</link></item>
</channel></rss>
END
printf '%s\n' "file://$dir/feed.xml" "${url}304" "${url}206" >"$feeds"
printf 'http://me:hush@127.0.0.1:1/x?token=hush\n' >>"$feeds"
chmod 600 "$feeds"
run refresh
ok 'a 304 that was not asked for' says 'an unconditional request'
ok 'a 206 that was not asked for' says 'only part of the document without being asked to'

run list --items
ok 'list: the name that is looked up' prints '(xn--pple-43d.example)'
run show 1
ok 'show: the same' prints '(xn--pple-43d.example)'
printf 'http://\320\260pple.example/feed\n' >>"$feeds"
run why "http://$(printf '\320\260')pple.example/feed"
ok 'why: the same of a feed' prints '(xn--pple-43d.example)'
run list --feeds
ok 'list: no password' all 'is 0' 'prints 127.0.0.1:1' 'not prints hush'
run list --feeds --json
ok 'list --json: an address without its login' all 'is 0' \
	'prints "\"url\":\"http://127.0.0.1:1/x?token=hush\""' 'not prints me:hush'
run list --feeds --format '{url}\n'
ok 'list --format: the same' all 'is 0' 'prints 127.0.0.1:1/x' 'not prints me:hush'
run list --items --json
ok 'JSON: what cannot be seen is escaped' prints '"guid":"a\udb40\udc41b\u2028c"'

# Pipes that nobody writes to.
mkfifo "$dir/pipe"
silence() { timeout 20 "$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null; status=$?; }
silence import "$dir/pipe"
ok 'import of a pipe without a writer' all 'is 1' 'says_once "nobody writes to"'
silence restore "$dir/pipe"
ok 'restore of a pipe' all 'not is 124' 'says_once "not a regular file"'
echo "include $dir/pipe" >"$config"
silence list
ok 'a pipe behind include' all 'not is 124' 'says "nobody writes to"'
rm "$config"
mkdir "$dir/piped"
mkfifo "$dir/piped/feeds"
timeout 20 "$courant" -C "$dir/piped" list >"$dir/out" 2>"$dir/err" </dev/null
status=$?
ok 'a pipe as the feeds file' all 'not is 124' 'says "nobody writes to"'
for file in data.mdb lock.mdb; do
	rm -rf "$dir/piped"
	mkdir -p "$dir/piped/store"
	mkfifo "$dir/piped/store/$file"
	timeout 20 "$courant" -C "$dir/piped" refresh >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	ok "a pipe in place of store/$file" all 'is 1' \
		"says_once 'store/$file is not a regular file'"
done
mkfifo "$dir/fed"
echo http://127.0.0.1:1/fed >"$dir/fed" &
silence import "$dir/fed"
ok 'a pipe with a writer is read' all 'is 0' 'says "1 feed added"'

# Open files.
(ulimit -Sn 20 && ulimit -Hn 20 && silence list; exit $status)
status=$?
ok 'too few files may be opened' all 'is 1' 'says_once "ulimit -n"'
for stack in 256 500; do
	(ulimit -Ss "$stack" && "$courant" -C "$dir/c" list >"$dir/out" 2>"$dir/err" </dev/null)
	status=$?
	ok "too little stack: $stack KB" all 'is 1' 'says_once "ulimit -s"'
done
(ulimit -Sn 20 && silence list; exit $status)
status=$?
ok 'the limit is raised where it can be' all 'is 0' quiet

# Modes.
echo "\"exec:sh -c 'umask >&2; exit 1'\"" >"$feeds"
chmod 600 "$feeds"
(umask 027 && silence refresh)
ok 'children have the umask that we were started with' says ': 0027'
chmod 660 "$dir/c/store/data.mdb" "$dir/c/store/lock.mdb"
run compact
run list
modes() { [ "$(stat -c %a "$dir/c/store/data.mdb" "$dir/c/store/lock.mdb" | xargs)" = '660 660' ]; }
ok 'compact keeps the mode of a shared store' modes

# What killed processes left.
touch -d '2 hours ago' "$dir/c/feeds.999999999.new" "$dir/c/feeds.1.new"
touch "$dir/c/feeds.999999998.new"
run add "${url}one"
left() { [ "$(ls "$dir/c" | grep -c '\.new$')" -eq 2 ] && [ ! -e "$dir/c/feeds.999999999.new" ]; }
ok 'what a process left that is gone is deleted' all 'is 0' left

# The log.
head -c 4300000 /dev/zero | tr '\0' 'x' >"$dir/c/log"
run refresh
small() { [ "$(wc -c <"$dir/c/log")" -lt 100000 ]; }
run list nonsense
ok 'a long log becomes log.1' all small '[ -e "$dir/c/log.1" ]'

# The store is removed under a daemon.
"$courant" -C "$dir/c" daemon --json >"$dir/out" 2>"$dir/err" </dev/null &
daemon=$!
ok 'set-up' until_holds 'prints "\"event\":\"start\""'
rm -r "$dir/c/store"
echo "${url}two" >>"$feeds"
kill -HUP "$daemon"
ok 'a store that was removed is told' until_holds 'prints "was removed while courant was running"'
kill "$daemon"
wait "$daemon"
status=$?
# Faulty lines beyond counting.
fresh
yes nonsense | head -100000 >"$feeds"
chmod 600 "$feeds"
for command in check-config refresh list; do
	run $command
	ok "$command: of very many faulty lines, some are told" all 'is 1' 'lines "$dir/err" 51' \
		'says "there are more faulty lines; fix these first"'
done
: >"$feeds"
for line in 'bind items xxxxx quit' 'color no red' 'highlight items "(" red' \
	'publish f.atom "x ="' 'rule "x" no'; do
	yes "$line" | head -10000 | awk '{ sub(/f\./, NR "."); print }' >"$config"
	run check-config
	ok "check-config: of very many such lines, some are told: $line" all 'is 1' \
		'[ "$(wc -l <"$dir/err")" -le 102 ]' 'says "there are more faulty lines; fix these first"'
done
rm "$config"
# Amounts of one.
fresh
echo "file://$dir/feed.xml" >"$feeds"
chmod 600 "$feeds"
run refresh
run check
ok 'check: one of each' prints 'sound: 1 feed, 1 item, 1 text.'
# The log does not grow for ever.
head -c 5000000 /dev/zero >"$dir/long.log"
echo older >"$dir/long.log.1"
run --log "$dir/long.log" refresh
ok 'a long log is turned over' all 'is 0' '[ "$(wc -c <"$dir/long.log")" -lt 100000 ]' \
	'[ "$(wc -c <"$dir/long.log.1")" -ge 5000000 ]'
finish
