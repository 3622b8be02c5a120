/* SPDX-License-Identifier: MIT */
#include "say/statement.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Text *statement_add(Statement *statement, int rank)
{
    base_push(statement, clauses, ((Clause){.rank = rank}));
    return &statement->clauses[statement->clauses_count - 1].text;
}

void statement_say(Statement *statement, int rank, const char *format, ...)
{
    Text *text = statement_add(statement, rank);
    va_list arguments;

    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

Text *statement_brief(Statement *statement)
{
    BASE_CHECK(statement->clauses_count > 0);
    return &statement->clauses[statement->clauses_count - 1].brief;
}

void statement_open(Statement *statement)
{
    BASE_CHECK(statement->clauses_count > 0);
    statement->clauses[statement->clauses_count - 1].opens = true;
}

void statement_yield(Statement *statement, int by)
{
    for (size_t i = 0; i < statement->clauses_count; ++i)
        statement->clauses[i].rank += by;
}

void statement_append(Statement *statement, Statement *from)
{
    for (size_t i = 0; i < from->clauses_count; ++i)
        base_push(statement, clauses, from->clauses[i]);
    free(from->clauses);
    *from = (Statement){0};
}

void statement_free(Statement *statement)
{
    for (size_t i = 0; i < statement->clauses_count; ++i) {
        text_free(&statement->clauses[i].text);
        text_free(&statement->clauses[i].brief);
    }
    free(statement->clauses);
    *statement = (Statement){0};
}

/* The next rank below RANK that a clause has; -1: there is none. */
static int rank_below(const Statement *statement, int rank)
{
    int below = -1;

    for (size_t i = 0; i < statement->clauses_count; ++i)
        if (statement->clauses[i].rank < rank &&
            statement->clauses[i].rank > below)
            below = statement->clauses[i].rank;
    return below;
}

/* Each rank has two levels: brief, then left out.  Rank 0 is never left out. */
int statement_levels(const Statement *statement)
{
    int levels = 1;

    for (int rank = rank_below(statement, INT32_MAX); rank >= 0;
         rank = rank_below(statement, rank))
        levels += rank > 0 ? 2 : 1;
    return levels;
}

/* What of CLAUSE is written at LEVEL; NULL: nothing. */
static const Text *form_at(const Statement *statement, const Clause *clause,
                           int level)
{
    int above = 0; /* ranks that are higher */

    for (int rank = rank_below(statement, INT32_MAX); rank > clause->rank;
         rank = rank_below(statement, rank))
        ++above;
    if (clause->rank > 0 && level >= 2 * above + 2)
        return NULL;
    if (level >= 2 * above + 1 && clause->brief.length)
        return &clause->brief;
    return clause->text.length ? &clause->text : NULL;
}

/* True if the first word of TEXT from START on is English, and no name. */
static bool is_english(const Text *text, size_t start)
{
    const char *end = text->text + start;

    while (isalpha((unsigned char)*end) || *end == '-')
        ++end;
    return *end == '\0' || strchr(" ,:;.", *end) != NULL;
}

static void add_clauses(const Statement *statement, int level, bool plain,
                        Text *text)
{
    size_t start = text->length;

    for (size_t i = 0; i < statement->clauses_count; ++i) {
        const Text *form = form_at(statement, statement->clauses + i, level);
        if (!form)
            continue;
        bool first = text->length == start;
        bool opens = !plain && (first || statement->clauses[i].opens);
        if (!first)
            text_add(text, opens ? ". " : "; ");
        size_t at = text->length;
        text_add(text, "%s", form->text);
        if (opens && is_english(text, at))
            text->text[at] = (char)toupper((unsigned char)text->text[at]);
    }
    /* a question has its own mark */
    if (!plain && text->length > start && text->text[text->length - 1] != '?')
        text_add(text, ".");
}

void statement_write_plain(const Statement *statement, int level, Text *text)
{
    add_clauses(statement, level, true, text);
}

void statement_write(const Statement *statement, int level, Text *text)
{
    add_clauses(statement, level, statement->plain, text);
}

void statement_take(Statement *statement, Text *text)
{
    statement_write(statement, 0, text);
    statement_free(statement);
}

void statement_fit(const Statement *statement, StatementFits *fits, void *data,
                   Text *text)
{
    int levels = statement_levels(statement);

    for (int level = 0; level < levels; ++level) {
        Text written = {0};
        statement_write(statement, level, &written);
        bool take =
            level + 1 == levels || !written.length || fits(written.text, data);
        if (take && written.length)
            text_add(text, "%s", written.text);
        text_free(&written);
        if (take)
            return;
    }
}

void template_write(const char *sentence, const TemplatePart parts[],
                    const void *data, Text *text)
{
    while (*sentence) {
        const TemplatePart *part = parts;
        while (part->name &&
               strncmp(sentence, part->name, strlen(part->name)) != 0)
            ++part;
        size_t length =
            part->name ? strlen(part->name) : 1 + strcspn(sentence + 1, "{");
        if (part->name)
            part->words(data, text);
        else
            text_add_bytes(text, sentence, length);
        sentence += length;
    }
}
