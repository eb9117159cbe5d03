// What the guard of one process and the process that watches it have in common.
#ifndef GUARD_H
#define GUARD_H

// From now on what removes pictures is shared with processes that fork from this one; the descriptor by which a program
// that takes the place of one of them finds it again, or -1.
int ct_guard_share(void);
// Shares it with the process that watched the program before this one took its place; a descriptor of anything else is
// left alone.
void ct_guard_take(int descriptor);
// Removes what pictures there are, and gives the window its own background back; safe in a signal handler.
void ct_remove_pictures(int descriptor);

#endif
