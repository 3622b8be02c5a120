/* SPDX-License-Identifier: MIT
 *
 * Tests of src/sim/dialect.c and src/sim/simt.c with kernels that do what
 * they must not: each ends in an error that names kernel, line, thread and
 * step, and the machine that it happened on runs the next kernel as if nothing
 * had been.
 */
#include "sim/convergence.h"
#include "lab.h"

#include <glib.h>
#include <signal.h>
#include <string.h>

#include "kernels/scan.h"

#define FILE_NAME "tests/test_fault.c"

/* ---- A good one, to be run after each ------------------------------------*/

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
        GSTORE(out, i, OP(x, FROM_INT(1)));
    }
}

/* ---- Barriers ------------------------------------------------------------*/

KERNEL(ends)
{
    STEP("first", 0);
    LOAD(0); // @ends
    if (thread == 2)
        return;
    STEP("second", 1); // @ends-barrier
}

KERNEL(idle)
{
    if (thread == 3)
        return;
    STEP("first", 2); // @idle
}

KERNEL(two_barriers)
{
    STEP("first", 7);
    if (thread == 3)
        SYNC(); // @stray
    else
        SYNC(); // @others
}

KERNEL(levels)
{
    STEP("first", 0);
    STEP("second", thread == 1 ? 6 : 5); // @levels
}

KERNEL(half_block)
{
    STEP("first", 0);
    if (thread < 4)
        SYNC();
    LOAD(1); // @half
}

/* ---- Outside memory ------------------------------------------------------*/

KERNEL(load_low)
{
    STEP("read", 2);
    LOAD(thread - 1); // @load-low
}

KERNEL(load_high)
{
    STEP("read", 2);
    LOAD(LAB_WORDS - 3 + thread); // @load-high
}

KERNEL(store_low)
{
    STEP("write", 2);
    STORE(-2147483647 - 1, FROM_INT(0)); // @store-low
}

KERNEL(store_high)
{
    STEP("write", 2);
    SYNC();
    STORE(thread == 1 ? LAB_WORDS : 0, FROM_INT(0)); // @store-high
}

KERNEL(gload_high)
{
    STEP("read", 0);
    GLOAD(in, LAB_WORDS); // @gload-high
}

KERNEL(gstore_low)
{
    STEP("write", 0);
    GSTORE(out, thread - 3, FROM_INT(0)); // @gstore-low
}

KERNEL(load4_odd)
{
    STEP("read", 0);
    LOAD4(2 * thread); // @load4-odd
}

KERNEL(store4_high)
{
    STEP("write", 0);
    Word4 x = {{IDENTITY, IDENTITY, IDENTITY, IDENTITY}};
    STORE4(thread == 3 ? LAB_WORDS : 0, x); // @store4-high
}

KERNEL(gload4_odd)
{
    STEP("read", 0);
    GLOAD4(in, 5); // @gload4-odd
}

KERNEL(gstore4_high)
{
    STEP("write", 0);
    Word4 x = {{IDENTITY, IDENTITY, IDENTITY, IDENTITY}};
    GSTORE4(out, LAB_WORDS, x); // @gstore4-high
}

KERNEL(store4_hides)
{
    STEP("write", 0);
    Word4 x = {{IDENTITY}};
    STORE4(0, x); // @store4-hides
}

KERNEL(atomic_high)
{
    STEP("count", 0);
    ATOMIC_ADD(SCRATCH(0), LAB_WORDS + 5, FROM_INT(1)); // @atomic-high
}

KERNEL(exchange_low)
{
    STEP("count", 0);
    ATOMIC_EXCH(SCRATCH(0), -1, FROM_INT(1)); // @exchange-low
}

KERNEL(array_high)
{
    STEP("read", 0);
    GLOAD(SCRATCH(LAB_OWN_ARRAYS), 0); // @array-high
}

KERNEL(array_low)
{
    STEP("read", 0);
    GSTORE(-1, 0, FROM_INT(0)); // @array-low
}

