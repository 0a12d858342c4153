#!/bin/sh
# lines.sh COURANT [URL]: prints command lines that have every command do something: as its usage
# says, with every option that takes no value, and those of tests/faults/lines. So a new command
# has its lines without being named here. They are for a directory with feed.xml, list
# (addresses), states (of state export), copy.mdb (a backup) and trace, and a store with some
# items; URL is what can be subscribed to.
courant=$1 url=${2:-http://127.0.0.1:1/x}
help=$(mktemp "${TMPDIR:-/tmp}/courant-help.XXXXXX") || exit 1
trap 'rm -f "$help"' EXIT

# words: fills in the words of usages, and gives what is optional.
words()
{
	sed "s/[][…]//g; s/ *|/|/g
		s/\<ITEM\>/1/g; s/\<NUMBER\>/1/g; s/\<PLACE\>/1/g; s/\<FEED\>/1/g; s/\<INTO\>/2/g
		s/\<WORD\>/word/g; s/\<QUERY\>/word/g; s/\<TITLE\>/other/g; s/\<TAG\>/kept/g
		s/\<PATH\>/list/g; s/\<TRACE\>/trace/g; s/\<VERB NAME\>/list/g; s,\<URL\>,$url,g
		s/\<COMMAND ARGUMENT\>/quit/g; s/import FILE/import states/
		s/restore FILE/restore copy.mdb/; s/parse FILE/parse feed.xml/; s/\<FILE\>/written/g"
}

{
	"$courant" help | sed -n '/^Commands:/,/^Options:/s/^  \([a-z][a-z-]*\).*/\1/p' |
		while read -r name; do
			"$courant" help "$name" >"$help"
			usage=$(sed -n 's/^Usage: courant //p' "$help" |
				sed 's/ \[OPTION…\]//' | words)
			echo "$usage" | tr '|' '\n' | sed "s/^ */$name /; s/^$name $name/$name/"
			sed -n 's/^  \(--[a-z-]*\)  .*/\1/p' "$help" |
				while read -r option; do echo "${usage%%|*} $option"; done
		done
	sed '/^#/d' "$(dirname "$0")/lines"
} | LC_ALL=C sort -s -k 1,1
