#ifndef CPTY_H
#define CPTY_H

#include <sys/types.h>

// What a test needs of processes and terminals and cannot do from Swift, where fork() is not to be had.
// Every function answers -1 with errno set when it fails.

/// Starts `path` as the leader of a new session whose controlling terminal is a new pseudo terminal of this size.
/// `directory` may be NULL. A program that cannot be executed is reported here, not by the child's exit status.
pid_t cpty_spawn(int *master, int rows, int columns, const char *path, char *const argv[], char *const envp[],
                 const char *directory);

/// Starts `path` as the leader of a new session without any terminal, on these three descriptors.
pid_t cpty_spawn_piped(const int descriptors[3], const char *path, char *const argv[], char *const envp[],
                       const char *directory);

/// Tells the terminal its new size; the program in it gets SIGWINCH.
int cpty_resize(int master, int rows, int columns);

/// A descriptor that is readable once the process has ended.
int cpty_process_descriptor(pid_t pid);

/// A pipe whose ends are closed in every program started: [0] is for reading, [1] for writing.
int cpty_pipe(int ends[2]);

/// Makes reads and writes return at once.
int cpty_set_nonblocking(int descriptor);

/// The exit code when `status` (of waitpid) says that the process ended by itself, otherwise -1.
int cpty_exit_code(int status);

/// The signal when `status` says that one ended the process, otherwise 0.
int cpty_exit_signal(int status);

#endif
