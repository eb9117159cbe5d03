/* Stands between a program and its files: writes down what the program asks of the disk, or makes it fail.

   Loaded by LD_PRELOAD. Only files under DISK_ROOT are looked at. DISK_LOG names a file to which every change that
   succeeded is appended, in order, for disk.py to read. DISK_COUNT names a file of two 64-bit numbers that all processes
   share: how many calls there were, and how many of them were made to fail. DISK_AT=N (1 is the first) chooses a call,
   DISK_DO what happens to it: kill (before it), torn (half of a write, then kill), or the name of an error; DISK_EVER=1
   lets all later calls fail, too. DISK_READS=1 counts reads as well. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, RMDIR, LINK };
enum { CREATED = 1, EMPTIED = 2 };
enum { FILES = 1 << 16 };

struct record {
  uint32_t magic;
  uint8_t kind, flags;
  uint16_t unused;
  uint32_t first_length, second_length;
  uint64_t handle, number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_length;
static int log_file = -1;
static uint64_t handles[FILES]; /* 0 for a descriptor that is not looked at */
static uint8_t appends[FILES];
static uint64_t next_handle;
static uint64_t nothing[2];
static uint64_t *counts = nothing;
static uint64_t fail_at;
static int fail_error, fail_ever, counts_reads;
static enum { FAIL, KILL, TORN } fail_how;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static int error_named(const char *name) {
  static const struct { const char *name; int number; } known[] = {
      {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EACCES", EACCES}, {"EROFS", EROFS}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) return known[i].number;
  return EIO;
}

static void begin(void) __attribute__((constructor));
static void begin(void) {
  const char *folder = getenv("DISK_ROOT");
  if (!folder || strlen(folder) >= sizeof root) return;
  strcpy(root, folder);
  const char *log = getenv("DISK_LOG"), *count = getenv("DISK_COUNT"), *at = getenv("DISK_AT"), *what = getenv("DISK_DO");
  if (log) {
    int low = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    log_file = (int)syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, low);
  }
  if (count) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, count, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && syscall(SYS_ftruncate, file, sizeof nothing) == 0) {
      void *shared = mmap(NULL, sizeof nothing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (shared != MAP_FAILED) counts = shared;
    }
    syscall(SYS_close, file);
  }
  if (at) fail_at = strtoull(at, NULL, 10);
  if (what) {
    fail_how = strcmp(what, "kill") == 0 ? KILL : strcmp(what, "torn") == 0 ? TORN : FAIL;
    fail_error = error_named(what);
  }
  fail_ever = getenv("DISK_EVER") != NULL;
  counts_reads = getenv("DISK_READS") != NULL;
  next_handle = (uint64_t)getpid() << 32;
  root_length = strlen(root);
}

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

/* Whether this call fails; errno is set then. A process that has to die does so here, unless a write is to be torn. */
static int fails(int is_write) {
  uint64_t number = __atomic_add_fetch(&counts[0], 1, __ATOMIC_SEQ_CST);
  if (!fail_at || number < fail_at || (number > fail_at && !fail_ever)) return 0;
  __atomic_add_fetch(&counts[1], 1, __ATOMIC_SEQ_CST);
  if (fail_how == KILL || (fail_how == TORN && !is_write)) die();
  errno = fail_error;
  return 1;
}

