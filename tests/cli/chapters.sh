# Chapters and transcripts: from feeds, documents that they name, and files.
. "$srcdir/tests/cli/tap.sh"

cat >"$dir/script" <<'END'
/pod
	body <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"><channel><title>Pod</title><language>de-DE</language>
	body <item><guid>1</guid><title>Inline</title><psc:chapters version="1.2"><psc:chapter start="00:01:00.500" title="Two &amp; three" href="http://a.example/"/><psc:chapter start="0" title="One"/><psc:chapter start="soon" title="No"/></psc:chapters><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>2</guid><title>Named</title><podcast:chapters url="@URL@/chapters.json" type="application/json+chapters"/><podcast:transcript url="@URL@/said.html" type="text/html"/><podcast:transcript url="@URL@/said.srt" type="application/srt"/><enclosure url="@URL@/two.mp3" type="audio/mpeg"/></item>
	body <item><guid>3</guid><title>Text</title><description>&lt;p>0:00 Intro&lt;br>3:07 Mail&lt;br>12:42 Yeast&lt;/p></description><enclosure url="@URL@/three.mp3" type="audio/mpeg"/></item>
	body <item><guid>4</guid><title>Wrong</title><podcast:chapters url="@URL@/page"/><podcast:transcript url="@URL@/gone"/><enclosure url="@URL@/one.mp3" type="audio/mpeg"/></item>
	body <item><guid>5</guid><title>Tagged</title><podcast:chapters url="@URL@/chapters.json"/><enclosure url="@URL@/tagged.mp3" type="audio/mpeg"/></item>
	body <item><guid>6</guid><title>Plain</title><enclosure url="@URL@/plain.mp3" type="audio/mpeg"/></item>
	body <item><guid>7</guid><title>Tongues</title><podcast:transcript url="@URL@/en.vtt" type="text/vtt" language="en-GB"/><podcast:transcript url="@URL@/de.srt" type="application/srt" language="de"/><podcast:transcript url="@URL@/de.html" type="text/html" language="de"/><enclosure url="@URL@/plain.mp3" type="audio/mpeg"/></item>
	body <item><guid>8</guid><title>Taken along</title><podcast:transcript url="@URL@/en.vtt" type="text/vtt"/><enclosure url="@URL@/plain.mp3" type="audio/mpeg"/></item>
	body <item><guid>10</guid><title>Motherly</title><podcast:transcript url="@URL@/en.vtt" type="text/vtt" language="en"/><podcast:transcript url="@URL@/de.srt" type="application/srt"/><enclosure url="@URL@/plain.mp3" type="audio/mpeg"/></item>
	body <item><guid>11</guid><title>Wide</title><podcast:transcript url="@URL@/wide.vtt" type="text/vtt"/><enclosure url="@URL@/plain.mp3" type="audio/mpeg"/></item>
	body <item><guid>9</guid><title>Adverts</title><enclosure url="@URL@/adverts.mp3" type="audio/mpeg"/></item>
	body </channel></rss>
/adverts.mp3
	header Content-Type: audio/mpeg
	file @DIR@/adverts
/en.vtt
	body WEBVTT\n\n00:01.000 --> 00:02.000\nHarbours and sparrowhawks\n
/wide.vtt
	header Content-Type: text/vtt
	file @DIR@/wide
/de.srt
	body 1\n00:00:01,000 --> 00:00:02,000\nHafen und Sperber\n
/de.html
	body <p>Nein</p>
/one.mp3
	made 400000 1
/two.mp3
	made 400000 2
/three.mp3
	made 400000 3
