/* SPDX-License-Identifier: MIT
 *
 * wanted - the options of what a window shows or is about to show, with copies
 * of their texts: a command line may be gone before.
 */
#include "window/session.h"

#include "cli/command_line.h"
#include "program/program.h"
#include "trace/store.h"

#include <stdlib.h>
#include <string.h>

const char *wanted_text(Wanted *wanted, const char *text)
{
    char *copy = text ? base_strdup(text) : NULL;

    if (copy)
        base_push(wanted, texts, copy);
    return copy;
}

/* Every text of the options that says what runs. */
Wanted *wanted_copy(const Options *options)
{
    Wanted *wanted = base_alloc(1, sizeof *wanted);
    Options *own = &wanted->options;
    size_t count = (size_t)options->arguments_count;

    *own = *options;
    own->where = wanted_text(wanted, options->where);
    own->input = wanted_text(wanted, options->input);
    own->kernel = wanted_text(wanted, options->kernel);
    for (int i = 0; i < options->operands_count; ++i)
        own->operands[i] = wanted_text(wanted, options->operands[i]);
    for (int i = 0; i < options->sources_count; ++i)
        own->sources[i] = wanted_text(wanted, options->sources[i]);
    wanted->arguments = base_alloc(count + 1, sizeof *wanted->arguments);
    for (size_t i = 0; i < count; ++i)
        wanted->arguments[i] = wanted_text(wanted, options->arguments[i]);
    own->arguments = wanted->arguments;
    return wanted;
}

static bool has_main(const char *path)
{
    bool main = false;
    Error ignored;

    return program_is_source(path) && program_has_main(path, &main, &ignored) &&
           main;
}

Wanted *wanted_files(char *const paths[], int count, Error *error)
{
    char **words = base_alloc((size_t)count + 2, sizeof *words);
    char view[] = "view";
    Options options;
    int mains = 0, first = -1, used = 0;

    for (int i = 0; i < count; ++i)
        if (has_main(paths[i])) {
            ++mains;
            first = i;
        }
    words[used++] = view;
    if (mains == 1)
        words[used++] = paths[first];
    for (int i = 0; i < count; ++i)
        if (mains != 1 || i != first)
            words[used++] = paths[i];
    Wanted *wanted = command_line_read(&options, 0, used, words, error)
                         ? wanted_copy(&options)
                         : NULL;
    free(words);
    return wanted;
}

void wanted_free(Wanted *wanted)
{
    if (!wanted)
        return;
    for (size_t i = 0; i < wanted->texts_count; ++i)
        free(wanted->texts[i]);
    free(wanted->texts);
    free(wanted->arguments);
    free(wanted);
}

void wanted_arguments(Wanted *wanted, const char *text)
{
    Options *options = &wanted->options;
    size_t most = strlen(text) / 2 + 1;

    free(wanted->arguments);
    wanted->arguments = base_alloc(most, sizeof *wanted->arguments);
    options->arguments = wanted->arguments;
    options->arguments_count = 0;
    char *copy = base_strdup(text), *rest;
    for (char *word = strtok_r(copy, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        wanted->arguments[options->arguments_count++] =
            wanted_text(wanted, word);
    free(copy);
}

const char *wanted_file(const Options *options, int i)
{
    if (options->programs[i].count > 0)
        return options->is_built ? NULL
                                 : options->sources[options->programs[i].first];
    return store_is_path(options->operands[i]) ? options->operands[i] : NULL;
}
