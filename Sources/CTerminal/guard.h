// What the guard of one process and the process that watches it have in common.
#ifndef GUARD_H
#define GUARD_H

// From now on what removes pictures is shared with processes that fork from this one.
void ct_guard_share(void);
// Removes what pictures there are, and gives the window its own background back; safe in a signal handler.
void ct_remove_pictures(int descriptor);

#endif
