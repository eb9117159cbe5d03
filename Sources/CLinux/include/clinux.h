#ifndef CLINUX_H
#define CLINUX_H

/* Calls of the Linux C library that Swift's own module does not show, or not in a form that it can call. */

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/* An inotify descriptor (non-blocking, close-on-exec), or -1 with errno set. */
int clinux_watch_open(void);

/* Watches a folder for files that are made, renamed or removed, and, if `writes` is not 0, for those that are written; a
   watch descriptor, or -1 with errno set. */
int clinux_watch_folder(int descriptor, const char *path, int writes);

/* Reads everything that has happened. Returns 1 if any event was about a name that begins with `prefix`, 0 if none
   was, -1 on failure. */
int clinux_watch_drain(int descriptor, const char *prefix);

/* Moves a file so that an existing one is never replaced; 0, or -1 with errno set. */
int clinux_rename_new(const char *from, const char *to);

/* A descriptor (non-blocking, close-on-exec) that is readable when a network interface or an address came or went; -1
   with errno set. */
int clinux_link_open(void);

/* Reads everything that has happened. Returns 1 if anything did, 0 if not, -1 on failure. */
int clinux_link_drain(int descriptor);

/* 1 if an interface other than the loopback one runs and has an address, 0 if none does, -1 on failure. */
int clinux_link_is_up(void);

/* Has the calling thread stand back behind others by so much, 0 to 19, of "nice"; 0, or -1 with errno set. POSIX means a
   whole process by that, Linux a thread: setpriority(2), "C library/kernel differences". */
int clinux_stand_back(int by);

/* Keys in the kernel's keyring of the user, which all processes of the user share and which no disk holds. Each returns -1
   with errno set where there is none, or the kernel refuses: some containers do so. */

/* Keeps some bytes under a name for so many seconds, in the place of what was there; 0. */
int clinux_key_add(const char *name, const void *bytes, size_t count, unsigned seconds);

/* The number of the key that is kept under a name. */
long clinux_key_find(const char *name);

/* Keeps other bytes in the place of a key that was found, as clinux_key_add does, if that is there still; 0. One that is revoked
   meanwhile stays so. */
int clinux_key_replace(long former, const char *name, const void *bytes, size_t count, unsigned seconds);

/* Reads a key that was found; the number of bytes, of which at most `count` are copied. */
long clinux_key_read(long key, void *bytes, size_t count);

/* Has a key that was found stay for so many seconds from now on; 0. */
int clinux_key_renew(long key, unsigned seconds);

/* Has a key that was found go now; 0. */
int clinux_key_revoke(long key);

/* Has the kernel write no image of this process to a file, and lets no other process of the user look into it; 0. */
int clinux_forbid_dumps(void);

/* Whether the files of a folder are in memory (tmpfs, ramfs): 1, or 0 where they are not or that cannot be told. */
int clinux_in_memory(const char *folder);

/* A file in memory that has no name anywhere and goes with its last descriptor, close-on-exec; the descriptor, or -1 with
   errno set. `name` is for people who look into /proc. */
int clinux_memory_file(const char *name);

/* Has a program begin in the root folder when it is started with these actions; 0, or a number of errno(3). */
int clinux_begin_in_root(posix_spawn_file_actions_t *actions);

#endif
