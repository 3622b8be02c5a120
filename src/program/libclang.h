/* SPDX-License-Identifier: MIT
 *
 * libclang - the part of clang's C library that source_facts uses, and small
 * questions about its cursors: where one is, its text, on which side it runs,
 * what its elements are.
 *
 * The library is loaded when it is needed, so that Upsweep builds without its
 * headers and runs without it.  These types and numbers are the same in
 * libclang 14 to 19.
 */
#ifndef UPSWEEP_LIBCLANG_H
#define UPSWEEP_LIBCLANG_H

#include "util/base.h"

typedef struct {
    const void *data;
    unsigned flags;
} CXString;

typedef struct {
    int kind, extra;
    const void *data[3];
} CXCursor;

typedef struct {
    int kind;
    void *data[2];
} CXType;

typedef struct {
    const void *data[2];
    unsigned number;
} CXSourceLocation;

typedef struct {
    const void *data[2];
    unsigned begin, end;
} CXSourceRange;

typedef void *CXFile;
typedef void *CXIndex;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;
typedef int (*CXVisitor)(CXCursor cursor, CXCursor parent, void *data);

enum { VISIT_BREAK, VISIT_CONTINUE };

/* The kinds of cursors that are used. */
enum {
    CURSOR_STRUCT = 2,
    CURSOR_CLASS = 4,
    CURSOR_FIELD = 6,
    CURSOR_ENUMERATOR = 7,
    CURSOR_FUNCTION = 8,
    CURSOR_VARIABLE = 9,
    CURSOR_METHOD = 21,
    CURSOR_NAMESPACE = 22,
    CURSOR_CONSTRUCTOR = 24,
    CURSOR_CONVERSION = 26,
    CURSOR_FUNCTION_TEMPLATE = 30,
    CURSOR_CLASS_TEMPLATE = 31,
    CURSOR_CLASS_PART = 32, /* a partial specialization */
    CURSOR_STATIC_ASSERT = 602,
    CURSOR_NONE = 70,
    CURSOR_UNEXPOSED_EXPRESSION = 100,
    CURSOR_NAME = 101, /* a use of a variable or of a function */
    CURSOR_MEMBER = 102,
    CURSOR_CALL = 103,
    CURSOR_C_CAST = 117,
    CURSOR_REINTERPRET_CAST = 126,
    CURSOR_PARENTHESES = 111,
    CURSOR_UNARY = 112,
    CURSOR_SUBSCRIPT = 113,
    CURSOR_BINARY = 114,
    CURSOR_COMPOUND_ASSIGNMENT = 115,
    CURSOR_LIST = 119, /* {1, 2} */
    CURSOR_TYPEID = 129,
    CURSOR_SIZEOF = 136,
    CURSOR_LAMBDA = 144,
    CURSOR_CASE = 203,
    CURSOR_IF = 205,
    CURSOR_ATTRIBUTE_CONSTANT = 412,
    CURSOR_ATTRIBUTE_SHARED = 416,
};

/* The kinds of types that are used. */
enum {
    TYPE_BOOL = 3,
    TYPE_CHAR_U = 4,
    TYPE_UCHAR = 5,
    TYPE_USHORT = 8,
    TYPE_UINT = 9,
    TYPE_ULONG = 10,
    TYPE_ULONGLONG = 11,
    TYPE_CHAR_S = 13,
    TYPE_SCHAR = 14,
    TYPE_SHORT = 16,
    TYPE_INT = 17,
    TYPE_LONG = 18,
    TYPE_LONGLONG = 19,
    TYPE_FLOAT = 21,
    TYPE_DOUBLE = 22,
    TYPE_POINTER = 101,
    TYPE_RECORD = 105,
    TYPE_ENUM = 106,
    TYPE_ARRAY = 112,
    TYPE_OPEN_ARRAY = 114, /* int x[] */
    TYPE_VARYING_ARRAY = 115,
    TYPE_DEPENDENT_ARRAY = 116,
};

