#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static const int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGCONT, SIGTSTP};

static sigset_t handled_set(void) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) sigaddset(&set, handled[i]);
    return set;
}

void ct_block_signals(void) {
    sigset_t set = handled_set();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int ct_signal_descriptor(void) {
    sigset_t set = handled_set();
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int ct_next_signal(int descriptor) {
    struct signalfd_siginfo information;
    ssize_t count = read(descriptor, &information, sizeof information);
    return count == (ssize_t)sizeof information ? (int)information.ssi_signo : 0;
}

void ct_allow_stop(bool allowed) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    pthread_sigmask(allowed ? SIG_UNBLOCK : SIG_BLOCK, &set, NULL);
}

int ct_wake_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

bool ct_exited(int status, int *code) {
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    return WIFEXITED(status);
}

bool ct_stopped(int status) { return WIFSTOPPED(status); }

int ct_spawn(const char *path, char *const arguments[], char *const environment[], int *pid) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none, defaults = handled_set();
    sigemptyset(&none);
    sigaddset(&defaults, SIGPIPE);
    int result = posix_spawnattr_init(&attributes);
    if (result != 0) return result;
    result = posix_spawn_file_actions_init(&actions);
    if (result == 0) {
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        // Our own stderr may be a log; the program's messages belong on the terminal.
        result = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
        if (result == 0) result = posix_spawnp(pid, path, &actions, &attributes, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return result;
}
