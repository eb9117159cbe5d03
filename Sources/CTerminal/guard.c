#define _GNU_SOURCE
#include "CTerminal.h"
#include "guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved;
static int terminal = -1;
static char note[512];
static size_t note_length;
static atomic_bool active;
static bool chains;
static struct sigaction previous[NSIG];

// All that gives the terminal back, made ready beforehand, because a signal handler may do little.
static char farewell[512];
static size_t farewell_length;

// What removes pictures. The parent of ct_supervise sends it as well, which is why the two may share it.
struct pictures {
    _Atomic size_t length;
    // Whether the window has a background that is not its own.
    atomic_bool window;
    uint8_t bytes[128];
};
static struct pictures own_pictures;
static struct pictures *pictures = &own_pictures;
// The shared page as a file in memory, so that a program which takes this one's place (execve(2)) finds it again; -1 where
// there is none.
static int page = -1;

static bool map_page(int flags) {
    void *shared = mmap(NULL, sizeof *pictures, PROT_READ | PROT_WRITE, flags, page, 0);
    if (shared == MAP_FAILED) return false;
    pictures = shared;
    return true;
}

int ct_guard_share(void) {
    page = memfd_create("guard", MFD_CLOEXEC);
    if (page >= 0 && (ftruncate(page, sizeof *pictures) != 0 || !map_page(MAP_SHARED))) {
        close(page);
        page = -1;
    }
    if (page < 0) map_page(MAP_SHARED | MAP_ANONYMOUS);
    return page;
}

void ct_guard_take(int descriptor) {
    struct stat status;
    // Only a file in memory has seals.
    if (descriptor <= STDERR_FILENO || fcntl(descriptor, F_GET_SEALS) < 0) return;
    if (fstat(descriptor, &status) != 0 || status.st_size != sizeof *pictures) return;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    page = descriptor;
    map_page(MAP_SHARED);
}

void ct_guard_hand_on(void) {
    if (page >= 0) fcntl(page, F_SETFD, 0);
}

void ct_guard_pictures(const uint8_t *bytes, int count) {
    atomic_store(&pictures->length, 0);
    if (count <= 0 || (size_t)count > sizeof pictures->bytes) return;
    memcpy(pictures->bytes, bytes, (size_t)count);
    atomic_store(&pictures->length, (size_t)count);
}

void ct_guard_window(bool is_colored) { atomic_store(&pictures->window, is_colored); }

void ct_remove_pictures(int descriptor) {
    static const char own_color[] = "\033]111\033\\";
    size_t length = atomic_load(&pictures->length);
    // The page is a file in memory, which another process of this person might write.
    if (length > sizeof pictures->bytes) length = sizeof pictures->bytes;
    if (length > 0) (void)!write(descriptor, pictures->bytes, length);
    if (atomic_load(&pictures->window)) (void)!write(descriptor, own_color, sizeof own_color - 1);
}

// Appends a string of the terminal's description, without the pauses (`$<2>`) that only old hardware needed.
static void add(const char *text) {
    if (text == NULL) return;
    while (*text != '\0' && farewell_length < sizeof farewell) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (end != NULL) {
            text = end + 1;
        } else {
            farewell[farewell_length++] = *text++;
        }
    }
}

void ct_remember(int descriptor) {
    terminal = dup(descriptor);
    tcgetattr(terminal, &saved);
}

void ct_restore(void) {
    if (terminal < 0 || !atomic_exchange(&active, false)) return;
    ct_remove_pictures(terminal);
    (void)!write(terminal, farewell, farewell_length);
    // Late answers of the terminal must not reach the shell.
    tcflush(terminal, TCIFLUSH);
    tcsetattr(terminal, TCSANOW, &saved);
}

void ct_guard_active(bool is_active) { atomic_store(&active, is_active); }

static void crashed(int number, siginfo_t *information, void *context) {
    (void)context;
    if (atomic_load(&active)) {
        ct_restore();
        (void)!write(terminal, note, note_length);
    }
    if (chains) {
        sigaction(number, &previous[number], NULL);
    } else {
        signal(number, SIG_DFL);
    }
    // What kill() or abort() sent is sent again; a real fault happens again by itself.
    if (information->si_code <= 0) raise(number);
}

void ct_guard(const char *text, const char *modes_off) {
    static bool installed;
    farewell_length = 0;
    add(modes_off);
    add(ct_capability("sgr0"));
    add(ct_capability("cnorm"));
    add(ct_capability("rmcup"));
    add("\r");
    note_length = strlen(text);
    if (note_length > sizeof note) note_length = sizeof note;
    memcpy(note, text, note_length);
    if (installed) return;
    installed = true;
    // A stack of its own, because an overflow leaves no room on the usual one.
    stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
    // Swift's backtracer waits for a key on a terminal; it runs only where it was asked for.
    chains = getenv("SWIFT_BACKTRACE") != NULL;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, &previous[signals[i]]);
    atexit(ct_restore);
}
