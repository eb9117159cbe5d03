#ifndef CLINUX_H
#define CLINUX_H

/* Calls of the Linux C library that Swift's own module does not show, or not in a form that it can call. */

#include <stdint.h>
#include <sys/types.h>

/* An inotify descriptor (non-blocking, close-on-exec), or -1 with errno set. */
int clinux_watch_open(void);

/* Watches a folder for files that are written, made, renamed or removed; a watch descriptor, or -1 with errno set. */
int clinux_watch_folder(int descriptor, const char *path);

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

#endif
