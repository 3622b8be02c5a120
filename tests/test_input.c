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

/* The words of SPEC are WANTED, as value_format prints them, with blanks
 * between; or, after "!", what the refusal says. */
static void check(const char *spec, Op op, uint32_t n, const char *wanted)
{
    Error error = {ERROR_NONE, ""};
    Word *words = input_read(spec, op, &n, &error);
    GString *text = g_string_new("");
    char word[VALUE_TEXT];

    if (!words) {
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_assert_null(strchr(error.text, '\n'));
        if (wanted[0] != '!' || !strstr(error.text, wanted + 1))
            g_error("%s: %s", spec, error.text);
    } else {
        for (uint32_t i = 0; i < n; ++i)
            g_string_append_printf(text, "%s%s", i ? " " : "",
                                   value_format(op, words[i], word));
        g_assert_cmpstr(text->str, ==, wanted);
    }
    g_string_free(text, TRUE);
    free(words);
}

static void test_specs(void)
{
    static const struct {
        Op op;
        uint32_t n;
        const char *spec, *wanted;
    } cases[] = {
        {OP_ADD, 0, "3,1,7,0", "3 1 7 0"},
        {OP_ADD, 0, "5", "5"},
        {OP_ADD, 0, " 3 ,\t1,7 ", "3 1 7"},
        {OP_ADD, 0, "3 1 7", "3 1 7"},
        {OP_MAX, 0, "-3,+1", "-3 1"},
        {OP_MAX, 0, "+1,-3", "1 -3"},
        {OP_ADD, 0, "2147483647,-2147483648", "2147483647 -2147483648"},
        {OP_FADD, 0, "1,2.5,-0.5,1e3,-.25e1", "1 2.5 -0.5 1000 -2.5"},
        {OP_FADD, 0, ".5 16777217", "0.5 16777216"},
        {OP_AFFINE, 0, "2:3,4,-1:-4,65535:65535", "2x+3 x+4 -x-4 -x-1"},
        {OP_ADD, 4, "iota", "0 1 2 3"},
        {OP_FADD, 3, "ones", "1 1 1"},
        {OP_ADD, 6, "random:1", "6 7 0 4 0 3"},
        {OP_MAX, 3, "random:1", "36 57 70"},
        {OP_ADD, 8, "lecture", "3 1 7 0 4 1 6 3"},
        {OP_ADD, 4, "3,1,7,0", "3 1 7 0"},
        {OP_ADD, 4, "3,1,7", "!3, but -n is 4"},
        {OP_ADD, 8, "walkthrough", "!16, but -n is 8"},
        {OP_ADD, 0, "", "!list is empty"},
        {OP_ADD, 0, "  ", "!list is empty"},
        {OP_ADD, 0, ",", "!element 0 is missing"},
        {OP_ADD, 0, ",1", "!element 0 is missing"},
        {OP_ADD, 0, "1,", "!element 1 is missing after a comma"},
        {OP_ADD, 0, "1,2, ", "!element 2 is missing after a comma"},
        {OP_ADD, 0, "3,,1", "!element 1 is missing after a comma"},
        {OP_ADD, 0, "3, ,1", "!element 1 is missing after a comma"},
        {OP_ADD, 0, "1,x", "!element 1, \"x\", is not a value of add"},
        {OP_ADD, 0, "1,2x,3", "!element 1, \"2x\", is not a value"},
        {OP_ADD, 0, "1-2", "!element 0, \"1-2\", is not a value"},
        {OP_ADD, 0, "3.5", "!element 0, \"3.5\", is not a value"},
        {OP_ADD, 0, "0x10", "!element 0, \"0x10\", is not a value"},
        {OP_ADD, 0, "1;2", "!element 0, \"1;2\", is not a value"},
        {OP_ADD, 0, "1,\n2\nab,3", "!element 2, \"ab\", is not a value"},
        {OP_ADD, 0, "2147483648", "!element 0, \"2147483648\""},
        {OP_MIN, 0, "0,-2147483649", "!element 1, \"-2147483649\""},
        {OP_ADD, 0, "99999999999999999999999999999", "!element 0"},
        {OP_ADD, 0, "-", "!standard input: the list is empty"},
        {OP_ADD, 0, "2:3", "!element 0, \"2:3\", is not a value of add"},
        {OP_FADD, 0, "1e39,2", "!not a value of fadd"},
        {OP_FADD, 0, "1,nan", "!not a value of fadd"},
        {OP_FADD, 0, "0x1", "!not a value of fadd"},
        {OP_FADD, 0, "1e", "!not a value of fadd"},
        {OP_FADD, 0, "1,.", "!not a value of fadd"},
        {OP_AFFINE, 0, "70000:3", "!not a value of affine"},
        {OP_AFFINE, 0, "2:", "!element 0, \"2:\""},
        {OP_AFFINE, 0, "2:x", "!element 0, \"2:x\""},
        {OP_ADD, 0, "nosuch.txt", "!nosuch.txt"},
        {OP_ADD, 4, "random:", "!seed is not a whole number; write random:1"},
        {OP_ADD, 4, "random:1x", "!seed is not a whole number"},
        {OP_ADD, 4, "random:-1", "!seed is not a whole number"},
        {OP_ADD, 4, "random: 1", "!seed is not a whole number"},
        {OP_ADD, 4, "random:18446744073709551616", "!not a whole number"},
    };
    int saved = dup(0), nothing = open("/dev/null", O_RDONLY);

    dup2(nothing, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        check(cases[i].spec, cases[i].op, cases[i].n, cases[i].wanted);
    dup2(saved, 0);
    close(nothing);
    close(saved);
}

/* Inputs that never end begin with the same words, however many are read; those
 * of another seed are others. */
static void test_generated(void)
{
    static const char *const specs[] = {"iota", "ones", "random:7",
                                        "random:18446744073709551615"};
    Word before[INPUT_DEFAULT_N] = {0};

    for (int op = 0; op < OP_COUNT; ++op)
        for (size_t i = 0; i < G_N_ELEMENTS(specs); ++i) {
            Error error;
            uint32_t n = 0, many = 1000;
            Word *few = input_read(specs[i], (Op)op, &n, &error);
            Word *words = input_read(specs[i], (Op)op, &many, &error);
            g_assert_true(few && words);
            g_assert_cmpuint(n, ==, INPUT_DEFAULT_N);
            g_assert_cmpuint(many, ==, 1000);
            g_assert_true(memcmp(few, words, n * sizeof *few) == 0);
            g_assert_true(memcmp(few, before, n * sizeof *few) != 0);
            memcpy(before, few, n * sizeof *few);
            free(few);
            free(words);
        }
}

/* ---- Files ---------------------------------------------------------------*/

static void test_files(void)
{
    static const struct {
        const char *content, *wanted;
        gssize bytes;
    } cases[] = {
        {"3\n1,7\r\n\n 0\n", "3 1 7 0", -1},
        {"\xef\xbb\xbf"
         "4 5\n6",
         "4 5 6", -1},
        {"", "!list is empty", 0},
        {"\n\n", "!list is empty", 2},
        {"1\0002\n", "!not a text file", 4},
        {"1,2\nfoo\nbar\n", "!element 2, \"foo\", is not a value", -1},
        {"\xff\xfe\x31", "!element 0", 3},
    };
    char *folder = g_dir_make_tmp("test_input_XXXXXX", NULL);
    char *path = g_build_filename(folder, "numbers.txt", NULL);
    int saved = dup(0);

    check(folder, OP_ADD, 0, "!test_input_");
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_assert_true(
            g_file_set_contents(path, cases[i].content, cases[i].bytes, NULL));
        check(path, OP_ADD, 0, cases[i].wanted);
        int file = open(path, O_RDONLY);
        dup2(file, 0);
        check("-", OP_ADD, 0, cases[i].wanted);
        close(file);
    }
    dup2(saved, 0);
    close(saved);
    g_unlink(path);
    check(path, OP_ADD, 0, "!numbers.txt");
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/input/specs-as-words", test_specs);
    g_test_add_func("/input/same-beginning-for-all-lengths", test_generated);
    g_test_add_func("/input/files-and-standard-input", test_files);
    return g_test_run();
}
