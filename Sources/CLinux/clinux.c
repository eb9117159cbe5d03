#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>
#include <fcntl.h>

int clinux_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int clinux_watch_folder(int descriptor, const char *path) {
  return inotify_add_watch(descriptor, path, IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR);
}

int clinux_watch_drain(int descriptor, const char *prefix) {
  char buffer[8192] __attribute__((aligned(__alignof__(struct inotify_event))));
  size_t length = strlen(prefix);
  int found = 0;
  for (;;) {
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? found : -1;
    }
    if (count == 0) return found;
    for (char *at = buffer; at < buffer + count;) {
      struct inotify_event *event = (struct inotify_event *)(void *)at;
      if (event->mask & IN_Q_OVERFLOW) found = 1;
      if (event->len > 0 && strncmp(event->name, prefix, length) == 0) found = 1;
      at += sizeof *event + event->len;
    }
  }
}

int clinux_rename_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
