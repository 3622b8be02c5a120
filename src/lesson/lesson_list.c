/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_list.h"

#include "lesson/lesson_reader.h"
#include "trace/value.h"
#include "util/resources.h"
#include "util/nearest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "assets/lessons/", ending[] = ".lesson";

/* The embedded file NAME as a lesson.  A test reads them all, so none is
 * wrong. */
static Lesson *read_embedded(const char *name)
{
    size_t bytes = 0;
    const char *text = resource_find(name, &bytes);
    char *own = base_strdup(base_name(name));
    Error ignored;

    own[strlen(own) - (sizeof ending - 1)] = '\0';
    Lesson *lesson = lesson_read(own, name, text, bytes, &ignored);
    BASE_CHECK(lesson);
    lesson->accepted = true;
    free(own);
    return lesson;
}

static int by_order(const void *a, const void *b)
{
    const Lesson *x = *(Lesson *const *)a, *y = *(Lesson *const *)b;

    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return strcmp(x->name, y->name);
}

LessonList lesson_list(void)
{
    LessonList list = {0};
    const char *name;

    for (size_t i = 0; (name = resource_name(i)); ++i)
        if (strncmp(name, folder, sizeof folder - 1) == 0 &&
            base_ends_with(name, ending))
            base_push(&list, lessons, read_embedded(name));
    if (list.lessons_count)
        qsort(list.lessons, list.lessons_count, sizeof *list.lessons, by_order);
    return list;
}

void lesson_list_free(LessonList *list)
{
    for (size_t i = 0; i < list->lessons_count; ++i)
        lesson_free(list->lessons[i]);
    free(list->lessons);
    *list = (LessonList){0};
}

/* True if WORD can only be the path of a file. */
static bool is_path(const char *word)
{
    return strchr(word, '/') != NULL || base_ends_with(word, ending);
}

static Lesson *read_file(const char *path, Error *error)
{
    size_t bytes;
    char *text = base_read_file(path, LESSON_MOST_BYTES, &bytes, error);
    Lesson *lesson =
        text ? lesson_read(path, base_name(path), text, bytes, error) : NULL;

    free(text);
    return lesson;
}

/* The place of the lesson that WORD names; the number of lessons if none. */
static size_t place_of(const LessonList *list, const char *word)
{
    size_t length = strlen(word), count = list->lessons_count, found = count;
    char *end;
    unsigned long number = strtoul(word, &end, 10);

    for (size_t i = 0; i < count; ++i)
        if (strcmp(list->lessons[i]->name, word) == 0)
            return i;
    if (isdigit((unsigned char)*word) && !*end)
        return number >= 1 && number <= count ? number - 1 : count;
    for (size_t i = 0; length && i < count; ++i)
        if (strncmp(list->lessons[i]->name, word, length) == 0) {
            if (found < count)
                return count;
            found = i;
        }
    return found;
}

static void refuse(const LessonList *list, const char *word, Error *error)
{
    const char **names = base_alloc(list->lessons_count + 1, sizeof *names);

    for (size_t i = 0; i < list->lessons_count; ++i)
        names[i] = list->lessons[i]->name;
    const char *near = nearest_name(word, names);
    error_set(error, ERROR_USAGE,
              "unknown lesson \"%.60s\"; %s%s%s`upsweep lesson` lists them",
              word, near ? "did you mean \"" : "", near ? near : "",
              near ? "\"? " : "");
    free(names);
}

Lesson *lesson_find(const char *word, Error *error)
{
    LessonList list;
    Lesson *lesson = NULL;

    if (is_path(word))
        return read_file(word, error);
    list = lesson_list();
    size_t place = place_of(&list, word);
    if (place < list.lessons_count) {
        lesson = list.lessons[place];
        list.lessons[place] = NULL;
    } else {
        refuse(&list, word, error);
    }
    lesson_list_free(&list);
    return lesson;
}