/* ---- Arithmetic ----------------------------------------------------------*/

KERNEL(divides)
{
    STEP("divide", 1);
    int x = 10 / (thread - 2); // @divides
    STORE(0, FROM_INT(x));
}

KERNEL(remainder)
{
    STEP("divide", 1);
    unsigned x = 10u % (unsigned)(thread % 2); // @remainder
    STORE(0, FROM_INT((int)x));
}

/* The one quotient of integers that is no integer: an error on processors that
 * trap it, and on others a number like any other. */
__attribute__((no_sanitize("undefined"))) KERNEL(overflows)
{
    volatile int least = -2147483647 - 1, minus_one = -1;

    STEP("divide", 1);
    int x = least / minus_one;
    STORE(0, FROM_INT(x));
}

/* ---- Without an end ------------------------------------------------------*/

KERNEL(endless_loads)
{
    STEP("spin", 0);
    for (;;)
        LOAD(thread); // @endless-loads
}

KERNEL(endless_stores)
{
    STEP("spin", 0);
    for (;;)
        STORE(thread, FROM_INT(1)); // @endless-stores
}

KERNEL(endless_barriers)
{
    STEP("spin", 0);
    for (;;)
        SYNC(); // @endless-barriers
}

KERNEL(endless_sums)
{
    Word x = FROM_INT(1);

    STEP("spin", 0);
    for (;;)
        x = OP(x, x); // @endless-sums
}

KERNEL(endless_wait)
{
    STEP("wait", 0);
    int found = 0;
    while (block == 1 && !found)
        found = TO_INT(GLOAD(SCRATCH(0), 0)); // @endless-wait
}

KERNEL(endless_nothing)
{
    volatile unsigned x = 0;

    STEP("think", 3);
    LOAD(0); // @endless-nothing
    if (thread == 1)
        for (;;)
            ++x;
}

/* ---- Words that are another's --------------------------------------------*/

/* What a kernel would have instead of shared memory and barriers. */
static Word kept[LAB_WORDS];

KERNEL(hides)
{
    STEP("hide", 1);
    kept[thread] = LOAD(thread);
    if (thread > 0)
        STORE(thread, kept[thread - 1]); // @hides
}

KERNEL(hides_in_block)
{
    STEP("hide", 1);
    if (thread == 0)
        kept[0] = LOAD(0);
    for (int i = 0; i < 50; ++i) /* while the other block gets its turn */
        LOAD(thread);
    if (thread == 0)
        STORE(0, OP(IDENTITY, kept[0])); // @hides-in-block
}

KERNEL(hides_a_number)
{
    STEP("hide", 1);
    kept[thread] = FROM_INT(thread);
    if (thread == 3)
        TO_INT(kept[2]); // @hides-a-number
}

KERNEL(hides_the_identity)
{
    STEP("hide", 1);
    kept[thread] = IDENTITY;
    if (thread == 1)
        SHFL(kept[0], 0); // @hides-the-identity
}

KERNEL(never_loaded)
{
    static Word never;

    STEP("use", 0);
    GSTORE(out, 0, never); // @never-loaded
}

KERNEL(number_of_sum)
{
    STEP("ask", 0);
    Word x = LOAD(thread);
    TO_INT(x); // @number-of-sum
}

KERNEL(count_of_sum)
{
    STEP("ask", 0);
    Word x = GLOAD(in, thread);
    NUMBER(x); // @count-of-sum
}

KERNEL(count_of_number)
{
    STEP("ask", 0);
    NUMBER(FROM_INT(5)); // @count-of-number
}

KERNEL(sum_as_number)
{
    STEP("write", 0);
    Word x = GLOAD(in, thread);
    GSTORE(SCRATCH(0), thread, x); // @sum-as-number
}

KERNEL(sum_added_to_number)
{
    STEP("write", 0);
    Word x = GLOAD(in, thread);
    ATOMIC_ADD(SCRATCH(0), 0, OP(x, x)); // @sum-added-to-number
}

