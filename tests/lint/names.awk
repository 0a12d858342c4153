# Names a library's symbols that do not begin with its folder's path (store/item:
# store_item, store_item_…). In base, model, schedule and store/record, which are libraries
# of small types, they begin with their file's name; at the bottom of a layer, in store/db,
# engine/core, ui/draw, ui/terminal, ui/command, ui/catalog, ui/core and cli/core, with the
# layer's alone. Reads the output of nm -g; -v folder=PATH below src.
BEGIN {
	wanted = folder
	gsub("/", "_", wanted)
	if (folder ~ /^(store\/db|engine\/core|ui\/(draw|terminal|command|catalog|core)|cli\/core)$/)
		sub(/_.*/, "", wanted)
	by_file = folder ~ /^(base|model|schedule|store\/record)$/
}
/\.o:$/ {
	file = $1
	sub(/\.o:$/, "", file)
	sub(/^.*_a-/, "", file)
	if (by_file) {
		wanted = file
		sub(/_.*/, "", wanted)
	}
}
NF == 3 && $3 ~ /^[a-z]/ && $3 !~ "^" wanted "(_|[0-9]|$)" { print folder ": " $3 }
