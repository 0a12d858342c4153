#!/bin/sh
# Files of other readers, made up for what is hard about them.
. "$srcdir/tests/cli/import_python.sh"
import_python import_formats 'formats of other readers'
