# Where the files are, and what happens where they can't be (cases 30, 36, 135).
. "$srcdir/tests/cli/tap.sh"

mode() { ls -ld "$1" | cut -c1-10; }

run refresh
ok '-C: everything is below the directory' \
	all 'is 0' quiet '[ -d "$dir/c/store" ]' '[ -f "$dir/c/log" ]'
ok 'the store is for its owner alone' [ "$(mode "$dir/c/store")" = drwx------ ]
ok 'the log is for its owner alone' [ "$(mode "$dir/c/log")" = -rw------- ]

(umask 0; printf 'https://example.org/a\n' | "$courant" -C "$dir/open" import -) \
	>"$dir/out" 2>"$dir/err"
ok 'the feeds file is for its owner alone, whatever the umask' \
	[ "$(mode "$dir/open/feeds")" = -rw------- ]

odd="$dir/two words ä"
"$courant" -C "$odd" refresh >"$dir/out" 2>"$dir/err"
status=$?
ok 'a directory with blanks and letters beyond ASCII' all 'is 0' '[ -d "$odd/store" ]'

(cd "$dir" && "$courant" -C below/here refresh) >"$dir/out" 2>"$dir/err"
status=$?
ok 'a relative directory, parents made' all 'is 0' '[ -d "$dir/below/here/store" ]'

"$courant" refresh >"$dir/out" 2>"$dir/err"
status=$?
ok 'below HOME' all 'is 0' '[ -d "$HOME/.local/share/courant" ]' \
	'[ -d "$HOME/.config/courant" ]'

XDG_CONFIG_HOME=$dir/xc XDG_DATA_HOME=$dir/xd XDG_STATE_HOME=$dir/xs "$courant" refresh \
	>"$dir/out" 2>"$dir/err"
status=$?
ok 'XDG directories' all 'is 0' '[ -d "$dir/xc/courant" ]' '[ -d "$dir/xd/courant" ]' \
	'[ -f "$dir/xs/courant/log" ]'

# Who only looks leaves an empty home as it is, and nothing in TMPDIR.
rm -rf "$HOME" "$dir/tmp"
mkdir "$HOME" "$dir/tmp"
empty()
{
	want=$1
	shift
	TMPDIR=$dir/tmp "$courant" "$@" >"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	[ "$status" -eq "$want" ] && [ -z "$(find "$HOME" "$dir/tmp" -mindepth 1)" ]
}
while read -r want words; do
	# shellcheck disable=SC2086 # words
	ok "an empty home: $words" empty "$want" $words
done <<'XX'
0 list
0 list --items
0 count
3 search word
3 show 1
0 why
0 export
0 stats
0 account
0 account list
0 queue
0 queue list
0 download --list
0 rules
0 rules test word
0 undo --list
0 check
0 check-config
0 gc --dry-run
3 mark --dry-run word
1 preview http://127.0.0.1:1/
1 -o state-dir=~/states preview http://127.0.0.1:1/
0 state export
2 do
3 do open
3 do search word
XX
mkdir -p "$HOME/.config/courant"
echo https://example.org/a >"$HOME/.config/courant/feeds"
"$courant" list >"$dir/out" 2>"$dir/err"
status=$?
ok 'feeds that nobody fetched yet have their numbers for good' all 'is 0' \
	'prints "https://example.org/a"' '[ -e "$HOME/.local/share/courant/data.mdb" ]'

rm -rf "$HOME/.local" "$HOME/.config"
(cd "$dir" && XDG_DATA_HOME=relative "$courant" refresh) >"$dir/out" 2>"$dir/err"
status=$?
ok 'a relative XDG directory does not count' \
	all 'is 0' '[ -d "$HOME/.local/share/courant" ]' '[ ! -e "$dir/relative" ]'

(unset HOME; "$courant" count) >"$dir/out" 2>"$dir/err"
status=$?
ok 'no HOME' all 'is 1' silent 'says_once "HOME is not set"' 'says "-C"'
(unset HOME; "$courant" -C "$dir/c" count) >"$dir/out" 2>"$dir/err"
status=$?
ok 'no HOME, but -C' all 'is 0' quiet

echo >"$dir/file"
"$courant" -C "$dir/file" count >"$dir/out" 2>"$dir/err"
status=$?
ok 'a file where the directory should be' all 'is 1' silent 'says_once "$dir/file"'
fresh
echo >"$dir/c/store"
run count
ok 'a file where the store should be' all 'is 1' silent 'says_once "$dir/c/store"'

if [ "$(id -u)" -ne 0 ]; then
	mkdir -m 500 "$dir/closed"
	"$courant" -C "$dir/closed/x" count >"$dir/out" 2>"$dir/err"
	status=$?
	ok 'a directory that may not be written' all 'is 1' silent 'says_once "$dir/closed"'
else
	"$courant" -C /proc/self/x count >"$dir/out" 2>"$dir/err"
	status=$?
	ok 'a directory that may not be written' all 'is 1' silent 'says_once "/proc/self/x"'
fi

fresh
run gc # makes the store
echo mine >"$dir/mine"
ln -sf "$dir/mine" "$dir/c/store/clean"
run gc
ok 'the store writes through no link' all 'is 0' '[ "$(cat "$dir/mine")" = mine ]' \
	'not test -L "$dir/c/store/clean"'
for link in 'lock.mdb mine' 'lock.mdb missing' 'data.mdb empty' 'data.mdb missing'; do
	file=${link% *}
	fresh
	mkdir "$dir/c/store"
	: >"$dir/empty"
	ln -s "$dir/${link#* }" "$dir/c/store/$file"
	run gc
	ok "nor through one in place of its own files: $link" all 'is 1' \
		"says_once 'store/$file is not a regular file'" '[ "$(cat "$dir/mine")" = mine ]' \
		'[ ! -s "$dir/empty" ]' '[ ! -e "$dir/missing" ]'
done
finish
