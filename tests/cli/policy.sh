# What happens to episodes by itself: new ones are downloaded and queued, files go.
. "$srcdir/tests/cli/tap.sh"

# items FROM TO
items()
{
	n=$1
	while [ "$n" -le "$2" ]; do
		echo "	body <item><guid>$n</guid><title>Part $n</title><pubDate>Sun, 01 Nov 2026 00:00:$((n % 60)) GMT</pubDate><enclosure url=\"@URL@/$n.mp3\" type=\"audio/mpeg\"/></item>"
		n=$((n + 1))
	done
}
rss() { echo '	body <rss version="2.0"><channel><title>Pod</title>'; }
{
	echo /pod
	rss
	items 1 30
	echo '	body </channel></rss>'
	echo then
	rss
	items 28 32
	echo '	body <item><guid>text</guid><title>Text</title></item></channel></rss>'
	echo then
	rss
	items 33 57
	echo '	body </channel></rss>'
	echo /some
	rss
	items 1 5
	for last in 7 12; do
		echo '	body </channel></rss>'
		echo then
		rss
		items $((last - 1)) "$last"
	done
	echo '	body </channel></rss>'
	for token in 1 2; do
		[ "$token" = 1 ] && echo /moving || echo then
		rss
		echo "	body <item><guid>m</guid><title>Moving</title><enclosure url=\"@URL@/token$token.mp3\" type=\"audio/mpeg\"/></item>"
		echo '	body <item><guid>n</guid><title>Later</title><enclosure url="@URL@/later.mp3" type="audio/mpeg"/></item></channel></rss>'
	done
	# title guid part season number time
	story()
	{
		echo "	body <item><guid>$1</guid><title>$1</title><pubDate>Sun, 01 Nov 2026 00:$6:00 GMT</pubDate><itunes:episodeType>$3</itunes:episodeType><itunes:season>9</itunes:season><podcast:season name=\"$2\">$4</podcast:season><itunes:episode>$5</itunes:episode><podcast:person role=\"guest\">Ben</podcast:person><enclosure url=\"@URL@/$1.mp3\" type=\"audio/mpeg\"/><podcast:alternateEnclosure type=\"video/mp4\" length=\"900\" title=\"As film\"><podcast:source uri=\"@URL@/$1.mp4\"/><podcast:source uri=\"ipfs://$1\"/></podcast:alternateEnclosure></item>"
	}
	stories()
	{
		echo '	body <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Tales</title><itunes:type>serial</itunes:type>'
		story Old "Book one" full 1 1 10
	}
	large() { echo "	body <item><guid>$1</guid><title>Large $1</title><pubDate>Sun, 01 Nov 2026 00:0$1:00 GMT</pubDate><enclosure url=\"@URL@/$1.mp3\" type=\"audio/mpeg\" length=\"900000\"/></item>"; }
	echo /large
	rss
	for n in 1 4 5; do
		[ "$n" -gt 1 ] && echo then && rss
		for i in 1 2 3 4 5; do
			[ "$i" -le "$n" ] && large "$i"
		done
		echo '	body </channel></rss>'
	done
	echo /archive
	rss
	for i in 0 1 2 3 4 5; do
		for n in 0 1 2 3 4 5 6 7 8 9; do
			large "$i$n"
		done
	done
	echo '	body </channel></rss>'
	echo /tales
	stories
	echo '	body </channel></rss>'
	echo then
	stories
	story Soon "Book two" trailer 2 1 11
	story First "Book two" full 2 1 12
	story Extra "Book two" bonus 2 1.5 13
	story Second "Book two" full 2 2 14
	echo '	body </channel></rss>'
	echo /untold
	rss
	echo '	body <item><guid>u</guid><title>Untold</title><enclosure url="@URL@/get?u" type="application/octet-stream"/></item>'
	echo '	body <item><guid>p</guid><title>Paper</title><enclosure url="@URL@/paper" type="application/pdf"/></item></channel></rss>'
	echo '/get?u'
	echo '	body 0000ftypM4A 00000000000000000000'
	echo /paper
	echo '	body %PDF-1.4 and so on'
	echo /token1.mp3
	echo '	status 403'
	echo '*'
	echo '	made 100000 1'
} >"$dir/script"
serve --script "$dir/script"

