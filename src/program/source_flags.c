/* SPDX-License-Identifier: MIT */
#include "program/source_flags.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FLAGS = 64 };

static struct {
    char *given;
    Text macros, all; /* "-DN=4"; the same, and "-std=c++20" */
} flags;

static bool add_folder(const char *folder, Error *error)
{
    const char *before = getenv("CPATH");
    char *real = realpath(folder, NULL);
    struct stat status;
    Text all = {0};

    if (!real || stat(real, &status) != 0 || !S_ISDIR(status.st_mode)) {
        free(real);
        return error_set(
            error, ERROR_USAGE,
            "--cxxflags: -I %.300s is not a folder; check the path", folder);
    }
    text_add(&all, "%s%s%s", before ? before : "", before && *before ? ":" : "",
             real);
    setenv("CPATH", all.text, 1);
    text_free(&all);
    free(real);
    return true;
}

static bool begins(const char *word, const char *const beginnings[])
{
    bool found = false;

    for (; *beginnings; ++beginnings)
        found |= strncmp(word, *beginnings, strlen(*beginnings)) == 0;
    return found;
}

static bool take_word(const char *word, Error *error)
{
    static const char *const macros[] = {"-D", "-U", NULL};
    static const char *const languages[] = {"-std=", NULL};
    static const char *const idle[] = {"-O",     "-g",        "-W", "-fopenmp",
                                       "-arch=", "-lineinfo", NULL};
    bool macro = begins(word, macros) && word[2];
    bool language = begins(word, languages);

    if (strncmp(word, "-I", 2) == 0 && word[2])
        return add_folder(word + 2, error);
    if (macro)
        text_add(&flags.macros, " %s", word);
    if (macro || language)
        text_add(&flags.all, " %s", word);
    return macro || language ||
           (begins(word, idle) && !strchr(word, ',')) || /* not -Wp,... */
           error_set(error, ERROR_USAGE,
                     "--cxxflags: %.100s is not allowed; use -D, -U, -I, "
                     "-std=, -O, -W and -fopenmp only",
                     word);
}

/* Appends the next word at TEXT to WORD; returns its end. */
static const char *next_word(const char *text, Text *word)
{
    static const char blanks[] = " \t\n";
    size_t length = strcspn(text += strspn(text, blanks), blanks);

    text_add(word, "%.*s", (int)length, text);
    return text + length;
}

bool source_flags_take(const char *text, Error *error)
{
    bool good = true;

    flags.given = base_strdup(text);
    for (int i = 0; good && *text; ++i) {
        Text word = {0};
        text = next_word(text, &word);
        if (word.length == 2 && strchr("DUI", word.text[1])) /* -D N=4 */
            text = next_word(text, &word);
        good = !word.length ||
               (i < MOST_FLAGS
                    ? take_word(word.text, error)
                    : error_set(error, ERROR_USAGE,
                                "--cxxflags: more than %d flags; remove some",
                                MOST_FLAGS));
        text_free(&word);
    }
    return good;
}

const char *source_flags_given(void)
{
    return flags.given ? flags.given : "";
}

const char *source_flags_for(const char *name)
{
    const Text *text = base_ends_with(name, ".c") ? &flags.macros : &flags.all;

    return text->length ? text->text + 1 : "";
}