static int is_inside(const char *path) {
  return root_length && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

/* The absolute path of what is named, or an empty text where it is not below the root. */
static void resolve(int folder, const char *path, char *out) {
  out[0] = 0;
  if (!root_length || !path) return;
  if (path[0] == '/') {
    if (strlen(path) < PATH_MAX) strcpy(out, path);
  } else {
    char base[PATH_MAX], link[64];
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    ssize_t count = readlink(link, base, sizeof base - 1);
    if (count < 0) return;
    base[count] = 0;
    if (snprintf(out, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) out[0] = 0;
  }
  if (!is_inside(out)) out[0] = 0;
}

static void note(int kind, int flags, uint64_t handle, uint64_t number, const void *first, size_t first_length,
                 const void *second, size_t second_length) {
  if (log_file < 0) return;
  struct record record = {.magic = 0x4b534944, .kind = (uint8_t)kind, .flags = (uint8_t)flags,
                          .first_length = (uint32_t)first_length, .second_length = (uint32_t)second_length,
                          .handle = handle, .number = number};
  struct iovec parts[] = {{&record, sizeof record}, {(void *)first, first_length}, {(void *)second, second_length}};
  /* One call, to a file opened for appending: records of several processes do not mix. */
  if (syscall(SYS_writev, log_file, parts, 3) != (long)(sizeof record + first_length + second_length)) abort();
}

static uint64_t handle_of(int file) { return file >= 0 && file < FILES ? handles[file] : 0; }

static int opened(int folder, const char *path, int flags, mode_t mode, int (*call)(int, const char *, int, mode_t)) {
  char full[PATH_MAX];
  resolve(folder, path, full);
  if (!full[0]) return call(folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  int changes = flags & (O_CREAT | O_TRUNC);
  if ((changes || counts_reads) && fails(0)) {
    pthread_mutex_unlock(&lock);
    return -1;
  }
  struct stat before;
  int is_new = (flags & O_CREAT) && stat(full, &before) != 0;
  int file = call(folder, path, flags, mode);
  int error = errno;
  if (file >= 0 && file < FILES) {
    handles[file] = ++next_handle;
    appends[file] = (flags & O_APPEND) != 0;
    char actual[PATH_MAX], link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, actual, sizeof actual - 1);
    actual[count < 0 ? 0 : count] = 0;
    note(OPEN, (is_new ? CREATED : 0) | (flags & O_TRUNC ? EMPTIED : 0), handles[file], 0, actual, strlen(actual), "", 0);
  }
  errno = error;
  pthread_mutex_unlock(&lock);
  return file;
}

static int real_openat(int folder, const char *path, int flags, mode_t mode) {
  return REAL(openat)(folder, path, flags, mode);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode, real_openat); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode, real_openat); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode, real_openat); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode, real_openat); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, real_openat); }
int creat64(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode, real_openat); }

int close(int file) {
  if (file >= 0 && file < FILES) handles[file] = 0;
  return REAL(close)(file);
}

static int copied(int from, int to) {
  if (from >= 0 && from < FILES && to >= 0 && to < FILES) handles[to] = handles[from], appends[to] = appends[from];
  return to;
}
int dup(int file) { return copied(file, REAL(dup)(file)); }
int dup2(int file, int other) { return copied(file, REAL(dup2)(file, other)); }
int dup3(int file, int other, int flags) { return copied(file, REAL(dup3)(file, other, flags)); }

/* Writes `count` bytes at `offset`, or at the file's own position where that is -1. */
static ssize_t written(int file, const void *bytes, size_t count, off_t offset) {
  uint64_t handle = handle_of(file);
  if (!handle) return offset < 0 ? REAL(write)(file, bytes, count) : REAL(pwrite)(file, bytes, count, offset);
  pthread_mutex_lock(&lock);
  int fault = fails(1);
  if (fault && fail_how == FAIL) {
    pthread_mutex_unlock(&lock);
    return -1;
  }
  if (fault) count = (count + 1) / 2;
  off_t place = offset;
  if (place < 0) place = appends[file] ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t done = offset < 0 ? REAL(write)(file, bytes, count) : REAL(pwrite)(file, bytes, count, offset);
  if (fault) die();
  int error = errno;
  if (done > 0) note(WRITE, 0, handle, (uint64_t)place, "", 0, bytes, (size_t)done);
  errno = error;
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int file, const void *bytes, size_t count) { return written(file, bytes, count, -1); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return written(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return written(file, bytes, count, offset); }

static ssize_t written_parts(int file, const struct iovec *parts, int number, off_t offset) {
  ssize_t total = 0;
  for (int i = 0; i < number; i++) {
    if (!parts[i].iov_len) continue;
    ssize_t done = written(file, parts[i].iov_base, parts[i].iov_len, offset < 0 ? -1 : offset + total);
    if (done < 0) return total ? total : -1;
    total += done;
    if ((size_t)done < parts[i].iov_len) break;
  }
  return total;
}
ssize_t writev(int file, const struct iovec *parts, int number) {
  return handle_of(file) ? written_parts(file, parts, number, -1) : REAL(writev)(file, parts, number);
}
ssize_t pwritev(int file, const struct iovec *parts, int number, off_t offset) {
  return handle_of(file) ? written_parts(file, parts, number, offset) : REAL(pwritev)(file, parts, number, offset);
}

/* Reads change nothing: they are counted, where wished, and may fail. */
static int read_fails(int file) { return counts_reads && handle_of(file) && fails(0); }
ssize_t read(int file, void *bytes, size_t count) { return read_fails(file) ? -1 : REAL(read)(file, bytes, count); }
ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  return read_fails(file) ? -1 : REAL(pread)(file, bytes, count, offset);
}
ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  return read_fails(file) ? -1 : REAL(pread64)(file, bytes, count, offset);
}

