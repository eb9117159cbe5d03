#ifndef CMARKDOWN_SHIM_H
#define CMARKDOWN_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>

#include <string.h>

/* The extensions' node types are not declared in the public headers of this version; their names are. */
static inline int cm_is(cmark_node *node, const char *type) {
  const char *name = cmark_node_get_type_string(node);
  return name && strcmp(name, type) == 0;
}
static inline int cm_is_table(cmark_node *node) { return cm_is(node, "table"); }
static inline int cm_is_strikethrough(cmark_node *node) { return cm_is(node, "strikethrough"); }
static inline int cm_is_task(cmark_node *node) { return cm_is(node, "tasklist"); }

#endif
