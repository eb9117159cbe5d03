#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/* zlib's own names for these are macros, which Swift does not see. */

/* Prepares to expand a gzip member; 0 or a code of zlib's. */
static inline int czlib_begin_inflate(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}

/* Prepares to write a gzip member; 0 or a code of zlib's. */
static inline int czlib_begin_deflate(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
