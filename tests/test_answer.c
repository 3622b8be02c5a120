/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report/answer.c: Jansson without memory ends the program, what
 * is no value of JSON does so too, and what is printed is what was put in.
 */
#include "report/answer.h"
#include "util/base.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Asks for what no machine has, with Jansson's own function. */
static void ask_too_much(void)
{
    json_malloc_t get;
    json_free_t release;

    json_get_alloc_funcs(&get, &release);
    release(get(SIZE_MAX / 4));
}

static void test_no_memory(void)
{
    if (g_test_subprocess()) {
        answer_begin();
        ask_too_much();
        exit(0);
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_failed();
#ifndef __SANITIZE_ADDRESS__ /* which has its own words for it */
    g_test_trap_assert_stderr("upsweep: out of memory; *");
#endif
}

static void test_no_value(void)
{
    if (g_test_subprocess()) {
        answer_add(json_array(), json_string("\xff"));
        exit(0);
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_failed();
}

static void test_no_member(void)
{
    if (g_test_subprocess()) {
        answer_set(json_object(), "x", json_real(0.0 / 0.0));
        exit(0);
    }
    g_test_trap_subprocess(NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_failed();
}

static void test_print(void)
{
    char *printed = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&printed, &bytes);
    json_t *list = json_array();
    json_t *root = json_object();

    answer_add(list, json_integer(7));
    answer_add(list, answer_text("a \xff name"));
    answer_set(root, "list", list);
    answer_print(root, JSON_COMPACT, out);
    fclose(out);
    g_assert_cmpstr(printed, ==, "{\"list\":[7,\"a \xef\xbf\xbd name\"]}\n");
    free(printed);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/answer/no memory", test_no_memory);
    g_test_add_func("/answer/no value", test_no_value);
    g_test_add_func("/answer/no member", test_no_member);
    g_test_add_func("/answer/print", test_print);
    return g_test_run();
}
