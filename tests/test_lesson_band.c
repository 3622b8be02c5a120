/* SPDX-License-Identifier: MIT
 *
 * test_lesson_band - what a lesson says below the frame, and that each thing
 * that a stop points at is lit in its frame.
 */
#include "lesson/lesson_list.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_words.h"
#include "view/frame.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 1920, HEIGHT = 1080 };

typedef struct {
    LessonStage stage;
    LessonWords words;
    AnalysedTrace *analysed[LESSON_MOST_TRACES];
    Scene scene;
} Shown;

/* False if what the stop shows cannot be run here.  Traces that BEFORE has,
 * too, are taken from it; it may be NULL. */
static bool show_after(Shown *shown, const Lesson *lesson,
                       const LessonStop *stop, Shown *before)
{
    Error error = {ERROR_NONE, ""};

    *shown = (Shown){.words.asks = false};
    if (!lesson_stage_open(&shown->stage, lesson, stop,
                           before ? &before->stage : NULL, &error)) {
        g_assert_cmpint(error.kind, ==, ERROR_FAILED);
        return false;
    }
    g_assert_true(lesson_words(lesson, stop, &shown->stage.moment,
                               &shown->words, &error));
    shown->scene = (Scene){.count = shown->stage.count};
    for (int t = 0; t < shown->stage.count; ++t)
        shown->scene.analysed_traces[t] = shown->analysed[t] =
            analysed_new(shown->stage.traces[t]);
    scene_follow(&shown->scene, &shown->stage.player);
    if (!lesson_scene(lesson, stop, &shown->scene, &error))
        g_error("%s", error.text);
    return true;
}

static bool show(Shown *shown, const Lesson *lesson, const LessonStop *stop)
{
    return show_after(shown, lesson, stop, NULL);
}

static void hide(Shown *shown)
{
    for (int t = 0; t < LESSON_MOST_TRACES; ++t)
        analysed_free(shown->analysed[t]);
    lesson_words_free(&shown->words);
    lesson_stage_free(&shown->stage);
    *shown = (Shown){.words.asks = false};
}

/* Is thing I of the scene lit in LIST? */
static bool is_lit(const DisplayList *list, uint32_t i)
{
    for (size_t s = 0; s < list->shapes_count; ++s)
        if (list->shapes[s].thing.kind == THING_LIGHT &&
            list->shapes[s].thing.a == i)
            return true;
    return false;
}

/* True if a ring of LIST crosses letters that it is around. */
static bool cuts_letters(const DisplayList *list)
{
    for (size_t r = 0; r < list->shapes_count; ++r) {
        const Shape *ring = list->shapes + r;
        double top = ring->box.y, bottom = top + ring->box.h;
        if (ring->thing.kind != THING_LIGHT || ring->kind != SHAPE_RECT)
            continue;
        for (size_t s = 0; s < list->shapes_count; ++s) {
            Rect own = list->shapes[s].box;
            double x = own.x + own.w / 2, y = own.y + own.h / 2;
            if (list->shapes[s].kind == SHAPE_TEXT && x > ring->box.x &&
                x < ring->box.x + ring->box.w && y > top && y < bottom &&
                (own.y < top + ring->width ||
                 own.y + own.h > bottom - ring->width))
                return true;
        }
    }
    return false;
}

/* What a stop points at is lit, and no ring cuts letters. */
static void check_points(const Lesson *lesson, const LessonStop *stop,
                         const Shown *shown, DisplayList *list)
{
    frame_draw(list, &shown->scene, WIDTH, HEIGHT - band_height(HEIGHT, false));
    for (int i = 0; i < stop->points_count; ++i)
        if (!is_lit(list, (uint32_t)i))
            g_error("%s: stop \"%s\" points at %s, which is not seen",
                    lesson->name, stop->title, stop->points[i]);
    if (cuts_letters(list))
        g_error("%s: a ring of stop \"%s\" cuts letters", lesson->name,
                stop->title);
}

static bool says(const DisplayList *list, const char *words)
{
    for (size_t s = 0; s < list->shapes_count; ++s)
        if (list->shapes[s].kind == SHAPE_TEXT &&
            strstr(shape_text(list, list->shapes + s), words))
            return true;
    return false;
}

