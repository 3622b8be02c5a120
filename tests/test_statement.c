/* SPDX-License-Identifier: MIT
 *
 * Tests of src/say/statement.c: with less room, less important clauses become
 * brief and then go, and what is written is always whole clauses.
 */
#include "say/statement.h"

#include <glib.h>
#include <string.h>

static Statement make(void)
{
    Statement made = {0};

    statement_say(&made, 0, "threads 0 to 3 store their sums");
    text_add(statement_brief(&made), "sums are stored");
    statement_say(&made, 1, "2 lanes queue at bank %d: %d cycles", 1, 2);
    text_add(statement_brief(&made), "2 cycles");
    statement_say(&made, 2, "28 lanes idle");
    return made;
}

static void test_levels_say_less(void)
{
    static const char *const levels[] = {
        "Threads 0 to 3 store their sums; 2 lanes queue at bank 1: 2 cycles; "
        "28 lanes idle.",
        "Threads 0 to 3 store their sums; 2 lanes queue at bank 1: 2 cycles; "
        "28 lanes idle.",
        "Threads 0 to 3 store their sums; 2 lanes queue at bank 1: 2 cycles.",
        "Threads 0 to 3 store their sums; 2 cycles.",
        "Threads 0 to 3 store their sums.",
        "Sums are stored.",
    };
    Statement made = make();

    g_assert_cmpint(statement_levels(&made), ==, G_N_ELEMENTS(levels));
    for (int i = 0; i < statement_levels(&made); ++i) {
        Text text = {0};
        statement_write(&made, i, &text);
        g_assert_cmpstr(text.text, ==, levels[i]);
        text_free(&text);
    }
    statement_free(&made);
}

static bool is_no_longer(const char *text, void *data)
{
    return strlen(text) <= *(size_t *)data;
}

static void test_fit_takes_the_longest_that_fits(void)
{
    Statement made = make();
    Text last = {0};

    statement_write(&made, statement_levels(&made) - 1, &last);
    for (size_t room = 0; room < 90; ++room) {
        Text text = {0};
        statement_fit(&made, is_no_longer, &room, &text);
        if (text.length > room)
            g_assert_cmpstr(text.text, ==, last.text);
        for (int i = 0; i < statement_levels(&made); ++i) {
            Text other = {0};
            statement_write(&made, i, &other);
            g_assert_true(other.length > room || other.length <= text.length);
            text_free(&other);
        }
        text_free(&text);
    }
    text_free(&last);
    statement_free(&made);
}

/* What yields goes before what is added later, whatever its rank was. */
static void test_yield(void)
{
    Statement made = make(), fault = {0};
    int last = 0;

    statement_yield(&made, 2);
    statement_say(&fault, 0, "race at cell %d", 2);
    text_add(statement_brief(&fault), "race");
    statement_append(&made, &fault);
    g_assert_cmpuint(fault.clauses_count, ==, 0);
    for (int level = 0; level < statement_levels(&made); ++level) {
        Text text = {0};
        statement_write(&made, level, &text);
        if (strcmp(text.text, "Race at cell 2.") == 0)
            last = level;
        else
            g_assert_cmpint(g_str_has_suffix(text.text, "; race at cell 2."),
                            ==, last == 0 && strcmp(text.text, "Race.") != 0);
        text_free(&text);
    }
    g_assert_cmpint(last, ==, statement_levels(&made) - 2);
    statement_free(&made);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/statement/levels-say-less", test_levels_say_less);
    g_test_add_func("/statement/fit-takes-the-longest-that-fits",
                    test_fit_takes_the_longest_that_fits);
    g_test_add_func("/statement/yield", test_yield);
    return g_test_run();
}
