/* SPDX-License-Identifier: MIT
 *
 * source_cursor - small questions about a cursor of libclang: where it is, its
 * text, on which side it runs, what its elements are.
 */
#ifndef UPSWEEP_SOURCE_CURSOR_H
#define UPSWEEP_SOURCE_CURSOR_H

#include "program/libclang.h"

typedef struct {
    const Libclang *c;
    CXTranslationUnit unit;
} Source;

typedef struct {
    CXFile file; /* NULL: nowhere */
    unsigned offset;
    CXSourceLocation location;
    unsigned line, column; /* as #line has them */
} SourcePlace;

/* CUDA's words on a declaration: a set. */
enum {
    WORD_CONSTANT = 1,
    WORD_DEVICE = 2,
    WORD_GLOBAL = 4,
    WORD_HOST = 8,
    WORD_SHARED = 16
};
unsigned cursor_words(const Libclang *c, CXCursor cursor);

/* The words of the call operator of the class of a lambda; *BODY is the
 * operator. */
unsigned cursor_lambda_words(const Libclang *c, CXType type, CXCursor *body);
bool cursor_is_lambda(const Libclang *c, CXType type);

/* True for a function, a method and the like, no template. */
bool cursor_is_function(int kind);
/* True if CURSOR is a member of a class. */
bool cursor_is_member(const Libclang *c, CXCursor cursor);
/* True if CURSOR is a part of namespace std. */
bool cursor_is_standard(const Libclang *c, CXCursor cursor);
/* True if CURSOR is declared in a header of the system. */
bool cursor_is_of_system(const Libclang *c, CXCursor cursor);

/* Child NUMBER from 0; false if there are not so many. */
bool cursor_child(const Libclang *c, CXCursor cursor, unsigned number,
                  CXCursor *child);

SourcePlace cursor_begin(const Source *source, CXCursor cursor);
SourcePlace cursor_end(const Source *source, CXCursor cursor);
/* Its begin, as debugging information has it: where the macro that makes it is
 * used. */
SourcePlace cursor_expansion(const Source *source, CXCursor cursor);
/* Where its name is. */
SourcePlace cursor_name(const Source *source, CXCursor cursor);

/* Appends the text from FROM to before TO on one line, without blanks around
 * it; false if they are not in one file, in this order. */
bool source_slice(const Source *source, SourcePlace from, SourcePlace to,
                  Text *out);
/* True if the text of the declaration CURSOR before its name has WORD. */
bool cursor_has_word(const Source *source, CXCursor cursor, const char *word);

/* True if the compiler computes CHILD of CURSOR, or takes its size. */
bool cursor_makes_constant(const Source *source, CXCursor cursor,
                           CXCursor child);

/* The ElementKind of a number, an enumeration, a vector of CUDA's or an array
 * of them, and the bytes of an element; ELEMENT_OTHER and 0 if they are not
 * known. */
uint32_t type_element(const Libclang *c, CXType type, uint32_t *bytes);
bool type_is_reference(const Libclang *c, CXType type);

#endif
