/* SPDX-License-Identifier: MIT
 *
 * interrupt - see interrupt.h.
 */
#include "util/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

enum { COUNT = sizeof signals / sizeof *signals };

static volatile sig_atomic_t which; /* has come; 0: none */
static struct sigaction before[COUNT];

static void note(int number)
{
    which = number;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note};

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < COUNT; ++i) {
        sigaction(signals[i], NULL, before + i);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

bool interrupt_asked(void)
{
    return which != 0;
}

void interrupt_release(void)
{
    for (int i = 0; i < COUNT; ++i)
        sigaction(signals[i], before + i, NULL);
}

void interrupt_obey(void)
{
    if (!which)
        return;
    signal(which, SIG_DFL);
    raise(which);
}