fresh
printf '%spod auto-download=new auto-queue=last\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
wanted() { "$courant" -C "$dir/c" download --list --format '{title}' </dev/null | wc -l; }
queued() { "$courant" -C "$dir/c" queue --format '{title}' </dev/null; }
files() { find "$dir/c" -name '*.mp3' ! -path '*/.trash/*' | wc -l; }

run refresh
ok 'what a feed had all the time is not wanted' all 'is 0' '[ "$(wanted)" -eq 0 ]' \
	'[ -z "$(queued)" ]'
run refresh
ok 'what is new is' all 'is 0' '[ "$(wanted)" -eq 2 ]' \
	'[ "$(queued)" = "Part 31
Part 32" ]'
run download
ok 'and is downloaded' all 'is 0' '[ "$(files)" -eq 2 ]'
run undo
ok 'undo takes it back' all 'is 0' '[ -z "$(queued)" ]'
run undo --redo
run refresh
ok 'but never everything at once' all 'is 0' '[ "$(wanted)" -eq 22 ]'
run queue
ok 'the latest of them' all 'prints "Part 57"' 'prints "Part 38"' 'not prints "Part 37"'

# Files of what was played.
run queue clear
item() { "$courant" -C "$dir/c" search --format '{id}' "$@" </dev/null; }
part=$(item title:31)
export FAKEMPV='length=1'
run play --wait "$part"
ok 'an episode is played' all 'is 0' '[ "$(files)" -ge 2 ]'
trashed() { find "$dir/c" -path '*/.trash/*' -type f | wc -l; }
run star "$part"
printf 'keep-played = 1s\n' >>"$config"
sleep 2
run download
ok 'a starred one stays' eval '[ "$(trashed)" -eq 0 ]'
run star --remove "$part"
run tag kept "$part"
run download
ok 'so does a tagged one' eval '[ "$(trashed)" -eq 0 ]'
run tag --remove kept "$part"
run queue add "$part"
run download
ok 'and one that is queued again' eval '[ "$(trashed)" -eq 0 ]'
run queue remove "$part"
ln "$(find "$dir/c" -name '*Part 31.mp3')" "$dir/linked"
run download
ok 'and one whose file somebody else has, too' all '[ "$(trashed)" -eq 0 ]' 'not says removed' \
	'[ "$(item "is:here id:$part")" = "$part" ]'
rm "$dir/linked"
export FAKEMPV='length=60'
"$courant" -C "$dir/c" play --wait "$part" >"$dir/listen" 2>&1 </dev/null &
listener=$!
until_holds '"$courant" -C "$dir/c" play --status </dev/null | grep -q "^playing"'
run download
ok 'and what is played' eval '[ "$(trashed)" -eq 0 ]'
run play --stop
wait "$listener"
run download
ok 'its file goes after keep-played' all 'says "the file of 1 played episode was removed"' \
	'[ "$(trashed)" -eq 1 ]'
run undo
run download
ok 'and comes back by undo, to stay' eval '[ "$(trashed)" -eq 0 ]'
run download --remove "$part"
run download "$part"
run download
ok 'or when it is wanted again' eval '[ "$(trashed)" -eq 0 ]'
FAKEMPV='length=60' run -o keep-played=0 play --wait "$part" --from 0:58
ok 'with 0, it goes at once' eval '[ "$(trashed)" -eq 1 ]'
run undo
run check
ok 'the store is sound' all 'is 0' quiet