/chapters.json
	header Content-Type: application/json
	body {"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},{"startTime":10,"toc":false,"title":"Advert"},{"startTime":20.5,"title":"Talk","url":"http://b.example/","endTime":95}]}
/said.srt
	body 1\n00:00:01,000 --> 00:00:02,000\nAda: Es kommt aus der Luft.\n\n
	body 2\n00:00:02,500 --> 00:00:04,000\nBen: Im Maschinenraum!\n\n
	body 3\n01:02:05,000 --> 01:02:06,000\nAda: Eben.\n\n
	body 4\n01:02:07,000 --> 01:02:08,000\nBen: Ja.\n
/tagged.mp3
	header Content-Type: audio/mpeg
	file @DIR@/tagged
/plain.mp3
	made 400000 6
/page
	body <html><body>Please log in</body></html>
END
{
	printf 'ID3\003\000\000\000\000\000`CHAP\000\000\000)\000\000a\000\000\000\000\000\000\000\023\210\377\377\377\377\377\377\377\377TIT2\000\000\000\015\000\000\003From the tagCHAP\000\000\000#\000\000b\000\000\000\023\210\000\000#(\377\377\377\377\377\377\377\377TIT2\000\000\000\007\000\000\003Second'
	head -c 200000 /dev/zero
} >"$dir/tagged"
# In UTF-16, with marks that hide and turn text.
printf 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ad\033[2Ja>Ha\342\200\256fen\342\200\213 \033]0;x\007und See\n' |
	env -u GCONV_PATH iconv -f UTF-8 -t UTF-16LE >"$dir/wide.bare"
{ printf '\377\376'; cat "$dir/wide.bare"; } >"$dir/wide"
sed "s|@DIR@|$dir|" "$dir/script" >"$dir/script.set"
serve --script "$dir/script.set"

fresh
printf '%spod\n' "$url" >"$feeds"
printf 'media-free = 0\nplayer = %s\n' "$builddir/tests/player/fakempv" >"$config"
run refresh
id() { "$courant" -C "$dir/c" search --format '{id}' "$@" </dev/null; }
inline=$(id title:Inline)
named=$(id title:Named)
wrong=$(id title:Wrong)

run show --chapters "$inline"
ok 'of the feed itself, sorted' all 'is 0' quiet \
	'out_is "0:00  One
1:00  Two & three  http://a.example/"'
run show --chapters "$(id title:Text)"
ok 'times in the text' all 'is 0' quiet 'prints "3:07  Mail"' 'lines "$dir/out" 3'
run show --chapters "$named"
ok 'of a document, which is fetched' all 'is 0' quiet 'prints "0:20  Talk  http://b"' \
	'not prints Advert'
run list --items --format '{title} {duration}' 'duration:1m..2m'
ok 'whose end is that of the episode, if the feed does not say it' out_is 'Named 1:35'
run show --chapters --format json "$named"
ok 'as JSON, silent ones too' all 'is 0' is_json 'prints "\"toc\":false"' \
	'prints "\"startTime\":20.500"'
run show --chapters --format psc "$inline"
ok 'as Podlove chapters' prints '<psc:chapter start="00:01:00.500" title="Two &amp; three"'
run show --chapters --format ffmetadata "$inline"
ok 'for ffmpeg' all 'prints "START=60500"' 'prints "title=Two & three"'
run show --chapters --format vtt "$inline"
ok 'as WebVTT' all 'prints WEBVTT' 'prints "00:00:00.000 --> 00:01:00.500"'
run show --chapters "$wrong"
ok 'a page in place of chapters' all 'is 3' 'says "is not a list of chapters"'
run show --transcript "$wrong"
ok 'a transcript that is gone' all 'is 3' 'says "HTTP 404"'
run show --transcript "$inline"
ok 'no transcript' all 'is 3' 'says "names no transcript"'

run show --transcript "$named"
ok 'a transcript, of the best format' all 'is 0' quiet \
	'prints "[0:01] Ada: Es kommt aus der Luft."' 'prints "[1:02:05] Ada: Eben."'
run show --transcript --format vtt "$named"
ok 'as WebVTT' all 'is 0' 'prints "01:02:05.000 --> 01:02:06.000"' 'prints "<v Ada>Eben."'
run show --transcript --format json "$named"
ok 'as JSON' all 'is 0' is_json \
	'prints "\"startTime\":3725.000,\"endTime\":3726.000,\"body\":\"Eben.\""'
for format in psc ffmetadata; do
	run show --transcript --format "$format" "$named"
	ok "not as $format" all 'is 2' 'says "needs text, json or vtt"'
done

run download title:Tagged --wait
run show --chapters "$(id title:Tagged)"
ok 'of a file that was never played' all 'is 0' quiet 'out_is "0:00  From the tag
0:05  Second"'
run -o chapters-from=feed show --chapters "$(id title:Tagged)"
ok 'beside which the document is still fetched' all 'is 0' 'prints "0:20  Talk"'

export FAKEMPV='length=600 chapters'
printf 'quit\n' >"$dir/quit"
# hear TITLE [LINE [TEXT]]: plays it until it plays, says LINE, waits for TEXT, and ends.
hear()
{
	mkfifo "$dir/lines"
	"$courant" -C "$dir/c" listen "$(id "title:$1")" >"$dir/out" 2>"$dir/err" <"$dir/lines" &
	exec 4>"$dir/lines"
	tries=0
	until grep -q Playing "$dir/out" || [ "$tries" -gt 100 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	echo "${2-}" >&4
	until [ "$#" -lt 3 ] || grep -q "$3" "$dir/out" || [ "$tries" -gt 100 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	echo quit >&4
	exec 4>&-
	wait $!
	status=$?
	rm "$dir/lines"
}
hear Tagged
ok 'the tag of the file counts, not what the player finds' all 'is 0' \
	'prints "1/2 From the tag"'
run show --chapters "$(id title:Tagged)"
ok 'also in place of the document' all 'is 0' 'prints "0:05  Second"' 'not prints Talk'
run -o chapters-from=feed show --chapters "$(id title:Tagged)"
ok 'unless the option wants the feed' all 'is 0' 'prints "0:20  Talk"'
cp "$feeds" "$dir/kept-feeds"
sed -i 's/$/ chapters-from=feed/' "$feeds"
run show --chapters "$(id title:Tagged)"
ok 'as the line of the feed does' all 'is 0' 'prints "0:20  Talk"'
mv "$dir/kept-feeds" "$feeds"
run -o chapters-from=file show --chapters "$(id title:Tagged)"
ok 'or only the file' all 'is 0' 'prints "0:05  Second"'
run -o chapters-from=file show --chapters "$named"
ok 'which may have none' all 'is 3' 'says "no chapters"'
hear Plain
run show --chapters "$(id title:Plain)"
ok 'what the player finds is kept' all 'is 0' 'out_is "0:00  One
0:20  Two[2J"'
FAKEMPV='length=600'
hear Inline 'chapter 2' 2/2
ok 'chapters of the feed can be jumped to' all 'is 0' 'prints "2/2 Two & three"'
run download --wait title:Tongues
run list --items 'transcript:sperber or transcript:sparrowhawks'
ok 'a transcript is not fetched unless it is asked for' is 3
run -o transcript-language=de-AT show --transcript "$(id title:Tongues)"
ok 'in the language that is wanted, of its best format' all 'is 0' \
	'prints "Hafen und Sperber"'
run show --transcript "$(id title:Wide)"
ok 'in UTF-16, and nothing in it steers the terminal' all 'is 0' \
	'out_is "[0:01] Ad[2Ja: Hafen ]0;xund See"'
run show --transcript "$(id title:Motherly)"
ok 'in the language of the feed, if no option names one' all 'is 0' \
	'prints "Hafen und Sperber"'
run show --transcript --language en "$(id title:Tongues)"
ok 'a transcript in another language' all 'is 0' quiet 'prints sparrowhawks'
run show --transcript "$(id title:Tongues)"
ok 'which stays' all 'is 0' quiet 'prints sparrowhawks'
run show --transcript --language de "$(id title:Tongues)"
ok 'and back' all 'is 0' quiet 'prints Sperber'
run show --transcript --language fr "$(id title:Tongues)"
ok 'a language that there is not: those that there are' all 'is 3' silent \
	'says_once "it has no transcript in \"fr\", but in: en-GB, de"'
run show --transcript --language d "$(id title:Tongues)"
ok 'nor is a letter one' all 'is 3' silent 'says_once "no transcript in"'
run show --transcript --language de-CH "$(id title:Tongues)"
ok 'but a variety' all 'is 0' quiet 'prints Sperber'
run show --chapters --language de "$(id title:Tongues)"
ok 'chapters have no language' all 'is 2' 'says "goes with --transcript"'
run -o transcripts=queued download --wait title:Taken
run list --items --format '{title}' 'transcript:sparrowhawks'
ok 'or with each episode: what is said in it is found' all 'is 0' 'out_is "Taken along"'
hear Named
ok 'those of a document are fetched for it' all 'is 0' 'prints "1/2 Intro"'
# Advertisements of 31 seconds more, in a file that was fetched again.
tag() { printf 'ID3\003\000\000\000\000\000`CHAP\000\000\000)\000\000a\000\000\000\000\000\000\000\023\210\377\377\377\377\377\377\377\377TIT2\000\000\000\015\000\000\003From the tagCHAP\000\000\000#\000\000b\000\000\000'"$1"'\000\003\015@\377\377\377\377\377\377\377\377TIT2\000\000\000\007\000\000\003Second'; head -c 200000 /dev/zero; }
tag 'u0' >"$dir/adverts"
run download --wait title:Adverts
export FAKEMPV='length=200 ends=40.3'
run play --wait --from 0:40 "$(id title:Adverts)"
tag '\356H' >"$dir/adverts"
find "$dir/c" -name '*Adverts*' -exec rm {} +
export FAKEMPV="length=231 ends=72 log=$dir/asked"
run play --wait "$(id title:Adverts)"
ok 'other advertisements: it goes on in the same chapter' all 'says "same chapter, at 1:11"' \
	'grep -q "start.:.71\." "$dir/asked"'
# A title that comes twice does not say where it goes on.
{ printf 'ID3\003\000\000\000\000\000ZCHAP\000\000\000#\000\000a\000\000\000\000\000\000\000\000\000\377\377\377\377\377\377\377\377TIT2\000\000\000\007\000\000\003SecondCHAP\000\000\000#\000\000b\000\000\001\206\240\000\003\015@\377\377\377\377\377\377\377\377TIT2\000\000\000\007\000\000\003Second'; head -c 200000 /dev/zero; } >"$dir/adverts"
find "$dir/c" -name '*Adverts*' -exec rm {} +
rm "$dir/asked"
export FAKEMPV="length=231 ends=73 log=$dir/asked"
run play --wait "$(id title:Adverts)"
ok 'a title that comes twice: it goes on at the same time' all 'not says "same chapter"' \
	'grep -q "start.:.4[01]\." "$dir/asked"'
export FAKEMPV='length=231'
run play --wait --from 3:50 "$(id title:Adverts)"
export FAKEMPV='length=231 ends=1'
run play --wait "$(id title:Adverts)"
ok 'what was played starts over, which is the same file' not says 'same chapter'
# replace TAG: the file that is here, by one with that tag.
replace()
{
	tag "$1" >"$dir/adverts"
	find "$dir/c" -name '*Adverts*' -exec cp "$dir/adverts" {} \;
}
replace 'u0'
export FAKEMPV='length=200 ends=40.3'
run play --wait --from 0:40 "$(id title:Adverts)"
replace '\356H'
export FAKEMPV='length=231 ends=71.5'
run play --wait "$(id title:Adverts)"
ok 'other advertisements in a file that is here: it is played' all \
	'says "same chapter, at 1:11"' 'prints "Playing Pod: Adverts  1:11"'
exec 3<&-
kill "$server"
trap 'rm -rf "$dir"' EXIT
run show --transcript --format vtt "$named"
ok 'is kept' all 'is 0' 'prints "<v Ben>Im Maschinenraum!"'
run show --transcript --format json "$named"
ok 'as JSON' all 'is 0' is_json 'prints "\"speaker\":\"Ben\""'
run list --items --format '{title}' 'transcript:maschinenraum'
ok 'what is said is found' all 'is 0' 'out_is Named'
run list --items --format '{title}' 'transcript:"aus der luft"'
ok 'phrases as well' all 'is 0' 'out_is Named'
run list --items --format '{title}' 'transcript:yeast'
ok 'and nothing else' is 3
run show --transcript --format psc "$named"
ok 'a format that transcripts do not have' all 'is 2' 'says "text, json or vtt"'
run show --chapters --transcript "$named"
ok 'one of the two' all 'is 2' 'says "choose one"'
run show --format vtt "$named"
ok 'a format of nothing' all 'is 2' 'says "goes with"'
run show --chapters 999
ok 'an item that is not there' all 'is 3' 'says "no item 999"'
run check
ok 'the store is sound' all 'is 0' quiet
run check --repair
run show --transcript --format vtt "$named"
ok 'repair keeps it' all 'is 0' 'prints "<v Ben>Im Maschinenraum!"'

finish
