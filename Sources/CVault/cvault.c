#include "cvault.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum {
  PAGE = 4096,
  /* Of a page, the bytes that SQLite uses: the rest is kept free for the trailer. */
  USED = PAGE - CVAULT_TRAILER,
  /* Of page 1, the bytes that stay readable: SQLite asks for them before it knows anything. */
  OPEN = 100,
  MAGIC = 16,
  LOG_HEAD = 32,
  FRAME_HEAD = 24,
  /* A frame as SQLite sees it, and as it lies in the file: the head, its trailer, the page, its trailer. */
  FRAME = FRAME_HEAD + PAGE,
  SEALED_HEAD = FRAME_HEAD + CVAULT_TRAILER,
  SEALED_PAGE = PAGE + CVAULT_TRAILER,
  SEALED_FRAME = SEALED_HEAD + SEALED_PAGE,
  /* The only part of a rollback journal that has nothing of the database. */
  JOURNAL_HEAD = 512,
};

const uint8_t cvault_magic[MAGIC] = "CloudJournal 1\0";
static const uint8_t sqlite_magic[MAGIC] = "SQLite format 3";

static struct cvault_sealing sealing;
static atomic_long refusals;

long cvault_refusals(void) { return atomic_load(&refusals); }

static int refuse(int code) {
  atomic_fetch_add(&refusals, 1);
  return code;
}

typedef struct vault_file {
  sqlite3_file base;
  void *keys;
  /* The log's own name; SQLite's file keeps the pointer. */
  sqlite3_filename name;
  /* Whether the log is being read from its head on: its end is looked for then. */
  int recovers;
  /* The file of the system's VFS. SQLite gives its files memory that is aligned to eight bytes, and no more. */
  _Alignas(8) uint8_t real[];
} vault_file;

static sqlite3_vfs *real_vfs(sqlite3_vfs *vfs) { return vfs->pAppData; }
static vault_file *vault(sqlite3_file *file) { return (vault_file *)(void *)file; }
static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)(void *)vault(file)->real; }

static int raw_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
  return real(file)->pMethods->xRead(real(file), to, count, at);
}
static int raw_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
  return real(file)->pMethods->xWrite(real(file), from, count, at);
}

static int seal(sqlite3_file *file, struct cvault_place place, const uint8_t *plain, int count, uint8_t *sealed) {
  return sealing.seal(vault(file)->keys, &place, plain, count, sealed) == 0 ? SQLITE_OK : SQLITE_IOERR_WRITE;
}
static int unseal(sqlite3_file *file, struct cvault_place place, const uint8_t *sealed, int count, uint8_t *plain) {
  return sealing.open(vault(file)->keys, &place, sealed, count, plain) == 0 ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static struct cvault_place page_place(sqlite3_int64 at, const uint8_t *beside) {
  int first = at == 0;
  return (struct cvault_place){CVAULT_PAGE, (uint64_t)(at / PAGE) + 1, first ? beside : NULL, first ? OPEN : 0};
}
static struct cvault_place frame_place(int kind, sqlite3_int64 frame) {
  return (struct cvault_place){kind, (uint64_t)frame, NULL, 0};
}

/* MARK: The database */

static int read_page(sqlite3_file *file, uint8_t *to, sqlite3_int64 at) {
  uint8_t sealed[PAGE];
  int result = raw_read(file, sealed, PAGE, at);
  if (result == SQLITE_IOERR_SHORT_READ) {
    /* SQLite takes what is behind the end for zeros; a page that was cut is none of these. */
    sqlite3_int64 size;
    if (real(file)->pMethods->xFileSize(real(file), &size) != SQLITE_OK || size > at) return SQLITE_IOERR_DATA;
    memset(to, 0, PAGE);
    return result;
  }
  if (result != SQLITE_OK) return result;
  int open = at == 0 ? OPEN : 0;
  result = unseal(file, page_place(at, sealed), sealed + open, USED - open, to + open);
  if (result != SQLITE_OK) return result;
  memcpy(to, sealed, (size_t)open);
  if (open) memcpy(to, sqlite_magic, MAGIC);
  memset(to + USED, 0, CVAULT_TRAILER);
  return SQLITE_OK;
}

static int main_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
  if (at + count <= OPEN) {
    int result = raw_read(file, to, count, at);
    if (result != SQLITE_OK || at >= MAGIC) return result;
    int length = count < MAGIC - at ? count : (int)(MAGIC - at);
    if (memcmp(to, cvault_magic + at, (size_t)length) == 0) memcpy(to, sqlite_magic + at, (size_t)length);
    return SQLITE_OK;
  }
  if (count == PAGE && at % PAGE == 0) return read_page(file, to, at);
  /* Newer versions of SQLite read parts of a page: a long text's. */
  sqlite3_int64 start = at - at % PAGE;
  if (at + count > start + PAGE) return refuse(SQLITE_IOERR_READ);
  uint8_t page[PAGE];
  int result = read_page(file, page, start);
  if (result == SQLITE_OK || result == SQLITE_IOERR_SHORT_READ) memcpy(to, page + (at - start), (size_t)count);
  return result;
}

