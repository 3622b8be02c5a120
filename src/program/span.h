/* SPDX-License-Identifier: MIT
 *
 * span - tokens of a CUDA source in a row, and where its brackets, template
 * arguments and statements begin and end.
 *
 * A place is the index of a token.  A span's end is COUNT, and every function
 * takes places behind it, too: nothing stands there.
 */
#ifndef UPSWEEP_SPAN_H
#define UPSWEEP_SPAN_H

#include "program/cxx_tokens.h"
#include "util/base.h"

typedef struct {
    const char *text;
    const Token *tokens; /* of a file, of a #define, or of a declaration */
    size_t count;
    size_t first; /* of a #define: behind its name and parameters */
} Span;

/* True if the token at I is WORD, one of WORDS, which end in NULL, a name. */
bool span_is(const Span *span, size_t i, const char *word);
bool span_is_any(const Span *span, size_t i, const char *const words[]);
bool span_is_name(const Span *span, size_t i);
/* True if the tokens at I and K read the same. */
bool span_same(const Span *span, size_t i, size_t k);
/* True if the tokens from I on are COUNT times WORD; unless APART, without
 * blanks between them. */
bool span_repeats(const Span *span, size_t i, const char *word, size_t count,
                  bool apart);
/* True for the name of what may stand in a declaration with brackets behind
 * it: alignas(16). */
bool span_is_attribute(const Span *span, size_t i);
/* True for one of ( [ {, one of ) ] }. */
bool span_opens(const Span *span, size_t i);
bool span_closes(const Span *span, size_t i);

/* The bracket that closes the one at I; COUNT: there is none. */
size_t span_closing(const Span *span, size_t i);
/* The bracket that opens the one at I; SIZE_MAX: there is none. */
size_t span_opening(const Span *span, size_t i);
/* The ">" that closes the "<" of template arguments at I; I: none does. */
size_t span_closing_angle(const Span *span, size_t i);
/* The "<" that the ">" at I closes; SIZE_MAX: there is none. */
size_t span_opening_angle(const Span *span, size_t i);
/* The first token of the statement around I. */
size_t span_statement_begin(const Span *span, size_t i);
/* The ";" that ends the statement that begins at I; COUNT: there is none. */
size_t span_statement_end(const Span *span, size_t i);

/* Appends the tokens from FIRST to before END on one line. */
void span_add(const Span *span, size_t first, size_t end, Text *out);
/* Appends BYTES as a string literal. */
void span_add_literal(Text *out, const char *bytes, size_t length);

#endif
