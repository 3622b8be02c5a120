/* SPDX-License-Identifier: MIT
 *
 * Tests of assets/page.html and src/export/html_file.c: what the page's script
 * draws, and how it answers keys and buttons.  The script runs in a JavaScript
 * engine; without one, the test is skipped.
 */
#include "draw/paint_cairo.h"
#include "export/export.h"
#include "export/html_delta.h"
#include "program_writer.h"
#include "samples.h"
#include "stage.h"

#include <cairo.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, DRAWN = 31 };

static const char drawn_one[] = "[31, -1]";

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static char *read_file(const char *path)
{
    char *text;
    GError *error = NULL;

    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    return text;
}

/* FULL: with a drawing for phones, and with motion; packed. */
static char *export_page_as(const Stage *stage, bool full)
{
    const ExportOptions options = {.spec = {.width = WIDTH,
                                            .height = HEIGHT,
                                            .scale = 1},
                                   .moments = {.all = true, .between = full},
                                   .format = EXPORT_HTML,
                                   .phone = full,
                                   .packed = full,
                                   .fps = 4,
                                   .workers = 1};
    char *path = path_of("page.html");
    Error error;

    if (!export_traces((const Trace *const *)stage->traces, stage->count,
                       &options, path, NULL, &error))
        g_error("%s", error.text);
    char *page = read_file(path);
    g_remove(path);
    g_free(path);
    return page;
}

static char *export_page(const Stage *stage)
{
    return export_page_as(stage, false);
}

/* Adds TEXT as a string of JavaScript. */
static void add_string(GString *script, const char *text)
{
    g_string_append_c(script, '"');
    for (; *text; ++text)
        if (*text == '\n')
            g_string_append(script, "\\n");
        else if (*text == '"' || *text == '\\')
            g_string_append_printf(script, "\\%c", *text);
        else
            g_string_append_c(script, *text);
    g_string_append_c(script, '"');
}

/* What PROGRAM prints when it runs SCRIPT; NULL if it does not run. */
static char *printed(const char *program, const char *script)
{
    char *path = path_of("page.js"), *says = NULL;
    char *words[] = {(char *)(uintptr_t)program, path, NULL};

    g_assert_true(g_file_set_contents(path, script, -1, NULL));
    g_spawn_sync(NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &says,
                 NULL, NULL, NULL);
    g_remove(path);
    g_free(path);
    return says;
}

/* An engine that runs scripts, by name; NULL if there is none. */
static const char *find_engine(void)
{
    static const char *const engines[] = {"node", "nodejs", "qjs", "gjs"};

    for (size_t i = 0; i < G_N_ELEMENTS(engines); ++i) {
        char *says = printed(engines[i], "(typeof print === 'function' ? print "
                                         ": console.log)([6, 7].join(''))");
        bool runs = says && g_str_has_prefix(says, "67");
        g_free(says);
        if (runs)
            return engines[i];
    }
    return NULL;
}

/* What an engine prints when it runs tests/page.js on PAGE; NULL if there is no
 * engine.  DRAWN: "[MOMENT, THREAD], ...". */
static char *run_script(const char *page, const char *drawn)
{
    const char *top = g_getenv("srcdir"), *engine = find_engine();
    char *file = g_build_filename(top ? top : ".", "tests/page.js", NULL);
    char *test = read_file(file), *says = NULL;
    GString *script = g_string_new("");

    g_string_append_printf(script, "const drawn = [%s], page = ", drawn);
    add_string(script, page);
    g_string_append_printf(script, ";\n%s", test);
    if (engine)
        says = printed(engine, script->str);
    g_string_free(script, TRUE);
    g_free(test);
    g_free(file);
    return says;
}

/* Every line but the drawing is TAP. */
static void check_lines(char *const *lines)
{
    int passed = 0, planned = -1;

    for (; *lines; ++lines) {
        passed += g_str_has_prefix(*lines, "ok ");
        if (g_str_has_prefix(*lines, "1.."))
            planned = atoi(*lines + 3);
        if (!g_str_has_prefix(*lines, "not ok "))
            continue;
        g_test_message("%s (%s)", lines[0], lines[1]);
        g_test_fail();
    }
    g_assert_cmpint(planned, >, 50); /* it came to its end */
    if (passed != planned)
        g_test_fail();
}