static int main_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
  const uint8_t *plain = from;
  static const uint8_t none[CVAULT_TRAILER];
  if (count != PAGE || at % PAGE != 0) return refuse(SQLITE_IOERR_WRITE);
  /* Anything in the place of the trailer would be lost. */
  if (memcmp(plain + USED, none, CVAULT_TRAILER) != 0) return refuse(SQLITE_IOERR_WRITE);
  uint8_t sealed[PAGE];
  int open = 0;
  if (at == 0) {
    open = OPEN;
    int isOurs = memcmp(plain, sqlite_magic, MAGIC) == 0 && plain[16] == PAGE >> 8 && plain[17] == (PAGE & 255) &&
                 plain[20] == CVAULT_TRAILER;
    if (!isOurs) return refuse(SQLITE_IOERR_WRITE);
    memcpy(sealed, plain, OPEN);
    memcpy(sealed, cvault_magic, MAGIC);
  }
  int result = seal(file, page_place(at, sealed), plain + open, USED - open, sealed + open);
  return result == SQLITE_OK ? raw_write(file, sealed, PAGE, at) : result;
}

static int main_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (size % PAGE != 0) return refuse(SQLITE_IOERR_TRUNCATE);
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int raw_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}

/* MARK: The log */

static sqlite3_int64 frame_start(sqlite3_int64 frame) { return LOG_HEAD + SEALED_FRAME * frame; }

static int read_frame(sqlite3_file *file, uint8_t *to, sqlite3_int64 frame) {
  uint8_t sealed[SEALED_FRAME];
  int result = raw_read(file, sealed, SEALED_FRAME, frame_start(frame));
  if (result == SQLITE_IOERR_SHORT_READ) memset(to, 0, FRAME);
  if (result != SQLITE_OK) return result;
  result = unseal(file, frame_place(CVAULT_HEAD, frame), sealed, FRAME_HEAD, to);
  if (result == SQLITE_OK) {
    result = unseal(file, frame_place(CVAULT_FRAME, frame), sealed + SEALED_HEAD, PAGE, to + FRAME_HEAD);
  }
  /* A frame that was torn, or never written, is the end of the log, as one whose checksum is wrong is for SQLite itself.
     Later on a frame that does not open is damage, since SQLite would compute a new checksum over it. */
  if (result == SQLITE_IOERR_DATA && vault(file)->recovers) {
    memset(to, 0, FRAME);
    return SQLITE_OK;
  }
  return result;
}

static int log_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
  if (at + count <= LOG_HEAD) {
    if (at == 0 && count == LOG_HEAD) vault(file)->recovers = 1;
    return raw_read(file, to, count, at);
  }
  sqlite3_int64 frame = (at - LOG_HEAD) / FRAME;
  int within = (int)((at - LOG_HEAD) % FRAME);
  if (at < LOG_HEAD) return refuse(SQLITE_IOERR_READ);
  if (within == 0 && count == FRAME) return read_frame(file, to, frame);
  uint8_t sealed[SEALED_PAGE];
  if (within == FRAME_HEAD && count == PAGE) {
    int result = raw_read(file, sealed, SEALED_PAGE, frame_start(frame) + SEALED_HEAD);
    if (result == SQLITE_IOERR_SHORT_READ) memset(to, 0, PAGE);
    return result == SQLITE_OK ? unseal(file, frame_place(CVAULT_FRAME, frame), sealed, PAGE, to) : result;
  }
  if (within + count > FRAME_HEAD) return refuse(SQLITE_IOERR_READ);
  uint8_t head[FRAME_HEAD];
  int result = raw_read(file, sealed, SEALED_HEAD, frame_start(frame));
  if (result == SQLITE_IOERR_SHORT_READ) memset(to, 0, (size_t)count);
  if (result != SQLITE_OK) return result;
  result = unseal(file, frame_place(CVAULT_HEAD, frame), sealed, FRAME_HEAD, head);
  if (result == SQLITE_OK) memcpy(to, head + within, (size_t)count);
  return result;
}