# Some of the new ones: the latest, or those that a query matches.
fresh
printf '%ssome auto-download="newest 1"\n' "$url" >"$feeds"
run refresh
run refresh
ok 'of a poll, only the newest' all 'is 0' '[ "$(wanted)" -eq 1 ]'
run download --list --format '{title}'
ok 'which is the latest' prints 'Part 7'
printf '%ssome auto-download="title:10 or title:12" auto-queue=last\n' "$url" >"$feeds"
run refresh
ok 'a query chooses' all 'is 0' '[ "$(wanted)" -eq 2 ]' '[ "$(queued)" = "Part 12" ]'
run -o auto-download=all refresh
ok 'a word is no query' all 'not is 0' 'says "choose one of no, new, newest NUMBER, QUERY"'
run -o 'auto-download=title:(' refresh
ok 'nor is half of one' all 'not is 0' 'says "auto-download"'

# Nor more than a tenth of media-limit a day, if sizes are known.
fresh
printf '%slarge auto-download=new\n' "$url" >"$feeds"
printf 'media-free = 0\nmedia-limit = 20M\n' >"$config"
run refresh
run refresh
ok 'a feed gets a tenth of media-limit a day' all 'is 0' '[ "$(wanted)" -eq 2 ]' \
	'says "1 more new episode was left out: a feed gets a tenth"'
run refresh
ok 'and no more in the next poll' all 'is 0' '[ "$(wanted)" -eq 2 ]' \
	'says "1 more new episode was left out: a feed gets a tenth"'

# A rule wants no more than that, even of a feed that is new.
fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nrule "kind:audio" download\n' >"$config"
run refresh
ok 'a rule does not want all of a new feed' all 'is 0' '[ "$(wanted)" -eq 20 ]' \
	'says "5 more new episodes were left out"'
run download --list --format '{title}'
ok 'but its latest episodes' all 'prints "Part 57"' 'prints "Part 38"' \
	'not prints "Part 37"'

# Where episodes stand in a podcast; trailers do not come by themselves.
fresh
printf '%stales auto-download=new keep-newest=2\n' "$url" >"$feeds"
printf 'media-free = 0\nprefer = video\n' >"$config"
run refresh
run refresh
titles() { "$courant" -C "$dir/c" "$@" --format '{title}' </dev/null | sort | tr '\n' ' '; }
ok 'no trailer, and no more than are kept' \
	eval '[ "$(titles download --list)" = "Extra Second " ]'
ok 'seasons and episodes are found' all '[ "$(titles search season:2)" = "Extra First Second Soon " ]' \
	'[ "$(titles search "season:>=1 episode:1 -is:trailer")" = "Extra First Old " ]' \
	'[ "$(titles search is:bonus)" = "Extra " ]' '[ "$(titles search is:trailer)" = "Soon " ]' \
	'[ "$(titles search author:guest)" = "Extra First Old Second Soon " ]'
run show --json "$(item title:Extra)"
ok 'and shown, with the other files' all 'is_json "$dir/out"' 'prints "\"season\":2"' \
	'prints "\"season_name\":\"Book two\""' 'prints "\"episode\":1.5"' \
	'prints "\"episode_type\":\"bonus\""' 'prints "Ben (guest)"' \
	'prints "{\"rel\":\"source\",\"url\":\"ipfs:"' \
	'not prints "\"enclosures\":.*ipfs:.*\"season\""' \
	'prints "\"title\":\"As film\""'
run download
ok 'of several files, the preferred kind comes' \
	eval '[ "$(find "$dir/c" -name "*.mp4" | wc -l)" -eq 2 ]'
run download --wait title:First
kept() { "$courant" -C "$dir/c" search is:here --format '{title}' </dev/null | sort | tr '\n' ' '; }
printf '%stales keep-newest=1\n' "$url" >"$feeds"
run download
ok 'the newest that came by themselves stay, and what was asked for' \
	all 'says "the file of 1 episode was removed"' '[ "$(kept)" = "First Second " ]'
printf '%stales keep-unplayed=1s\n' "$url" >"$feeds"
sleep 1
run download
ok 'unplayed ones may go by their age' all '[ "$(kept)" = "First " ]'
printf '%stales\n' "$url" >"$feeds"
run undo
run download
ok 'and come back by undo' eval '[ "$(kept)" = "First Second " ]'

