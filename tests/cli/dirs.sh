# Where the files are, and what happens where they can't be (cases 30, 135).
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

"$courant" count >"$dir/out" 2>"$dir/err"
status=$?
ok 'below HOME' all 'is 0' '[ -d "$HOME/.local/share/courant" ]' \
	'[ -d "$HOME/.config/courant" ]'

XDG_CONFIG_HOME=$dir/xc XDG_DATA_HOME=$dir/xd XDG_STATE_HOME=$dir/xs "$courant" count \
	>"$dir/out" 2>"$dir/err"
status=$?
ok 'XDG directories' all 'is 0' '[ -d "$dir/xc/courant" ]' '[ -d "$dir/xd/courant" ]' \
	'[ -f "$dir/xs/courant/log" ]'

rm -rf "$HOME/.local" "$HOME/.config"
(cd "$dir" && XDG_DATA_HOME=relative "$courant" count) >"$dir/out" 2>"$dir/err"
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
finish
