/* SPDX-License-Identifier: MIT */
#include "program/host_objects.h"

#include <string.h>

bool host_objects_is_array(const Span *span, size_t name)
{
    static const char *const words[] = {"static", "const",  "constexpr",
                                        "*",      "struct", NULL};
    static const char *const types[] = {"unsigned", "signed", "char",  "short",
                                        "int",      "long",   "float", "double",
                                        "bool",     NULL};
    static const char *const borders[] = {";", "}", NULL};
    size_t first = span_statement_begin(span, name), behind = name + 1;
    size_t end = span_statement_end(span, first), known = 0, others = 0;
    bool constant = false;

    if (end == span->count ||
        (first > span->first && !span_is_any(span, first - 1, borders)))
        return false;
    for (size_t i = first; i < name; ++i) {
        constant |= span_is(span, i, "const") || span_is(span, i, "constexpr");
        known += span_is_any(span, i, types);
        others += !span_is_any(span, i, types) && !span_is_any(span, i, words);
    }
    while (span_is(span, behind, "["))
        behind = span_closing(span, behind) + 1;
    return constant && others == (known ? 0 : 1) && behind > name + 1 &&
           span_is(span, behind, "=") && span_is(span, behind + 1, "{") &&
           span_closing(span, behind + 1) + 1 == end;
}

/* True if the string literal at I has words of the GPU's assembler: an
 * instruction and its type with a dot between, or a register of CUDA's. */
static bool reads_ptx(const Span *span, size_t i)
{
    static const char *const parts[] = {
        ".u32",    ".s32",    ".b32",         ".u64",    ".s64",  ".b64",
        ".f32",    ".f64",    ".b16",         ".u16",    ".sync", ".pred",
        ".global", ".shared", ".async",       "%laneid", "%smid", "%warpid",
        "%clock",  "%ctaid",  "%globaltimer", NULL};
    const Token *token = &span->tokens[i];

    for (size_t at = token->start + 1; at < token->end; ++at)
        for (size_t k = 0; parts[k]; ++k) {
            size_t length = strlen(parts[k]);
            char before = span->text[at - 1];
            if (at + length <= token->end &&
                strncmp(span->text + at, parts[k], length) == 0 &&
                (parts[k][0] == '%' || (before >= '0' && before <= '9') ||
                 (before >= 'a' && before <= 'z')))
                return true;
        }
    return false;
}

size_t host_objects_ptx_end(const Span *span, size_t i)
{
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const kinds[] = {"volatile", "__volatile__", NULL};

    if (!span_is_any(span, i, words))
        return span->count;
    size_t open = i + 1 + span_is_any(span, i + 1, kinds);
    if (!span_is(span, open, "("))
        return span->count;
    for (size_t k = open + 1; k < span->count; ++k)
        if (span->tokens[k].kind != TOKEN_STRING)
            break;
        else if (reads_ptx(span, k))
            return span_closing(span, open);
    return span->count;
}
