/* SPDX-License-Identifier: MIT
 *
 * Tests of src/record/input.c: the numbers to scan, in all forms, good and
 * bad.
 */
#include "record/input.h"

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(const char *spec, Op op, const Word *wanted, uint32_t count)
{
    Error error = {ERROR_NONE, ""};
    uint32_t n = 0;
    Word *words = input_read(spec, op, &n, &error);

    if (!words)
        g_error("%s: %s", spec, error.text);
    g_assert_cmpuint(n, ==, count);
    for (uint32_t i = 0; i < n; ++i)
        g_assert_cmphex(words[i], ==, wanted[i]);
    free(words);
}

#define CHECK(spec, op, ...)                                                   \
    do {                                                                       \
        const Word wanted[] = {__VA_ARGS__};                                   \
        check(spec, op, wanted, G_N_ELEMENTS(wanted));                         \
    } while (0)

static void check_bad(const char *spec, Op op, uint32_t n, const char *said)
{
    Error error = {ERROR_NONE, ""};
    Word *words = input_read(spec, op, &n, &error);

    if (words)
        g_error("\"%s\" was taken", spec);
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    if (!strstr(error.text, said))
        g_error("%s: \"%s\" does not say \"%s\"", spec, error.text, said);
    g_assert_null(strchr(error.text, '\n'));
}

static void test_lists(void)
{
    CHECK("3,1,7,0", OP_ADD, 3, 1, 7, 0);
    CHECK("5", OP_ADD, 5);
    CHECK(" 3 ,\t1,7 ", OP_ADD, 3, 1, 7);
    CHECK("3 1 7", OP_ADD, 3, 1, 7);
    CHECK("-3,+1", OP_MAX, (Word)-3, 1);
    CHECK("+1,-3", OP_MAX, 1, (Word)-3);
    CHECK("2147483647,-2147483648", OP_ADD, 0x7fffffffu, 0x80000000u);
    CHECK("1,2.5,-0.5,1e3", OP_FADD, op_from_float(1), op_from_float(2.5f),
          op_from_float(-0.5f), op_from_float(1000));
    CHECK(".5", OP_FADD, op_from_float(0.5f));
    CHECK("2:3,4", OP_AFFINE, 0x20003u, 0x10004u);
}