/* ---- Against the rules of the dialect ------------------------------------*/

KERNEL(early_load)
{
    LOAD(0); // @early-load
    STEP("first", 0);
}

KERNEL(early_sync)
{
    SYNC(); // @early-sync
}

KERNEL(early_sum)
{
    Word x = OP(FROM_INT(1), FROM_INT(2)); // @early-sum
    STEP("first", 0);
    STORE(0, x);
}

/* The place of an access on a line that another kind of access has as well; the
 * number is far outside of all arrays, to see that nobody takes it for one. */
enum { FAR = 100000000 };

KERNEL(load_and_shuffle)
{
    STEP("both", 0);
    if (thread < 2)
        thread_load(scan_thread, 0, 1000);
    else
        thread_shuffle_up(scan_thread, IDENTITY, FAR, 1000);
}

KERNEL(shuffle_and_store)
{
    STEP("both", 0);
    if (thread < 2)
        thread_shuffle_up(scan_thread, IDENTITY, 0, 1000);
    else
        thread_store(scan_thread, 5, IDENTITY, 1000);
}

KERNEL(load_and_gload)
{
    STEP("both", 0);
    Word x = thread ? LOAD(0) : GLOAD(in, 0); // @load-and-gload
    STORE(thread, x);
}

KERNEL(absent_lane)
{
    STEP("shuffle", 0);
    if (thread % 2)
        SHFL_UP(FROM_INT(0), 1); // @absent-lane
}

KERNEL(negative_shuffle)
{
    STEP("shuffle", 0);
    SHFL_UP(FROM_INT(0), -1); // @negative-shuffle
}

KERNEL(many_lines)
{
    STEP("many", 0);
    for (int i = 0; i < CONVERGENCE_MAX_SITES; ++i)
        thread_load(scan_thread, 0, 1000 + i);
    STEP("more", 0);
    for (int i = 0; i <= CONVERGENCE_MAX_SITES; ++i)
        thread_load(scan_thread, 0, 1000 + i);
}

/* ---- What is said of each ------------------------------------------------*/

typedef struct {
    const char *name;
    ScanKernel *kernel;
    const char *mark; /* of the line; NULL for LINE */
    int line;
    const char *said;  /* after the line: thread and fault; "@x" is a line */
    const char *where; /* at the end */
    uint32_t threads, blocks;
} FaultCase;

