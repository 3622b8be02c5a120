/* SPDX-License-Identifier: MIT
 *
 * Tests of src/sim/guard.c with kernels that do what ends programs: wrong
 * pointers, stacks that are too small, calls of the host's functions.  Each
 * ends in an error that names kernel, line, thread and step, and the machine
 * runs the next kernel as if nothing had been.
 */
#include "record/record.h"
#include "sim/guard.h"
#include "lab.h"

#include <glib.h>
#include <string.h>
#include <time.h>

#define SCAN_KERNEL_FILE 1
#include "kernels/scan.h"

#define FILE_NAME "tests/test_guard.c"

KERNEL(good)
{
    STEP("fill", 0);
    FOR_EACH (i, 16) {
        Word x = GLOAD(in, i);
        STORE(i, x);
    }
    STEP("turn", 1);
    FOR_EACH (i, 16) {
        Word x = LOAD(15 - i);
        GSTORE(out, i, x);
    }
}

/* So that the address that is missing is the kernel's, and not
 * AddressSanitizer's note on it. */
#define PLAIN __attribute__((no_sanitize("address")))

/* ---- Pointers and stacks --------------------------------------------------*/

/* A line to be seen on, with an access that is as good as any. */
#define SEEN LOAD(thread)

KERNEL(null_pointer)
{
    int *volatile nowhere = NULL;

    STEP("write", 1);
    SEEN;
    *nowhere = 1; // @null-pointer
}

PLAIN KERNEL(wild_pointer)
{
    char *volatile wild = (char *)(uintptr_t)0x10000000000;

    STEP("write", 1);
    SEEN; // @wild-pointer
    if (thread == 2)
        *wild = 1;
}

/* No address of any process: x86-64 does not tell it, other processors may. */
PLAIN KERNEL(far_pointer)
{
    char *volatile far = (char *)(uintptr_t)0x1234567812345678;

    STEP("write", 1);
    SEEN; // @far-pointer
    *far = 1;
}

PLAIN KERNEL(early_pointer)
{
    char *volatile wild = (char *)(uintptr_t)0x10000000000;

    *wild = 1;
    STEP("write", 1);
}

KERNEL(beyond_array)
{
    volatile int own[4] = {0};
    volatile int far = 5;

    STEP("write", 1);
    STORE(own[far] & 1, FROM_INT(1)); // @beyond-array
}

PLAIN __attribute__((noinline)) static int deeper(volatile int left)
{
    volatile char room[200];

    room[0] = (char)left;
    return left ? deeper(left - 1) + room[0] : 0;
}

KERNEL(recurses)
{
    STEP("dive", 3);
    SEEN; // @recurses
    if (thread == 1 && deeper(1 << 30) == 7)
        SEEN;
}

PLAIN KERNEL(large_local)
{
    volatile char room[4 << 20];
    __asm__ volatile("" : : "r"(room) : "memory"); /* all of it is needed */
    room[sizeof room - 1] = 1;
    room[0] = 1;
    STEP("fill", 3);
}

/* A function may call itself as often as this. */
KERNEL(recurses_a_little)
{
    STEP("dive", 0);
    if (thread < 64 && deeper(500) < 0)
        SEEN;
}

/* ---- Functions of the host ------------------------------------------------*/

KERNEL(aborts)
{
    STEP("stop", 0);
    abort(); // @aborts
}

KERNEL(aborts_within)
{
    STEP("stop", 0);
    SEEN; // @aborts-within
    (abort)();
}

KERNEL(raises)
{
    STEP("stop", 0);
    raise(SIGSEGV); // @raises
}

KERNEL(raises_within)
{
    STEP("stop", 0);
    SEEN; // @raises-within
    (raise)(SIGSEGV);
}

KERNEL(exits)
{
    STEP("stop", 0);
    if (thread == 3)
        exit(0); // @exits
}

KERNEL(allocates)
{
    STEP("take", 0);
    for (;;) {
        char *more = malloc(1 << 20); // @allocates
        more[0] = 1;
    }
}

KERNEL(sleeps)
{
    STEP("rest", 0);
    sleep(1); // @sleeps
}

KERNEL(traps)
{
    STEP("stop", 0);
    SEEN; // @traps
    __builtin_trap();
}

/* ---- Time ----------------------------------------------------------------*/

/* Goes on and on, but so slowly that it would take hours to have as many events
 * as a thread may; an emulated processor, too, has one soon. */
KERNEL(slow)
{
    STEP("think", 0);
    while (thread == 0) {
        for (volatile int i = 0; i < 2000000; ++i) {
        }
        SEEN; // @slow
    }
}

/* Waits for what never comes, and asks for no processor time. */
KERNEL(waits)
{
    STEP("wait", 0);
    SEEN; // @waits
    for (;;)
        (pause)();
}

