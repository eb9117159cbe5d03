#define _GNU_SOURCE
#include "CTerminal.h"
#include "guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// The child may have died before or after it chose its own sequences; these suit the terminals that people use, and a
// keyboard that was never changed stays as it is.
static const char reset[] =
    "\033[<u\033[?1002l\033[?1006l\033[?1004l\033[?2004l\033[?2031l\033[?1036r\033[23;2t\033[?25h\033[0m\033[?1049l\r";

static volatile pid_t child;

// Hands on a signal that was sent to this process alone; what the terminal sends, it sends to the child as well.
static void forward(int number, siginfo_t *information, void *context) {
    (void)context;
    if (information->si_code <= 0 && child > 0) kill(child, number);
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    if (handler != NULL) {
        action.sa_sigaction = handler;
        action.sa_flags = SA_RESTART | SA_SIGINFO;
    } else {
        action.sa_handler = SIG_DFL;
    }
    sigaction(number, &action, NULL);
}

struct call {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct call *call = argument;
    call->body(call->context);
    return NULL;
}

// The Swift runtime remembers each thread's number for its locks. After a fork the first thread still has that of the
// parent's: a lock that it holds and another thread waits for is never handed over. A new thread has a number of its own.
static void run_on_new_thread(struct call *call) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 8 << 20);
    if (pthread_create(&thread, &attributes, run, call) == 0) {
        pthread_setname_np(thread, "screen");
        pthread_join(thread, NULL);
    } else {
        run(call);
    }
    pthread_attr_destroy(&attributes);
}

// Names the parent, and the descriptor of what is shared with it, for a program that takes this one's place (execve(2)), which
// is watched already.
static const char supervised[] = "CLOUDJOURNAL_SUPERVISED";

static bool is_supervised(void) {
    const char *parent = getenv(supervised);
    return parent != NULL && atol(parent) == (long)getppid();
}

void ct_supervise(void (*body)(void *), void *context) {
    if (is_supervised()) {
        // A thread that takes the program's place has no such signal of its own.
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (!is_supervised()) _exit(1);
        const char *descriptor = strchr(getenv(supervised), ' ');
        if (descriptor != NULL) ct_guard_take(atoi(descriptor + 1));
        ct_block_signals();
        struct call call = {body, context};
        run_on_new_thread(&call);
        return;
    }
    struct termios modes;
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &modes) != 0) return body(context);
    pid_t parent = getpid();
    int page = ct_guard_share();
    child = fork();
    if (child < 0) return body(context);
    if (child == 0) {
        // Where the parent is killed, the child ends in good order.
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) _exit(1);
        char numbers[48];
        snprintf(numbers, sizeof numbers, "%ld %d", (long)parent, page);
        setenv(supervised, numbers, 1);
        // Every thread has to block what the event loop reads, the one that only waits included.
        ct_block_signals();
        struct call call = {body, context};
        run_on_new_thread(&call);
        return;
    }
    handle(SIGINT, forward);
    handle(SIGQUIT, forward);
    handle(SIGTERM, forward);
    handle(SIGHUP, forward);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    struct termios now;
    // A child that could not put the modes back could not leave the screen either.
    if (tcgetattr(STDIN_FILENO, &now) == 0 && now.c_lflag != modes.c_lflag) {
        ct_remove_pictures(STDOUT_FILENO);
        (void)!write(STDOUT_FILENO, reset, sizeof reset - 1);
        // No program reads what the terminal has answered meanwhile.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes);
    }
    int number = WTERMSIG(status);
    handle(number, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    raise(number);
    _exit(128 + number);
}
