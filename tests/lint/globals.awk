# Fails for data that can be written (sections .data and .bss) and is not in the list of
# what may. Run:	objdump -t LIBRARY… | awk -f globals.awk globals.allow -
NR == FNR {
	if ($1 !~ /^#/ && NF > 0)
		allowed[$1, $2]
	next
}
/file format/ { object = $1; sub(/:$/, "", object) }
/^[0-9a-f]+ [lg ].*O \.(data|bss|tbss|tdata)[ \t]/ || /^[0-9a-f]+ .*O \*COM\*/ {
	name = $NF
	sub(/\.[0-9]+$/, "", name) # of a static in a function: gcc's name.N,
	sub(/^[a-z_]+\./, "", name) # clang's function.name
	if (name !~ /^(__|\.L|_ZTS)/ && !((object, name) in allowed)) {
		print object ": " name " can be written; make it const or pass it down"
		bad = 1
	}
}
END { exit bad }