static int log_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
  vault(file)->recovers = 0;
  if (at == 0 && count == LOG_HEAD) return raw_write(file, from, count, at);
  if (at < LOG_HEAD) return refuse(SQLITE_IOERR_WRITE);
  sqlite3_int64 frame = (at - LOG_HEAD) / FRAME;
  int within = (int)((at - LOG_HEAD) % FRAME);
  int isHead = within == 0 && count == FRAME_HEAD;
  if (!isHead && (within != FRAME_HEAD || count != PAGE)) return refuse(SQLITE_IOERR_WRITE);
  uint8_t sealed[SEALED_PAGE];
  int result = seal(file, frame_place(isHead ? CVAULT_HEAD : CVAULT_FRAME, frame), from, count, sealed);
  if (result != SQLITE_OK) return result;
  return raw_write(file, sealed, count + CVAULT_TRAILER, frame_start(frame) + (isHead ? 0 : SEALED_HEAD));
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (size > LOG_HEAD) {
    if ((size - LOG_HEAD) % FRAME != 0) return refuse(SQLITE_IOERR_TRUNCATE);
    size = frame_start((size - LOG_HEAD) / FRAME);
  }
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  int result = raw_size(file, size);
  /* A piece of a frame is none. */
  if (result == SQLITE_OK && *size > LOG_HEAD) *size = LOG_HEAD + (*size - LOG_HEAD) / SEALED_FRAME * FRAME;
  return result;
}

/* MARK: The rollback journal of a database that is made: it has heads and no page, since there was none before. */

static int journal_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at) {
  if (at + count <= JOURNAL_HEAD) return raw_read(file, to, count, at);
  /* SQLite looks there for what an earlier journal left; whatever that is, it is not taken. */
  if (at < JOURNAL_HEAD) return refuse(SQLITE_IOERR_READ);
  memset(to, 0, (size_t)count);
  return SQLITE_IOERR_SHORT_READ;
}
/* A copy that does not fit into memory is written in several rounds, and each has a head of its own: 28 bytes of numbers and
   zeros, whose first 12 are written once more. Pages are written as 4 bytes, 4,096 and 4. */
static int is_head(const void *from, int count, sqlite3_int64 at) {
  static const uint8_t magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  static const uint8_t none[JOURNAL_HEAD - 28];
  const uint8_t *bytes = from;
  if (at % JOURNAL_HEAD != 0) return 0;
  if (count == JOURNAL_HEAD) return memcmp(bytes + 28, none, sizeof none) == 0;
  return count == 12 && memcmp(bytes, magic, sizeof magic) == 0;
}
static int journal_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at) {
  if (at + count <= JOURNAL_HEAD || is_head(from, count, at)) return raw_write(file, from, count, at);
  return refuse(SQLITE_IOERR_WRITE);
}
static int raw_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return real(file)->pMethods->xTruncate(real(file), size);
}

/* MARK: What all files share */