static const FaultCase faults[] = {
    {"ends", ends_kernel, "ends", 0,
     "thread 2 misses the barrier of line @ends-barrier, where thread 0 waits",
     "in step 1 (first, level 0)", 4, 1},
    {"idle", idle_kernel, "idle", 0,
     "thread 3 misses the barrier of line @idle, where thread 0 waits: it has "
     "ended",
     "before its first STEP", 4, 1},
    {"two-barriers", two_barriers_kernel, "stray", 0,
     "thread 3 misses the barrier of line @others",
     "in step 1 (first, level 7)", 4, 1},
    {"levels", levels_kernel, "levels", 0,
     "thread 1 misses the barrier of line @levels (level 5)",
     "in step 1 (first, level 0)", 4, 1},
    {"half-block", half_block_kernel, "half", 0,
     "thread 4 misses the barrier of line", "in step 1 (first, level 0)", 8, 1},
    {"load-low", load_low_kernel, "load-low", 0, "thread 0 loads cell -1 of 64",
     "in step 1 (read, level 2)", 4, 1},
    {"load-high", load_high_kernel, "load-high", 0,
     "thread 3 loads cell 64 of 64", "in step 1 (read, level 2)", 4, 1},
    {"store-low", store_low_kernel, "store-low", 0,
     "thread 0 stores to cell -2147483648 of 64", "in step 1 (write, level 2)",
     4, 1},
    {"store-high", store_high_kernel, "store-high", 0,
     "thread 1 stores to cell 64 of 64", "in step 2 (write, level 2)", 4, 1},
    {"load4-odd", load4_odd_kernel, "load4-odd", 0,
     "thread 1 loads 16 bytes from cell 2 on, which is no multiple of 4",
     "in step 1 (read, level 0)", 4, 1},
    {"store4-high", store4_high_kernel, "store4-high", 0,
     "thread 3 stores to cell 64 of 64", "in step 1 (write, level 0)", 4, 1},
    {"gload4-odd", gload4_odd_kernel, "gload4-odd", 0,
     "thread 0 loads 16 bytes from in 5 on, which is no multiple of 4",
     "in step 1 (read, level 0)", 4, 1},
    {"gstore4-high", gstore4_high_kernel, "gstore4-high", 0,
     "thread 0 stores to out[64] of 64 words", "in step 1 (write, level 0)", 4,
     1},
    {"store4-hides", store4_hides_kernel, "store4-hides", 0,
     "thread 0 uses a word that it has not obtained",
     "in step 1 (write, level 0)", 4, 1},
    {"gload-high", gload_high_kernel, "gload-high", 0,
     "thread 0 loads in[64] of 64", "in step 1 (read, level 0)", 4, 1},
    {"gstore-low", gstore_low_kernel, "gstore-low", 0,
     "thread 0 stores to out[-3] of 64", "in step 1 (write, level 0)", 4, 1},
    {"atomic-high", atomic_high_kernel, "atomic-high", 0,
     "thread 0 changes own[69] of 64", "in step 1 (count, level 0)", 4, 1},
    {"exchange-low", exchange_low_kernel, "exchange-low", 0,
     "thread 0 changes own[-1] of 64", "in step 1 (count, level 0)", 4, 1},
    {"array-high", array_high_kernel, "array-high", 0,
     "thread 0 loads scratch array 3", "in step 1 (read, level 0)", 4, 1},
    {"array-low", array_low_kernel, "array-low", 0,
     "thread 0 stores to array -1", "in step 1 (read, level 0)", 4, 1},
    {"divides", divides_kernel, "divides", 0, "thread 2 divides by zero",
     "in step 1 (divide, level 1)", 4, 1},
    {"remainder", remainder_kernel, "remainder", 0, "thread 0 divides by zero",
     "in step 1 (divide, level 1)", 4, 1},
    {"endless-loads", endless_loads_kernel, "endless-loads", 0,
     "thread 0 does not end: 1000", "in step 1 (spin, level 0)", 4, 1},
    {"endless-stores", endless_stores_kernel, "endless-stores", 0,
     "thread 0 does not end: 1000", "in step 1 (spin, level 0)", 4, 1},
    {"endless-barriers", endless_barriers_kernel, "endless-barriers", 0,
     "thread 0 does not end: 1000", "(spin, level 0)", 4, 1},
    {"endless-sums", endless_sums_kernel, "endless-sums", 0,
     "thread 0 does not end: 1000", "in step 1 (spin, level 0)", 4, 1},
    {"endless-wait", endless_wait_kernel, "endless-wait", 0,
     "thread 0 of block 1 does not end: 1000", "in step 1 (wait, level 0)", 4,
     2},
    {"endless-nothing", endless_nothing_kernel, "endless-nothing", 0,
     "thread 1 does not end: it computes for 2 s", "in step 1 (think, level 3)",
     4, 1},
    {"early-load", early_load_kernel, "early-load", 0,
     "thread 0 does something before the first STEP", "before its first STEP",
     4, 1},
    {"early-sync", early_sync_kernel, "early-sync", 0,
     "thread 0 does something before the first STEP", "before its first STEP",
     4, 1},
    {"early-sum", early_sum_kernel, "early-sum", 0,
     "thread 0 does something before the first STEP", "before its first STEP",
     4, 1},
    {"load-and-shuffle", load_and_shuffle_kernel, NULL, 1000,
     "thread 2 shares its line with another access: shuffle after load of "
     "thread 0;",
     "in step 1 (both, level 0)", 4, 1},
    {"shuffle-and-store", shuffle_and_store_kernel, NULL, 1000,
     "thread 2 shares its line with another access: store after shuffle of "
     "thread 0;",
     "in step 1 (both, level 0)", 4, 1},
    {"load-and-gload", load_and_gload_kernel, "load-and-gload", 0,
     "thread 1 shares its line with another access: load after global load of "
     "thread 0;",
     "in step 1 (both, level 0)", 4, 1},
    {"hides", hides_kernel, "hides", 0,
     "thread 1 uses a word of thread 0; threads pass words by STORE and LOAD",
     "in step 1 (hide, level 1)", 4, 1},
    {"hides-in-block", hides_in_block_kernel, "hides-in-block", 0,
     "thread 0 of block 1 uses a word of thread", "(hide, level 1)", 4, 2},
    {"hides-a-number", hides_a_number_kernel, "hides-a-number", 0,
     "thread 3 uses a word of thread 2;", "in step 1 (hide, level 1)", 4, 1},
    {"hides-the-identity", hides_the_identity_kernel, "hides-the-identity", 0,
     "thread 1 uses a word of thread 0;", "in step 1 (hide, level 1)", 4, 1},
    {"never-loaded", never_loaded_kernel, "never-loaded", 0,
     "thread 0 uses a word that it has not obtained",
     "in step 1 (use, level 0)", 4, 1},
    {"number-of-sum", number_of_sum_kernel, "number-of-sum", 0,
     "thread 0 asks for the TO_INT of a word that stands for elements",
     "in step 1 (ask, level 0)", 4, 1},
    {"count-of-sum", count_of_sum_kernel, "count-of-sum", 0,
     "thread 0 asks for the NUMBER of a word that stands for elements",
     "in step 1 (ask, level 0)", 4, 1},
    {"count-of-number", count_of_number_kernel, "count-of-number", 0,
     "thread 0 asks for the NUMBER of a word that is a plain number",
     "in step 1 (ask, level 0)", 4, 1},
    {"sum-as-number", sum_as_number_kernel, "sum-as-number", 0,
     "thread 0 stores to own, which holds numbers",
     "in step 1 (write, level 0)", 4, 1},
    {"sum-added-to-number", sum_added_to_number_kernel, "sum-added-to-number",
     0, "thread 0 changes own, which holds numbers",
     "in step 1 (write, level 0)", 4, 1},
    {"absent-lane", absent_lane_kernel, "absent-lane", 0,
     "thread 1 shuffles from lane 0, which takes no part",
     "in step 1 (shuffle, level 0)", 4, 1},
    {"negative-shuffle", negative_shuffle_kernel, "negative-shuffle", 0,
     "thread 0 shuffles up by -1", "in step 1 (shuffle, level 0)", 4, 1},
    {"many-lines", many_lines_kernel, NULL, 1000 + CONVERGENCE_MAX_SITES,
     "thread 0 is the access on one line too many for a step",
     "in step 2 (more, level 0)", 4, 1},
};

