#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call functions with a variable number of arguments. */

/* Lets SQLite take memory without counting it, so without a lock for each piece; SQLITE_MISUSE once a database was open. */
static inline int csqlite_forgo_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