/* ---- Lines ---------------------------------------------------------------*/

KERNEL(two_loads)
{
    STEP("add", 0);
    Word sum = OP(LOAD(0), LOAD(1)); // @two-loads
    STORE(thread, sum);
}

KERNEL(two_ways)
{
    STEP("add", 0);
    // clang-format off
    if (thread < 2) LOAD(0); else LOAD(1); // @two-ways
    // clang-format on
}

/* A line may be come to often, and a sum may stand with an access. */
KERNEL(one_a_line)
{
    STEP("add", 0);
    for (int i = 0; i < 8; ++i) {
        Word x = LOAD(i);
        STORE(thread, OP(x, OP(x, x)));
    }
}

/* ---- Levels ---------------------------------------------------------------*/

KERNEL(high_level)
{
    STEP("first", 0);
    STEP("high", 70000); // @high-level
}

KERNEL(low_level)
{
    STEP("low", -1); // @low-level
}

/* ---- What is said of each -------------------------------------------------*/

typedef struct {
    const char *name;
    ScanKernel *kernel;
    const char *mark; /* of the line; NULL: no line is known */
    const char *said; /* after the line */
    const char *where;
} Slip;

static const Slip slips[] = {
    {"null-pointer", null_pointer_kernel, "null-pointer",
     "thread 0 follows a null pointer", "in step 1 (write, level 1)"},
    {"wild-pointer", wild_pointer_kernel, "wild-pointer",
     "thread 2 follows a wrong pointer (to 0x10000000000), or leaves a "
     "local array; it was last seen on this line",
     "in step 1 (write, level 1)"},
#ifdef __x86_64__
    {"far-pointer", far_pointer_kernel, "far-pointer",
     "thread 0 follows a wrong pointer, or leaves",
     "in step 1 (write, level 1)"},
#else
    {"far-pointer", far_pointer_kernel, "far-pointer",
     "thread 0 follows a wrong pointer", "in step 1 (write, level 1)"},
#endif
    {"early-pointer", early_pointer_kernel, NULL,
     "thread 0 follows a wrong pointer (to 0x10000000000), or leaves a "
     "local array, before",
     "before its first STEP"},
    {"beyond-array", beyond_array_kernel, "beyond-array",
     "thread 0 leaves a local array, at index 5", "in step 1 (write, level 1)"},
    {"recurses", recurses_kernel, "recurses", "thread 1 needs more than ",
     "KB of stack, by recursion or large local arrays; it was last seen on "
     "this line, in step 1 (dive, level 3)"},
    {"large-local", large_local_kernel, NULL, "thread 0 needs more than ",
     "KB of stack, by recursion or large local arrays, before its first STEP"},
    {"aborts", aborts_kernel, "aborts", "thread 0 calls abort, which a kernel",
     "in step 1 (stop, level 0)"},
    {"aborts-within", aborts_within_kernel, "aborts-within",
     "thread 0 aborts; it was last seen on this line",
     "in step 1 (stop, level 0)"},
    {"raises", raises_kernel, "raises", "thread 0 calls raise, which",
     "in step 1 (stop, level 0)"},
    {"raises-within", raises_within_kernel, "raises-within",
     "thread 0 follows a wrong pointer, or leaves a local array; it was last "
     "seen on this line",
     "in step 1 (stop, level 0)"},
    {"exits", exits_kernel, "exits", "thread 3 calls exit, which",
     "in step 1 (stop, level 0)"},
    {"allocates", allocates_kernel, "allocates", "thread 0 calls malloc, which",
     "in step 1 (take, level 0)"},
    {"sleeps", sleeps_kernel, "sleeps", "thread 0 calls sleep, which",
     "in step 1 (rest, level 0)"},
    {"traps", traps_kernel, "traps",
     "thread 0 comes to what is no instruction of the processor",
     "in step 1 (stop, level 0)"},
    {"slow", slow_kernel, "slow",
     "thread 0 does not end: the launch has taken more than 0.3 s of processor "
     "time",
     "in step 1 (think, level 0)"},
    {"waits", waits_kernel, "waits",
     "thread 0 does not end: it waits for 0.5 s for something outside of the "
     "machine; it was last seen on this line",
     "in step 1 (wait, level 0)"},
    {"two-loads", two_loads_kernel, "two-loads",
     "thread 0 shares its line with another access: load after load of its "
     "own; "
     "write one access to a line",
     "in step 1 (add, level 0)"},
    {"two-ways", two_ways_kernel, "two-ways",
     "thread 2 shares its line with another access: load after load of thread "
     "0; write one access to a line",
     "in step 1 (add, level 0)"},
    {"high-level", high_level_kernel, "high-level",
     "thread 0 begins a step of level 70000; levels are 0 to 65535",
     "in step 1 (first, level 0)"},
    {"low-level", low_level_kernel, "low-level",
     "thread 0 begins a step of level -1; levels are 0 to 65535",
     "before its first STEP"},
};

