# src/render: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/render/librender.a
src_render_librender_a_SOURCES = \
	src/render/changes.c src/render/changes.h \
	src/render/doc.h \
	src/render/edit.c src/render/edit.h \
	src/render/embed.c src/render/embed.h \
	src/render/element.c src/render/element.h \
	src/render/elements.c src/render/elements.h \
	src/render/escaped.c src/render/escaped.h \
	src/render/find_words.c src/render/find_words.h \
	src/render/flow.c src/render/flow.h \
	src/render/grid.c src/render/grid.h \
	src/render/html.c src/render/html.h \
	src/render/layout.c src/render/layout.h src/render/layout_inside.h \
	src/render/layout_picture.c \
	src/render/layout_table.c \
	src/render/line.h \
	src/render/link_list.c src/render/link_list.h \
	src/render/link_note.c src/render/link_note.h \
	src/render/list_markers.c src/render/list_markers.h \
	src/render/markdown.c src/render/markdown.h \
	src/render/math.c src/render/math.h \
	src/render/media_note.c src/render/media_note.h \
	src/render/node.c src/render/node.h \
	src/render/picture.c src/render/picture.h \
	src/render/plain.c src/render/plain.h \
	src/render/prose.c src/render/prose.h \
	src/render/reference.c src/render/reference.h \
	src/render/role.c src/render/role.h \
	src/render/sanitize.c src/render/sanitize.h src/render/sanitize_inside.h \
	src/render/sanitize_attribute.c \
	src/render/sanitize_element.c \
	src/render/sanitize_open.c \
	src/render/sanitize_other.c \
	src/render/sanitize_tag.c src/render/sanitize_tag.h \
	src/render/sanitize_text.c \
	src/render/shift.c src/render/shift.h \
	src/render/tex.c src/render/tex.h \
	src/render/tex_command.c src/render/tex_command.h \
	src/render/tree.c src/render/tree.h \
	src/render/wrap.c src/render/wrap.h
src_render_librender_a_CFLAGS = $(AM_CFLAGS) $(GUMBO_CFLAGS)
RENDER = src/render/librender.a $(GUMBO_LIBS)
