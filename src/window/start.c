/* SPDX-License-Identifier: MIT
 *
 * start - what is on the start page; see start.h.
 */
#include "window/start.h"

#include "catalog/catalog.h"
#include "lesson/lesson_done.h"

#include <stdlib.h>

enum { TITLE_BYTES = 200 };

/* The drawings have the stores of level 2 of 16 elements on 4 banks; the sums
 * after each level of 8 elements; and the additions of 8 elements, a step a
 * row. */
const StartPair start_pairs[START_PAIRS] = {
    {"With and without conflicts",
     "Blelloch's tree | padding",
     {"nopadding", "padding"},
     {"...!/...!/...!/...!", "...o/s.../os../.os./..os"}},
    {"Two ways to avoid them",
     "padding | LeftRight",
     {"padding", "leftright"},
     {"...o/s.../os../.os./..os", "o.../.o../..o./...o"}},
    {"With and without a barrier",
     "Hillis-Steele | racing",
     {"hillis-steele", "hillis-steele-racy"},
     {"oooooooo/oooooooo/oooooooo", "oooooooo/oooowooo/oooowwwo"}},
    {"More work, fewer steps",
     "Hillis-Steele | a tree",
     {"hillis-steele", "brent-kung"},
     {".ooooooo/..oooooo/....oooo",
      ".o.o.o.o/...o...o/.......o/.....o../..o.o.o."}},
};

static void add_lessons(Start *start)
{
    LessonList list = lesson_list();

    for (size_t i = 0; i < list.lessons_count; ++i) {
        const Lesson *lesson = list.lessons[i];
        StartLesson added = {.done = lesson_done(lesson).done};
        added.name = base_strdup(lesson->name);
        added.title = printable_name(lesson->title, "?", TITLE_BYTES);
        base_push(start, lessons, added);
    }
    lesson_list_free(&list);
    while (start->next < start->lessons_count &&
           start->lessons[start->next].done)
        ++start->next;
}

Start *start_new(void)
{
    Start *start = base_alloc(1, sizeof *start);

    add_lessons(start);
    start->recent = recent_read();
    start->fresh = true;
    return start;
}

void start_free(Start *start)
{
    if (!start)
        return;
    for (size_t i = 0; i < start->lessons_count; ++i) {
        free(start->lessons[i].name);
        free(start->lessons[i].title);
    }
    free(start->lessons);
    recent_free(&start->recent);
    free(start);
}

Options start_options(const char *const names[], int count)
{
    Options options = {.passes = PLAN_USUAL, .input = "random:1"};

    for (int i = 0; i < count; ++i) {
        Error ignored;
        const Algorithm *algorithm = catalog_find(names[i], &ignored);
        options.operands[options.operands_count++] = names[i];
        if (algorithm && catalog_seed(algorithm))
            options.seed = catalog_seed(algorithm);
    }
    if (options.seed)
        options.given = OPTION(SEED);
    return options;
}
