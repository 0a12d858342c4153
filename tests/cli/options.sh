# Options of the program itself, help of each command, items from standard input, and
# secrets that stay out of the config file.
. "$srcdir/tests/cli/tap.sh"

run -V
ok '-V is --version' all 'is 0' 'prints "courant "'
for command in $("$courant" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\).*/\1/p'); do
	run help "$command"
	cp "$dir/out" "$dir/wanted"
	for flag in --help -h; do
		run "$command" "$flag"
		ok "$command $flag" all 'is 0' quiet 'cmp -s "$dir/out" "$dir/wanted"'
	done
done
for command in mark star tag hide; do
	run "$command" --help
	ok "$command names items from standard input" prints "- takes"
done
run list --json --help
ok 'help beside other options' all 'is 0' 'prints "Usage: courant list"'
ok 'help touches no directory' [ ! -e "$dir/c" ]

# Single files.
cat >"$dir/script" <<'END'
/alpha
	rss 3
END
serve --script "$dir/script"
mkdir "$dir/x"
printf '%salpha\n' "$url" >"$dir/x/subscriptions"
echo 'date-format = %Y' >"$dir/x/settings"
files="--config=$dir/x/settings --feeds $dir/x/subscriptions --store=$dir/x/s --log=$dir/x/l"
"$courant" $files refresh >"$dir/out" 2>"$dir/err"
ok 'each file by itself' grep -q '3 new items' "$dir/out"
ok 'and they are where they were named' [ -s "$dir/x/s/data.mdb" -a -e "$dir/x/l" ]
HOME=$dir/nowhere "$courant" $files count >"$dir/out" 2>"$dir/err"
ok 'nothing else is made' [ ! -e "$dir/nowhere" -a "$(cat "$dir/out")" = 3 ]
run --config
ok 'a file is missing' all 'is 2' silent 'says_once "--config"'
for option in --config --feeds; do
	for command in list refresh; do
		"$courant" $files $option "$dir/x/wrong" $command >"$dir/out" 2>"$dir/err"
		status=$?
		ok "$option names no file for $command" all 'is 1' silent \
			'says_once "wrong does not exist; is $option right?"'
	done
done
"$courant" $files list >"$dir/out"
ok 'and no feed is lost to a name that is wrong' grep -q alpha "$dir/out"
"$courant" --feeds "$dir/x/first" --store "$dir/x/new" add "${url}alpha" >"$dir/out" 2>&1
ok 'a first feed makes the file' grep -q alpha "$dir/x/first"

# Items from standard input.
on()
{
	"$courant" $files "$@" >"$dir/out" 2>"$dir/err"
	status=$?
}
"$courant" $files search --format '{id}' is:unread | head -2 | on mark -
"$courant" $files search --format '{id}' is:unread >"$dir/ids"
head -1 "$dir/ids" >"$dir/one"
on mark - <"$dir/one"
ok 'numbers' all 'is 0' 'prints "1 item, 1 changed"'
guid=$("$courant" $files list --items --json | sed -n 's/.*"guid":"\([^"]*\)".*/\1/p' | tail -1)
printf '%s\n\n' "$guid" >"$dir/guids"
on star - <"$dir/guids"
ok 'ids of the feed' all 'is 0' 'prints "1 item, 1 changed"'
on tag later - <"$dir/guids"
ok 'with a tag' all 'is 0' 'prints "1 item, 1 changed"'
echo nonsense-id >"$dir/guids"
on star - <"$dir/guids"
ok 'an id that does not exist' all 'is 3' silent 'says_once nonsense-id'
: >"$dir/guids"
on star - <"$dir/guids"
ok 'nothing at all' all 'is 3'

# ${NAME}
fresh
mkdir -p "$dir/c"
cat >"$dir/c/config" <<'END'
user-agent = reader/${COURANT_TEST_NAME}
date-format = $${x}
END
chmod 600 "$dir/c/config"
COURANT_TEST_NAME=secret "$courant" -C "$dir/c" count >"$dir/out" 2>"$dir/err"
status=$?
ok 'a variable in a value' all 'is 0' quiet
run count
ok 'one that is not set' all 'is 1' 'says_once "no COURANT_TEST_NAME"'
finish