static void test_bad_lists(void)
{
    static const struct {
        const char *spec, *said;
    } cases[] = {
        {"", "list is empty"},
        {"  ", "list is empty"},
        {",", "element 0 is missing"},
        {",1", "element 0 is missing"},
        {"1,", "element 1 is missing after a comma"},
        {"1,2, ", "element 2 is missing after a comma"},
        {"3,,1", "element 1 is missing after a comma"},
        {"3, ,1", "element 1 is missing after a comma"},
        {"1,x", "element 1, \"x\", is not a value of add"},
        {"1,2x,3", "element 1, \"2x\", is not a value"},
        {"1-2", "element 0, \"1-2\", is not a value"},
        {"5+3", "element 0, \"5+3\", is not a value"},
        {"3.5", "element 0, \"3.5\", is not a value"},
        {"1e5", "element 0, \"1e5\", is not a value"},
        {"0x10", "element 0, \"0x10\", is not a value"},
        {"1;2", "element 0, \"1;2\", is not a value"},
        {"1,\n2\nab,3", "element 2, \"ab\", is not a value"},
        {"2147483648", "element 0, \"2147483648\""},
        {"0,-2147483649", "element 1, \"-2147483649\""},
        {"99999999999999999999999999999", "element 0"},
        {"-1-", "element 0, \"-1-\""},
        {"2:3", "element 0, \"2:3\", is not a value of add"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        check_bad(cases[i].spec, OP_ADD, 0, cases[i].said);
    check_bad("1e39,2", OP_FADD, 0, "not a value of fadd");
    check_bad("70000:3", OP_AFFINE, 0, "not a value of affine");
    check_bad("2:", OP_AFFINE, 0, "element 0, \"2:\"");
}

/* Examples that never end: as many as are asked for, or 16. */
static void test_generated(void)
{
    for (int op = 0; op < OP_COUNT; ++op) {
        static const char *const specs[] = {"iota", "ones", "random:7"};
        for (size_t i = 0; i < G_N_ELEMENTS(specs); ++i) {
            Error error;
            uint32_t n = 0, many = 1000;
            Word *few = input_read(specs[i], (Op)op, &n, &error);
            Word *words = input_read(specs[i], (Op)op, &many, &error);
            g_assert_true(few && words);
            g_assert_cmpuint(n, ==, INPUT_DEFAULT_N);
            g_assert_cmpuint(many, ==, 1000);
            g_assert_true(memcmp(few, words, n * sizeof *few) == 0);
            free(few);
            free(words);
        }
    }
    Error error;
    uint32_t n = 5;
    Word *iota = input_read("iota", OP_ADD, &n, &error);
    for (uint32_t i = 0; i < 5; ++i)
        g_assert_cmpuint(iota[i], ==, i);
    free(iota);
    Word *ones = input_read("ones", OP_FADD, &n, &error);
    g_assert_cmphex(ones[4], ==, op_from_float(1));
    free(ones);
}

static void test_random(void)
{
    Error error;
    uint32_t n = 100;
    Word *first = input_read("random:1", OP_ADD, &n, &error);
    Word *again = input_read("random:1", OP_ADD, &n, &error);
    Word *other = input_read("random:18446744073709551615", OP_ADD, &n, &error);

    g_assert_true(memcmp(first, again, 400) == 0);
    g_assert_true(memcmp(first, other, 400) != 0);
    free(first);
    free(again);
    free(other);
    check_bad("random:", OP_ADD, 4, "seed is not a whole number");
    check_bad("random:x", OP_ADD, 4,
              "the seed is not a whole number; write random:1");
    check_bad("random:1x", OP_ADD, 4,
              "the seed is not a whole number; write random:1");
    check_bad("random:-1", OP_ADD, 4,
              "the seed is not a whole number; write random:1");
    check_bad("random: 1", OP_ADD, 4,
              "the seed is not a whole number; write random:1");
    check_bad("random:18446744073709551616", OP_ADD, 4,
              "the seed is not a whole number; write random:1");
}

/* ---- Files ---------------------------------------------------------------*/

static char *folder;

/* A file with CONTENT in a separate place. */
static char *file_with(const char *content, gssize bytes)
{
    char *path = g_build_filename(folder, "numbers.txt", NULL);

    g_assert_true(g_file_set_contents(path, content, bytes, NULL));
    return path;
}

static void check_bad_file(const char *content, gssize bytes, const char *said)
{
    char *path = file_with(content, bytes);

    check_bad(path, OP_ADD, 0, said);
    g_unlink(path);
    g_free(path);
}

static void test_file(void)
{
    char *path = file_with("3\n1,7\r\n\n 0\n", -1);

    CHECK(path, OP_ADD, 3, 1, 7, 0);
    g_unlink(path);
    check_bad(path, OP_ADD, 0, "numbers.txt");
    check_bad(folder, OP_ADD, 0, folder);
    g_free(path);
    check_bad_file("", 0, "list is empty");
    check_bad_file("\n\n", 2, "list is empty");
    check_bad_file("1\0002\n", 4, "not a text file");
    check_bad_file("1,2\nfoo\nbar\n", -1, "element 2, \"foo\", is not a value");
    check_bad_file("\xff\xfe\x31", 3, "element 0");
    check_bad("nosuch.txt", OP_ADD, 0, "nosuch.txt");
    check_bad("./nosuch", OP_ADD, 0, "./nosuch");
}

static void test_standard_input(void)
{
    char *path = file_with("4 5\n6", -1);
    int saved = dup(0);
    int file = open(path, O_RDONLY);

    g_assert_true(file >= 0 && saved >= 0);
    dup2(file, 0);
    CHECK("-", OP_ADD, 4, 5, 6);
    check_bad("-", OP_ADD, 0, "standard input: the list is empty");
    dup2(saved, 0);
    close(saved);
    close(file);
    g_unlink(path);
    g_free(path);
}

static void test_count(void)
{
    Error error;
    uint32_t n = 4;
    Word *words = input_read("3,1,7,0", OP_ADD, &n, &error);

    g_assert_nonnull(words);
    free(words);
    check_bad("3,1,7", OP_ADD, 4, "3, but -n is 4");
    check_bad("walkthrough", OP_ADD, 8, "16, but -n is 8");
    check_bad("lecture", OP_ADD, 16, "the length is 8");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("test_input_XXXXXX", NULL);
    g_test_add_func("/input/count", test_count);
    g_test_add_func("/input/lists", test_lists);
    g_test_add_func("/input/bad-lists", test_bad_lists);
    g_test_add_func("/input/generated", test_generated);
    g_test_add_func("/input/random", test_random);
    g_test_add_func("/input/file", test_file);
    g_test_add_func("/input/standard-input", test_standard_input);
    int status = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    return status;
}
