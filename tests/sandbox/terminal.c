/* SPDX-License-Identifier: MIT
 *
 * terminal - runs a command on a new terminal, as a person would.
 *
 *     terminal [TEXT KEYS]... -- COMMAND [ARGUMENT...]
 *
 * Each time that the next TEXT has appeared, types KEYS.  Prints all that
 * appeared, then "status N" or "signal N", and "terminal changed" if the
 * command left the terminal in another state than it had.  Exit status 1: a
 * TEXT has not appeared, or the command has not ended, within a minute.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { SECONDS = 300, MOST_SEEN = 1 << 20 };

static char seen[MOST_SEEN + 1];
static size_t count;

typedef struct {
    struct termios modes;
    struct winsize size;
    int flags;
} State;

static State state_of(int terminal)
{
    State state;

    memset(&state, 0, sizeof state);
    tcgetattr(terminal, &state.modes);
    ioctl(terminal, TIOCGWINSZ, &state.size);
    state.flags = fcntl(terminal, F_GETFL);
    return state;
}

/* The process that runs the command, with the terminal NAME. */
static void run(int terminal, char **command)
{
    setsid();
    ioctl(terminal, TIOCSCTTY, 0);
    for (int file = 0; file <= 2; ++file)
        dup2(terminal, file);
    execvp(command[0], command);
    _exit(127);
}

/* Takes what appears; false if nothing has for a while. */
static bool look(int master)
{
    struct pollfd ready = {.fd = master, .events = POLLIN};

    if (poll(&ready, 1, 100) <= 0)
        return false;
    ssize_t got = read(master, seen + count, MOST_SEEN - count);
    count += got > 0 ? (size_t)got : 0;
    seen[count] = '\0';
    return got > 0;
}

int main(int argc, char **argv)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), at = 1, status;
    char *from = seen;

    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return 77;
    int terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    ioctl(terminal, TIOCSWINSZ, &size);
    State before = state_of(terminal);
    int first = 1;
    while (first < argc && strcmp(argv[first], "--") != 0)
        ++first;
    pid_t child = fork();
    if (child == 0)
        run(terminal, argv + first + 1);
    alarm(SECONDS);
    while (waitpid(child, &status, WNOHANG) == 0) {
        char *found = at + 1 < first ? strstr(from, argv[at]) : NULL;
        if (found) {
            from = found + strlen(argv[at]);
            if (write(master, argv[at + 1], strlen(argv[at + 1])) < 0)
                return 1;
            at += 2;
        }
        look(master);
    }
    while (look(master))
        continue;
    State after = state_of(terminal);
    printf("%s\n%s %d\n%s", seen, WIFEXITED(status) ? "status" : "signal",
           WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
           memcmp(&before, &after, sizeof before) ? "terminal changed\n" : "");
    return at < first;
}
