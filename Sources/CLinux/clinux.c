#define _GNU_SOURCE
#include "clinux.h"

#include <linux/magic.h>
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <fcntl.h>

int clinux_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int clinux_watch_folder(int descriptor, const char *path, int writes) {
  uint32_t events = IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR;
  // A database that is moved away is news, too: nothing of it may be written any more.
  return inotify_add_watch(descriptor, path, writes ? events | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM : events);
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

int clinux_link_open(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK,
                                .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR};
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
  }
  return descriptor;
}

int clinux_link_drain(int descriptor) {
  char buffer[8192];
  int found = 0;
  for (;;) {
    ssize_t count = recv(descriptor, buffer, sizeof buffer, 0);
    if (count > 0) {
      found = 1;
    } else if (count == 0) {
      return found;
    } else if (errno == ENOBUFS) {
      found = 1; /* More happened than the kernel could keep; that something did is all that is asked. */
    } else if (errno != EINTR) {
      return errno == EAGAIN ? found : -1;
    }
  }
}

int clinux_link_is_up(void) {
  struct ifaddrs *interfaces;
  if (getifaddrs(&interfaces) != 0) return -1;
  int found = 0;
  for (struct ifaddrs *at = interfaces; at != NULL; at = at->ifa_next) {
    if (at->ifa_addr == NULL || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    if ((at->ifa_flags & IFF_UP) == 0 || (at->ifa_flags & IFF_RUNNING) == 0) continue;
    int family = at->ifa_addr->sa_family;
    if (family == AF_INET || family == AF_INET6) found = 1;
  }
  freeifaddrs(interfaces);
  return found;
}

int clinux_stand_back(int by) { return setpriority(PRIO_PROCESS, (id_t)gettid(), by); }

/* libkeyutils is three calls of the kernel, which the C library has no names for: keyctl(2). */

long clinux_key_find(const char *name) {
  return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", name, 0);
}

/* A key of this process alone, with its time: a process that is killed leaves none that has no end. */
static long make_key(const char *name, const void *bytes, size_t count, unsigned seconds) {
  long key = syscall(SYS_add_key, "user", name, bytes, count, KEY_SPEC_PROCESS_KEYRING);
  if (key < 0) return -1;
  /* All for who possesses it and for the user's other sessions, nothing for others. */
  if (syscall(SYS_keyctl, KEYCTL_SETPERM, key, 0x3f3f0000) == 0 &&
      syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds) == 0)
    return key;
  int error = errno;
  syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_PROCESS_KEYRING);
  errno = error;
  return -1;
}

/* Puts a key where all of the user's processes find it, in one step, in the place of one of that name. */
static int show_key(long key) {
  int result = (int)syscall(SYS_keyctl, KEYCTL_LINK, key, KEY_SPEC_USER_KEYRING);
  int error = errno;
  syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_PROCESS_KEYRING);
  errno = error;
  return result;
}

int clinux_key_add(const char *name, const void *bytes, size_t count, unsigned seconds) {
  long key = make_key(name, bytes, count, seconds);
  return key < 0 ? -1 : show_key(key);
}

int clinux_key_replace(long former, const char *name, const void *bytes, size_t count, unsigned seconds) {
  long key = make_key(name, bytes, count, seconds);
  if (key < 0) return -1;
  /* Held on to, so that it can be asked afterwards whether it was revoked meanwhile: in a keyring of its own, since no keyring has
     two keys of one name. */
  long holder = syscall(SYS_add_key, "keyring", "cloudjournal-former", NULL, 0, KEY_SPEC_PROCESS_KEYRING);
  int is_held = holder >= 0 && syscall(SYS_keyctl, KEYCTL_LINK, former, holder) == 0;
  int result = -1, error = ENOKEY;
  if (is_held && clinux_key_find(name) == former) {
    result = show_key(key);
    error = errno;
    if (result == 0 && syscall(SYS_keyctl, KEYCTL_DESCRIBE, former, NULL, 0) < 0 && errno == EKEYREVOKED) {
      syscall(SYS_keyctl, KEYCTL_REVOKE, key);
      result = -1;
      error = EKEYREVOKED;
    }
  } else {
    syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_PROCESS_KEYRING);
  }
  if (holder >= 0) syscall(SYS_keyctl, KEYCTL_UNLINK, holder, KEY_SPEC_PROCESS_KEYRING);
  errno = error;
  return result;
}

long clinux_key_read(long key, void *bytes, size_t count) {
  return syscall(SYS_keyctl, KEYCTL_READ, key, bytes, count);
}

int clinux_key_renew(long key, unsigned seconds) {
  return (int)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

int clinux_key_revoke(long key) { return (int)syscall(SYS_keyctl, KEYCTL_REVOKE, key); }

int clinux_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int clinux_in_memory(const char *folder) {
    struct statfs facts;
    if (statfs(folder, &facts) != 0) return 0;
    return facts.f_type == TMPFS_MAGIC || (unsigned long)facts.f_type == RAMFS_MAGIC;
}

int clinux_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int clinux_begin_in_root(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addchdir_np(actions, "/");
}
