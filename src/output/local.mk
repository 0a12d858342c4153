# src/output: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/output/liboutput.a
src_output_liboutput_a_SOURCES = \
	src/output/account.c src/output/account.h \
	src/output/shown_address.c src/output/shown_address.h \
	src/output/command_line.c src/output/command_line.h \
	src/output/document.c src/output/document.h \
	src/output/field.c src/output/field.h \
	src/output/playing.c src/output/playing.h \
	src/output/preview.c src/output/preview.h \
	src/output/template.c src/output/template.h
OUTPUT = src/output/liboutput.a $(EXTRACT)
