#ifndef CPIXBUF_SHIM_H
#define CPIXBUF_SHIM_H

#include <gdk-pixbuf/gdk-pixbuf.h>

#endif
