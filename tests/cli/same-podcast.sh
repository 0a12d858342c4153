# A podcast at another address is recognised by its podcast:guid: its episodes are not new
# again, and go on where they were.
. "$srcdir/tests/cli/tap.sh"

# podcast NAME EPISODE…: a feed's document.
podcast()
{
	name=$1
	shift
	printf '<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>%s</title><podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>' "$name" >"$dir/$name.xml"
	for episode; do
		printf '<item><guid isPermaLink="false">%s</guid><title>Episode %s</title><enclosure url="http://127.0.0.1:9/%s.mp3" type="audio/mpeg" length="1000"/></item>' "$episode" "$episode" "$episode"
	done >>"$dir/$name.xml"
	printf '</channel></rss>' >>"$dir/$name.xml"
}
one="file://$dir/One.xml"
two="file://$dir/Two.xml"

# start: One is followed, and has an episode of each kind.
start()
{
	fresh
	podcast One 1 2 3
	echo "$one" >"$feeds"
	run refresh
	run mark 'title:"Episode 1"'
	run star 'title:"Episode 2"'
	printf 'auto-queue = last\nrule "title:Episode" tag heard\n' >"$config"
}
rows_are()
{
	run list --items --format '{feed}.{title}.{unread}.{starred}'
	[ "$(sort "$dir/out" | sed 's/Episode //' | tr '\n' ' ')" = "$1 " ]
}

start
podcast Two 1 2 3 4
echo "$two" >>"$feeds"
run refresh
ok 'subscribed at a second address: that is told' all 'is 0' 'prints "1 new item"' \
	'says_once "Two is the same podcast as One, at another address; the command merge combines them"'
ok 'and only what the first one lacks is new' \
	rows_are '1.1.no.no 1.2.yes.yes 1.3.yes.no 2.1.no.no 2.2.no.no 2.3.no.no 2.4.yes.no'
podcast One 1 2 3 5
podcast Two 1 2 3 4 5
run refresh 1
run refresh 2
ok 'it is told once' all 'is 0' quiet
run list --items --format '{feed}.{title}' is:unread title:5
ok 'what both bring is new in the first' out_is '1.Episode 5'
run queue --format '{title}'
ok 'and is queued once' out_is 'Episode 5'
run list --items --format '{feed}.{title}' tags:heard
ok 'rules run on it once' all 'lines "$dir/out" 2' 'prints "1.Episode 5"' 'prints "2.Episode 4"'
run merge
ok 'merge offers the pair' prints 'courant merge 2 merges them'

start
: >"$config"
podcast Two 1 2 3 4
echo "$two" >"$feeds"
run refresh
ok 'a line with another address: that is told' all 'is 0' 'prints "1 new item"' \
	'says_once "Two is the podcast that was at One, and goes on from there"'
ok 'its episodes are as they were' rows_are '2.1.no.no 2.2.yes.yes 2.3.yes.no 2.4.yes.no'
run undo
ok 'which can be undone' prints 'feed merged with another: One'
ok 'so that they are where they were' rows_are '2.4.yes.no'
run undo --redo
ok 'and done again' rows_are '2.1.no.no 2.2.yes.yes 2.3.yes.no 2.4.yes.no'
run check
ok 'check: sound' all 'is 0' quiet
echo "$one" >"$feeds"
run refresh
ok 'and back again' rows_are '2.1.no.no 2.2.yes.yes 2.3.yes.no 2.4.yes.no'
run list --format '{id} {url}'
ok 'as the same feed' out_is "2 $one"
run check
ok 'check: still sound' all 'is 0' quiet

finish
