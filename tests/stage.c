/* SPDX-License-Identifier: MIT
 *
 * stage - recording, drawing, and looking for what was drawn; see stage.h.
 */
#include "stage.h"

#include "record/record.h"
#include "shape_is.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Small values, of which sums stay short. */
static Word *some_input(Op op, uint32_t n, uint32_t k)
{
    uint64_t random = n + k;
    Word *input = base_alloc(n, sizeof *input);

    for (uint32_t i = 0; i < n; ++i) {
        Word word = (Word)(base_random(&random) % 20);
        input[i] = op == OP_FADD     ? op_from_float((float)word / 3.0f)
                   : op == OP_AFFINE ? 3u << 16 | word
                                     : word;
    }
    return input;
}

static Trace *make(Recorder *recorder, RecordOptions *options, const char *name)
{
    Error error;

    options->algorithm = catalog_find(name, &error);
    g_assert_nonnull(options->algorithm);
    Trace *trace = record(recorder, options, &error);
    if (!trace)
        g_error("%s", error.text);
    return trace;
}

Stage *stage_new(const char *names, Op op, uint32_t n, uint32_t k,
                 bool inclusive)
{
    Trace *traces[PLAYER_MAX_TRACES];
    int count = 0;
    Recorder *recorder = recorder_new();
    Word *input = some_input(op, n, k);
    RecordOptions options = {.n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = op,
                             .inclusive = inclusive,
                             .input = input,
                             .device = DEVICE_CPU};
    char **words = g_strsplit(names, " ", PLAYER_MAX_TRACES);

    for (; words[count]; ++count)
        traces[count] = make(recorder, &options, words[count]);
    g_strfreev(words);
    free(input);
    recorder_free(recorder);
    return stage_of(traces, count);
}

Stage *stage_of(Trace *const traces[], int count)
{
    Stage *stage = base_alloc(1, sizeof *stage);
    Error error;

    for (int t = 0; t < count; ++t) {
        stage->traces[t] = traces[t];
        stage->analysed_traces[t] = analysed_new(traces[t]);
    }
    stage->count = count;
    g_assert_true(player_init(&stage->player,
                              (const Trace *const *)stage->traces, count,
                              &error));
    return stage;
}

void stage_free(Stage *stage)
{
    display_list_free(&stage->list);
    player_free(&stage->player);
    for (int t = 0; t < stage->count; ++t) {
        analysed_free(stage->analysed_traces[t]);
        trace_free(stage->traces[t]);
    }
    free(stage);
}

static void set_scene(Stage *stage)
{
    stage->scene = (Scene){.count = stage->count, .theme = THEME_LIGHT};
    for (int t = 0; t < stage->count; ++t)
        stage->scene.analysed_traces[t] = stage->analysed_traces[t];
}

void stage_draw(Stage *stage, int width, int height)
{
    set_scene(stage);
    scene_follow(&stage->scene, &stage->player);
    frame_draw(&stage->list, &stage->scene, width, height);
}

void stage_draw_at(Stage *stage, size_t position, int width, int height)
{
    set_scene(stage);
    for (int t = 0; t < stage->count; ++t)
        stage->scene.positions[t] = position;
    frame_draw(&stage->list, &stage->scene, width, height);
}

void stage_part(Stage *stage, void (*draw)(const View *view, Rect box),
                Rect box)
{
    display_list_clear(&stage->list, 1920, 1080);
    View view = view_open(&stage->list, &stage->scene, 0);
    draw(&view, box);
    view_close(&view);
}

View stage_view(Stage *stage, size_t position, double moment)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.remains[0] = 1 - moment;
    return view_open(&stage->list, &stage->scene, 0);
}

bool stage_says(const Stage *stage, const char *words)
{
    const DisplayList *list = &stage->list;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), words) == 0)
            return true;
    return false;
}

bool stage_mentions(const Stage *stage, ThingKind kind, const char *words)
{
    const DisplayList *list = &stage->list;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            shape_is(&list->shapes[i], kind) &&
            strstr(shape_text(list, list->shapes + i), words))
            return true;
    return false;
}

size_t stage_tags(const Stage *stage, ThingKind kind, int panel)
{
    const DisplayList *list = &stage->list;
    size_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += shape_is(&list->shapes[i], kind) &&
                 list->shapes[i].thing.trace - 1 == panel;
    return count;
}

size_t stage_shapes(const Stage *stage, ShapeKind kind)
{
    const DisplayList *list = &stage->list;
    size_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += list->shapes[i].kind == kind;
    return count;
}

size_t stage_coloured(const Stage *stage, ShapeKind kind, Color color)
{
    const DisplayList *list = &stage->list;
    size_t count = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        count += list->shapes[i].kind == kind && list->shapes[i].fill == color;
    return count;
}

double rect_right(Rect box)
{
    return box.x + box.w;
}

double rect_bottom(Rect box)
{
    return box.y + box.h;
}

bool rect_is_within(Rect inner, Rect outer, double slack)
{
    return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
           rect_right(inner) <= rect_right(outer) + slack &&
           rect_bottom(inner) <= rect_bottom(outer) + slack;
}
