#define _GNU_SOURCE
#include "cpty.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The child of a program with several threads may only call async-signal-safe functions until it executes: what
// follows does nothing else. Signals start out unblocked and with their default action, whatever the test runner had.
static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
}

static void execute(int report, const char *path, char *const argv[], char *const envp[], const char *directory) {
    // No descriptor of the test runner reaches the program, above all no other test's terminal.
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (directory == NULL || chdir(directory) == 0) execve(path, argv, envp);
    int error = errno;
    (void)!write(report, &error, sizeof error);
    _exit(127);
}

// Reads what execute() had to say: nothing when the program runs, since the descriptor closes on execution.
static pid_t started(pid_t pid, int report) {
    int error = 0;
    ssize_t count;
    do count = read(report, &error, sizeof error);
    while (count < 0 && errno == EINTR);
    close(report);
    if (count <= 0) return pid;
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    errno = error;
    return -1;
}

pid_t cpty_spawn(int *master, int rows, int columns, const char *path, char *const argv[], char *const envp[],
                 const char *directory) {
    char name[128];
    int report[2];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    if (grantpt(terminal) < 0 || unlockpt(terminal) < 0 || ptsname_r(terminal, name, sizeof name) != 0
        || cpty_resize(terminal, rows, columns) < 0 || pipe2(report, O_CLOEXEC) < 0) {
        close(terminal);
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0) {
        reset_signals();
        setsid();
        int side = open(name, O_RDWR);  // the first terminal that a session leader opens becomes its controlling one
        if (side >= 0) {
            ioctl(side, TIOCSCTTY, 0);
            for (int number = 0; number < 3; number++) dup2(side, number);
            if (side > 2) close(side);
        }
        execute(report[1], path, argv, envp, directory);
    }
    close(report[1]);
    if (pid < 0 || (pid = started(pid, report[0])) < 0) {
        int error = errno;
        close(terminal);
        errno = error;
        return -1;
    }
    *master = terminal;
    return pid;
}

pid_t cpty_spawn_piped(const int descriptors[3], const char *path, char *const argv[], char *const envp[],
                       const char *directory) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        reset_signals();
        setsid();
        // The three may be among 0, 1 and 2 already: they are moved out of the way before they are put in place.
        int moved[3];
        for (int number = 0; number < 3; number++) moved[number] = fcntl(descriptors[number], F_DUPFD_CLOEXEC, 3);
        for (int number = 0; number < 3; number++) dup2(moved[number], number);
        execute(report[1], path, argv, envp, directory);
    }
    close(report[1]);
    if (pid < 0) {
        close(report[0]);
        return -1;
    }
    return started(pid, report[0]);
}

int cpty_resize(int master, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(master, TIOCSWINSZ, &size);
}

int cpty_process_descriptor(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int cpty_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cpty_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int cpty_exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

int cpty_exit_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
