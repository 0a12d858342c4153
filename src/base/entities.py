#!/usr/bin/env python3
"""Writes entity_table.h: the named character references of HTML 5.

usage: entities.py > entity_table.h

Sorted by name in byte order, for a binary search. "legacy" marks the names that HTML also
takes without a semicolon. lang and rang keep the characters of XHTML 1.0's DTD, which is
where the entity names of XML feeds come from.
"""
import html.entities

XHTML = {"lang": "\u2329", "rang": "\u232a"}

names = {}
for key, value in html.entities.html5.items():
    name = key.rstrip(";")
    entry = names.setdefault(name, [value, 0])
    if not key.endswith(";"):
        entry[1] = 1
for name, value in XHTML.items():
    names[name][0] = value

print("/* Written by entities.py: name, code points (second 0: none), legacy. */")
print("/* clang-format off */")
print("static const struct entity entities[] = {")
line = ""
for name in sorted(names):
    value, legacy = names[name]
    points = [ord(c) for c in value] + [0]
    row = '{"%s", 0x%x, %s, %d},' % (
        name, points[0], hex(points[1]) if points[1] else "0", legacy)
    if len(line) + len(row) > 80:
        print("\t" + line)
        line = ""
    line += (" " if line else "") + row
print("\t" + line)
print("};")