static Color color_of(const DisplayList *list, uint32_t choice)
{
    for (size_t s = 0; s < list->shapes_count; ++s)
        if (list->shapes[s].kind == SHAPE_RECT &&
            list->shapes[s].thing.kind == THING_CHOICE &&
            list->shapes[s].thing.a == choice)
            return list->shapes[s].fill;
    return COLOR_NONE;
}

static const char text[] =
    "title: Mine\ngoal: do it\nstop: Here\nshow: nopadding -n 16 -k 4\n"
    "at: step 3\npoint: bank 3\n\nAll {~n / 4} sums.\n\nquestion: How many?\n"
    "- two -> You counted warps.\n+ four\nwhy: So it is.\nnote: Ask.\n\n"
    "summary: Done.\n";

static void test_band(void)
{
    Error error;
    Lesson *lesson = lesson_read("t", "t.lesson", text, strlen(text), &error);
    Shown shown;
    DisplayList list = {0};
    Rect box = {0, 800, WIDTH, 264};

    g_assert_true(show(&shown, lesson, lesson->stops));
    const Turn turn = {TURN_WRONG, {{0}, 1}, false, "", ""};
    Band band =
        lesson_band(lesson, lesson->stops, &shown.words, false, false, &turn);
    band_key(&band, "PageDown", "Page Down: next");
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_true(says(&list, "All four sums.") && says(&list, "1 of 2"));
    g_assert_true(says(&list, "How many?") && says(&list, "2:  four"));
    g_assert_true(says(&list, "Page Down: next"));
    g_assert_false(says(&list, "So it is.") || says(&list, "Ask."));
    g_assert_cmpint(color_of(&list, 1), ==, COLOR_CELL);
    band.tells = true;
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_true(says(&list, "So it is.") &&
                  says(&list, "You counted warps."));
    g_assert_cmpint(color_of(&list, 1), ==, COLOR_GOOD);
    g_assert_cmpint(color_of(&list, 0), ==, COLOR_CELL);
    band = lesson_band(lesson, lesson->stops, &shown.words, true, true, &turn);
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_true(says(&list, "Ask.") && !says(&list, "All four"));
    display_list_free(&list);
    hide(&shown);
    lesson_free(lesson);
}

/* Before anything runs, the code shows what is pointed at; and a mistake is not
 * named while it is asked for. */
static void test_code(void)
{
    static const char lines[] =
        "title: T\ngoal: do it\nstop: A\nshow: leftright -n 16 -k 4\n"
        "at: start\npoint: line 55, line 57\n\nText.\n"
        "stop: B\npoint: line 76\n\nText.\n"
        "stop: C\nshow: hillis-steele-racy -n 4 -k 4\nhide: answer\n\n"
        "Text.\n\nquestion: Right?\n- yes\n+ no\n\nsummary: Done.\n";
    static const char *const said[][2] = {
        {"return x >> (log2k - 1) & 1;",
         "__syncthreads(); // step: write back"},
        {"__syncthreads(); // step: up-sweep", "return x >> (log2k - 1) & 1;"},
        {"Hillis-Steele", "race for the same cells"}};
    Error error;
    Lesson *lesson = lesson_read("t", "t.lesson", lines, strlen(lines), &error);
    DisplayList list = {0};

    for (size_t s = 0; s < G_N_ELEMENTS(said); ++s) {
        Shown shown;
        g_assert_true(show(&shown, lesson, lesson->stops + s));
        lesson_cover(lesson->stops + s, &shown.words, false, &shown.scene);
        display_list_clear(&list, WIDTH, HEIGHT);
        frame_draw(&list, &shown.scene, WIDTH, HEIGHT);
        g_assert_true(says(&list, said[s][0]));
        g_assert_false(says(&list, said[s][1]));
        hide(&shown);
    }
    display_list_free(&list);
    lesson_free(lesson);
}

/* The field of a question that the traces ask, with what is typed in it, and
 * then what is right. */
