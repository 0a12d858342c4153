# Care of the store from the command line: undo, gc, compact, backup, restore, stats,
# check and repair.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'EOF'
*
	rss 40
EOF
serve --script "$dir/script"
fresh
store=$dir/c/store
size() { wc -c <"$store/data.mdb" | tr -d " "; }
printf '%salpha\n%sbeta\n' "$url" "$url" >"$feeds"
chmod 600 "$feeds"
run refresh
ok 'set-up' all 'is 0' 'prints "80 new items"'

run stats
ok 'stats: rows' all 'is 0' quiet 'grep -q "^ *80  items\$" "$dir/out"' \
	'grep -q "^ *2  feeds\$" "$dir/out"' 'grep -q "^ *80  unread\$" "$dir/out"'
run stats --json
ok 'stats: JSON' all 'is 0' 'prints "\"items\":80,\"unread\":80,\"starred\":0"' \
	"prints '\"file\":$(size)'"
run stats now
ok 'stats: too many words' all 'is 2' silent

run undo
ok 'undo: nothing yet' all 'is 1' silent 'says_once "nothing to undo"'
run mark alpha
run undo --list
ok 'undo: what there is' all 'is 0' quiet 'lines "$dir/out" 1' 'prints "40 items marked read"'
run count
ok 'undo: listing changes nothing' out_is 40
run undo
ok 'undo: says what' all 'is 0' quiet 'prints "40 items marked read"'
run count
ok 'undo: it did' out_is 80
run undo --list
ok 'undo: what was undone is marked' prints -
run undo --redo
run count
ok 'redo: it did' all 'is 0' 'out_is 40'
run undo --redo
ok 'redo: nothing more' all 'is 1' 'says_once "nothing to redo"'

run gc --dry-run
ok 'gc: by default everything is kept' all 'is 0' 'prints "remove 0 items and 0 feeds"'
echo 'keep-items = 10' >"$config"
run gc --dry-run
ok 'gc: a look' all 'is 0' quiet 'prints "Would remove 30 items and 0 feeds"'
run gc --dry-run --json
ok 'gc: a look as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'grep -qx "{\"items\":30,\"feeds\":0,\"bytes\":[1-9][0-9]*,\"dry_run\":true}" "$dir/out"'
run count --all
ok 'gc: only a look' out_is 80
run gc
ok 'gc: does it' all 'is 0' quiet 'prints "Removed 30 items and 0 feeds"'
run count --all
ok 'gc: it did; unread ones are kept' out_is 50
run gc
ok 'gc: again there is nothing' prints '0 items and 0 feeds'
run gc --json
ok 'gc: as JSON' all 'is 0' quiet 'out_is "{\"items\":0,\"feeds\":0,\"bytes\":0,\"dry_run\":false}"'
run refresh
ok 'gc: what it took does not come back' prints '0 new items'

run backup "$dir/copy.mdb"
ok 'backup' all 'is 0' quiet silent '[ -s "$dir/copy.mdb" ]' '[ ! -e "$dir/copy.mdb.part" ]'
ok 'backup: nobody else may read it' all 'ls -l "$dir/copy.mdb" | grep -q "^-rw-------"'
run backup --json "$dir/second.mdb"
ok 'backup: as JSON' all 'is 0' quiet \
	"out_is '{\"path\":\"$dir/second.mdb\",\"bytes\":$(wc -c <"$dir/second.mdb" | tr -d " ")}'"
run backup --json "$dir/none/copy.mdb"
ok 'backup: no such directory' all 'is 1' silent 'says_once "cannot write the backup"'
run backup
ok 'backup: no name' all 'is 2'
# Nobody reads from the pipe, so it is in the middle when the signal comes.
stop_amid() {
	pipe=$1
	shift
	mkfifo "$pipe"
	"$courant" -C "$dir/c" "$@" >"$dir/out" 2>"$dir/err" </dev/null &
	process=$!
	exec 4<"$pipe"
	dd bs=1 count=1 <&4 >"$dir/half" 2>/dev/null
	kill -TERM "$process"
	cat <&4 >/dev/null
	exec 4<&-
	wait "$process"
	status=$?
}
stop_amid "$dir/second.mdb.part" backup "$dir/second.mdb"
ok 'backup: a signal ends it' all 'is 143' silent quiet '[ -s "$dir/half" ]'
ok 'backup: what was there stays' all 'cmp -s "$dir/second.mdb" "$dir/copy.mdb"' \
	'[ ! -e "$dir/second.mdb.part" ]'
before=$(size)
stop_amid "$store/compact.mdb" compact
ok 'compact: a signal ends it' all 'is 143' silent quiet '[ "$(size)" = "$before" ]' \
	'[ ! -e "$store/compact.mdb" ]'

before=$(size)
run compact
after=$(size)
ok 'compact: the file is smaller' all 'is 0' quiet '[ "$after" -lt "$before" ]' \
	'prints "now has $after bytes; it had $before"'
run compact
ok 'compact: once is enough' prints "now has $after bytes; it had $after"
run compact --json
ok 'compact: as JSON' all 'is 0' quiet "out_is '{\"bytes\":$after,\"before\":$after}'"
run count --all
ok 'compact: everything is there' out_is 50
run check
ok 'compact: and sound' all 'is 0' 'prints "sound: 2 feeds, 50 items, 50 texts"'
ok 'compact: leaves nothing behind' [ "$(ls "$store")" = "$(printf 'clean\ndata.mdb\nlock.mdb')" ]

