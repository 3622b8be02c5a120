/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/html_file.c and html_scenes.c: the data of a page are the
 * shapes of the frames, each thing's card is there, and nothing of a trace can
 * end the element that holds the data.  tests/page.test has the script.
 */
#include "card/card.h"
#include "export/export.h"
#include "export/html_scenes.h"
#include "stage.h"
#include "view/thing_text.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WIDTH = 1280, HEIGHT = 720 };

static char *export_page(const Stage *stage)
{
    const ExportOptions options = {.spec = {.width = WIDTH,
                                            .height = HEIGHT,
                                            .scale = 1},
                                   .moments = {.all = true},
                                   .format = EXPORT_HTML,
                                   .fps = 4,
                                   .workers = 1};
    char *folder = g_dir_make_tmp("upsweep-html-XXXXXX", NULL), *page;
    char *path = g_build_filename(folder, "page.html", NULL);
    Error error;

    if (!export_traces((const Trace *const *)stage->traces, stage->count,
                       &options, path, NULL, &error))
        g_error("%s", error.text);
    g_assert_true(g_file_get_contents(path, &page, NULL, NULL));
    g_remove(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
    return page;
}

/* The data of a page. */
static json_t *data_of(const char *page)
{
    const char *from = strstr(page, "id=\"data\">"), *end;
    gsize packed;
    z_stream stream = {0};
    GString *text = g_string_new(NULL);
    guchar room[65536];

    g_assert_nonnull(from);
    from += strlen("id=\"data\">");
    end = strchr(from, '<');
    g_assert_true(g_str_has_prefix(end, "</script>"));
    char *digits = g_strndup(from, (gsize)(end - from));
    guchar *bytes = g_base64_decode(digits, &packed);
    g_assert_cmpint(inflateInit(&stream), ==, Z_OK);
    stream.next_in = bytes;
    stream.avail_in = (uInt)packed;
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = room;
        stream.avail_out = sizeof room;
        state = inflate(&stream, Z_NO_FLUSH);
        g_string_append_len(text, (char *)room,
                            (gssize)(sizeof room - stream.avail_out));
    }
    g_assert_cmpint(state, ==, Z_STREAM_END);
    inflateEnd(&stream);
    json_error_t wrong;
    json_t *data = json_loadb(text->str, text->len, 0, &wrong);
    if (!data)
        g_error("%s at %d", wrong.text, wrong.position);
    g_string_free(text, TRUE);
    g_free(bytes);
    g_free(digits);
    return data;
}

/* Are the shapes of frame I, without their things, the shapes of LIST? */
static void check_frame(json_t *data, size_t i, const DisplayList *list)
{
    json_t *frame = json_array_get(json_object_get(data, "frames"), i);
    json_t *shapes = json_object_get(data, "shapes");
    size_t at = 0;

    for (size_t s = 0; s < list->shapes_count; ++s) {
        Text word = {0};
        html_shape_add(&word, list, list->shapes + s);
        if (!word.length)
            continue;
        json_int_t number = json_integer_value(json_array_get(frame, at++));
        const char *shape =
            json_string_value(json_array_get(shapes, (size_t)number - 1));
        g_assert_cmpstr(strchr(shape, '~') + 1, ==, word.text);
        text_free(&word);
    }
    g_assert_cmpuint(at, ==, json_array_size(frame));
}

static void test_frames_are_pictures(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 16, 4, false);
    char *page = export_page(stage);
    json_t *data = data_of(page);
    FrameSpec spec = {.width = WIDTH,
                      .height = HEIGHT,
                      .scale = 1,
                      .count = stage->count};
    DisplayList list = {0};
    size_t count = json_array_size(json_object_get(data, "frames"));

    for (int t = 0; t < stage->count; ++t)
        spec.analysed_traces[t] = stage->analysed_traces[t];
    g_assert_cmpuint(count, ==, stage->player.ticks + 1);
    player_seek(&stage->player, 0);
    for (size_t i = 0; i < count; ++i) {
        Scene scene = {.count = stage->count};
        FrameMoment moment = {.started = i > 0};
        player_seek(&stage->player, (uint32_t)i);
        scene_follow(&scene, &stage->player);
        memcpy(moment.positions, scene.positions, sizeof moment.positions);
        moment.standings = scene.standings;
        frame_spec_draw(&spec, &moment, &list);
        check_frame(data, i, &list);
    }
    display_list_free(&list);
    json_decref(data);
    g_free(page);
    stage_free(stage);
}

