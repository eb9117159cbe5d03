// The least that a full-screen program can do: every cell of the screen drawn once, then a key awaited.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>

int main(void) {
    setlocale(LC_CTYPE, "");
    if (!initscr()) return 1;
    raw();
    noecho();
    keypad(stdscr, TRUE);
    for (int row = 0; row < LINES - 1; row++) {
        move(row, 0);
        for (int column = 0; column < COLS; column++) addch((chtype)('a' + (row + column) % 26));
    }
    mvaddstr(LINES - 1, 0, "fullscreen");
    refresh();
    getch();
    endwin();
    return 0;
}
