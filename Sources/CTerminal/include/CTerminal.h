// The few things of ncurses and of the system that Swift cannot reach by itself: ncurses keeps its state in mutable
// globals, its attributes and wide cells in macros. No name of ncurses gets out of here.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Characters

// Takes the locale of the environment for characters only; false where the environment names none that is installed.
bool ct_set_locale(void);
// Takes the locale C.UTF-8, so that widths are known whatever the person's locale is.
bool ct_set_utf8_locale(void);
bool ct_locale_is_utf8(void);
// Columns of a character: 0, 1, 2, or -1 for what a terminal would not print.
int ct_width(uint32_t scalar);

// Screen

enum ct_verdict { CT_USABLE, CT_UNKNOWN, CT_DUMB };
// Looks a terminal type up; `colors` is 0 where it has none, `direct` is true where it takes red, green and blue.
enum ct_verdict ct_look_up(const char *type, int *colors, bool *direct);

enum ct_attribute {
    CT_BOLD = 1, CT_DIM = 2, CT_ITALIC = 4, CT_UNDERLINE = 8, CT_REVERSE = 16
};
// Takes the terminal over; false where ncurses does not know the type.
bool ct_start(const char *type, int input, int output);
void ct_stop(void);
// A string of the terminal's description; NULL where it has none.
const char *ct_capability(const char *name);
// Gives the terminal to another program for a while, and takes it back.
void ct_leave(void);
void ct_return(void);
// Rows and columns as the system knows them; false where it does not.
bool ct_size(int descriptor, int *height, int *width);
void ct_resize(int height, int width);
// The pixels of one cell as the system knows them; false where it does not.
bool ct_cell_pixels(int descriptor, int *width, int *height);
// The same terminal through a descriptor of its own that never blocks when written to; -1 on failure.
int ct_open_again(int descriptor);
// Makes a number that of a pair of colours, each -1 for the terminal's own; and how many numbers there are, with 0.
void ct_set_pair(int pair, int foreground, int background);
int ct_pair_limit(void);
// Puts a base and up to four marks, zero-terminated, at a place.
void ct_put(int row, int column, const uint32_t scalars[6], int attributes, int pair);
// Blanks everything; after ct_repaint the next ct_show sends all cells, whatever the terminal shows now.
void ct_erase(void);
void ct_repaint(void);
// The next ct_show sends the cells of a rectangle, changed or not.
void ct_touch(int row, int column, int height, int width);
// From now on nothing is moved on the terminal by inserting or deleting, so that pictures stay where they are.
void ct_keep_in_place(void);
// Makes the bytes that show what has changed, with the cursor at a place, or hidden where the row is negative. They are
// for the caller to write and stay until the next call; 0 where there are none, or where they are written already.
size_t ct_show(int row, int column, const uint8_t **bytes);

// Signals and waiting

// A descriptor on which the signals that were blocked can be read; -1 on failure, as in errno.
int ct_signal_descriptor(void);
// Blocks the signals that the descriptor hands out, for this thread and those that it starts.
void ct_block_signals(void);
// The next signal, 0 where there is none.
int ct_next_signal(int descriptor);
// Lets SIGTSTP through to its default action while another program has the terminal, and back.
void ct_allow_stop(bool allowed);
// A descriptor that wakes poll() where it is written to; -1 on failure, as in errno.
int ct_wake_descriptor(void);
// What waitpid said: true and the exit code, or false and the signal.
bool ct_exited(int status, int *code);
bool ct_stopped(int status);
// Starts a program, found in PATH, with every signal at its default and stderr on the terminal; an error number or 0.
int ct_spawn(const char *path, char *const arguments[], char *const environment[], int *pid);

// Leaving the terminal as it was, whatever happens

// Remembers the modes of a terminal; before ct_start.
void ct_remember(int descriptor);
// From now on a crash puts the terminal back and prints the note, and exit() puts it back; after ct_start.
// `modes_off` ends what was switched on beside ncurses.
void ct_guard(const char *note, const char *modes_off);
// What the guard sends first, to remove pictures: at most 128 bytes. May be called before ct_guard and after it.
void ct_guard_pictures(const uint8_t *bytes, int count);
// Whether the guard, and the process that watches this one, give the window its own background back.
void ct_guard_window(bool is_colored);
// Tells the guard whether the terminal is ours at the moment.
void ct_guard_active(bool active);
// Puts the terminal back; safe in a signal handler, does nothing while the guard is not active.
void ct_restore(void);
// Splits the program in two, before it has any other thread: a child that runs `body` on a new thread and returns, and a
// parent that only waits, puts the terminal back when a signal killed the child (SIGKILL, a stack overflow on another
// thread), and ends as it did. Without a terminal `body` runs here, on the caller's thread.
void ct_supervise(void (*body)(void *), void *context);
// Has the process that watches this one watch a program that takes its place in the same way; right before execve(2).
void ct_guard_hand_on(void);

#endif
