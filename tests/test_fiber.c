/* SPDX-License-Identifier: MIT
 *
 * Tests of src/simulator/fiber.c: functions that stop and continue, each on its
 * own stack.
 */
#include "simulator/fiber.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 50 };

static Fiber *scheduler;

/* Fibers are never freed: each test uses them again. */
enum { MOST_FIBERS = 65536 };
static struct {
    Fiber *fiber;
    FiberEntry *entry;
    void *argument;
} made[MOST_FIBERS];

static void enter(void *number)
{
    size_t i = (size_t)(uintptr_t)number;

    made[i].entry(made[i].argument);
}

static Fiber *fiber_number(size_t i, FiberEntry *entry, void *argument)
{
    made[i].entry = entry;
    made[i].argument = argument;
    if (made[i].fiber)
        fiber_restart(made[i].fiber);
    else
        made[i].fiber = fiber_new(enter, (void *)(uintptr_t)i);
    return made[i].fiber;
}

typedef struct {
    Fiber *fiber;
    Fiber *next; /* whom to switch to; NULL for the scheduler */
    int id, rounds, starts;
    bool spoiled; /* something on its stack was not as it left it */
    char text[32];
} Worker;

/* Keeps numbers in registers and on its stack over every switch. */
static void work(void *argument)
{
    Worker *self = argument;
    int mine[64];
    double half = 0.5 * self->id;

    ++self->starts;
    for (int i = 0; i < 64; ++i)
        mine[i] = self->id * 1000 + i;
    for (;;) {
        double before = half;
        ++self->rounds;
        /* floating point and a call with a variable number of arguments: wants
         * a well-aligned stack */
        snprintf(self->text, sizeof self->text, "%d %.1f", self->rounds, half);
        fiber_switch(self->fiber, self->next ? self->next : scheduler);
        for (int i = 0; i < 64; ++i)
            self->spoiled |= mine[i] != self->id * 1000 + i;
        self->spoiled |= before < half || before > half;
        half += 1;
    }
}

/* CHAINS chains of LENGTH fibers: each hands over to the next, as lanes of a
 * warp do, and the last one to the scheduler. */
static void check_chains(int chains, int length)
{
    int count = chains * length;
    Worker *workers = g_new0(Worker, (size_t)count);
    char last[32];

    for (int i = count - 1; i >= 0; --i) {
        workers[i].id = i;
        workers[i].fiber = fiber_number((size_t)i, work, &workers[i]);
        workers[i].next = (i + 1) % length ? workers[i + 1].fiber : NULL;
    }
    for (int round = 1; round <= ROUNDS; ++round)
        for (int i = 0; i < count; i += length) {
            fiber_switch(scheduler, workers[i].fiber);
            g_assert_cmpint(workers[i + length - 1].rounds, ==, round);
        }
    for (int i = 0; i < count; ++i) {
        g_assert_cmpint(workers[i].rounds, ==, ROUNDS);
        g_assert_cmpint(workers[i].starts, ==, 1);
        g_assert_false(workers[i].spoiled);
        snprintf(last, sizeof last, "%d %.1f", ROUNDS, 0.5 * i + ROUNDS - 1);
        g_assert_cmpstr(workers[i].text, ==, last);
    }
    g_free(workers);
}

static void test_switches(void)
{
    check_chains(1, 1);
    check_chains(200, 1);
    check_chains(1, 8);
    check_chains(5, 32);
}

/* More than a process may have mappings: 64 blocks of 1024 threads. */
static void test_crowd(void)
{
    Worker worker = {.id = 1};

    for (size_t i = 0; i < MOST_FIBERS; ++i)
        worker.fiber = fiber_number(i, work, &worker);
    fiber_switch(scheduler, worker.fiber);
    g_assert_cmpint(worker.rounds, ==, 1);
}

static void test_restart(void)
{
    Worker worker = {.id = 1};

    worker.fiber = fiber_number(0, work, &worker);
    fiber_restart(worker.fiber); /* before it ever ran */
    for (int start = 1; start <= 20; ++start) {
        for (int round = 0; round < start; ++round)
            fiber_switch(scheduler, worker.fiber);
        g_assert_cmpint(worker.starts, ==, start);
        fiber_restart(worker.fiber); /* in the middle of its loop */
    }
    g_assert_cmpint(worker.rounds, ==, 210);
    g_assert_false(worker.spoiled);
}

static void returning(void *argument)
{
    (void)argument;
}

/* An entry that returns is a mistake of the program: it dies and says so. */
static void test_return(void)
{
    if (g_test_subprocess()) {
        fiber_switch(scheduler, fiber_number(0, returning, NULL));
        return;
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_failed();
    g_test_trap_assert_stderr("*fiber.c*entry returned*");
}

/* ---- Stacks ---------------------------------------------------------------*/

typedef struct {
    Fiber *fiber;
    char *top; /* an address on the fiber's stack */
} Deep;

static void go_deep(void *argument)
{
    Deep *deep = argument;
    volatile char most[FIBER_STACK_BYTES / 8 * 7];

    deep->top = (char *)(uintptr_t)(most + sizeof most - 1);
    for (size_t i = 0; i < sizeof most; i += 64)
        most[i] = 1;
    fiber_switch(deep->fiber, scheduler);
}

/* A stack has room for most of what is promised, and a guard below it. */
static void test_stacks(void)
{
    Deep deep = {0};
    int ends[2];

    g_assert_cmpint(pipe(ends), ==, 0);
    deep.fiber = fiber_number(0, go_deep, &deep);
    fiber_switch(scheduler, deep.fiber);
    char *guard = deep.top;
    while (!fiber_is_guard(deep.fiber, guard))
        guard -= 4096;
    g_assert_cmpint(write(ends[1], deep.top, 1), ==, 1);
    g_assert_cmpint(write(ends[1], guard, 1), ==, -1);
    g_assert_cmpint(errno, ==, EFAULT);
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    scheduler = fiber_main();
    g_test_add_func("/fiber/stacks-and-registers-survive-switches",
                    test_switches);
    g_test_add_func("/fiber/more-than-a-process-has-mappings", test_crowd);
    g_test_add_func("/fiber/restart-begins-at-the-entry", test_restart);
    g_test_add_func("/fiber/an-entry-must-not-return", test_return);
    g_test_add_func("/fiber/a-guard-lies-below-a-stack", test_stacks);
    return g_test_run();
}
