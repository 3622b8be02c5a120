/* SPDX-License-Identifier: MIT
 *
 * older_landlock - a library to preload (LD_PRELOAD): the system seems to have
 * the version OLDER_LANDLOCK of Landlock, 0 for none.  A program that asks
 * takes only the rights that such a system has, and the real one guards just
 * these.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

enum { CREATE_RULESET = 444, ASK_VERSION = 1, ARGUMENTS = 6 };

long syscall(long number, ...)
{
    long (*real)(long, ...), given[ARGUMENTS];
    const char *version = getenv("OLDER_LANDLOCK");
    va_list list;

    *(void **)&real = dlsym(RTLD_NEXT, "syscall");
    va_start(list, number);
    for (int i = 0; i < ARGUMENTS; ++i)
        given[i] = va_arg(list, long);
    va_end(list);
    if (number == CREATE_RULESET && version) {
        int have = atoi(version);
        if (have == 0) {
            errno = ENOSYS;
            return -1;
        }
        if (given[2] == ASK_VERSION)
            return have;
    }
    return real(number, given[0], given[1], given[2], given[3], given[4],
                given[5]);
}
