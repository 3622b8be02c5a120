/* SPDX-License-Identifier: MIT
 *
 * program_name - what the name, the text and the options of a program say, and
 * its flags, in all builds.
 */
#include "program/compiler.h"
#include "program/program.h"
#include "program/snapshot.h"
#include "program/source_lines.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool program_is_source(const char *name)
{
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx",
                                          ".c",  ".cuh", ".h",  ".hpp"};
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

bool program_has_main(const char *name, bool *main, Error *error)
{
    size_t bytes;
    char *text = base_read_file(name, SNAPSHOT_MOST_BYTES, &bytes, error);

    if (!text)
        return false;
    *main = source_text_has_main(text);
    free(text);
    return true;
}

/* ---- Its options ----------------------------------------------------------*/

char *program_command(const ProgramOptions *options)
{
    const char *const *words = options->arguments;
    Text text = {0};

    for (int i = 0; i < options->files_count; ++i)
        text_add(&text, "%s%s", i ? " " : "", options->files[i]);
    if (options->files_count && *source_flags_given())
        text_add(&text, " --cxxflags '%s'", source_flags_given());
    for (int i = 0; i < options->arguments_count; ++i)
        text_add(&text, "%s%s",
                 i                      ? " "
                 : options->files_count ? " -- "
                                        : "",
                 /* ourselves, whatever our path is */
                 i == 0 && options->name && !options->files_count
                     ? base_name(words[0])
                     : words[i]);
    return text.text;
}

void program_blame(const ProgramOptions *options, ProgramBlame why)
{
    if (options->blame)
        *options->blame = why;
}

/* ---- Flags ----------------------------------------------------------------*/

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