/* TEXT with a line's number for each "@mark". */
static char *filled_in(const Lab *lab, const char *text)
{
    const char *at = strchr(text, '@');
    if (!at)
        return g_strdup(text);
    size_t length = strcspn(at + 1, " ,");
    char *mark = g_strndup(at + 1, length);
    char *filled = g_strdup_printf("%.*s%d%s", (int)(at - text), text,
                                   lab_line(lab, mark), at + 1 + length);
    g_free(mark);
    return filled;
}

static void check_good(Lab *lab)
{
    lab->launch.threads = 6;
    lab->launch.blocks = 1;
    lab_good(lab, good_kernel);
    for (uint32_t i = 0; i < 16; ++i)
        g_assert_cmpuint(lab->out[i], ==, lab->in[15 - i] + 1);
}

static void test_fault(const void *argument)
{
    const FaultCase *fault = argument;
    Lab *lab = lab_new(FILE_NAME);

    check_good(lab);
    for (int again = 0; again < 2; ++again) {
        lab->launch.threads = fault->threads;
        lab->launch.blocks = fault->blocks;
        g_assert_false(lab_run(lab, fault->kernel));
        g_assert_cmpint(lab->error.kind, ==, ERROR_FAILED);
        g_test_message("%s", lab->error.text);

        int line = fault->mark ? lab_line(lab, fault->mark) : fault->line;
        char *said = filled_in(lab, fault->said);
        char *start = g_strdup_printf(FILE_NAME ":%d: %s", line, said);
        if (!g_str_has_prefix(lab->error.text, start))
            g_error("\"%s\" should begin \"%s\"", lab->error.text, start);
        if (!g_str_has_suffix(lab->error.text, fault->where))
            g_error("\"%s\" should end \"%s\"", lab->error.text, fault->where);
        g_assert_null(strchr(lab->error.text, '\n'));
        g_free(start);
        g_free(said);
        check_good(lab);
    }
    lab_free(lab);
}

