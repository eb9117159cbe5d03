#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call functions with a variable number of arguments. */

/* Lets SQLite take memory without counting it, so without a lock for each piece; take names as URIs; and never write the
   journal of a statement to a file. Another number than 0 once a database was open. */
static inline int csqlite_prepare(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) | sqlite3_config(SQLITE_CONFIG_URI, 1) |
         sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
}

#endif
