/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_consent.h"

#include "cli/consent.h"
#include "lesson/lesson_list.h"
#include "program/program.h"
#include "program/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* Adds the file, if it can be read. */
static void add_file(Consent *consent, const char *path)
{
    size_t bytes;
    Error ignored;
    char *text = base_read_file(path, SNAPSHOT_MOST_BYTES, &bytes, &ignored);

    if (text)
        consent_add_file(consent, path, text);
    free(text);
}

/* Adds the program that WORD names beside the lesson, and what it includes; one
 * that cannot be read is one of Upsweep's own, or is missed when its stop is
 * shown. */
static void add_beside(Consent *consent, const Lesson *lesson, const char *word)
{
    char *path = lesson_path(lesson, word);

    if (path &&
        !consent_add_sources(consent, (const char *const *)&path, 1, false))
        add_file(consent, path);
    free(path);
}

/* Adds the programs of all stops; false if there are none. */
static bool add_programs(Consent *consent, const Lesson *lesson)
{
    bool some = false;

    for (size_t i = 0; i < lesson->stops_count; ++i) {
        const LessonCommand *command = &lesson->stops[i].command;
        for (int w = 0; w < command->count; ++w) {
            if (!program_is_source(command->words[w]))
                continue;
            some = true;
            add_beside(consent, lesson, command->words[w]);
        }
    }
    return some;
}

bool lesson_consent(Lesson *lesson, bool yes, Error *error)
{
    Consent consent = {.items = NULL};

    if (lesson->accepted)
        return true;
    consent_begin(&consent, lesson->name, lesson->name);
    add_file(&consent, lesson->name);
    lesson->accepted =
        !add_programs(&consent, lesson) || consent_obtain(&consent, yes, error);
    consent_free(&consent);
    return lesson->accepted;
}
