/* SPDX-License-Identifier: MIT */
#include "program/source_names.h"

#include "program/cxx_tokens.h"
#include "trace/element.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const CxxTokens *tokens, size_t i, const char *word)
{
    return i < tokens->tokens_count &&
           token_is(tokens->text, tokens->tokens + i, word);
}

static bool is_one_of(const CxxTokens *tokens, size_t i, const char *marks)
{
    const Token *token = tokens->tokens + i;

    return i < tokens->tokens_count && token->end - token->start == 1 &&
           strchr(marks, tokens->text[token->start]);
}

/* ---- Launches -------------------------------------------------------------*/

/* The token behind the "<<<" that follows the name at I, behind its template's
 * arguments; 0: there is none. */
static size_t behind_chevrons(const CxxTokens *tokens, size_t i)
{
    for (size_t most = i + 64; i < most && i + 2 < tokens->tokens_count; ++i) {
        if (is(tokens, i, "<") && is(tokens, i + 1, "<") &&
            is(tokens, i + 2, "<"))
            return i + 3;
        if (is_one_of(tokens, i, ";{}"))
            return 0;
        if (is(tokens, i, "(") || (!is(tokens, i, "<") && i + 64 == most))
            return 0;
    }
    return 0;
}

/* The "(" of the arguments behind the ">>>" that closes a configuration; 0:
 * there is none. */
static size_t arguments_begin(const CxxTokens *tokens, size_t i)
{
    for (; i + 3 < tokens->tokens_count && !is_one_of(tokens, i, ";{}"); ++i)
        if (is(tokens, i, ">") && is(tokens, i + 1, ">") &&
            is(tokens, i + 2, ">") && is(tokens, i + 3, "("))
            return i + 3;
    return 0;
}

/* The ")" that closes the "(" at I; 0: there is none. */
static size_t closing(const CxxTokens *tokens, size_t i)
{
    int depth = 0;

    for (; i < tokens->tokens_count; ++i) {
        depth += is_one_of(tokens, i, "([{");
        depth -= is_one_of(tokens, i, ")]}");
        if (depth == 0)
            return i;
    }
    return 0;
}

static bool take_launch(const CxxTokens *tokens, size_t i,
                        ProgramLaunch *launch)
{
    size_t from = behind_chevrons(tokens, i + 1);
    size_t open = from ? arguments_begin(tokens, from) : 0;
    size_t close = open ? closing(tokens, open) : 0;

    if (!close)
        return false;
    size_t start = tokens->tokens[open].end;
    launch->line = tokens->tokens[i].line;
    snprintf(launch->arguments, sizeof launch->arguments, "%.*s",
             (int)(tokens->tokens[close].start - start), tokens->text + start);
    return true;
}

bool source_names_launch(const char *text, const char *name,
                         ProgramLaunch *launch)
{
    CxxTokens tokens = cxx_tokens_read(text);
    char plain[sizeof launch->kernel];
    bool found = false;

    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "<"), name);
    const char *colon = strrchr(plain, ':');
    for (size_t i = 0; !found && i < tokens.tokens_count; ++i)
        found = is(&tokens, i, colon ? colon + 1 : plain) &&
                take_launch(&tokens, i, launch);
    cxx_tokens_free(&tokens);
    return found;
}

/* ---- Variables in shared memory -------------------------------------------*/

/* The extents behind the name at I, as far as they are numbers; the outermost
 * one follows from the variable's size. */
static void take_extents(const CxxTokens *tokens, size_t i,
                         uint32_t element_bytes, ProgramVariable *variable)
{
    uint64_t inner = element_bytes;
    int count = 0;
    uint32_t extents[PROGRAM_DIMENSIONS] = {0};

    for (++i; is(tokens, i, "[") && count < PROGRAM_DIMENSIONS; ++count) {
        size_t close = closing(tokens, i);
        if (!close)
            return;
        char *end = NULL;
        unsigned long extent =
            strtoul(tokens->text + tokens->tokens[i].end, &end, 10);
        bool number = close == i + 2 &&
                      end == tokens->text + tokens->tokens[i + 1].end &&
                      extent > 0 && extent <= variable->bytes;
        if (count > 0 && !number)
            return;
        extents[count] = number ? (uint32_t)extent : 0;
        if (count > 0)
            inner *= extent;
        i = close + 1;
    }
    if (count == 0 || inner > variable->bytes)
        return;
    extents[0] = (uint32_t)(variable->bytes / inner);
    memcpy(variable->extents, extents, sizeof extents);
}

/* Takes the declaration whose "__shared__" is at I, if it is that of
 * *VARIABLE. */
static bool take_variable(const CxxTokens *tokens, size_t i,
                          ProgramVariable *variable)
{
    static const char *const storages[] = {"volatile", "const", "extern",
                                           "static"};
    char type[sizeof variable->type] = "";
    size_t length = 0;
    bool complete = false; /* the type's words have all been read */

    for (++i; i < tokens->tokens_count && !is_one_of(tokens, i, ";{}"); ++i) {
        const Token *token = tokens->tokens + i;
        bool skip = false;
        for (size_t s = 0; s < 4; ++s)
            skip |= is(tokens, i, storages[s]);
        if (is(tokens, i, "alignas") || is(tokens, i, "__align__")) {
            i = closing(tokens, i + 1);
            if (!i)
                return false;
            skip = true;
        }
        if (skip)
            continue;
        if (is(tokens, i, variable->name)) {
            uint32_t element_bytes = variable->element_bytes;
            snprintf(variable->type, sizeof variable->type, "%s", type);
            variable->element = ELEMENT_OTHER;
            if (element_of_type(type, &variable->element, &element_bytes) &&
                variable->bytes % element_bytes == 0) {
                variable->element_bytes = element_bytes;
                memset(variable->extents, 0, sizeof variable->extents);
                if (variable->bytes > element_bytes)
                    variable->extents[0] = variable->bytes / element_bytes;
                take_extents(tokens, i, element_bytes, variable);
            }
            return true;
        }
        complete |= is_one_of(tokens, i, "[,");
        if (!complete && length < sizeof type - 1)
            length += (size_t)snprintf(type + length, sizeof type - length,
                                       "%s%.*s", length ? " " : "",
                                       (int)(token->end - token->start),
                                       tokens->text + token->start);
    }
    return false;
}

bool source_names_shared(const char *text, ProgramVariable *variable)
{
    CxxTokens tokens = cxx_tokens_read(text);
    bool found = false;

    for (size_t i = 0; !found && i < tokens.tokens_count; ++i)
        found =
            is(&tokens, i, "__shared__") && take_variable(&tokens, i, variable);
    cxx_tokens_free(&tokens);
    return found;
}