static int shortened(int file, off_t size) {
  uint64_t handle = handle_of(file);
  if (!handle) return REAL(ftruncate)(file, size);
  pthread_mutex_lock(&lock);
  int result = fails(0) ? -1 : REAL(ftruncate)(file, size);
  int error = errno;
  if (result == 0) note(TRUNCATE, 0, handle, (uint64_t)size, "", 0, "", 0);
  errno = error;
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int file, off_t size) { return shortened(file, size); }
int ftruncate64(int file, off64_t size) { return shortened(file, size); }

static int reserved(int file, off_t offset, off_t length) {
  pthread_mutex_lock(&lock);
  int result = fails(0) ? errno : REAL(posix_fallocate)(file, offset, length);
  struct stat now;
  if (result == 0 && fstat(file, &now) == 0) note(TRUNCATE, 0, handle_of(file), (uint64_t)now.st_size, "", 0, "", 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int posix_fallocate(int file, off_t offset, off_t length) {
  return handle_of(file) ? reserved(file, offset, length) : REAL(posix_fallocate)(file, offset, length);
}
int posix_fallocate64(int file, off64_t offset, off64_t length) { return posix_fallocate(file, offset, length); }

static int synced(int file, int (*call)(int)) {
  uint64_t handle = handle_of(file);
  if (!handle) return call(file);
  /* Nothing else is written meanwhile: what follows in the log came later. */
  pthread_mutex_lock(&lock);
  int result = fails(0) ? -1 : call(file);
  int error = errno;
  if (result == 0) note(SYNC, 0, handle, 0, "", 0, "", 0);
  errno = error;
  pthread_mutex_unlock(&lock);
  return result;
}
int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

/* A change of names: done and written down under one lock. */
#define NAMES(inside, expression, kind, first, second) \
  if (!(inside)) return expression; \
  pthread_mutex_lock(&lock); \
  int result = fails(0) ? -1 : expression; \
  int error = errno; \
  if (result == 0) note(kind, 0, 0, 0, first, strlen(first), second, strlen(second)); \
  errno = error; \
  pthread_mutex_unlock(&lock); \
  return result;

int renameat2(int folder, const char *from, int other, const char *to, unsigned int flags) {
  char first[PATH_MAX], second[PATH_MAX];
  resolve(folder, from, first);
  resolve(other, to, second);
  NAMES(first[0] || second[0], REAL(renameat2)(folder, from, other, to, flags), RENAME, first, second)
}
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int folder, const char *from, int other, const char *to) { return renameat2(folder, from, other, to, 0); }

int linkat(int folder, const char *from, int other, const char *to, int flags) {
  char first[PATH_MAX], second[PATH_MAX];
  resolve(folder, from, first);
  resolve(other, to, second);
  NAMES(second[0], REAL(linkat)(folder, from, other, to, flags), LINK, first, second)
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int folder, const char *path, int flags) {
  char full[PATH_MAX];
  resolve(folder, path, full);
  NAMES(full[0], REAL(unlinkat)(folder, path, flags), (flags & AT_REMOVEDIR ? RMDIR : UNLINK), full, "")
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  struct stat found;
  int is_folder = lstat(path, &found) == 0 && S_ISDIR(found.st_mode);
  return unlinkat(AT_FDCWD, path, is_folder ? AT_REMOVEDIR : 0);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  char full[PATH_MAX];
  resolve(folder, path, full);
  NAMES(full[0], REAL(mkdirat)(folder, path, mode), MKDIR, full, "")
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
