#!/bin/sh
# Files of other readers, in other clothes.
. "$srcdir/tests/cli/import_python.sh"
import_python import_disguise 'readers in other clothes'
