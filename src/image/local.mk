# src/image: one library; what it may include is its line in src/LAYERS. The program that
# decodes pictures is beside it.

noinst_LIBRARIES += src/image/libimage.a
src_image_libimage_a_SOURCES = \
	src/image/cache.c src/image/cache.h \
	src/image/kitty.c src/image/kitty.h \
	src/image/limits.h \
	src/image/raster.c src/image/raster.h \
	src/image/sixel.c src/image/sixel.h

IMAGE = src/image/libimage.a

if GD
pkglibexec_PROGRAMS += src/image/courant-picture
endif
src_image_courant_picture_SOURCES = src/image/decode.c
src_image_courant_picture_CPPFLAGS = $(AM_CPPFLAGS) $(GD_CFLAGS)
src_image_courant_picture_LDADD = $(GD_LIBS)
