#include "cqrcode.h"

#include <dlfcn.h>

/* As libqrencode 4 has them. It is loaded when a code is wanted: the server runs where it is not installed, too. */
struct code {
  int version;
  int width;
  unsigned char *data;
};
enum { LEVEL_M = 1, MODE_8 = 2 };

typedef struct code *(*encode_function)(const char *text, int version, int level, int mode, int case_sensitive);
typedef void (*free_function)(struct code *code);

int cqr_encode(const char *text, unsigned char *modules, int capacity) {
  void *library = dlopen("libqrencode.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return 0;
  encode_function encode = (encode_function)dlsym(library, "QRcode_encodeString");
  free_function release = (free_function)dlsym(library, "QRcode_free");
  int width = 0;
  struct code *code = encode && release ? encode(text, 0, LEVEL_M, MODE_8, 1) : 0;
  if (code) {
    int count = code->width * code->width;
    if (count <= capacity) {
      /* The lowest bit tells dark from light, the others what a module is for. */
      for (int i = 0; i < count; i++) modules[i] = code->data[i] & 1;
      width = code->width;
    }
    release(code);
  }
  dlclose(library);
  return width;
}
