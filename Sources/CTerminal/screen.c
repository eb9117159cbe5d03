#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "CTerminal.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// glibc hides it without _XOPEN_SOURCE.
extern int wcwidth(wchar_t);

bool ct_set_locale(void) { return setlocale(LC_CTYPE, "") != NULL; }

bool ct_set_utf8_locale(void) { return setlocale(LC_CTYPE, "C.UTF-8") != NULL; }

bool ct_locale_is_utf8(void) { return strcasecmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int ct_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static SCREEN *screen;
static FILE *input_file, *output_file;
// ncurses writes each time it moves the cursor. While a frame is drawn its output is this file in memory, so that the
// terminal gets a frame in one piece; -1 where there is none.
static int frame_file = -1;
// The terminal once more, to put it back in its place behind a frame.
static int terminal = -1;
static uint8_t *frame_bytes;
static size_t frame_room;

enum ct_verdict ct_look_up(const char *type, int *colors, bool *direct) {
    int result = 0;
    TERMINAL *before = cur_term;
    if (setupterm(type, STDOUT_FILENO, &result) == ERR || result != 1) return CT_UNKNOWN;
    const char *move = tigetstr("cup");
    bool usable = move != NULL && move != (const char *)-1 && tigetflag("hc") <= 0 && tigetflag("gn") <= 0;
    int count = tigetnum("colors");
    *colors = count > 0 ? count : 0;
    *direct = tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
    TERMINAL *ours = set_curterm(before);
    if (ours != NULL) del_curterm(ours);
    return usable ? CT_USABLE : CT_DUMB;
}

bool ct_start(const char *type, int input, int output) {
    input_file = fdopen(dup(input), "r");
    output_file = fdopen(dup(output), "w");
    // While it is ignored, ncurses installs no handler of its own for it.
    signal(SIGTSTP, SIG_IGN);
    if (input_file != NULL && output_file != NULL) screen = newterm(type, output_file, input_file);
    signal(SIGTSTP, SIG_DFL);
    if (screen == NULL) {
        if (input_file != NULL) fclose(input_file);
        if (output_file != NULL) fclose(output_file);
        return false;
    }
    raw();
    noecho();
    nonl();
    // Input is read by ourselves; ncurses must not stop drawing to look for it.
    typeahead(-1);
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    terminal = fcntl(output, F_DUPFD_CLOEXEC, 3);
    if (terminal >= 0) frame_file = memfd_create("frame", MFD_CLOEXEC);
    return true;
}

void ct_stop(void) {
    if (screen == NULL) return;
    endwin();
    delscreen(screen);
    screen = NULL;
    fclose(input_file);
    fclose(output_file);
    if (frame_file >= 0) close(frame_file);
    if (terminal >= 0) close(terminal);
    free(frame_bytes);
    frame_file = terminal = -1;
    frame_bytes = NULL;
    frame_room = 0;
}

const char *ct_capability(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

void ct_leave(void) {
    def_prog_mode();
    endwin();
}

void ct_return(void) {
    reset_prog_mode();
    clearok(curscr, TRUE);
}

bool ct_size(int descriptor, int *height, int *width) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *height = size.ws_row;
    *width = size.ws_col;
    return true;
}

bool ct_cell_pixels(int descriptor, int *width, int *height) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}

int ct_open_again(int descriptor) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
    int again = open(path, flags);
    // After su the terminal belongs to another user, but the controlling one can be opened all the same.
    return again >= 0 ? again : open("/dev/tty", flags);
}

void ct_resize(int height, int width) {
    if (height != LINES || width != COLS) resizeterm(height, width);
}

void ct_set_pair(int pair, int foreground, int background) { init_extended_pair(pair, foreground, background); }

int ct_pair_limit(void) { return COLOR_PAIRS; }

void ct_put(int row, int column, const uint32_t scalars[6], int attributes, int pair) {
    wchar_t text[6];
    for (int i = 0; i < 6; i++) text[i] = (wchar_t)scalars[i];
    attr_t look = WA_NORMAL;
    if (attributes & CT_BOLD) look |= WA_BOLD;
    if (attributes & CT_DIM) look |= WA_DIM;
    if (attributes & CT_ITALIC) look |= WA_ITALIC;
    if (attributes & CT_UNDERLINE) look |= WA_UNDERLINE;
    if (attributes & CT_REVERSE) look |= WA_REVERSE;
    cchar_t cell;
    // Pairs beyond a short come through the last argument.
    if (setcchar(&cell, text, look, (short)(pair > 32767 ? 32767 : pair), &pair) == ERR) return;
    mvwadd_wch(stdscr, row, column, &cell);
}

void ct_erase(void) { werase(stdscr); }

void ct_touch(int row, int column, int height, int width) {
    WINDOW *part = derwin(stdscr, height, width, row, column);
    if (part == NULL) return;
    wredrawln(part, 0, height);
    delwin(part);
    // The part's own marks are not the whole window's.
    touchline(stdscr, row, height);
}

void ct_keep_in_place(void) { idcok(stdscr, FALSE); }

void ct_repaint(void) { clearok(curscr, TRUE); }

static void refresh_screen(int row, int column) {
    curs_set(row < 0 ? 0 : 1);
    if (row >= 0) wmove(stdscr, row, column);
    wrefresh(stdscr);
}

// Reads what ncurses wrote of this frame.
static size_t collected(size_t count) {
    if (count > frame_room) {
        uint8_t *more = realloc(frame_bytes, count);
        if (more == NULL) return 0;
        frame_bytes = more;
        frame_room = count;
    }
    ssize_t got = pread(frame_file, frame_bytes, count, 0);
    return got < 0 ? 0 : (size_t)got;
}

size_t ct_show(int row, int column, const uint8_t **bytes) {
    int output = fileno(output_file);
    // Coming back from another program, ncurses sets the terminal's modes through the same descriptor.
    bool collects =
        frame_file >= 0 && !isendwin() && lseek(frame_file, 0, SEEK_SET) == 0 && dup2(frame_file, output) >= 0;
    refresh_screen(row, column);
    if (!collects) return 0;
    off_t count = lseek(frame_file, 0, SEEK_CUR);
    dup2(terminal, output);
    size_t length = count > 0 ? collected((size_t)count) : 0;
    *bytes = frame_bytes;
    return length;
}