static void test_overflow(void)
{
    Lab *lab = lab_new(FILE_NAME);

    for (int again = 0; again < 2; ++again) {
        if (!lab_run(lab, overflows_kernel)) {
            g_test_message("%s", lab->error.text);
            g_assert_nonnull(strstr(lab->error.text, ": thread 0 divides "));
            g_assert_nonnull(
                strstr(lab->error.text, "in step 1 (divide, level 1)"));
        }
        check_good(lab);
        lab->launch.threads = 4;
    }
    lab_free(lab);
}

/* Each thread has a word of its own from the run before. */
static bool is_later;

KERNEL(hides_for_later)
{
    static Word old[4];

    STEP("hide", 0);
    SYNC();
    if (is_later)
        STORE(thread, old[thread]); // @later
    old[thread] = LOAD(thread);
}

static void test_earlier_run(void)
{
    Lab *lab = lab_new(FILE_NAME);

    for (int again = 0; again < 3; ++again) {
        is_later = false;
        lab_good(lab, hides_for_later_kernel);
        is_later = true;
        g_assert_false(lab_run(lab, hides_for_later_kernel));
        char *said =
            g_strdup_printf(FILE_NAME
                            ":%d: thread 0 uses a word of an earlier run",
                            lab_line(lab, "later"));
        if (!g_str_has_prefix(lab->error.text, said))
            g_error("\"%s\" should begin \"%s\"", lab->error.text, said);
        g_free(said);
    }
    lab_free(lab);
}

/* A kernel that takes its time, as the machine's clock sees it, but does
 * something again and again. */
KERNEL(slow)
{
    STEP("slow", 0);
    for (int i = 0; i < 200; ++i) {
        LOAD(thread);
        raise(SIGALRM);
        raise(SIGALRM);
    }
}

static void test_slow(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab_good(lab, slow_kernel);
    lab_free(lab);
}

static void on_signal(int signal)
{
    (void)signal;
}

/* The machine leaves the process's signals as they were. */
static void test_signals(void)
{
    static const int signals[] = {SIGALRM, SIGFPE, SIGSEGV, SIGABRT};
    struct sigaction own = {.sa_handler = on_signal}, now;
    struct sigaction before[G_N_ELEMENTS(signals)];
    Lab *lab = lab_new(FILE_NAME);

    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        sigaction(signals[i], &own, &before[i]);
    check_good(lab);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i) {
        sigaction(signals[i], &before[i], &now);
        g_assert_true(now.sa_handler == on_signal);
    }
    lab_free(lab);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(faults); ++i) {
        char *path = g_strdup_printf("/fault/%s", faults[i].name);
        g_test_add_data_func(path, &faults[i], test_fault);
        g_free(path);
    }
    g_test_add_func("/fault/overflow", test_overflow);
    g_test_add_func("/fault/earlier-run", test_earlier_run);
    g_test_add_func("/fault/slow", test_slow);
    g_test_add_func("/fault/signals", test_signals);
    return g_test_run();
}
