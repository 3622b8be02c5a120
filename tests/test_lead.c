/* SPDX-License-Identifier: MIT
 *
 * Tests of why one trace leads another: a known pair, the end and a step of it,
 * and the sums of counted facts for each pair of the catalog.
 */
#include "catalog/catalog.h"
#include "say/say.h"
#include "stage.h"
#include "view/position_text.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static char *lead_of(Stage *stage, uint32_t tick)
{
    Statement statement = {0};
    Text text = {0};

    player_set_clock(&stage->player, CLOCK_CYCLES);
    player_seek(&stage->player, tick);
    stage->scene = (Scene){.count = stage->count};
    for (int t = 0; t < stage->count; ++t)
        stage->scene.analysed_traces[t] = stage->analysed_traces[t];
    scene_follow(&stage->scene, &stage->player);
    if (position_lead(&stage->scene, &statement))
        statement_take(&statement, &text);
    char *copy = g_strdup(text.text ? text.text : "");
    text_free(&text);
    return copy;
}

static void test_pair(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    char *end = lead_of(stage, UINT32_MAX);
    char *step = lead_of(stage, 40);

    g_assert_cmpstr(end, ==,
                    "LeftRight takes 25 fewer cycles: 17 more stores, no "
                    "waits; Padding: 42 waits.");
    g_assert_cmpstr(step, ==,
                    "Up to step 2, Padding takes 8 fewer cycles: 8 fewer "
                    "stores.");
    g_free(end);
    g_free(step);
    stage_free(stage);
}

/* A comparison by steps, and one that is asked about, say nothing. */
static void test_silent(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    Cover cover = {.answer = true};
    Statement statement = {0};

    g_free(lead_of(stage, UINT32_MAX));
    stage->scene.cover = &cover;
    g_assert_false(position_lead(&stage->scene, &statement));
    stage->scene.cover = NULL;
    stage->scene.standings.on = false;
    g_assert_false(position_lead(&stage->scene, &statement));
    stage_free(stage);
}

/* The number before WORDS; 0 if they do not occur. */
static long count_of(const char *text, const char *words)
{
    const char *at = strstr(text, words);

    while (at && at > text && g_ascii_isdigit(at[-1]))
        --at;
    return at ? strtol(at, NULL, 10) : 0;
}

/* The leader's lead is what the sentence counts. */
static void test_sum(void)
{
    static const char *const names[] = {"leftright", "padding", "nopadding",
                                        "hillis-steele", "double-buffered"};
    int said = 0;

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a)
        for (size_t b = 0; b < a; ++b) {
            Error error;
            if (!catalog_find(names[a], &error) ||
                !catalog_find(names[b], &error))
                continue;
            char *both = g_strdup_printf("%s %s", names[a], names[b]);
            Stage *stage = stage_new(both, OP_ADD, 64, 4, false);
            char *text = lead_of(stage, UINT32_MAX);
            long sum = 0, waits;
            const char *other = strstr(text, "; ");
            if (*text) {
                for (const char *const *what =
                         (const char *const[]){"load", "store", "update", NULL};
                     *what; ++what) {
                    char *fewer = g_strdup_printf(" fewer %s", *what);
                    char *more = g_strdup_printf(" more %s", *what);
                    sum += count_of(text, fewer) - count_of(text, more);
                    g_free(fewer);
                    g_free(more);
                }
                waits = other ? count_of(other, " wait") : 0;
                char *own = g_strndup(text, other ? (gsize)(other - text)
                                                  : strlen(text));
                waits -= count_of(own, " wait");
                g_assert_cmpint(sum + waits, ==,
                                count_of(text, " fewer cycle"));
                ++said;
                g_free(own);
            }
            g_free(text);
            g_free(both);
            stage_free(stage);
        }
    g_assert_cmpint(said, >=, 3);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lead/pair", test_pair);
    g_test_add_func("/lead/silent", test_silent);
    g_test_add_func("/lead/sum", test_sum);
    return g_test_run();
}