static void check_good(Lab *lab)
{
    lab->launch.threads = 6;
    lab_good(lab, good_kernel);
    for (uint32_t i = 0; i < 16; ++i)
        g_assert_cmpuint(lab->out[i], ==, lab->in[15 - i]);
}

static void test_slip(const void *argument)
{
    const Slip *slip = argument;
    Lab *lab = lab_new(FILE_NAME);

    check_good(lab);
    for (int again = 0; again < 2; ++again) {
        lab->launch.threads = 4;
        g_assert_false(lab_run(lab, slip->kernel));
        g_assert_cmpint(lab->error.kind, ==, ERROR_FAILED);
        g_test_message("%s", lab->error.text);

        Text start = {0};
        text_add(&start, FILE_NAME);
        if (slip->mark)
            text_add(&start, ":%d", lab_line(lab, slip->mark));
        text_add(&start, ": %s", slip->said);
        if (!g_str_has_prefix(lab->error.text, start.text))
            g_error("\"%s\" should begin \"%s\"", lab->error.text, start.text);
        if (!g_str_has_suffix(lab->error.text, slip->where))
            g_error("\"%s\" should end \"%s\"", lab->error.text, slip->where);
        text_free(&start);
        check_good(lab);
    }
    lab_free(lab);
}

static void test_deep(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, recurses_a_little_kernel);
    lab_good(lab, one_a_line_kernel);
    lab_free(lab);
}

/* More threads than there can be stacks for. */
static void test_threads(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.threads = 1024;
    lab->launch.blocks = 129;
    g_assert_false(lab_run(lab, good_kernel));
    g_test_message("%s", lab->error.text);
    g_assert_nonnull(strstr(lab->error.text, "132096 threads in a launch"));
    lab->launch.blocks = 1;
    check_good(lab);
    lab_free(lab);
}

/* The signals are the program's own again after a run. */
static void test_program(void)
{
    Lab *lab = lab_new(FILE_NAME);

    if (g_test_subprocess()) {
        check_good(lab);
        (raise)(SIGSEGV);
        return;
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_failed();
    g_test_trap_assert_stderr_unmatched("*thread 0*");
    lab_free(lab);
}

KERNEL(busy)
{
    STEP("work", 0);
    SEEN;
    for (int turn = 0; turn < 20; ++turn) {
        for (volatile int i = 0; i < 5000000; ++i)
            continue;
        SEEN;
    }
}

/* A launch has the time that it takes itself, not what was taken before. */
static void test_own_time(void)
{
    GuardLimits before = guard_limits;
    Lab *lab = lab_new(FILE_NAME);

    while (clock() < 2 * CLOCKS_PER_SEC)
        continue;
    guard_limits.launch = (double)clock() / CLOCKS_PER_SEC;
    lab->launch.threads = 1;
    lab_good(lab, busy_kernel);
    guard_limits = before;
    lab_free(lab);
}

/* Why a recording failed: the kernel's slip is told from a wrong size, also
 * when that comes next. */
static void test_recorder(void)
{
    Recorder *recorder = recorder_new();
    Error error = {ERROR_NONE, ""};
    Algorithm slip = *catalog_find("leftright", &error);
    RecordOptions options = {.algorithm = &slip,
                             .n = 16,
                             .k = 4,
                             .passes = PLAN_USUAL,
                             .device = DEVICE_CPU};
    ScanKernel *right = slip.run;
    uint32_t input[16] = {0};

    options.input = input;
    slip.run = null_pointer_kernel;
    g_assert_null(record(recorder, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_true(recorder_kernel_failed(recorder));
    options.n = 0;
    g_assert_null(record(recorder, &options, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_false(recorder_kernel_failed(recorder));
    options.n = 16;
    g_assert_null(record(recorder, &options, &error));
    g_assert_true(recorder_kernel_failed(recorder));
    slip.run = right;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    g_assert_false(recorder_kernel_failed(recorder));
    trace_free(trace);
    recorder_free(recorder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    guard_limits = (GuardLimits){.quiet = 2, .wait = 0.5, .launch = 0.3};
    for (size_t i = 0; i < G_N_ELEMENTS(slips); ++i) {
        char *path = g_strdup_printf("/guard/%s", slips[i].name);
        g_test_add_data_func(path, &slips[i], test_slip);
        g_free(path);
    }
    g_test_add_func("/guard/recurses-a-little", test_deep);
    g_test_add_func("/guard/threads", test_threads);
    g_test_add_func("/guard/program", test_program);
    g_test_add_func("/guard/own-time", test_own_time);
    g_test_add_func("/guard/recorder", test_recorder);
    return g_test_run();
}
