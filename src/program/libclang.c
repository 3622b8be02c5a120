/* SPDX-License-Identifier: MIT */
#include "program/libclang.h"

#include "trace/element.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Puts the function NAME into the pointer at FUNCTION: ISO C converts no
 * pointer to an object into one to a function. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool check_version(const Libclang *c, const char *path, Error *error)
{
    CXString string = c->getClangVersion();
    const char *text = c->getCString(string);
    const char *number = text ? strstr(text, "version ") : NULL;
    int version = number ? atoi(number + strlen("version ")) : 0;

    c->disposeString(string);
    return (version >= 14 && version <= 19) ||
           error_set(error, ERROR_FAILED,
                     "%.200s: unsupported version %d of libclang; install "
                     "clang 14 to 19",
                     path, version);
}

bool libclang_load(Libclang *c, const char *path, Error *error)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);

    if (!library)
        return error_set(error, ERROR_FAILED,
                         "libclang: cannot load: %.300s; install libclang1 of "
                         "the same version as clang",
                         dlerror());
#define FIND(result, name, parameters)                                         \
    if (!find(library, "clang_" #name, &c->name))                              \
        return error_set(error, ERROR_FAILED,                                  \
                         "%.200s lacks clang_" #name                           \
                         "; install clang 14 or newer",                        \
                         path);
    LIBCLANG_FUNCTIONS(FIND)
#undef FIND
    return check_version(c, path, error);
}

void libclang_add(const Libclang *c, Text *out, CXString string)
{
    const char *text = c->getCString(string);

    text_add(out, "%s", text ? text : "");
    c->disposeString(string);
}

bool libclang_is(const Libclang *c, CXString string, const char *text)
{
    const char *it = c->getCString(string);
    bool same = it && strcmp(it, text) == 0;

    c->disposeString(string);
    return same;
}

/* ---- Declarations ---------------------------------------------------------*/

typedef struct {
    const Libclang *c;
    unsigned words;
    CXCursor found;
    unsigned number; /* children before the one that is sought */
    bool is_found;
} Search;

static int add_word(CXCursor cursor, CXCursor parent, void *data)
{
    Search *search = data;

    (void)parent;
    if (cursor.kind >= CURSOR_ATTRIBUTE_CONSTANT &&
        cursor.kind <= CURSOR_ATTRIBUTE_SHARED)
        search->words |= 1u << (cursor.kind - CURSOR_ATTRIBUTE_CONSTANT);
    return VISIT_CONTINUE;
}

unsigned cursor_words(const Libclang *c, CXCursor cursor)
{
    Search search = {.c = c};

    c->visitChildren(cursor, add_word, &search);
    return search.words;
}

static int find_operator(CXCursor cursor, CXCursor parent, void *data)
{
    Search *search = data;

    (void)parent;
    if (cursor.kind == CURSOR_FUNCTION_TEMPLATE) { /* of (auto x) */
        search->found = cursor;
        search->is_found = true;
    }
    if (cursor.kind != CURSOR_METHOD ||
        !libclang_is(search->c, search->c->getCursorSpelling(cursor),
                     "operator()"))
        return VISIT_CONTINUE;
    search->found = cursor;
    search->is_found = true;
    return VISIT_BREAK;
}

unsigned cursor_lambda_words(const Libclang *c, CXType type, CXCursor *body)
{
    Search search = {.c = c};

    c->visitChildren(c->getTypeDeclaration(type), find_operator, &search);
    *body = search.found;
    return search.is_found ? cursor_words(c, search.found) : 0;
}

bool cursor_is_lambda(const Libclang *c, CXType type)
{
    CXType plain = c->getCanonicalType(type);
    CXString spelling = c->getTypeSpelling(plain);
    const char *text = c->getCString(spelling);
    bool is = plain.kind == TYPE_RECORD && text &&
              (strncmp(text, "(lambda at ", 11) == 0 ||
               strncmp(text, "const (lambda at ", 17) == 0);

    c->disposeString(spelling);
    return is;
}

bool cursor_is_function(int kind)
{
    return kind == CURSOR_FUNCTION || kind == CURSOR_METHOD ||
           (kind >= CURSOR_CONSTRUCTOR && kind <= CURSOR_CONVERSION);
}

static bool is_class(int kind)
{
    return (kind >= CURSOR_STRUCT && kind <= CURSOR_CLASS) ||
           kind == CURSOR_CLASS_TEMPLATE || kind == CURSOR_CLASS_PART;
}

bool cursor_is_member(const Libclang *c, CXCursor cursor)
{
    return is_class(c->getCursorSemanticParent(cursor).kind);
}

bool cursor_is_standard(const Libclang *c, CXCursor cursor)
{
    CXCursor at = c->getCursorSemanticParent(cursor);

    while (is_class(at.kind) || at.kind == CURSOR_NAMESPACE) {
        if (at.kind == CURSOR_NAMESPACE &&
            libclang_is(c, c->getCursorSpelling(at), "std"))
            return true;
        at = c->getCursorSemanticParent(at);
    }
    return false;
}

bool cursor_is_of_system(const Libclang *c, CXCursor cursor)
{
    return c->Location_isInSystemHeader(c->getCursorLocation(cursor));
}

static int find_child(CXCursor cursor, CXCursor parent, void *data)
{
    Search *search = data;

    (void)parent;
    if (search->number-- > 0)
        return VISIT_CONTINUE;
    search->found = cursor;
    search->is_found = true;
    return VISIT_BREAK;
}

bool cursor_child(const Libclang *c, CXCursor cursor, unsigned number,
                  CXCursor *child)
{
    Search search = {.c = c, .number = number};

    c->visitChildren(cursor, find_child, &search);
    *child = search.found;
    return search.is_found;
}

/* ---- Places and text ------------------------------------------------------*/

/* Sets what #line says of the place. */
static SourcePlace presumed(const Libclang *c, SourcePlace it,
                            CXSourceLocation location)
{
    CXString file = {0};
    unsigned column;

    it.location = location;
    c->getPresumedLocation(location, &file, &it.line, &column);
    c->disposeString(file);
    return it;
}

static SourcePlace place_of(const Libclang *c, CXSourceLocation location)
{
    SourcePlace it = {0};
    unsigned line, column;

    c->getFileLocation(location, &it.file, &line, &column, &it.offset);
    return presumed(c, it, location);
}

SourcePlace cursor_begin(const Source *source, CXCursor cursor)
{
    const Libclang *c = source->c;

    return place_of(c, c->getRangeStart(c->getCursorExtent(cursor)));
}

SourcePlace cursor_end(const Source *source, CXCursor cursor)
{
    const Libclang *c = source->c;

    return place_of(c, c->getRangeEnd(c->getCursorExtent(cursor)));
}

SourcePlace cursor_expansion(const Source *source, CXCursor cursor)
{
    const Libclang *c = source->c;
    CXSourceLocation begin = c->getRangeStart(c->getCursorExtent(cursor));
    SourcePlace it = {0};
    unsigned line, column;

    c->getExpansionLocation(begin, &it.file, &line, &column, &it.offset);
    return presumed(c, it, begin);
}

SourcePlace cursor_name(const Source *source, CXCursor cursor)
{
    return place_of(source->c, source->c->getCursorLocation(cursor));
}

bool source_slice(const Source *source, SourcePlace from, SourcePlace to,
                  Text *out)
{
    size_t length = 0, begin = from.offset, end = to.offset;
    const char *text =
        from.file && from.file == to.file
            ? source->c->getFileContents(source->unit, from.file, &length)
            : NULL;

    if (!text || begin > end || end > length)
        return false;
    while (begin < end && isspace((unsigned char)text[begin]))
        ++begin;
    while (begin < end && isspace((unsigned char)text[end - 1]))
        --end;
    text_add(out, "%s", "");
    for (size_t i = begin; i < end; ++i)
        if (!isspace((unsigned char)text[i]))
            text_add_bytes(out, text + i, 1);
        else if (!isspace((unsigned char)text[i - 1]))
            text_add_bytes(out, " ", 1);
    return true;
}

/* The text of a declaration before its name.  clang may have the begin of one
 * and the name of another: then all before the first bracket. */
static void add_front(const Source *source, CXCursor cursor, Text *out)
{
    SourcePlace begin = cursor_begin(source, cursor);

    if (source_slice(source, begin, cursor_name(source, cursor), out) ||
        !source_slice(source, begin, cursor_end(source, cursor), out))
        return;
    out->length = strcspn(out->text, "(");
    out->text[out->length] = '\0';
}

static bool is_in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool cursor_has_word(const Source *source, CXCursor cursor, const char *word)
{
    Text text = {0};
    bool found = false;
    size_t length = strlen(word);

    add_front(source, cursor, &text);
    for (const char *at = text.text; at && (at = strstr(at, word));
         at += length)
        found |=
            (at == text.text || !is_in_word(at[-1])) && !is_in_word(at[length]);
    text_free(&text);
    return found;
}

/* ---- Constants ------------------------------------------------------------*/

/* True if nvcc puts the value of a const variable in its place. */
static bool is_folded(const Libclang *c, CXCursor variable)
{
    CXType type = c->getCursorType(variable);

    if (!c->isConstQualifiedType(type) ||
        c->getCanonicalType(type).kind > TYPE_DOUBLE)
        return false;
    void *result = c->Cursor_Evaluate(variable);
    bool is = result && c->EvalResult_getKind(result) != 0;
    if (result)
        c->EvalResult_dispose(result);
    return is;
}

bool cursor_makes_constant(const Source *source, CXCursor cursor,
                           CXCursor child)
{
    const Libclang *c = source->c;
    CXCursor first;
    Text text = {0};
    bool is = false;

    switch (cursor.kind) {
    case CURSOR_CASE: /* its statement is the last child */
        return cursor_child(c, cursor, 0, &first) &&
               cursor_begin(source, first).offset ==
                   cursor_begin(source, child).offset;
    case CURSOR_SIZEOF:
    case CURSOR_STATIC_ASSERT:
    case CURSOR_TYPEID:
    case CURSOR_FIELD:
    case CURSOR_ENUMERATOR:
    case CURSOR_NAME: /* arguments of a template */
        return true;
    case CURSOR_VARIABLE:
        return (c->getCursorType(cursor).kind == TYPE_ARRAY &&
                child.kind != CURSOR_LIST) ||
               cursor_has_word(source, cursor, "constexpr") ||
               is_folded(c, cursor);
    case CURSOR_IF:
        is = source_slice(source, cursor_begin(source, cursor),
                          cursor_begin(source, child), &text) &&
             strstr(text.text, "if constexpr");
        text_free(&text);
        return is;
    default:
        return false;
    }
}

/* ---- Types ----------------------------------------------------------------*/

static uint32_t number_kind(int kind)
{
    static const uint8_t kinds[] = {
        [TYPE_BOOL] = ELEMENT_U8,    [TYPE_CHAR_U] = ELEMENT_U8,
        [TYPE_UCHAR] = ELEMENT_U8,   [TYPE_USHORT] = ELEMENT_U16,
        [TYPE_UINT] = ELEMENT_U32,   [TYPE_ULONG] = ELEMENT_U64,
        [TYPE_CHAR_S] = ELEMENT_I8,  [TYPE_ULONGLONG] = ELEMENT_U64,
        [TYPE_SCHAR] = ELEMENT_I8,   [TYPE_SHORT] = ELEMENT_I16,
        [TYPE_INT] = ELEMENT_I32,    [TYPE_LONG] = ELEMENT_I64,
        [TYPE_FLOAT] = ELEMENT_F32,  [TYPE_LONGLONG] = ELEMENT_I64,
        [TYPE_DOUBLE] = ELEMENT_F64,
    };

    return kind >= 0 && (size_t)kind < sizeof kinds ? kinds[kind]
                                                    : ELEMENT_OTHER;
}

uint32_t type_element(const Libclang *c, CXType type, uint32_t *bytes)
{
    CXType plain = c->getCanonicalType(type);
    uint32_t kind = ELEMENT_OTHER;

    while (plain.kind >= TYPE_ARRAY && plain.kind <= TYPE_DEPENDENT_ARRAY &&
           plain.kind != TYPE_ARRAY + 1) /* of which 113 is a vector */
        plain = c->getCanonicalType(c->getArrayElementType(plain));
    long long size = c->Type_getSizeOf(plain);
    *bytes = size > 0 && size <= UINT32_MAX ? (uint32_t)size : 0;
    if (plain.kind == TYPE_ENUM)
        plain = c->getCanonicalType(
            c->getEnumDeclIntegerType(c->getTypeDeclaration(plain)));
    if (plain.kind != TYPE_RECORD)
        kind = number_kind(plain.kind);
    else {
        CXString spelling = c->getCursorSpelling(c->getTypeDeclaration(plain));
        const char *name = c->getCString(spelling);
        uint32_t known = 0, width = 0;

        if (name && element_of_type(name, &known, &width) && width == *bytes)
            kind = known;
        c->disposeString(spelling);
    }
    return kind != ELEMENT_OTHER && *bytes % element_width(kind) == 0
               ? kind
               : ELEMENT_OTHER;
}