run mark beta
run count
ok 'restore: set-up' out_is 0
run restore "$dir/copy.mdb"
ok 'restore: goes back' all 'is 0' quiet 'prints "Restored: 2 feeds, 50 items."' \
	"prints 'is now $store/before-restore-1.mdb.'"
run count
ok 'restore: it did' out_is 40
run restore --json "$store/before-restore-1.mdb"
ok 'restore: as JSON' all 'is 0' quiet \
	"out_is '{\"feeds\":2,\"items\":50,\"kept\":\"$store/before-restore-2.mdb\"}'"
run count
ok 'restore: and forth' all 'is 0' 'out_is 0'
run restore --json "$dir/none.mdb"
ok 'restore: no such file' all 'is 1' silent 'says_once none.mdb'
printf 'no store' >"$dir/bad.mdb"
run restore "$dir/bad.mdb"
ok 'restore: no backup' all 'is 1' silent 'says_once "nothing was changed"'
run restore
ok 'restore: no name' all 'is 2'

run check
ok 'check: sound' all 'is 0' 'prints "sound: 2 feeds, 50 items"'
run check --repair
ok 'repair: a sound store is left alone' all 'is 0' 'prints sound' \
	'[ ! -e "$store/before-repair-1.mdb" ]'
run check --json --repair
ok 'check: sound, as JSON' all 'is 0' quiet 'lines "$dir/out" 1' \
	'prints "{\"sound\":true,\"damaged\":0,\"misindexed\":0,\"miscounted\":0,\"misworded\":0,\"faults\":[],"' \
	'prints "\"feeds\":2,\"items\":50,\"texts\":50,\"repaired\":false"' 'prints "\"kept\":null}"'
# The numbers of the newest state's first tables: two pages of zeros in the middle.
dd if=/dev/zero of="$store/data.mdb" bs=4096 seek=5 count=2 conv=notrunc 2>/dev/null
run check
ok 'check: damaged' all 'is 1' 'says damaged' 'says "check --repair"'
run check --json
ok 'check: one that cannot be opened has no figures' all 'is 1' silent 'says damaged'
run check --repair
ok 'repair: says what it did' all 'is 0' 'prints "Saved: 2 feeds, "' 'prints "Lost: "' \
	"prints 'is now $store/before-repair-1.mdb.'"
run check
ok 'repair: it is sound' all 'is 0' 'prints "sound: 2 feeds"'
run refresh
run check
ok 'repair: and is used' all 'is 0' 'prints "sound: 2 feeds"'
# An item that is not what its checksum is of.
run list --items --format '{title}'
title=$(head -1 "$dir/out")
for hole in $(LC_ALL=C grep -abo "$title" "$store/data.mdb" | cut -d: -f1); do
	printf X | dd of="$store/data.mdb" bs=1 seek="$hole" conv=notrunc 2>/dev/null
done
run check --json
ok 'check: faults as JSON' all 'is 1' 'lines "$dir/out" 1' 'says "the store has"' \
	'prints "{\"sound\":false,\"damaged\":1,"' 'not prints "\"faults\":[]"' \
	'prints "\"repaired\":false"'
run check --json --repair
ok 'repair: as JSON' all 'is 0' 'lines "$dir/out" 1' 'prints "{\"sound\":false,\"damaged\":1,"' \
	'prints "\"repaired\":true"' "prints '\"kept\":\"$store/before-repair-2.mdb\"}'"
printf 'no store' >"$store/data.mdb"
run list
ok 'a foreign file: one sentence' all 'is 1' silent 'says_once "courant restore"'
run check --repair
ok 'repair: nothing to save' all 'is 1' silent 'says "nothing in"'
run restore "$dir/copy.mdb"
ok 'restore: over a damaged one' all 'is 0' 'prints "50 items"'
run count --all
ok 'restore: everything is back' out_is 50

# An index of some texts, of which a letter is damaged: only there words are small.
awk 'BEGIN {
	print "<rss version=\"2.0\"><channel><title>f</title>"
	for (i = 0; i < 1200; i++)
		printf "<item><guid>%d</guid><title>QQZZ%d</title></item>\n", i, i
	print "</channel></rss>"
}' >"$dir/many.xml"
printf 'file://%s\n' "$dir/many.xml" >"$feeds"
run refresh
run check
ok 'index: it is sound' all 'is 0' 'prints sound'
at=$(LC_ALL=C grep -abo qqzz "$store/data.mdb" | head -n 1)
printf X | dd of="$store/data.mdb" bs=1 seek="${at%%:*}" conv=notrunc 2>/dev/null
run check
ok 'index: damaged' all 'is 1' 'prints "full-text index is damaged"' 'says "1 fault"'
run check --repair
ok 'index: made again in its place' all 'is 0' 'prints "index was rebuilt"' \
	'[ ! -e "$store/before-repair-3.mdb" ]'
run check
ok 'index: it is sound again' all 'is 0' 'prints sound'
run search qqzz777
ok 'index: and used' all 'is 0' 'lines "$dir/out" 1'

finish