/* The functions: X(result, name without clang_, parameters). */
#define LIBCLANG_FUNCTIONS(X)                                                  \
    X(CXIndex, createIndex, (int, int))                                        \
    X(void, disposeIndex, (CXIndex))                                           \
    X(int, parseTranslationUnit2FullArgv,                                      \
      (CXIndex, const char *, const char *const *, int, void *, unsigned,      \
       unsigned, CXTranslationUnit *))                                         \
    X(void, disposeTranslationUnit, (CXTranslationUnit))                       \
    X(CXCursor, getTranslationUnitCursor, (CXTranslationUnit))                 \
    X(unsigned, visitChildren, (CXCursor, CXVisitor, void *))                  \
    X(CXString, getClangVersion, (void))                                       \
    X(const char *, getCString, (CXString))                                    \
    X(void, disposeString, (CXString))                                         \
    X(CXString, getCursorSpelling, (CXCursor))                                 \
    X(CXString, getTypeSpelling, (CXType))                                     \
    X(CXString, Cursor_getMangling, (CXCursor))                                \
    X(CXString, getFileName, (CXFile))                                         \
    X(const char *, getFileContents, (CXTranslationUnit, CXFile, size_t *))    \
    X(CXSourceLocation, getCursorLocation, (CXCursor))                         \
    X(CXSourceRange, getCursorExtent, (CXCursor))                              \
    X(CXSourceLocation, getRangeStart, (CXSourceRange))                        \
    X(CXSourceLocation, getRangeEnd, (CXSourceRange))                          \
    X(void, getExpansionLocation,                                              \
      (CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *))        \
    X(void, getFileLocation,                                                   \
      (CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *))        \
    X(void, getPresumedLocation,                                               \
      (CXSourceLocation, CXString *, unsigned *, unsigned *))                  \
    X(int, Location_isInSystemHeader, (CXSourceLocation))                      \
    X(CXCursor, getCursorReferenced, (CXCursor))                               \
    X(CXCursor, getCursorSemanticParent, (CXCursor))                           \
    X(CXCursor, getSpecializedCursorTemplate, (CXCursor))                      \
    X(unsigned, isCursorDefinition, (CXCursor))                                \
    X(int, Cursor_getNumArguments, (CXCursor))                                 \
    X(CXCursor, Cursor_getArgument, (CXCursor, unsigned))                      \
    X(void *, Cursor_Evaluate, (CXCursor))                                     \
    X(int, EvalResult_getKind, (void *))                                       \
    X(void, EvalResult_dispose, (void *))                                      \
    X(unsigned, CXXMethod_isDefaulted, (CXCursor))                             \
    X(CXType, getCursorType, (CXCursor))                                       \
    X(CXType, getCanonicalType, (CXType))                                      \
    X(CXType, getPointeeType, (CXType))                                        \
    X(CXType, getArrayElementType, (CXType))                                   \
    X(long long, getArraySize, (CXType))                                       \
    X(long long, Type_getSizeOf, (CXType))                                     \
    X(unsigned, isConstQualifiedType, (CXType))                                \
    X(CXCursor, getTypeDeclaration, (CXType))                                  \
    X(CXType, getEnumDeclIntegerType, (CXCursor))

#define LIBCLANG_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct {
    LIBCLANG_FUNCTIONS(LIBCLANG_MEMBER)
} Libclang;
#undef LIBCLANG_MEMBER

/* Loads the library PATH, which stays loaded; false with ERROR if it cannot be
 * loaded, lacks a function, or is of no known version. */
bool libclang_load(Libclang *c, const char *path, Error *error);

/* Appends what STRING says to OUT, and disposes of it. */
void libclang_add(const Libclang *c, Text *out, CXString string);
/* True if STRING is TEXT; disposes of it. */
bool libclang_is(const Libclang *c, CXString string, const char *text);

/* ---- Cursors and types ----------------------------------------------------*/

typedef struct {
    const Libclang *c;
    CXTranslationUnit unit;
} Source;

typedef struct {
    CXFile file; /* NULL: nowhere */
    unsigned offset;
    CXSourceLocation location;
    unsigned line; /* as #line has it */
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

/* ---- nvcc_rules.c ---------------------------------------------------------*/

/* What nvcc refuses and clang's CUDA mode compiles, one row of a table for each
 * rule, so that a program which runs here also compiles for a GPU. */

/* A cursor that may break a rule, and what is around it. */
typedef struct {
    const Source *source;
    CXCursor cursor;
    unsigned words;    /* of the function around it, or that it declares */
    bool is_constant;  /* the compiler computes it, or its size alone */
    bool is_launch;    /* a call that is a launch of... */
    CXCursor launched; /* ...this kernel, unless it depends on a template */
} RuleSite;

/* Told for each broken rule: where, and "problem; remedy". */
typedef void RuleTell(void *user, CXCursor at, const char *text);

void nvcc_rules_check(const RuleSite *site, RuleTell *tell, void *user);

/* Bytes that variables with __constant__ take in a program, and variables of a
 * fixed size with __shared__ in a kernel, at most. */
#define RULES_CONSTANT_BYTES 65536
#define RULES_SHARED_BYTES   49152

#endif
