#ifndef CARCHIVE_H
#define CARCHIVE_H

/* libarchive, loaded when the first archive is read or written.
 *
 * Linked the usual way it would bring libxml2 and ICU into every start of the program, which costs more than the rest of
 * a short command. Where it cannot be loaded, archive_read_new and archive_write_new return NULL. */

#include <archive.h>
#include <archive_entry.h>

/* archive_read_next_header, with names in UTF-8 whatever the locale of the process: libarchive turns names that are marked
 * as UTF-8 into the characters of the locale, and this thread's is UTF-8 meanwhile. */
int carchive_next_header_utf8(struct archive *archive, struct archive_entry **entry);

/* archive_write_header, which marks names as UTF-8 whatever the locale of the process. */
int carchive_write_header_utf8(struct archive *archive, struct archive_entry *entry);

#endif
