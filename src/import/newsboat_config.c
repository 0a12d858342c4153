#include "config.h"

#include "import/newsboat_config.h"

#include <string.h>

#include "import/format.h"
#include "import/list.h"

bool
import_newsboat_config_known(const struct import_probe *probe)
{
	return str_eq(probe->name, "config") && strstr(probe->parent, "newsboat");
}

void
import_newsboat_config_read(struct import_list *list, const char *path, struct span bytes)
{
	(void)list;
	(void)path;
	(void)bytes;
}
