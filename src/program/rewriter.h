/* SPDX-License-Identifier: MIT
 *
 * rewriter - a CUDA source that is being rewritten, and the replacements that
 * were asked for. They are made in one go at the end, so that all places are
 * those of the source as the user wrote it.
 */
#ifndef UPSWEEP_REWRITER_H
#define UPSWEEP_REWRITER_H

#include "program/function_spaces.h"
#include "program/scopes.h"
#include "program/span.h"

/* A replacement for the text from START to END. */
typedef struct {
    size_t start, end, order;
    char *text;
} Edit;

typedef struct {
    Span span; /* of the file, or of a #define */
    const char *path;
    Error *error;
    const CxxTokens *file;        /* its directives */
    bool macro;                   /* SPAN is that of a #define */
    const FunctionSpaces *spaces; /* of the program; NULL: not known */
    Scopes scopes;                /* of the current token, unless MACRO */
    Edit *edits;
    size_t edits_count, edits_capacity;
} Rewriter;

/* The kind of scope of the current token; a #define is taken for a part of a
 * function. */
ScopeKind rewriter_scope(const Rewriter *r);
/* True if it can be told what is surely wrong at the current token: the program
 * is known, and no #if may leave the token out. */
bool rewriter_is_sure(const Rewriter *r);

/* Sets the error: WHAT is wrong with the token at I, and what to do.  Returns
 * false. */
bool rewriter_fault(const Rewriter *r, size_t i, const char *what);

/* Replaces the text from START to END, offsets in bytes, by *TEXT, and frees
 * it; the lines behind keep their numbers. */
void rewriter_replace(Rewriter *r, size_t start, size_t end, Text *text);
void rewriter_replace_by(Rewriter *r, size_t start, size_t end,
                         const char *words);
/* Appends a string literal of the tokens from FIRST to before END; of
 * parameters of a macro, what they stand for. */
void rewriter_add_literal(const Rewriter *r, size_t first, size_t end,
                          Text *out);

/* Appends the text with its replacements; false with the error if two of them
 * meet, as with brackets that do not match. */
bool rewriter_apply(Rewriter *r, Text *out);
/* Frees the replacements. */
void rewriter_free(Rewriter *r);

#endif