static int file_close(sqlite3_file *file) {
  int result = real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
  sealing.release(vault(file)->keys);
  if (vault(file)->name) sqlite3_free_filename(vault(file)->name);
  file->pMethods = NULL;
  return result;
}
static int file_sync(sqlite3_file *file, int flags) { return real(file)->pMethods->xSync(real(file), flags); }
static int file_lock(sqlite3_file *file, int lock) { return real(file)->pMethods->xLock(real(file), lock); }
static int file_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }
static int file_check_lock(sqlite3_file *file, int *out) {
  return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
static int file_control(sqlite3_file *file, int what, void *value) {
  switch (what) {
    case SQLITE_FCNTL_VFSNAME:
      *(char **)value = sqlite3_mprintf("cjvault");
      return SQLITE_OK;
    case SQLITE_FCNTL_CHUNK_SIZE:
    case SQLITE_FCNTL_SIZE_HINT:
      return SQLITE_OK;
    case SQLITE_FCNTL_MMAP_SIZE:
      *(sqlite3_int64 *)value = 0;
      return SQLITE_OK;
    case SQLITE_FCNTL_BEGIN_ATOMIC_WRITE:
    case SQLITE_FCNTL_COMMIT_ATOMIC_WRITE:
    case SQLITE_FCNTL_ROLLBACK_ATOMIC_WRITE:
      return SQLITE_NOTFOUND;
    default:
      return real(file)->pMethods->xFileControl(real(file), what, value);
  }
}
static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
/* Nothing that lets SQLite write or read in other pieces than these; a write never touches the bytes beside it. */
static int file_traits(sqlite3_file *file) {
  (void)file;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}
static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out) {
  return real(file)->pMethods->xShmMap(real(file), region, size, extend, out);
}
static int shm_lock(sqlite3_file *file, int at, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), at, count, flags);
}
static void shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int shm_unmap(sqlite3_file *file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

#define METHODS(read, write, truncate, size)                                                                       \
  {                                                                                                                \
    2, file_close, read, write, truncate, file_sync, size, file_lock, file_unlock, file_check_lock, file_control,  \
        file_sector, file_traits, shm_map, shm_lock, shm_barrier, shm_unmap, NULL, NULL                            \
  }
static const sqlite3_io_methods main_methods = METHODS(main_read, main_write, main_truncate, raw_size);
static const sqlite3_io_methods log_methods = METHODS(log_read, log_write, log_truncate, log_size);
static const sqlite3_io_methods journal_methods = METHODS(journal_read, journal_write, raw_truncate, raw_size);

/* MARK: Names */

static int ends(const char *name, const char *end) {
  size_t length = strlen(name), tail = strlen(end);
  return length >= tail && memcmp(name + length - tail, end, tail) == 0;
}

/* The log lies under another name than SQLite's: any program that opens a database removes a log of that name as it closes,
   whether it could read the database or not. */
static sqlite3_filename disk_name(const char *name) {
  size_t length = strlen(name);
  char *copy = sqlite3_mprintf("%s", name);
  if (copy == NULL) return NULL;
  if (ends(name, "-wal")) memcpy(copy + length - 3, "log", 3);
  sqlite3_filename made = sqlite3_create_filename(copy, "", "", 0, NULL);
  sqlite3_free(copy);
  return made;
}

static int vfs_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
  vault_file *made = vault(file);
  memset(made, 0, sizeof *made);
  const sqlite3_io_methods *methods = (flags & SQLITE_OPEN_MAIN_DB)        ? &main_methods
                                      : (flags & SQLITE_OPEN_WAL)          ? &log_methods
                                      : (flags & SQLITE_OPEN_MAIN_JOURNAL) ? &journal_methods
                                                                           : NULL;
  /* Temporary files would have plain words in them. */
  if (name == NULL || methods == NULL) return refuse(SQLITE_CANTOPEN);
  const char *vault_name = sqlite3_uri_parameter(name, "vault");
  made->keys = vault_name ? sealing.retain(vault_name) : NULL;
  if (made->keys == NULL) return SQLITE_CANTOPEN;
  sqlite3_filename path = name;
  if (methods == &log_methods) {
    path = made->name = disk_name(name);
    flags &= ~SQLITE_OPEN_URI;
  }
  memset(made->real, 0, (size_t)real_vfs(vfs)->szOsFile);
  int result = path == NULL ? SQLITE_NOMEM : real_vfs(vfs)->xOpen(real_vfs(vfs), path, real(file), flags, out);
  /* SQLite closes what has methods, whatever the result. */
  if (result == SQLITE_OK || real(file)->pMethods) {
    file->pMethods = methods;
    return result;
  }
  sealing.release(made->keys);
  if (made->name) sqlite3_free_filename(made->name);
  return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) {
  sqlite3_filename path = disk_name(name);
  if (path == NULL) return SQLITE_NOMEM;
  int result = real_vfs(vfs)->xDelete(real_vfs(vfs), path, sync);
  sqlite3_free_filename(path);
  return result;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
  /* A rollback journal that lies there is none of ours, and would be written into the database. */
  if (ends(name, "-journal")) {
    *out = 0;
    return SQLITE_OK;
  }
  sqlite3_filename path = disk_name(name);
  if (path == NULL) return SQLITE_NOMEM;
  int result = real_vfs(vfs)->xAccess(real_vfs(vfs), path, flags, out);
  sqlite3_free_filename(path);
  return result;
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int count, char *out) {
  return real_vfs(vfs)->xFullPathname(real_vfs(vfs), name, count, out);
}
static int vfs_random(sqlite3_vfs *vfs, int count, char *out) {
  return real_vfs(vfs)->xRandomness(real_vfs(vfs), count, out);
}
static int vfs_sleep(sqlite3_vfs *vfs, int time) { return real_vfs(vfs)->xSleep(real_vfs(vfs), time); }
static int vfs_time(sqlite3_vfs *vfs, double *out) { return real_vfs(vfs)->xCurrentTime(real_vfs(vfs), out); }
static int vfs_error(sqlite3_vfs *vfs, int count, char *out) {
  return real_vfs(vfs)->xGetLastError(real_vfs(vfs), count, out);
}

int cvault_register(const struct cvault_sealing *given) {
  static sqlite3_vfs vfs;
  sqlite3_vfs *system = sqlite3_vfs_find("unix");
  if (system == NULL) return SQLITE_ERROR;
  sealing = *given;
  vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = (int)offsetof(vault_file, real) + system->szOsFile,
      .mxPathname = system->mxPathname,
      .zName = "cjvault",
      .pAppData = system,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_name,
      .xRandomness = vfs_random,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_error,
  };
  return sqlite3_vfs_register(&vfs, 0);
}
