/* SPDX-License-Identifier: MIT
 *
 * libclang - the part of clang's C library that source_facts uses.
 *
 * The library is loaded when it is needed, so that Upsweep builds without its
 * headers and runs without it.  These types and numbers are the same in
 * libclang 14 to 19; libclang_load checks that the library agrees.
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
    CURSOR_PARAMETER = 10,
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
    CURSOR_LABEL_ADDRESS = 120,
    CURSOR_DYNAMIC_CAST = 125,
    CURSOR_TYPEID = 129,
    CURSOR_SIZEOF = 136,
    CURSOR_LAMBDA = 144,
    CURSOR_CASE = 203,
    CURSOR_IF = 205,
    CURSOR_TRY = 224,
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
    TYPE_LVALUE_REFERENCE = 103,
    TYPE_RVALUE_REFERENCE = 104,
    TYPE_RECORD = 105,
    TYPE_ENUM = 106,
    TYPE_ARRAY = 112,
    TYPE_OPEN_ARRAY = 114, /* int x[] */
    TYPE_VARYING_ARRAY = 115,
    TYPE_DEPENDENT_ARRAY = 116,
    TYPE_AUTO = 118,
};

enum { TEMPLATE_ARGUMENT_TYPE = 1 };
enum { ACCESS_PROTECTED = 2, ACCESS_PRIVATE = 3 };

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
    X(const char *, getCString, (CXString))                                    \
    X(void, disposeString, (CXString))                                         \
    X(CXString, getCursorKindSpelling, (int))                                  \
    X(CXString, getCursorSpelling, (CXCursor))                                 \
    X(CXString, getTypeSpelling, (CXType))                                     \
    X(CXString, getTypeKindSpelling, (int))                                    \
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
    X(int, Cursor_getNumTemplateArguments, (CXCursor))                         \
    X(int, Cursor_getTemplateArgumentKind, (CXCursor, unsigned))               \
    X(CXType, Cursor_getTemplateArgumentType, (CXCursor, unsigned))            \
    X(void *, Cursor_Evaluate, (CXCursor))                                     \
    X(int, EvalResult_getKind, (void *))                                       \
    X(void, EvalResult_dispose, (void *))                                      \
    X(int, getCXXAccessSpecifier, (CXCursor))                                  \
    X(unsigned, CXXMethod_isDefaulted, (CXCursor))                             \
    X(int, getCursorExceptionSpecificationType, (CXCursor))                    \
    X(CXType, getCursorType, (CXCursor))                                       \
    X(CXType, getCursorResultType, (CXCursor))                                 \
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
 * loaded, lacks a function, or numbers cursors and types otherwise. */
bool libclang_load(Libclang *c, const char *path, Error *error);

/* Appends what STRING says to OUT, and disposes of it. */
void libclang_add(const Libclang *c, Text *out, CXString string);
/* True if STRING is TEXT; disposes of it. */
bool libclang_is(const Libclang *c, CXString string, const char *text);

#endif