static void test_typed(void)
{
    static const char asks[] =
        "title: Mine\ngoal: do it\nstop: Here\nshow: nopadding -n 16 -k 4\n"
        "at: instruction 15\n\nText.\n\nask: waits\n\n"
        "summary: Done.\n";
    Error error;
    Lesson *lesson = lesson_read("t", "t.lesson", asks, strlen(asks), &error);
    Shown shown;
    DisplayList list = {0};
    Rect box = {0, 800, WIDTH, 264};
    Turn turn = {.typed = "1 2", .error = "That is none."};

    g_assert_true(show(&shown, lesson, lesson->stops));
    Band band =
        lesson_band(lesson, lesson->stops, &shown.words, false, false, &turn);
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_true(says(&list, "Answer with thread numbers"));
    g_assert_true(says(&list, "1 2") && says(&list, "That is none."));
    band.turn = NULL;
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_false(says(&list, "1 2"));
    band.tells = true;
    turn = (Turn){.result = TURN_WRONG, .answer = {{1, 2}, 2}};
    band.turn = &turn;
    display_list_clear(&list, WIDTH, HEIGHT);
    band_draw(&list, &band, box, 1, 12);
    g_assert_true(says(&list, "Not correct. Answer: T1, T2 and T3."));
    frame_draw(&list, &shown.scene, WIDTH, HEIGHT);
    g_assert_false(says(&list, "Next: "));
    lesson_cover(lesson->stops, &shown.words, false, &shown.scene);
    frame_draw(&list, &shown.scene, WIDTH, HEIGHT);
    g_assert_true(says(&list, "Next: "));
    display_list_free(&list);
    hide(&shown);
    lesson_free(lesson);
}

static double least_size(const DisplayList *list)
{
    double least = INFINITY;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT)
            least = fmin(least, list->shapes[i].size);
    return least;
}

/* Nothing leaves the band, is cut, or is smaller than 20 pixels of 1080, or 24
 * for the last row. */
static void check_band(const Lesson *lesson, const LessonStop *stop,
                       const Shown *shown, DisplayList *list)
{
    static const int sizes[][2] = {{1920, 1080}, {1280, 720}};
    static const Turn nothing = {.result = TURN_OPEN};

    for (size_t z = 0; z < 4 * G_N_ELEMENTS(sizes); ++z) {
        const int *size = sizes[z / 4];
        bool projector = z & 1;
        int below = band_height(size[1], projector);
        double unit = size[1] / 1080.0 * (projector ? 1.2 : 1);
        Band band =
            lesson_band(lesson, stop, &shown->words, false, z & 2, &nothing);
        display_list_clear(list, size[0], below);
        band_draw(list, &band, (Rect){0, 0, size[0], below}, unit, 20 * unit);
        g_assert_cmpfloat(least_size(list), >=, 20 * unit - 0.01);
        g_assert_false(says(list, "…"));
        for (size_t q = 0; q < list->shapes_count; ++q) {
            Rect own = list->shapes[q].box;
            if (own.y + own.h > below + 0.5 || own.x + own.w > size[0] + 0.5)
                g_error("%s: stop \"%s\" leaves the band", lesson->name,
                        stop->title);
        }
    }
}

/* What is known of a whole run is not said while something is hidden. */
static void check_hidden(const LessonStop *stop, Shown *shown,
                         DisplayList *list)
{
    frame_draw(list, &shown->scene, WIDTH, HEIGHT);
    g_assert_true(says(list, "race"));
    lesson_cover(stop, &shown->words, false, &shown->scene);
    frame_draw(list, &shown->scene, WIDTH, HEIGHT);
    g_assert_false(says(list, "race"));
}

/* Every stop of every lesson. */
static void test_stops(void)
{
    LessonList lessons = lesson_list();
    DisplayList list = {0};
    Shown shows[2] = {{.words.asks = false}, {.words.asks = false}};

    for (size_t i = 0; i < lessons.lessons_count; ++i)
        for (size_t s = 0; s < lessons.lessons[i]->stops_count; ++s) {
            const Lesson *lesson = lessons.lessons[i];
            const LessonStop *stop = lesson->stops + s;
            Shown *shown = shows + s % 2, *before = shows + (s + 1) % 2;
            if (show_after(shown, lesson, stop, before)) {
                if (stop->points_count)
                    check_points(lesson, stop, shown, &list);
                check_band(lesson, stop, shown, &list);
                if (stop->hide && strstr(stop->show, "ada.cu"))
                    check_hidden(stop, shown, &list);
            }
            hide(before);
        }
    hide(shows);
    hide(shows + 1);
    display_list_free(&list);
    lesson_list_free(&lessons);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lesson_band/stops", test_stops);
    g_test_add_func("/lesson_band/band", test_band);
    g_test_add_func("/lesson_band/code", test_code);
    g_test_add_func("/lesson_band/typed", test_typed);
    return g_test_run();
}
