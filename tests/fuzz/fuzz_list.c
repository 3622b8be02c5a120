/* SPDX-License-Identifier: MIT
 *
 * fuzz_list - lists that people write: elements (--input, as an argument and as
 * a file), what compact keeps (--where), and tables of measured times
 * (--table).
 *
 *     byte 0      which of them; the operator
 *     byte 1      how many elements are asked for; 0: as many as there are
 *     the rest    the text
 */
#include "analysis/condition.h"
#include "chart/chart.h"
#include "fuzz.h"
#include "record/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "list";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_enter_folder();
    if (!freopen("/dev/null", "r", stdin))
        return 1;
    return 0;
}

static void check_error(const Error *error)
{
    if (error->kind == ERROR_NONE || !error->text[0])
        fuzz_fail("a refusal says nothing", "");
}

/* Words as they are written give the same words when they are read. */
static void check_words(Op op, const Word *words, uint32_t n)
{
    char text[VALUE_TEXT];

    for (uint32_t i = 0; i < n; ++i) {
        Error error = {ERROR_NONE, ""};
        uint32_t count = 1;
        if (op != OP_ADD && op != OP_MAX && op != OP_MIN)
            continue;
        Word *again =
            input_read(value_format(op, words[i], text), op, &count, &error);
        if (!again || count != 1 || *again != words[i])
            fuzz_fail("a word is not read as it is written", text);
        free(again);
    }
}

static void read_input(const char *spec, Op op, uint32_t n)
{
    Error error = {ERROR_NONE, ""};
    Word *words = input_read(spec, op, &n, &error);

    if (!words) {
        check_error(&error);
        return;
    }
    if (n < 1 || n > INPUT_MAX_N)
        fuzz_fail("a list has no length that there is", spec);
    check_words(op, words, n);
    free(words);
}

static void try_argument(const char *text, size_t length, Op op, uint32_t n)
{
    (void)length;
    if (!strchr(text, '/')) /* no files of this machine */
        read_input(text, op, n);
}

static void try_file(const char *text, size_t length, Op op, uint32_t n)
{
    FILE *file = fopen("list.txt", "wb");

    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        fuzz_fail("cannot write", "list.txt");
    read_input("list.txt", op, n);
}

static void try_keep(const char *text, size_t length, Op op, uint32_t n)
{
    static const Word input[] = {
        0, 1, 2, (Word)-1, 7, INT32_MAX, (Word)INT32_MIN, 100};
    enum { COUNT = sizeof input / sizeof *input };
    Error error = {ERROR_NONE, ""};
    Word *flags = condition_flags(text, input, COUNT, &error);

    (void)length;
    (void)op;
    (void)n;
    if (!flags)
        check_error(&error);
    for (int i = 0; flags && i < COUNT; ++i)
        if (flags[i] > 1)
            fuzz_fail("a flag is neither 0 nor 1", text);
    free(flags);
}

static void try_table(const char *text, size_t length, Op op, uint32_t n)
{
    ChartWish wish = {.k = 32,
                      .most_n = 1024,
                      .table = text,
                      .table_bytes = length,
                      .table_name = "times.csv"};
    Chart chart = {0};
    Error error = {ERROR_NONE, ""};

    (void)op;
    if (!(n % 2 ? chart_blocks : chart_large)(&wish, &chart, &error))
        check_error(&error);
    chart_free(&chart);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(const char *text, size_t length, Op op,
                                 uint32_t n) = {try_argument, try_file,
                                                try_keep, try_table};
    enum { TRIES = sizeof tries / sizeof *tries };

    if (size < 2)
        return 0;
    char *text = base_alloc(size - 1, 1);
    memcpy(text, data + 2, size - 2);
    tries[data[0] % TRIES](text, size - 2, (Op)(data[0] / TRIES % OP_COUNT),
                           data[1]);
    free(text);
    return 0;
}
