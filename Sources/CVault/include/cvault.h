#ifndef CVAULT_H
#define CVAULT_H

/* A file system for SQLite (VFS) named "cjvault", in which pages and frames are sealed: it puts them where they belong in
   the files, and has them sealed and opened by its user. Locks, the log's index and all else are the system's own VFS's.

   A database is named `file:PATH?vfs=cjvault&vault=NAME`. Docs: docs/vault.md. */

#include <stdint.h>

/* Bytes that a seal is longer than what it holds. */
enum { CVAULT_TRAILER = 32 };

/* What is sealed: a page of the database, the head of a frame of the log, the page in a frame. */
enum { CVAULT_PAGE = 'M', CVAULT_HEAD = 'H', CVAULT_FRAME = 'P' };

/* Where the bytes of a seal stand: its kind, the page's number from 1 or the frame's from 0, and bytes beside it that the
   seal covers and that stay as they are. */
struct cvault_place {
  int kind;
  uint64_t number;
  const uint8_t *beside;
  int beside_count;
};

struct cvault_sealing {
  /* The keys of the vault with a name, kept until released; NULL where they are not known. */
  void *(*retain)(const char *vault);
  void (*release)(void *keys);
  /* Seals `count` bytes; `sealed` has room for CVAULT_TRAILER more. 0, or another number if that is not possible. */
  int (*seal)(void *keys, const struct cvault_place *place, const uint8_t *plain, int count, uint8_t *sealed);
  /* Opens a seal of `count` bytes and the trailer. 0, or another number if it was not made there with these keys. */
  int (*open)(void *keys, const struct cvault_place *place, const uint8_t *sealed, int count, uint8_t *plain);
};

/* Makes the VFS known to SQLite, once a process; an SQLite result code. */
int cvault_register(const struct cvault_sealing *sealing);

/* The first sixteen bytes of a sealed database, in the place of SQLite's own: no other program takes it for one. */
extern const uint8_t cvault_magic[16];

/* Calls since the process began that had a shape which is not served; each was answered with an error. */
long cvault_refusals(void);

#endif
