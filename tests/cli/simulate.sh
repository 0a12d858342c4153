# simulate: replays of a small trace that was worked out by hand.
. "$srcdir/tests/cli/tap.sh"

# Ten posts, one a day at noon; the first poll shows five (k = min(10, 5)): it comes one
# second after the fifth, and each later poll of a whole hour finds the post of a second ago.
{
	echo '# feed:a blog 10 10 0 864000'
	for day in 0 1 2 3 4 5 6 7 8 9; do echo $((day * 86400 + 43200)); done
} >"$dir/trace"
gzip -c "$dir/trace" >"$dir/trace.gz"

run simulate --json --strategy fixed:1h,fixed:1d "$dir/trace"
cp "$dir/out" "$dir/plain"
# From 4 d 12:00:01 to 10 d: 131 h 59 min 59 s, so 131 polls; five posts, 1 s each. Daily:
# 5 polls, the posts again after 1 s.
ok 'simulate: polls, items and delay as worked out' all 'is 0' quiet \
	'prints "\"name\":\"fixed:1h\",\"polls\":131,\"items\":5,"' \
	'prints "\"name\":\"fixed:1d\",\"polls\":5,\"items\":5,\"polls_per_item\":1,"' \
	'prints "\"mean_delay_s\":1,\"max_delay_s\":1,"' \
	'prints "\"missed\":0,\"completeness\":1,"'
run simulate --json --strategy fixed:1h,fixed:1d "$dir/trace.gz"
ok 'simulate: gzip is read directly' cmp -s "$dir/out" "$dir/plain"
run simulate --strategy fixed:1d --polls-as fixed:1h "$dir/trace"
ok 'simulate: scaled to 131 polls' grep -q '^fixed:1d *131 ' "$dir/out"
# 25 a day of the one feed in 5.5 days are 137; a day has gone by before the first fit.
run simulate --json --strategy fixed:1d --requests-per-day 25 "$dir/trace"
ok 'simulate: a budget' grep -q '"polls":1[1-4][0-9],' "$dir/out"
run simulate --by kind "$dir/trace"
ok 'simulate: by kind, all strategies' all 'is 0' 'prints "blog: 1 feed,"' \
	'prints "moving-average "' 'prints "least-delay "'
run simulate --plot --svg "$dir/plot.svg" --strategy fixed:1h "$dir/trace"
ok 'simulate: drawn' all 'is 0' quiet 'prints " a  fixed:1h"'
ok 'simulate: drawn as SVG' [ "$(grep -c '<circle' "$dir/plot.svg")" = 1 ]
run simulate --synthetic roses --strategy best-effort:uniform
ok 'simulate: b requests in each of 100 cycles' \
	[ "$(grep -c -e 'uniform *10 .* 1000 .*0.268' -e 'uniform *50 .* 5000 .*0.887' "$dir/out")" = 2 ]
run simulate --json --strategy least-delay:oracle,least-delay:no-week "$dir/trace"
ok 'simulate: variants for study' all 'is 0' 'prints "least-delay:oracle"' \
	'prints "least-delay:no-week"'
run -o strategy=least-delay:oracle list
ok 'simulate: … are no values of the option' all 'is 2' 'says strategy'
run simulate --strategy nonsense "$dir/trace"
ok 'simulate: no such strategy' all 'is 2' 'says nonsense' 'says moving-average'
run simulate --polls-as fixed --requests-per-day 3 "$dir/trace"
ok 'simulate: one budget at most' all 'is 2' 'says "only one"'
run simulate
ok 'simulate: nothing to replay' all 'is 2' 'says --mine'
: >"$dir/empty"
run simulate "$dir/empty"
ok 'simulate: a trace without feeds' all 'is 1' silent 'says_once "$dir/empty: no feed in it"'
for wrong in --polls-as=foo --polls-per-day=0 --polls-per-day= --requests-per-day=abc \
	--requests-per-cycle=-1 --strategy=fixed:60; do
	run simulate "$wrong" "$dir/trace"
	ok "simulate: $wrong is a wrong usage" all 'is 2' silent 'lines "$dir/err" 1'
done
run simulate --strategy fixed:1d --polls-as fixed:1h "$dir/trace"
ok 'simulate: the scale has a title' prints '  scale'
# 96 posts a day, ten shown at once: a daily poll loses nine of ten, unless it may not.
{
	echo '# feed:b news 10 960 0 864000'
	i=0
	while [ $i -lt 960 ]; do
		echo $((i * 900))
		i=$((i + 1))
	done
} >"$dir/busy"
run simulate --json --strategy fixed:1d "$dir/busy"
ok 'simulate: as published, posts are missed' all 'is 0' 'not prints "\"missed\":0,"'
run simulate --json --strategy fixed:1d --max-interval 1d "$dir/busy"
ok "simulate: within the reader's limits none is" all 'is 0' 'prints "\"missed\":0,"'
run simulate --json --strategy fixed:1d --max-interval 1d --as-published "$dir/busy"
ok 'simulate: unless that is wanted' all 'is 0' 'not prints "\"missed\":0,"'
fresh
cat >"$dir/feed.xml" <<'END'
<rss version="2.0"><channel><title>T</title>
<item><guid>2</guid><title>b</title><pubDate>Tue, 03 Nov 2026 12:00:00 GMT</pubDate></item>
<item><guid>1</guid><title>a</title><pubDate>Mon, 02 Nov 2026 12:00:00 GMT</pubDate></item>
</channel></rss>
END
echo "file://$dir/feed.xml" >"$feeds"
run simulate --mine
ok 'simulate: nothing recorded yet' all 'is 1' silent 'says "recorded for a day"'
run refresh
run export --traces --addresses
# date -u -d @1793620800 is Mon, 02 Nov 2026, 12:00
ok 'export: recorded posts, oldest first' all 'is 0' quiet \
	'prints "# file://$dir/feed.xml mine 2 2 "' 'lines "$dir/out" 3' \
	'[ "$(sed -n "2,3p" "$dir/out" | tr "\n" " ")" = "1793620800 1793707200 " ]'
run export --traces
ok 'export: without addresses' all 'is 0' 'not prints feed.xml' 'prints "# feed:"' 'prints " mine 2 2 "'
run export --addresses
ok 'export: addresses of nothing' all 'is 2'
run simulate --strategy fixed:1h "$dir/trace" --mine
ok 'simulate: own feeds or a trace' all 'is 2'
run simulate "$dir/nowhere"
ok 'simulate: a trace that is not there' all 'is 1' 'says nowhere'
run simulate "$dir"
ok 'simulate: a directory is no trace' all 'is 1' 'says "is a directory"'
dd if=/dev/null of="$dir/endless" bs=1048576 seek=300 2>/dev/null
run simulate --strategy fixed:1h "$dir/endless"
ok 'simulate: a file that is too large' all 'is 1' 'says "larger than 268435456 bytes"'
for ends in '0 9000000000000000000' '-5 5' '9 8'; do
	echo "# far news 1 0 $ends" >"$dir/far"
	run simulate --strategy fixed:1h "$dir/far"
	ok "simulate: no feed is observed from ${ends% *} to ${ends#* }" \
		all 'is 1' 'says "not a trace"'
done

finish