# Room: first what is in the trash goes, then what was played.
fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nmedia-limit = 250k\nplayer = %s\n' "$builddir/tests/player/fakempv" \
	>"$config"
run refresh
run download --wait title:35 or title:36
run download --wait title:37
ok 'without room, it waits' all 'is 1' 'says "media-limit"' '[ "$(files)" -eq 2 ]'
export FAKEMPV='length=1'
run play --wait "$(item title:35)"
run download --wait title:37
ok 'what was played makes room' all 'is 0' 'says "played episode was removed"' '[ "$(files)" -eq 2 ]' \
	'[ "$(kept)" = "Part 36 Part 37 " ]' \
	'[ -z "$(find "$dir/c" -path "*/.trash/*" -type f)" ]'
run download --remove title:36
run download
run download --wait title:38
ok 'the trash makes room before that' all 'is 0' 'not says "went"' \
	'[ "$(kept)" = "Part 37 Part 38 " ]'

# What is no address of the web never comes, so nobody waits for it.
fresh
printf '<rss version="2.0"><channel><title>Odd</title><item><guid>1</guid><title>Odd</title>
<enclosure url="smb://example.org/odd.mp3" type="audio/mpeg"/></item></channel></rss>' \
	>"$dir/odd.xml"
printf 'file://%s\n' "$dir/odd.xml" >"$feeds"
printf 'media-free = 0\nplayer = true %%u\n' >"$config"
run refresh
run download --wait title:odd
run download --list --format '{title} {download}'
ok 'an episode without an address of the web fails for good' prints 'Odd failed'
run play --wait title:odd
ok 'and is not waited for' all 'is 1' 'says "only http and https"'

# A new feed with many episodes.
fresh
printf '%sarchive auto-download=new auto-queue=last\n' "$url" >"$feeds"
run refresh
ok 'nothing of an archive comes by itself, and that is said' all 'is 0' \
	'[ "$(wanted)" -eq 0 ]' '[ -z "$(queued)" ]' \
	'says "60 episodes of a new feed match auto-download, 54.0 MB in all"'
fresh
printf '%sarchive\n' "$url" >"$feeds"
run refresh
ok 'but not where nobody wants them' all 'is 0' 'not says "match"'

# Files that neither address nor type tell, and a document, which is no episode.
fresh
printf '%suntold auto-download=new\n' "$url" >"$feeds"
printf 'media-free = 0\nrule "title:Paper" download\n' >"$config"
run refresh
ok 'no document comes by itself' all 'is 0' '[ "$(wanted)" -eq 0 ]'
run queue add title:Paper
ok 'nor can it be queued' all 'not is 0' 'says "none of them has an episode"'
run download --wait title:Paper or title:Untold
ok 'but downloaded' all 'is 0' '[ -n "$(find "$dir/c" -name "*Paper.pdf")" ]'
ok 'a file is named by its first bytes' all '[ -n "$(find "$dir/c" -name "*Untold.m4a")" ]' \
	'[ -z "$(find "$dir/c" -name "*Untold.bin")" ]' '[ "$(kept)" = "Paper Untold " ]'
run download --remove title:Untold
run download
ok 'and found by that name' eval '[ -z "$(find "$dir/c" -name "*Untold.m4a")" ]'
run check
ok 'the store is sound after that' all 'is 0' quiet

# An address with a token that is no longer good; the feed names another one.
fresh
printf '%smoving\n' "$url" >"$feeds"
printf 'media-free = 0\n' >"$config"
run refresh
run download --wait title:Moving
ok 'an address that was good once' all 'is 1' 'says "HTTP 403"'
run refresh
run download --wait title:Moving
ok 'the address that the feed names now is what counts' all 'is 0' '[ "$(files)" -eq 1 ]'
run download title:Later
printf 'media-free = 0\nmedia-name = other/{id}\n' >"$config"
run download
ok 'options count as they are when a download begins' all 'is 0' \
	'[ -n "$(find "$dir/c" -path "*/other/*.mp3")" ]'
exec 3<&-
finish