static uint32_t *rasterised(const char *svg)
{
    char *from = path_of("page.svg"), *to = path_of("page.png");
    char *words[] = {"rsvg-convert", "-o", to, from, NULL};
    uint32_t *pixels = base_alloc(WIDTH * HEIGHT, sizeof *pixels);
    int status;

    g_assert_true(g_file_set_contents(from, svg, -1, NULL));
    g_assert_true(g_spawn_sync(NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL,
                               NULL, NULL, NULL, &status, NULL));
    g_assert_cmpint(status, ==, 0);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(to);
    g_assert_cmpint(cairo_image_surface_get_width(surface), ==, WIDTH);
    g_assert_cmpint(cairo_image_surface_get_height(surface), ==, HEIGHT);
    for (int y = 0; y < HEIGHT; ++y)
        memcpy(pixels + y * WIDTH,
               cairo_image_surface_get_data(surface) +
                   y * cairo_image_surface_get_stride(surface),
               WIDTH * 4);
    cairo_surface_destroy(surface);
    g_remove(from);
    g_remove(to);
    g_free(from);
    g_free(to);
    return pixels;
}

/* No square of 16 pixels may differ by more than edges of letters do. */
static void compare(const uint32_t *want, const uint32_t *got)
{
    for (int top = 0; top < HEIGHT; top += 16)
        for (int left = 0; left < WIDTH; left += 16) {
            double by = 0;
            for (int i = 0; i < 256; ++i) {
                int at = (top + i / 16) * WIDTH + left + i % 16;
                int own =
                    abs((int)(want[at] >> 8 & 255) - (int)(got[at] >> 8 & 255));
                by += own > 16 ? own / 255.0 : 0;
            }
            if (by > 16)
                g_error("at %d, %d the page differs by %.1f pixels", left, top,
                        by);
        }
}

/* Drawing I, from 0, among what a script prints. */
static uint32_t *drawing_of(char *const *lines, int i)
{
    while (*lines && (!g_str_has_prefix(*lines, "svg: ") || i-- > 0))
        ++lines;
    g_assert_nonnull(*lines);
    return rasterised(*lines + strlen("svg: "));
}

static void check_drawing(Stage *stage, char *const *lines)
{
    uint32_t *got = drawing_of(lines, 0);
    uint32_t *want = base_alloc(WIDTH * HEIGHT, sizeof *want);
    player_seek(&stage->player, DRAWN - 1);
    stage_draw(stage, WIDTH, HEIGHT);
    paint_cairo(&stage->list, THEME_LIGHT, want, WIDTH, HEIGHT);
    compare(want, got);
    free(want);
    free(got);
}

static void test_script(const void *full)
{
    Stage *stage = stage_new("padding leftright", OP_ADD, 16, 4, false);
    char *page = export_page_as(stage, full != NULL),
         *says = run_script(page, drawn_one);
    char *rasteriser = g_find_program_in_path("rsvg-convert");

    if (!says) {
        g_test_skip("no JavaScript engine (node, qjs or gjs) is here");
    } else {
        char **lines = g_strsplit(says, "\n", -1);
        check_lines(lines);
        if (rasteriser)
            check_drawing(stage, lines);
        else
            g_test_message("rsvg-convert is not here: no drawing is compared");
        g_strfreev(lines);
    }
    g_free(rasteriser);
    g_free(says);
    g_free(page);
    stage_free(stage);
}

/* ---- Local variables ------------------------------------------------------*/

/* What a frame shows of THREAD's locals, with the rest as it is where none is
 * chosen: in a page the chosen one's edges are styles. */
