# src/ui/article: one library; what it may include is its line in src/LAYERS.

noinst_LIBRARIES += src/ui/article/libarticle.a
src_ui_article_libarticle_a_SOURCES = \
	src/ui/article/article.c src/ui/article/article.h \
	src/ui/article/article_base.c \
	src/ui/article/article_draw.c \
	src/ui/article/article_episode.c \
	src/ui/article/article_find.c \
	src/ui/article/article_head.c \
	src/ui/article/article_images.c \
	src/ui/article/article_inside.h \
	src/ui/article/article_layout.c \
	src/ui/article/article_links.c \
	src/ui/article/article_form.c \
	src/ui/article/article_wait.c \
	src/ui/article/commands.c \
	src/ui/article/links.c src/ui/article/links.h \
	src/ui/article/places.c src/ui/article/places.h