/* A moment has the last card at or before it. */
static void test_cards_follow(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 8, 4, false);
    char *page = export_page(stage);
    json_t *data = data_of(page), *names = json_object_get(data, "things");
    size_t i, cells = 0, changing = 0;
    json_t *name;

    json_array_foreach(names, i, name)
    {
        json_t *cards = json_array_get(json_object_get(data, "cards"), i);
        if (!strstr(json_string_value(name), " cell "))
            continue;
        ++cells;
        changing += json_array_size(cards) > 1;
        json_int_t before = -1;
        for (size_t c = 0; c < json_array_size(cards); ++c) {
            json_int_t moment =
                json_integer_value(json_array_get(json_array_get(cards, c), 0));
            g_assert_cmpint(moment, >, before);
            before = moment;
        }
    }
    g_assert_cmpuint(cells, ==, 8);
    g_assert_cmpuint(changing, ==, 8);
    json_decref(data);
    g_free(page);
    stage_free(stage);
}

/* The texts of a card's LINES in the page say what CARD says. */
static void check_card(json_t *data, const json_t *lines, const Card *card)
{
    json_t *all = json_object_get(data, "lines");
    const char *said = card->title.text;

    for (size_t i = 0; i <= card->lines_count; ++i) {
        json_int_t number = json_integer_value(json_array_get(lines, i));
        json_t *line = json_array_get(all, (size_t)number - 1);
        g_assert_cmpstr(json_string_value(json_array_get(line, 3)), ==, said);
        if (i < card->lines_count)
            said = card_text(card, card->lines + i);
    }
}

/* In a comparison, each card says what is known of its thing in its own trace
 * at the moment from which it is shown. */
static void test_cards_are_of_their_moment(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 16, 4, false);
    char *page = export_page(stage);
    json_t *data = data_of(page), *name, *card;
    size_t i, c, checked = 0;

    json_array_foreach(json_object_get(data, "things"), i, name)
    {
        const char *text = json_string_value(name);
        int t = atoi(text);
        const Trace *trace = stage->traces[t];
        Thing thing;
        Error error;
        if (!thing_read(strchr(text, ' ') + 1, &trace, 1, &thing, &error))
            g_error("%s: %s", text, error.text);
        json_array_foreach(json_array_get(json_object_get(data, "cards"), i), c,
                           card)
        {
            Scene scene = {.count = stage->count};
            player_seek(&stage->player,
                        (uint32_t)json_integer_value(json_array_get(card, 0)));
            scene_follow(&scene, &stage->player);
            Card now = card_of(stage->analysed_traces[t], scene.positions[t],
                               &thing, false);
            check_card(data, json_array_get(card, 1), &now);
            card_free(&now);
            ++checked;
        }
    }
    g_assert_cmpuint(checked, >, 100);
    json_decref(data);
    g_free(page);
    stage_free(stage);
}

static void test_names_cannot_end_data(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 8, 4, false);

    free(stage->traces[0]->run.title);
    stage->traces[0]->run.title = base_strdup("</script><b>\"&@@data@@");
    char *page = export_page(stage);
    json_decref(data_of(page));
    g_assert_null(strstr(page, "</script><b>"));
    g_free(page);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/html/frames-are-the-pictures", test_frames_are_pictures);
    g_test_add_func("/html/cards-follow-their-things", test_cards_follow);
    g_test_add_func("/html/cards-are-of-their-moment",
                    test_cards_are_of_their_moment);
    g_test_add_func("/html/names-cannot-end-the-data",
                    test_names_cannot_end_data);
    return g_test_run();
}
