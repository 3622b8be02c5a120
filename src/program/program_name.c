/* SPDX-License-Identifier: MIT
 *
 * program_name - what the name, the text and the options of a program tell, in
 * all builds.
 */
#include "program/program.h"
#include "program/snapshot.h"
#include "program/source_flags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Its text -------------------------------------------------------------*/

/* The end of the comment or the preprocessor line at AT, or of the blank there;
 * NULL: there is none. */
static const char *skip_blank(const char *at)
{
    if (isspace((unsigned char)*at))
        return at + 1;
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '#' && (at[0] != '/' || at[1] != '/'))
        return NULL;
    for (; *at && *at != '\n'; ++at)
        at += at[0] == '\\' && at[1];
    return at;
}

/* The end of the string, the number or the name at AT, or of the character. */
static const char *skip_token(const char *at)
{
    char quote = *at;
    bool number = isdigit((unsigned char)quote);

    if (quote == '"' || quote == '\'') {
        for (++at; *at && *at != quote && *at != '\n'; ++at)
            at += at[0] == '\\' && at[1];
        return at + (*at == quote);
    }
    const char *end = at;
    while (isalnum((unsigned char)*end) || *end == '_' ||
           (number && *end == '\''))
        ++end;
    return end > at ? end : at + 1;
}

bool program_text_has_main(const char *text)
{
    bool named = false; /* the last token is a name */
    bool found = false; /* it is main, after a name */

    while (*text) {
        const char *end = skip_blank(text);
        if (!end) {
            if (found && *text == '(')
                return true;
            end = skip_token(text);
            found = named && end - text == 4 && memcmp(text, "main", 4) == 0;
            named = isalpha((unsigned char)*text) || *text == '_';
        }
        text = end;
    }
    return false;
}

bool program_has_main(const char *name, bool *main, Error *error)
{
    size_t bytes;
    char *text = base_read_file(name, SNAPSHOT_MOST_BYTES, &bytes, error);

    if (!text)
        return false;
    *main = program_text_has_main(text);
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
                 /* ourselves, wherever we lie */
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
