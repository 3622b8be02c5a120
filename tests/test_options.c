/* SPDX-License-Identifier: MIT
 *
 * Tests of src/cli/options.c: command lines, read and refused.
 */
#include "cli/command_line.h"

#include <glib.h>
#include <string.h>

/* Every option that a command may allow. */
#define ALL                                                                    \
    (OPTIONS_RUN | OPTION(OUTPUT) | OPTION(JSON) | OPTION(QUIET) |             \
     OPTION(ALL) | OPTION(FULL) | OPTION(THEME) | OPTION(SIZE) | OPTION(BY) |  \
     OPTION(STEP) | OPTION(INSTRUCTION) | OPTION(TEXT_SCALE) |                 \
     OPTION(PROJECTOR) | OPTION(FULL_SCREEN) | OPTION(SCHEDULES) |             \
     OPTION(MAX_N) | OPTION(SPEED) | OPTION(AT))

/* Reads a command line written as one string. */
static bool read_line(Options *options, OptionSet allowed, const char *line,
                      Error *error)
{
    static char **words; /* the options point into them */
    int count;

    g_strfreev(words);
    words = NULL;
    *error = (Error){0};
    g_assert_true(g_shell_parse_argv(line, &count, &words, NULL));
    return command_line_read(options, allowed, count, words, error);
}

static Options good(const char *line)
{
    Options options;
    Error error;

    if (!read_line(&options, ALL, line, &error))
        g_error("%s: %s", line, error.text);
    return options;
}

static void test_long(void)
{
    Options options = good(
        "export --elements 64 --banks=4 --threads 1024 --op affine "
        "--input iota --inclusive --device cpu --seed "
        "18446744073709551615 --output x.png --json --full --theme dark "
        "--size 1280x720 --by phase --step 3 --instruction 0 --text-scale 1.5 "
        "--projector "
        "--full-screen");

    g_assert_cmpuint(options.n, ==, 64);
    g_assert_cmpuint(options.k, ==, 4);
    g_assert_cmpuint(options.threads, ==, 1024);
    g_assert_cmpint(options.op, ==, OP_AFFINE);
    g_assert_true(options.inclusive && !options.exclusive);
    g_assert_cmpint(options.device, ==, DEVICE_CPU);
    g_assert_true(options.seed == UINT64_MAX);
    g_assert_true(options.json && options.full && options.theme == THEME_DARK);
    g_assert_cmpint(options.frame_width, ==, 1280);
    g_assert_cmpint(options.frame_height, ==, 720);
    g_assert_cmpfloat(options.text_scale, ==, 1.5);
    g_assert_true(options.projector && options.full_screen);
    g_assert_cmpint(options.by, ==, 2);
    g_assert_cmpuint(options.step, ==, 3);
    g_assert_cmpuint(options.instruction, ==, 0);
    g_assert_true(options_given(&options, OPTION(INSTRUCTION)));
}

/* Both bounds of a real number are taken. */
static void test_bounds(void)
{
    g_assert_cmpfloat(good("x --text-scale 0.5").text_scale, ==, 0.5);
    g_assert_cmpfloat(good("x --text-scale 3").text_scale, ==, 3);
    g_assert_cmpfloat(good("x --speed 0.25").speed, ==, 0.25);
    g_assert_cmpfloat(good("x --speed 64").speed, ==, 64);
    g_assert_cmpfloat(good("x --at 0.75").at, ==, 0.75);
}

/* Blocks, from 0. */
static void test_blocks(void)
{
    Options options = good("x --block-n 12 --block-range 2-5 --where x>4");

    g_assert_cmpuint(options.block_n, ==, 12);
    g_assert_cmpuint(options.block_range.first, ==, 2);
    g_assert_cmpuint(options.block_range.last, ==, 5);
    g_assert_cmpstr(options.where, ==, "x>4");
    options = good("x --block-range 0");
    g_assert_cmpuint(options.block_range.first, ==, 0);
    g_assert_cmpuint(options.block_range.last, ==, 0);
    g_assert_true(options_given(&options, OPTION(BLOCK_RANGE)));
    options = good("x --schedules 1000 --max-n 1100");
    g_assert_cmpuint(options.schedules, ==, 1000);
    g_assert_cmpuint(options.max_n, ==, 1100);
    g_assert_cmpuint(good("x").schedules, ==, 64);
}

