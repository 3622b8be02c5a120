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

    scheduler = fiber_main();
    for (int i = count - 1; i >= 0; --i) {
        workers[i].id = i;
        workers[i].fiber = fiber_new(work, &workers[i]);
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
        fiber_free(workers[i].fiber);
    }
    fiber_free(scheduler);
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
    enum { CROWD = 65536 };
    Worker worker = {.id = 1};
    Fiber **crowd = g_new0(Fiber *, CROWD);

    scheduler = fiber_main();
    for (int i = 0; i < CROWD; ++i)
        crowd[i] = fiber_new(work, &worker);
    worker.fiber = crowd[CROWD - 1];
    fiber_switch(scheduler, worker.fiber);
    g_assert_cmpint(worker.rounds, ==, 1);
    for (int i = 0; i < CROWD; ++i)
        fiber_free(crowd[i]);
    fiber_free(scheduler);
    g_free(crowd);
}

static void test_restart(void)
{
    Worker worker = {.id = 1};

    scheduler = fiber_main();
    worker.fiber = fiber_new(work, &worker);
    fiber_restart(worker.fiber); /* before it ever ran */
    for (int start = 1; start <= 20; ++start) {
        for (int round = 0; round < start; ++round)
            fiber_switch(scheduler, worker.fiber);
        g_assert_cmpint(worker.starts, ==, start);
        fiber_restart(worker.fiber); /* in the middle of its loop */
    }
    g_assert_cmpint(worker.rounds, ==, 210);
    g_assert_false(worker.spoiled);
    fiber_free(worker.fiber);
    fiber_free(scheduler);
}

static void returning(void *argument)
{
    (void)argument;
}

/* An entry that returns is a mistake of the program: it dies and says so. */
static void test_return(void)
{
    if (g_test_subprocess()) {
        scheduler = fiber_main();
        fiber_switch(scheduler, fiber_new(returning, NULL));
        return;
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_failed();
    g_test_trap_assert_stderr("*fiber.c*entry returned*");
}

/* ---- Stacks ---------------------------------------------------------------*/

typedef struct {
    Fiber *main, *fiber;
    char *top; /* an address on the fiber's stack */
} Deep;

static void go_deep(void *argument)
{
    Deep *deep = argument;
    volatile char most[FIBER_STACK_BYTES / 8 * 7];

    deep->top = (char *)(uintptr_t)(most + sizeof most - 1);
    for (size_t i = 0; i < sizeof most; i += 64)
        most[i] = 1;
    fiber_switch(deep->fiber, deep->main);
}

/* A stack has room for most of what is promised, and a guard below it, also
 * when many were made and freed before. */
static void test_stacks(void)
{
    Deep deep = {.main = fiber_main()};
    int ends[2];

    g_assert_cmpint(pipe(ends), ==, 0);
    for (int i = 0; i < 30001; ++i)
        fiber_free(fiber_new(go_deep, &deep));
    deep.fiber = fiber_new(go_deep, &deep);
    fiber_switch(deep.main, deep.fiber);
    char *guard = deep.top;
    while (!fiber_is_guard(deep.fiber, guard))
        guard -= 4096;
    g_assert_cmpint(write(ends[1], deep.top, 1), ==, 1);
    g_assert_cmpint(write(ends[1], guard, 1), ==, -1);
    g_assert_cmpint(errno, ==, EFAULT);
    fiber_free(deep.fiber);
    fiber_free(deep.main);
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fiber/stacks-and-registers-survive-switches",
                    test_switches);
    g_test_add_func("/fiber/more-than-a-process-has-mappings", test_crowd);
    g_test_add_func("/fiber/restart-begins-at-the-entry", test_restart);
    g_test_add_func("/fiber/an-entry-must-not-return", test_return);
    g_test_add_func("/fiber/a-guard-lies-below-a-stack", test_stacks);
    return g_test_run();
}
