/* SPDX-License-Identifier: MIT
 *
 * cxx_tokens - the tokens and preprocessor lines of a C++ source text.
 *
 * Comments, blanks and backslash-newlines are no tokens.  Nor is what stands
 * between `#if 0` and its #else or #endif.  Punctuation has one character, but
 * for "::" and "->"; "<<<" is three tokens that touch.
 */
#ifndef UPSWEEP_CXX_TOKENS_H
#define UPSWEEP_CXX_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TOKEN_NAME, /* keywords, too */
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_CHARACTER,
    TOKEN_PUNCTUATION
} TokenKind;

typedef struct {
    size_t start, end; /* in the text */
    uint32_t line;     /* from 1 */
    uint32_t kind;     /* TokenKind */
} Token;

typedef enum {
    DIRECTIVE_OTHER,
    DIRECTIVE_IF, /* #ifdef and #ifndef, too */
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF,
    DIRECTIVE_DEFINE,
    DIRECTIVE_INCLUDE
} DirectiveKind;

typedef struct {
    size_t start, body, end; /* "#", behind the directive's name, behind it */
    uint32_t line;
    uint32_t kind; /* DirectiveKind */
} Directive;

typedef struct {
    const char *text;
    Token *tokens;
    size_t tokens_count, tokens_capacity;
    Directive *directives;
    size_t directives_count, directives_capacity;
} CxxTokens;

/* The tokens of TEXT, which must outlive them; those of preprocessor lines are
 * not among them. */
CxxTokens cxx_tokens_read(const char *text);
/* The tokens of TEXT from START to END, which begins on line LINE, as of the
 * body of a #define. */
CxxTokens cxx_tokens_part(const char *text, size_t start, size_t end,
                          uint32_t line);
void cxx_tokens_free(CxxTokens *tokens);

/* The name that an #include of TEXT gives: from START to END, without its
 * quotes; false if a macro stands for it, or it is on several lines. */
bool includes_name(const char *text, const Directive *it, size_t *start,
                   size_t *end);

/* True if TOKEN reads WORD. */
bool token_is(const char *text, const Token *token, const char *word);

#endif
