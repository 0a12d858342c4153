# The command line itself: help, version, wrong words, output that nobody takes.
. "$srcdir/tests/cli/tap.sh"

run --version
ok 'version: names the program and the network library' \
	all 'is 0' quiet 'prints "courant "' 'prints libcurl' 'prints lmdb'
run --help
ok 'help: all commands' all 'is 0' quiet 'prints "add URL"' 'prints "help [WORD]"'
cp "$dir/out" "$dir/help"
run help
ok 'help: the command gives the same' cmp -s "$dir/out" "$dir/help"
ok 'help: touches no directory' [ ! -e "$dir/c" ]
topic() {
	run help "$1"
	ok "help $1, of the $2" all 'is 0' quiet "prints \"$3\""
}
topic max-interval options 'Default: 1d'
topic sync-interval 'options of accounts' 'In a section [account NAME]'
topic layout 'options with choices' 'Values: auto, one, '
topic theme options 'Set of colours that'
topic title 'words of queries' 'title:… in a query: '
topic is:unread 'words of queries' 'is:unread in a query: '
topic fold 'commands of the reader' 'In the reader, :fold'
topic star 'commands of both' 'In the reader, :star'
topic tutorial 'pages of the manual' 'man 7 courant-tutorial'
topic publish 'lines of the config' 'man 5 courant-config'
topic html 'lines of the feeds file' 'man 5 courant-feeds'
run help no-such-word
ok 'help: a word that means nothing' all 'is 2' 'says_once "no-such-word"'
for command in $(sed -n '/^Commands/,/^$/s/^  \([a-z]*\).*/\1/p' "$dir/help"); do
	run help "$command"
	ok "help $command" all 'is 0' quiet 'prints "Usage: courant $command"'
done
ok 'help: lists nine commands or more' [ "$number" -ge 13 ]
awk 'length($0) > 78 { exit 1 }' "$dir/help"
ok 'help: no line is wider than 78 columns' [ $? -eq 0 ]
for word in add user-agent strategy make-rule; do
	run help "$word"
	awk 'length($0) > 80 { exit 1 }' "$dir/out" # an ellipsis has three bytes
	ok "help $word: its lines are wrapped" [ $? -eq 0 ]
done

run help nonsense
ok 'help: an unknown command' all 'is 2' silent 'says_once "nonsense is not a command"'
run lst
ok 'an unknown command: what was meant' all 'is 2' silent 'says_once "did you mean list?"'
run --nonsense
ok 'an unknown option' all 'is 2' silent 'says_once "--nonsense"'
mkdir "$dir/c"
run list --jsno
ok 'an unknown option of a command: what was meant' \
	all 'is 2' silent 'says_once "did you mean --json?"'
run export a extra
ok 'a word too many' all 'is 2' silent 'says_once "extra"'
run add
ok 'a word too few' all 'is 2' silent 'says_once "add needs arguments: URL"'
run list --json=yes
ok 'a value for an option without' all 'is 2' 'says_once "takes no value"'
run list --feeds --items
ok 'options that exclude each other' all 'is 2' 'says_once "choose one"'
run -o
ok '-o without a setting' all 'is 2' 'says_once NAME=VALUE'
run -o fetch-window list
ok '-o without a value' all 'is 2' 'says_once NAME=VALUE'
run -o fetch-windw=3 list
ok '-o with an unknown name' all 'is 2' silent 'says_once "did you mean fetch-window"'
run -o fetch-window=0 list
ok '-o with a wrong value' all 'is 2' silent 'says_once "from 1 to 1024"'
run -o fetch-window=3 -ohost-gap=1s count
ok '-o twice, glued or not' all 'is 0' 'out_is 0'
"$courant" -C >"$dir/out" 2>"$dir/err"
status=$?
ok '-C without a directory' all 'is 2' 'says_once -C'
run
ok 'the reader without a terminal' all 'is 1' silent 'says_once "needs a terminal"'

if [ -w /dev/full ]; then
	"$courant" help >/dev/full 2>"$dir/err"
	status=$?
	: >"$dir/out"
	ok 'a full disk behind the output' all 'is 1' 'says_once "cannot write the output"'
else
	skip 'a full disk behind the output' 'no /dev/full'
fi
# Case 148. The reader of the pipe is gone before the first line.
{
	sh -c 'exec 3>&1; "$1" help 2>"$2"; echo $? >"$3"' - "$courant" "$dir/err" "$dir/rc" |
		exec true
}
status=$(cat "$dir/rc")
ok 'a closed pipe ends a command quietly' all 'is 0' quiet
finish
