/* SPDX-License-Identifier: MIT
 *
 * fuzz_rewrite - sources of a user's program, and what is made of them for the
 * compiler; the comments and the arguments that a trace takes from them, too.
 *
 *     the whole input     a text, as far as a NUL
 */
#include "fuzz.h"
#include "program/arguments.h"
#include "program/cuda_headers.h"
#include "program/cxx_tokens.h"
#include "program/rewrite.h"
#include "program/source_lines.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "rewrite";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;

    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

static void try_rewrite(const char *text)
{
    Text out = {0};
    Error error = {ERROR_NONE, ""};

    FunctionSpaces spaces = function_spaces_read(&text, 1);

    if (rewrite_cuda(text, "a \"b\".cu", &spaces, &out, &error)) {
        if (memchr(out.text, '\0', out.length))
            fuzz_fail("a NUL is in what is made of a source", "");
        text_add_bytes(&out, "", 1);
        if (lines_of(out.text) != lines_of(text) + 1) /* and #line */
            fuzz_fail("lines have other numbers", out.text);
    } else if (error.kind != ERROR_USAGE ||
               strncmp(error.text, "a \"b\".cu:", 9) != 0) {
        fuzz_fail("a refusal does not name the line", error.text);
    }
    function_spaces_free(&spaces);
    text_free(&out);
}

static void try_includes(const char *text)
{
    CxxTokens file = cxx_tokens_read(text);

    for (size_t i = 0; i < file.directives_count; ++i) {
        size_t start, end;
        if (includes_name(text, file.directives + i, &start, &end))
            cuda_header(text + start, end - start, text[end] == '>');
    }
    cxx_tokens_free(&file);
    rewrite_has_main(text);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = base_alloc(size + 1, 1);

    memcpy(text, data, size);
    text = base_realloc(text, strlen(text) + 1, 1); /* no room behind */
    try_rewrite(text);
    try_includes(text);
    try_lines(text);
    free(text);
    return 0;
}
