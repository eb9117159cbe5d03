#ifndef CVTERM_SHIM_H
#define CVTERM_SHIM_H
#include <vterm.h>

/* Bits of an anonymous union and cast macros do not import: a colour as one number, -1 for the default one,
   0 ... 255 for the palette, 0x1000000 + RRGGBB for a true colour. */
static inline int cvterm_color(VTermColor color) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color)) return -1;
    if (VTERM_COLOR_IS_INDEXED(&color)) return color.indexed.idx;
    return 0x1000000 | color.rgb.red << 16 | color.rgb.green << 8 | color.rgb.blue;
}
#endif
