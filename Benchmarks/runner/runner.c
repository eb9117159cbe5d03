// Starts a command again and again and says how long each run took: small and quick itself, so that what is measured
// is the command. Prints one line a run: milliseconds, peak resident kilobytes, exit code.
//
//   runner spawn  [-n RUNS] [-i FILE] [-o FILE] -- COMMAND...
//       from fork to exit; standard input from FILE (default /dev/null), output to FILE (default /dev/null)
//   runner screen [-n RUNS] [-r ROWS] [-c COLUMNS] [-m MARK]... [-k KEYS] [-t KEYS] [-p] [-q KEYS] -- COMMAND...
//       from fork until every MARK has been written to its terminal and the program has fallen silent on what is due;
//       then KEYS of -k are typed, and those of -q end it. With -t, from typing its KEYS until the last of what changes
//       has come. With -p the terminal says that it knows kitty's keyboard protocol
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MARKS = 8, LIMIT_MS = 600000, SILENCE_MS = 200 };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "runner: %s: %s\n", what, strerror(errno));
    exit(125);
}

static int report(double elapsed, pid_t pid) {
    int status;
    struct rusage usage;
    while (wait4(pid, &status, 0, &usage) < 0)
        if (errno != EINTR) fail("wait4");
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    printf("%.4f %ld %d\n", elapsed, usage.ru_maxrss, code);
    fflush(stdout);
    return code;
}

static void spawn(const char *input, const char *output, char **command) {
    int in = open(input, O_RDONLY | O_CLOEXEC);
    int out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (in < 0) fail(input);
    if (out < 0) fail(output);
    double begin = now_ms();
    // vfork: a copy of this process costs next to nothing, and nothing of it is counted for the command.
    pid_t pid = vfork();
    if (pid < 0) fail("vfork");
    if (pid == 0) {
        dup2(in, 0);
        dup2(out, 1);
        execvp(command[0], command);
        _exit(127);
    }
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0)
        if (errno != EINTR) fail("waitid");
    double elapsed = now_ms() - begin;
    close(in);
    close(out);
    report(elapsed, pid);
}

// Everything written so far; a terminal's answers are given as their questions appear in it.
static char *seen;
static size_t seen_length, seen_capacity, answered;

static void take(const char *bytes, size_t count) {
    if (seen_length + count + 1 > seen_capacity) {
        seen_capacity = (seen_length + count + 1) * 2;
        seen = realloc(seen, seen_capacity);
        if (!seen) fail("realloc");
    }
    memcpy(seen + seen_length, bytes, count);
    seen_length += count;
    seen[seen_length] = 0;
}

static int knows_keyboard_protocol;

static void answer(int terminal) {
    static const struct { const char *question, *reply; } known[] = {
        {"\033[?u", "\033[?0u"},
        {"\033]11;?", "\033]11;rgb:1010/1414/1818\033\\"}, {"\033]10;?", "\033]10;rgb:e0e0/e0e0/e0e0\033\\"},
        {"\033[6n", "\033[1;1R"}, {"\033[c", "\033[?62;22c"}, {"\033[0c", "\033[?62;22c"},
    };
    for (; answered < seen_length; answered++) {
        for (size_t i = knows_keyboard_protocol ? 0 : 1; i < sizeof known / sizeof *known; i++) {
            size_t length = strlen(known[i].question);
            // A question that may still be incomplete is looked at again when more has come.
            if (seen[answered] == 033 && answered + length > seen_length
                && memcmp(seen + answered, known[i].question, seen_length - answered) == 0) return;
            if (answered + length <= seen_length && memcmp(seen + answered, known[i].question, length) == 0)
                (void)!write(terminal, known[i].reply, strlen(known[i].reply));
        }
    }
}

static int shown(char **marks, int count) {
    for (int i = 0; i < count; i++)
        if (!seen || !memmem(seen, seen_length, marks[i], strlen(marks[i]))) return 0;
    return 1;
}

// Reads for at most this long; returns 0 at the end of the terminal or when nothing came.
static int pump(int terminal, int milliseconds) {
    char buffer[65536];
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) <= 0) return 0;
    ssize_t count = read(terminal, buffer, sizeof buffer);
    if (count <= 0) return 0;
    take(buffer, (size_t)count);
    answer(terminal);
    return 1;
}

static void screen(int rows, int columns, char **marks, int mark_count, const char *keys,
                   const char *timed, const char *quit, char **command) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    int terminal;
    seen_length = answered = 0;
    double begin = now_ms();
    pid_t pid = forkpty(&terminal, NULL, NULL, &size);
    if (pid < 0) fail("forkpty");
    if (pid == 0) {
        execvp(command[0], command);
        _exit(127);
    }
    while (!shown(marks, mark_count)) {
        if (!pump(terminal, LIMIT_MS)) {
            fprintf(stderr, "runner: the marks never came; the screen got %zu bytes:\n%.*s\n", seen_length,
                    (int)(seen_length < 4000 ? seen_length : 4000), seen ? seen : "");
            kill(pid, SIGKILL);
            exit(124);
        }
    }
    double elapsed = now_ms() - begin;
    if (keys) {
        (void)!write(terminal, keys, strlen(keys));
        while (pump(terminal, SILENCE_MS)) {}
    }
    if (timed) {
        begin = now_ms();
        (void)!write(terminal, timed, strlen(timed));
        elapsed = 0;
        while (pump(terminal, SILENCE_MS)) elapsed = now_ms() - begin;
        if (elapsed == 0) {
            fprintf(stderr, "runner: the keys to be timed changed nothing\n");
            kill(pid, SIGKILL);
            exit(124);
        }
    }
    (void)!write(terminal, quit, strlen(quit));
    while (pump(terminal, LIMIT_MS)) {}
    report(elapsed, pid);
    close(terminal);
}

int main(int argc, char **argv) {
    int runs = 1, rows = 60, columns = 200, mark_count = 0, option;
    char *marks[MARKS], *keys = NULL, *timed = NULL, *quit = "q";
    const char *input = "/dev/null", *output = "/dev/null";
    if (argc < 3) {
        fprintf(stderr, "usage: runner spawn|screen [options] -- COMMAND...\n");
        return 2;
    }
    const char *mode = argv[1];
    optind = 2;
    while ((option = getopt(argc, argv, "+n:i:o:r:c:m:k:t:pq:")) != -1) {
        switch (option) {
        case 'n': runs = atoi(optarg); break;
        case 'i': input = optarg; break;
        case 'o': output = optarg; break;
        case 'r': rows = atoi(optarg); break;
        case 'c': columns = atoi(optarg); break;
        case 'm':
            if (mark_count < MARKS) marks[mark_count++] = optarg;
            break;
        case 'k': keys = optarg; break;
        case 't': timed = optarg; break;
        case 'p': knows_keyboard_protocol = 1; break;
        case 'q': quit = optarg; break;
        default: return 2;
        }
    }
    if (optind >= argc) return 2;
    for (int run = 0; run < runs; run++) {
        if (strcmp(mode, "spawn") == 0)
            spawn(input, output, argv + optind);
        else if (strcmp(mode, "screen") == 0)
            screen(rows, columns, marks, mark_count, keys, timed, quit, argv + optind);
        else
            return 2;
    }
    return 0;
}