static uint32_t *want_locals(Stage *stage, uint32_t moment, int thread)
{
    uint32_t *want = base_alloc(WIDTH * HEIGHT, sizeof *want);
    uint32_t *own = base_alloc(WIDTH * HEIGHT, sizeof *own);

    player_seek(&stage->player, moment);
    stage_draw(stage, WIDTH, HEIGHT);
    paint_cairo(&stage->list, THEME_LIGHT, want, WIDTH, HEIGHT);
    stage->scene.thread = (uint32_t)(thread + 1);
    frame_draw(&stage->list, &stage->scene, WIDTH, HEIGHT);
    paint_cairo(&stage->list, THEME_LIGHT, own, WIDTH, HEIGHT);
    Rect box = rect_whole(stage->list.locals[0].box);
    if (moment > 0)
        g_assert_cmpfloat(box.w * box.h, >, 1000);
    for (int y = (int)box.y; y < (int)(box.y + box.h); ++y)
        memcpy(want + y * WIDTH + (int)box.x, own + y * WIDTH + (int)box.x,
               (size_t)box.w * 4);
    free(own);
    return want;
}

/* Of each thread that is chosen, the page shows what a frame shows of it. */
static void test_locals(void)
{
    static const int drawn[][2] = {{1, -1}, {2, -1}, {2, 2},  {9, 1},
                                   {9, 3},  {20, 0}, {32, 3}, {40, 2}};
    Trace *trace = writer_steps_trace();
    Stage *stage = stage_of(&trace, 1);
    GString *pairs = g_string_new("");
    for (size_t i = 0; i < G_N_ELEMENTS(drawn); ++i)
        g_string_append_printf(pairs, "[%d, %d],", drawn[i][0], drawn[i][1]);
    char *page = export_page(stage), *says = run_script(page, pairs->str);
    char *rasteriser = g_find_program_in_path("rsvg-convert");

    if (!says) {
        g_test_skip("no JavaScript engine (node, qjs or gjs) is here");
    } else {
        char **lines = g_strsplit(says, "\n", -1);
        check_lines(lines);
        for (size_t i = 0; rasteriser && i < G_N_ELEMENTS(drawn); ++i) {
            uint32_t *got = drawing_of(lines, (int)i);
            uint32_t *want =
                want_locals(stage, (uint32_t)drawn[i][0] - 1, drawn[i][1]);
            compare(want, got);
            free(want);
            free(got);
        }
        g_strfreev(lines);
    }
    g_free(rasteriser);
    g_free(says);
    g_free(page);
    g_string_free(pairs, TRUE);
    stage_free(stage);
}

/* With too many, the pictures have one thread's, and nothing is there to
 * choose another; the page says why. */
static void test_many_locals(void)
{
    Trace *trace = writer_steps_trace();
    Stage *stage = stage_of(&trace, 1);
    const FrameSpec spec = {.analysed_traces = {stage->analysed_traces[0]},
                            .count = 1,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .scale = 1};
    SelectionOptions all = {.all = true};
    FrameSequence frames = {.spec = spec,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .locals = 100};
    char *path = path_of("page.html");
    Error error = {ERROR_NONE, ""};

    g_assert_true(
        selection_choose(&stage->player,
                         (const AnalysedTrace *const *)stage->analysed_traces,
                         &all, &frames.moments, &error));
    for (int many = 0; many < 2; ++many) {
        frames.locals = many ? 20 : 100000;
        g_assert_true(html_file_write(&frames, path, &error));
        char *page = read_file(path);
        g_assert_true(many == !strstr(page, "\tc"));
        g_assert_true(many == !!strstr(page, "too many steps and threads"));
        g_assert_true(many == !!strstr(page, "id=\"locals\">\n</script>"));
        g_free(page);
        g_remove(path);
    }
    selection_free(&frames.moments);
    g_free(path);
    stage_free(stage);
}

/* ---- Samples --------------------------------------------------------------*/

/* Replaces the lines of the page's part ID by TEXT. */
static char *with_part(const char *page, const char *id, const char *text)
{
    char *start = g_strdup_printf("id=\"%s\">\n", id);
    const char *from = strstr(page, start) + strlen(start);
    char *all = g_strdup_printf("%.*s%s%s", (int)(from - page), page, text,
                                strstr(from, "</script>"));

    g_free(start);
    return all;
}

