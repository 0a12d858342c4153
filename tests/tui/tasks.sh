# Plays the tasks of tasks.tsv with the driver, which counts the keys: none takes more than
# the better of two other readers.
table=$srcdir/tests/tui/tasks.tsv
drive=$builddir/tests/tui/tuidrive
if ! [ -x "$drive" ]; then
	echo '1..0 # SKIP needs libvterm'
	exit 0
fi
script=$(mktemp "${TMPDIR:-/tmp}/courant-tasks.XXXXXX") || exit 1
trap 'rm -f "$script"' EXIT

cat >"$script" <<'END'
file alpha.xml
<?xml version="1.0"?>
<rss version="2.0"><channel><title>Alpha</title><link>http://127.0.0.1/</link>
<item><guid>1</guid><title>a1</title><link>http://127.0.0.1/a1</link><pubDate>Sat, 21 Nov 2026 12:00:00 GMT</pubDate><description>text of a1 &lt;a href="http://127.0.0.1/first"&gt;one&lt;/a&gt; &lt;a href="http://127.0.0.1/second"&gt;two&lt;/a&gt; &lt;a href="http://127.0.0.1/third"&gt;three&lt;/a&gt; &lt;a href="http://127.0.0.1/4"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/5"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/6"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/7"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/8"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/9"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/10"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/11"&gt;x&lt;/a&gt; &lt;a href="http://127.0.0.1/twelfth"&gt;x&lt;/a&gt;</description></item>
<item><guid>2</guid><title>a2</title><link>http://127.0.0.1/a2</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>text of a2</description></item>
<item><guid>3</guid><title>a3</title><link>http://127.0.0.1/a3</link><pubDate>Thu, 19 Nov 2026 12:00:00 GMT</pubDate><description>text of a3</description></item>
<item><guid>4</guid><title>a4</title><link>http://127.0.0.1/a4</link><pubDate>Wed, 18 Nov 2026 12:00:00 GMT</pubDate><description>text of a4</description></item>
<item><guid>5</guid><title>a5</title><link>http://127.0.0.1/a5</link><pubDate>Tue, 17 Nov 2026 12:00:00 GMT</pubDate><description>text of a5</description></item>
</channel></rss>
end
file beta.xml
<?xml version="1.0"?>
<rss version="2.0"><channel><title>Beta</title><link>http://127.0.0.1/</link>
<item><guid>1</guid><title>b1</title><link>http://127.0.0.1/b1</link><pubDate>Sat, 14 Nov 2026 12:00:00 GMT</pubDate><description>text of b1</description></item>
<item><guid>2</guid><title>b2</title><link>http://127.0.0.1/b2</link><pubDate>Fri, 13 Nov 2026 12:00:00 GMT</pubDate><description>text of b2</description></item>
</channel></rss>
end
file server.txt
/alpha
	header Content-Type: application/rss+xml
	file alpha.xml
/beta
	header Content-Type: application/rss+xml
	file beta.xml
/gamma
	rss 2
end
file bin/open 755
#!/bin/sh
echo "$@" >>${DIR}/opened
end
file start/config
browser = "${DIR}/bin/open"
browser-terminal = no
bookmark-command = true
save-dir = ${DIR}/home/saved
auto-refresh = no
restore = no
day-headings = no
fixed-rows =
sort-items = -date
end
END
awk -F '\t' '
	function keys(text, n) {
		if (text == "-")
			return 1000
		while (text != "") {
			sub(/^(<[A-Za-z-]+>|.)/, "", text)
			n++
		}
		return n
	}
	/^#/ { next }
	{
		print "test " $2
		if (!begun++)
			print "server --script server.txt\n" \
				"sh sed -i \"s|\\${DIR}|$DIR|g\" start/config bin/open; " \
				"printf \"%s\\n\" \"${URL}alpha\" \"${URL}beta\" \"${URL}gamma\" | " \
				"sed \"s|\\([0-9]\\)\\([a-z]\\)|\\1/\\2|\" >start/feeds; " \
				"courant -C start refresh >/dev/null"
		print "sh rm -rf home opened; cp -r start home; mkdir home/saved"
		print "run courant -C home"
		print "wait row -2 /1.3/"
		if ($1 != "feeds")
			print "keys <Enter>\nwait row -2 \"/a1\""
		if ($1 == "article")
			print "keys <Enter>\nwait screen \"text of a1\""
		print "count\nkeys " $3 "\nwait " $6
		best = keys($4) < keys($5) ? keys($4) : keys($5)
		if (best < 1000)
			print "want typed " best
		if ($6 != "exit 0")
			print "signal TERM"
		print "wait exit 0"
	}' "$table" >>"$script"
"$drive" "$script"
