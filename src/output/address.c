#include "config.h"

#include "output/address.h"

#include "base/url.h"
#include "render/link.h"

char *
output_address(struct arena *arena, const char *url)
{
	return render_link_show(arena, url_mask(arena, url));
}