/* A page of which each picture shows all samples except text, for whose
 * letters it may have no outlines. */
static char *page_of_samples(const char *page, const DisplayList *list,
                             size_t pictures)
{
    GString *shapes = g_string_new(""), *changes = g_string_new("0");

    for (size_t i = 0; i < list->shapes_count; ++i) {
        Text word = {0};
        html_delta_word(&word, list, list->shapes + i);
        g_string_append_printf(shapes, "%s\n", word.text);
        if (i)
            g_string_append(changes, " 1");
        text_free(&word);
    }
    while (pictures--)
        g_string_append(changes, "\n");
    char *some = with_part(page, "shapes", shapes->str);
    char *all = with_part(some, "pictures", changes->str);
    g_free(some);
    g_string_free(shapes, TRUE);
    g_string_free(changes, TRUE);
    return all;
}

static void drop_texts(DisplayList *list)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind != SHAPE_TEXT)
            list->shapes[kept++] = list->shapes[i];
    list->shapes_count = kept;
}

/* What the script draws of each word is what is painted. */
static void test_samples(void)
{
    Stage *stage = stage_new("padding leftright", OP_ADD, 16, 4, false);
    char *page = export_page(stage);
    DisplayList list = samples_draw(true);
    uint32_t *small = base_alloc(SAMPLES_WIDTH * SAMPLES_HEIGHT, sizeof *small);

    drop_texts(&list);
    char *own = page_of_samples(page, &list, stage->player.ticks + 1);
    char *says = run_script(own, "[1, -1]");
    char *rasteriser = g_find_program_in_path("rsvg-convert");
    if (!says || !rasteriser) {
        g_test_skip("no JavaScript engine, or no rsvg-convert, is here");
    } else {
        char **lines = g_strsplit(says, "\n", -1);
        uint32_t *got = drawing_of(lines, 0);
        uint32_t *want = samples_paint(&list, THEME_LIGHT);
        for (int y = 0; y < SAMPLES_HEIGHT; ++y)
            memcpy(small + y * SAMPLES_WIDTH, got + y * WIDTH,
                   SAMPLES_WIDTH * 4);
        samples_compare(want, small, NULL, THEME_LIGHT);
        g_strfreev(lines);
        free(got);
        free(want);
    }
    g_free(rasteriser);
    g_free(says);
    g_free(own);
    g_free(page);
    free(small);
    display_list_free(&list);
    stage_free(stage);
}

/* A page that would fill the memory is refused, and leaves no file. */
static void test_large(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    SelectionOptions all = {.all = true};
    FrameSequence frames = {
        .spec = {.analysed_traces = {stage->analysed_traces[0]},
                 .count = 1,
                 .width = WIDTH,
                 .height = HEIGHT,
                 .scale = 1},
        .width = WIDTH,
        .height = HEIGHT,
        .page_bytes = 2 << 20};
    char *path = path_of("page.html");
    Error error = {ERROR_NONE, ""};

    g_assert_true(
        selection_choose(&stage->player,
                         (const AnalysedTrace *const *)stage->analysed_traces,
                         &all, &frames.moments, &error));
    g_assert_true(html_file_write(&frames, path, &error));
    g_remove(path);
    frames.page_bytes = 20000;
    g_assert_false(html_file_write(&frames, path, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "frame 1 of "));
    g_assert_nonnull(strstr(error.text, "--steps"));
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    selection_free(&frames.moments);
    g_free(path);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-page-XXXXXX", NULL);
    g_test_add_data_func("/html_file/script", NULL, test_script);
    g_test_add_data_func("/html_file/script of a full page", "", test_script);
    g_test_add_func("/html_file/locals", test_locals);
    g_test_add_func("/html_file/many_locals", test_many_locals);
    g_test_add_func("/html_file/samples", test_samples);
    g_test_add_func("/html_file/large", test_large);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
    paint_cairo_done();
    return failed;
}
