#define _GNU_SOURCE
#include "carchive.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

/* Result, name, parameters, arguments: what makes something to work on, and everything else that is used. */
#define CONSTRUCTORS(F)                                                                                              \
  F(struct archive *, archive_read_new, (void), ())                                                                  \
  F(struct archive *, archive_write_new, (void), ())                                                                 \
  F(struct archive_entry *, archive_entry_new, (void), ())

#define FUNCTIONS(F)                                                                                                 \
  F(int, archive_read_free, (struct archive *a), (a))                                                                \
  F(int, archive_write_free, (struct archive *a), (a))                                                               \
  F(int, archive_write_close, (struct archive *a), (a))                                                              \
  F(const char *, archive_error_string, (struct archive *a), (a))                                                    \
  F(int, archive_read_support_format_zip_seekable, (struct archive *a), (a))                                         \
  F(int, archive_read_support_format_tar, (struct archive *a), (a))                                                  \
  F(int, archive_read_set_callback_data, (struct archive *a, void *d), (a, d))                                       \
  F(int, archive_read_set_read_callback, (struct archive *a, archive_read_callback *c), (a, c))                      \
  F(int, archive_read_set_seek_callback, (struct archive *a, archive_seek_callback *c), (a, c))                      \
  F(int, archive_read_set_skip_callback, (struct archive *a, archive_skip_callback *c), (a, c))                      \
  F(int, archive_read_open1, (struct archive *a), (a))                                                               \
  F(int, archive_read_next_header, (struct archive *a, struct archive_entry **e), (a, e))                            \
  F(int, archive_read_data_block, (struct archive *a, const void **b, size_t *s, la_int64_t *o), (a, b, s, o))       \
  F(la_ssize_t, archive_read_data, (struct archive *a, void *b, size_t n), (a, b, n))                                \
  F(int, archive_write_open2,                                                                                        \
    (struct archive *a, void *d, archive_open_callback *o, archive_write_callback *w, archive_close_callback *c,     \
     archive_free_callback *f),                                                                                      \
    (a, d, o, w, c, f))                                                                                              \
  F(int, archive_write_set_format_zip, (struct archive *a), (a))                                                     \
  F(int, archive_write_set_format_option, (struct archive *a, const char *m, const char *o, const char *v),          \
    (a, m, o, v))                                                                                                    \
  F(int, archive_write_zip_set_compression_deflate, (struct archive *a), (a))                                        \
  F(int, archive_write_zip_set_compression_store, (struct archive *a), (a))                                          \
  F(int, archive_write_set_bytes_per_block, (struct archive *a, int n), (a, n))                                      \
  F(int, archive_write_set_bytes_in_last_block, (struct archive *a, int n), (a, n))                                  \
  F(int, archive_write_header, (struct archive *a, struct archive_entry *e), (a, e))                                 \
  F(la_ssize_t, archive_write_data, (struct archive *a, const void *b, size_t n), (a, b, n))                         \
  F(int, archive_write_finish_entry, (struct archive *a), (a))                                                       \
  F(void, archive_entry_free, (struct archive_entry *e), (e))                                                        \
  F(const char *, archive_entry_pathname, (struct archive_entry *e), (e))                                            \
  F(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *e), (e))                                             \
  F(const char *, archive_entry_hardlink, (struct archive_entry *e), (e))                                            \
  F(la_int64_t, archive_entry_size, (struct archive_entry *e), (e))                                                  \
  F(int, archive_entry_sparse_count, (struct archive_entry *e), (e))                                                 \
  F(void, archive_entry_set_pathname, (struct archive_entry *e, const char *p), (e, p))                              \
  F(void, archive_entry_set_filetype, (struct archive_entry *e, unsigned int t), (e, t))                             \
  F(void, archive_entry_set_perm, (struct archive_entry *e, __LA_MODE_T m), (e, m))                                  \
  F(void, archive_entry_set_size, (struct archive_entry *e, la_int64_t s), (e, s))

#define POINTER(result, name, parameters, arguments) static result(*pointer_##name) parameters;
CONSTRUCTORS(POINTER)
FUNCTIONS(POINTER)

static int is_loaded;

static void load(void) {
  /* Deep binding: inside the library its own functions are meant, not the ones below. */
  void *library = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) return;
#define RESOLVE(result, name, parameters, arguments)                                                                 \
  *(void **)&pointer_##name = dlsym(library, #name);                                                                 \
  if (!pointer_##name) return;
  CONSTRUCTORS(RESOLVE)
  FUNCTIONS(RESOLVE)
  is_loaded = 1;
}

static int is_ready(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

/* Nothing else can be called before one of these, so only they look whether the library is there. */
#define CONSTRUCT(result, name, parameters, arguments)                                                               \
  result name parameters { return is_ready() ? pointer_##name arguments : NULL; }
CONSTRUCTORS(CONSTRUCT)

#define FORWARD(result, name, parameters, arguments)                                                                 \
  result name parameters { return pointer_##name arguments; }
FUNCTIONS(FORWARD)

/* Names are read and written as UTF-8 whatever the program's locale is. */
static locale_t utf8_begin(locale_t *before) {
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 != (locale_t)0) *before = uselocale(utf8);
  return utf8;
}

static void utf8_end(locale_t utf8, locale_t before) {
  if (utf8 == (locale_t)0) return;
  uselocale(before);
  freelocale(utf8);
}

int carchive_next_header_utf8(struct archive *a, struct archive_entry **e) {
  locale_t before = (locale_t)0, utf8 = utf8_begin(&before);
  int result = archive_read_next_header(a, e);
  utf8_end(utf8, before);
  return result;
}

int carchive_write_header_utf8(struct archive *a, struct archive_entry *e) {
  locale_t before = (locale_t)0, utf8 = utf8_begin(&before);
  int result = archive_write_header(a, e);
  utf8_end(utf8, before);
  return result;
}
