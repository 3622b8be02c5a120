/* SPDX-License-Identifier: MIT
 *
 * fuzz_source - sources of a user's program: the comments and the arguments
 * that a trace takes from them, and the facts that libclang finds in them.
 *
 *     the whole input     facts; and a text, as far as a NUL
 */
#include "fuzz.h"
#include "program/arguments.h"
#include "program/compiler.h"
#include "program/source_facts.h"
#include "program/source_lines.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "source";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

/* Facts that a broken clang might give. */
static void try_facts(const uint8_t *data, size_t size)
{
    Error error = {ERROR_NONE, ""};
    SourceFacts facts = {0};

    if (!source_facts_read(&facts, data, size, &error) &&
        error.kind != ERROR_FAILED)
        fuzz_fail("a refusal of facts is no failure", error.text);
    free(facts.items);
}

static void try_lines(const char *text)
{
    const ProgramSource source = {"a.cu", text};
    const ProgramFacts facts = {.sources = &source, .sources_count = 1};
    SourceLines lines = {0};
    char title[16];

    source_lines_begin(&lines, NULL, &facts);
    for (uint32_t line = 0; line < 9; ++line)
        if (source_lines_comment(&lines, 0, line, title, sizeof title) &&
            (!title[0] || strlen(title) >= sizeof title))
            fuzz_fail("a comment names nothing", title);
    for (uint32_t i = 0; i < 18; ++i)
        if (arguments_array(text, i / 2, i % 2, title, sizeof title) &&
            (!title[0] || strlen(title) >= sizeof title))
            fuzz_fail("an array has a wrong name", title);
    source_lines_free(&lines);
}

static void try_copy(const char *text)
{
    Text copy = {0};

    text_add(&copy, "%s", text);
    source_text_join_launches(copy.text);
    source_text_add_main(text, &copy);
    text_free(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = base_alloc(size + 1, 1);

    memcpy(text, data, size);
    text = base_realloc(text, strlen(text) + 1, 1); /* no room behind */
    cuda_headers_library(text);
    source_text_has_main(text);
    try_copy(text);
    try_lines(text);
    try_facts(data, size);
    free(text);
    return 0;
}