static void test_passes(void)
{
    static const struct {
        const char *line;
        uint32_t n;
        int passes;
    } cases[] = {
        {"x", 1024, PLAN_USUAL},         {"x --passes 0", 1024, 0},
        {"x --passes 3", 4, 3},          {"x --width 32", 1024, 5},
        {"x --width 32", 1000, 5},       {"x --width 63", 1024, 5},
        {"x --width 1", 1024, 10},       {"x --width 4096", 1024, 0},
        {"x --width 32768", 16384, 0},   {"x --width 1", 1, 0},
        {"x --width 2 -k 4", 16384, 13},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Options options = good(cases[i].line);
        g_assert_cmpint(options_passes(&options, cases[i].n), ==,
                        cases[i].passes);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"x -n 0", "-n 0: out of range; write a number from 1 to "},
        {"x -n 99999999999999999999999", "out of range"},
        {"x -n -1", "-n -1: not a whole number"},
        {"x -n ''", "-n : not a whole number"},
        {"x -n 8x", "-n 8x: not a whole number"},
        {"x -n ' 8'", "not a whole number"},
        {"x -k 1", "-k 1: out of range; write a number from 2 to 64"},
        {"x --block-range x", "--block-range x: invalid value; write "
                              "FIRST-LAST or one number, counted from 0"},
        {"x --block-range ''", "--block-range : invalid value; write FIRST"},
        {"x --block-range -3", "invalid value; write FIRST-LAST"},
        {"x --block-range 3-2", "invalid value; write FIRST-LAST"},
        {"x --block-range 3-4-5", "invalid value; write FIRST-LAST"},
        {"x --block-range 99999999999999999999999-4",
         "invalid value; write FIRST-LAST"},
        {"x --block-range 1-99999999999999999999999",
         "invalid value; write FIRST-LAST"},
        {"x -step 3", "-step: wrong number of dashes; write --step"},
        {"x -op=max", "-op=max: wrong number of dashes; write --op"},
        {"x --n 8", "--n: wrong number of dashes; write -n"},
        {"x -n 8 -n 8", "given twice; remove one"},
        {"x -n 8 --elements 9", "given twice; remove one"},
        {"x --block-range 1 --block-range 2", "--block-range: given twice"},
        {"x -o -", "--output -: cannot write to standard output; name a file"},
        {"x --passes 1 --width 4",
         "--passes and --width cannot be combined; remove one"},
        {"x --op plus", "plus"},
        {"x --op mxa", "did you mean"},
        {"x --device tpu",
         "--device tpu: invalid value; write auto, cpu, gpu or cpu,gpu"},
        {"x --theme blue",
         "--theme blue: invalid value; write light, dark or print"},
        {"x --text-scale 0",
         "--text-scale 0: invalid value; write a number from 0.5 to 3"},
        {"x --text-scale 9",
         "--text-scale 9: invalid value; write a number from 0.5 to 3"},
        {"x --text-scale nan",
         "--text-scale nan: invalid value; write a number from 0.5 to 3"},
        {"x --at 1", "--at 1: invalid value; write a number between 0 and 1"},
        {"x --at 0", "--at 0: invalid value; write a number between 0 and 1"},
        {"x --speed 65", "write a number of cycles a second, from 0.25 to 64"},
        {"x --by lane",
         "--by lane: invalid value; write instruction, step, phase or cycle"},
        {"x --size 1280", "--size 1280: invalid value; write WIDTHxHEIGHT"},
        {"x --size 639x720", "from 640x360 to 16384x16384"},
        {"x --size 16385x720", "write WIDTHxHEIGHT"},
        {"x --size -1280x720", "write WIDTHxHEIGHT"},
        {"x --size 99999999999999999999x720", "write WIDTHxHEIGHT"},
        {"x --seed x", "--seed x: invalid value; write a whole number"},
        {"x --seed 18446744073709551616", "write a whole number"},
        {"x -n", "-n: missing value"},
        {"x --device -o y",
         "--device: missing value before -o; write auto, cpu, gpu or cpu,gpu"},
        {"x --theme --quiet",
         "--theme: missing value before --quiet; write light, dark or print"},
        {"x --inclusive --exclusive", "cannot be combined"},
        {"x --inclusiv3", "did you mean --inclusive?"},
        {"x --frobnicate", "--frobnicate is not an option of x; --help lists"},
        {"x -Z", "-Z is not an option of x; --help lists"},
        {"x a -Zq", "-Z is not an option of x; --help lists"},
        {"x a -Zebra", "-Zebra is not an option of x; --help lists"},
        {"x a -schedule 4",
         "-schedule is not an option of x; did you mean --schedules?"},
        {"x --schedulez 4",
         "--schedulez is not an option of x; did you mean --schedules?"},
        {"x --quiet=3", "--quiet"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Options options;
        Error error;
        if (read_line(&options, ALL, cases[i].line, &error))
            g_error("\"%s\" was taken", cases[i].line);
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (!strstr(error.text, cases[i].said))
            g_error("%s: \"%s\" does not say \"%s\"", cases[i].line, error.text,
                    cases[i].said);
        g_assert_null(strchr(error.text, '\n'));
    }
}

static void test_order(void)
{
    Options options = good("show -n 8 a -- -n");

    g_assert_cmpuint(options.n, ==, 8);
    g_assert_cmpint(options.operands_count, ==, 2);
    g_assert_cmpstr(options.operands[1], ==, "-n");
    options = good("show -"); /* standard input's name is an operand */
    g_assert_cmpstr(options.operands[0], ==, "-");
    options = good("show --input -");
    g_assert_cmpstr(options.input, ==, "-");
    options = good("show --input -3,4");
    g_assert_cmpstr(options.input, ==, "-3,4");
    g_assert_true(good("show -h").help);
    g_assert_true(good("show --help --full").help);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/options/options-and-operands-mix", test_order);
    g_test_add_func("/options/bounds-are-taken", test_bounds);
    g_test_add_func("/options/passes-and-width-say-the-same", test_passes);
    g_test_add_func("/options/blocks-are-counted-from-0", test_blocks);
    g_test_add_func("/options/long-names-set-their-fields", test_long);
    g_test_add_func("/options/a-wrong-word-is-one-line-with-a-remedy",
                    test_refused);
    return g_test_run();
}
