/* SPDX-License-Identifier: MIT
 *
 * Tests of src/draw/paint_svg.c and of crops (src/export/frame_spec.c):
 * well-formed whatever is drawn, groups with their own ids, and only what
 * lies in the cut.
 */
#include "catalog/catalog.h"
#include "draw/paint_cairo.h"
#include "draw/paint_svg.h"
#include "export/frame_spec.h"
#include "stage.h"

#include <glib.h>
#include <string.h>

static Text painted(const DisplayList *list, bool text)
{
    SvgOptions options = {.text = text,
                          .title = "a <b> & \"c\"",
                          .description = "\x01\xff\xfe "};
    Text svg = {0};

    paint_svg(list, &options, &svg);
    return svg;
}

static void note_id(GMarkupParseContext *context, const char *element,
                    const char **names, const char **values, gpointer user,
                    GError **error)
{
    GHashTable *ids = user;

    (void)context;
    (void)element;
    (void)error;
    for (int i = 0; names[i]; ++i)
        if (strcmp(names[i], "id") == 0)
            g_assert_true(g_hash_table_add(ids, g_strdup(values[i])));
}

/* The ids of a well-formed document; each must be there once. */
static GHashTable *ids_of(const Text *svg)
{
    static const GMarkupParser parser = {.start_element = note_id};
    GHashTable *ids =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GMarkupParseContext *context =
        g_markup_parse_context_new(&parser, 0, ids, NULL);
    GError *error = NULL;

    g_markup_parse_context_parse(context, svg->text, (gssize)svg->length,
                                 &error);
    g_assert_no_error(error);
    g_markup_parse_context_end_parse(context, &error);
    g_assert_no_error(error);
    g_markup_parse_context_free(context);
    return ids;
}

static void draw_all(DisplayList *list)
{
    const double x[] = {1, 2, 3, 4};

    display_list_clear(list, 200, 100);
    draw_thing(list, THING_CELL, 1, 32);
    Shape *shape = draw_rect(list, (Rect){10, 10, 50, 20}, 4, COLOR_CELL);
    shape->edge = COLOR_EDGE;
    draw_rect(list, (Rect){70, 10, 50, 20}, 4, COLOR_CELL)->alpha = 0.5;
    list->thing = (Thing){THING_NODE, 2, 7, 1};
    draw_line(list, 0, 0, 10, 10, 1.5, COLOR_LINK)->dashed = true;
    draw_curve(list, x, x, 1, COLOR_LINK);
    draw_arrow(list, 0, 0, 9, 9, 5, COLOR_LINK);
    draw_arrow(list, 5, 5, 5, 5, 5, COLOR_LINK); /* leads nowhere */
    draw_thing(list, THING_CELL, 1, 32);
    draw_text(list, (Rect){0, 40, 190, 30}, ALIGN_LEFT, FONT_TEXT, 12, 9,
              COLOR_INK, "if (a < b && \"c\" > '\x02\xc3')");
}

static void test_well_formed(void)
{
    for (int text = 0; text < 2; ++text) {
        DisplayList list = {0};
        draw_all(&list);
        Text svg = painted(&list, text);
        GHashTable *ids = ids_of(&svg);
        g_assert_true(g_hash_table_contains(ids, "cell-1-32"));
        g_assert_true(g_hash_table_contains(ids, "cell-1-32.2"));
        g_assert_true(g_hash_table_contains(ids, "node-0-2-7"));
        g_assert_cmpint(strstr(svg.text, "<text") != NULL, ==, text);
        if (text)
            g_assert_nonnull(strstr(svg.text, "if (a &lt; b &amp;&amp;"));
        g_assert_null(strstr(svg.text, "nan"));
        g_hash_table_destroy(ids);
        text_free(&svg);
        display_list_free(&list);
    }
}

/* Frames of NAMES at their start, at ends of instructions and half-way into
 * them, and at the end: no id is there twice. */
static void walk(const char *names, uint32_t n)
{
    enum { MOMENTS = 7 };
    Stage *stage = stage_new(names, OP_ADD, n, 4, false);
    Player *player = &stage->player;

    for (uint32_t i = 0; i <= MOMENTS; ++i) {
        player_seek(player, (uint32_t)((uint64_t)player->ticks * i / MOMENTS));
        if (i % 2)
            player_halt(player, 0.5);
        stage_draw(stage, 1920, 1080);
        Text svg = painted(&stage->list, false);
        GHashTable *ids = ids_of(&svg);
        g_assert_cmpuint(g_hash_table_size(ids), >, 10);
        g_hash_table_destroy(ids);
        text_free(&svg);
    }
    stage_free(stage);
}

static void test_ids_of_frames(void)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i) {
        walk(all[i]->name, 64);
        walk(all[i]->name, 13);
    }
    walk("leftright padding nopadding brent-kung", 64);
    walk("look-back three-phase", 64);
    walk("warp-shuffle block-shuffle", 32);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/paint_svg/well-formed", test_well_formed);
    g_test_add_func("/paint_svg/ids of frames", test_ids_of_frames);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
