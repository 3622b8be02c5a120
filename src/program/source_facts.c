/* SPDX-License-Identifier: MIT */
#include "program/source_facts.h"

#include "program/nvcc_rules.h"
#include "program/source_facts_text.h"
#include "program/source_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the walk is. */
typedef struct {
    RecordWriter *writer;
    CXCursor parent;
    unsigned words; /* of the function around */
    bool is_constant;
    bool is_pattern;        /* in a class template, of which nothing is used */
    uint64_t *shared_bytes; /* of the function around; NULL: none is */
} Walk;

static int visit(CXCursor cursor, CXCursor parent, void *data);

/* ---- Variables and launches
 * ------------------------------------------------*/

static void visit_variable(const Walk *walk, CXCursor variable)
{
    RecordWriter *w = walk->writer;
    const Libclang *c = w->source.c;
    unsigned words = cursor_words(c, variable);
    long long bytes = c->Type_getSizeOf(c->getCursorType(variable));
    bool is_dynamic =
        c->getCanonicalType(c->getCursorType(variable)).kind == TYPE_OPEN_ARRAY;

    if ((words & WORD_SHARED) && is_dynamic)
        records_add_shared(w, variable);
    else if ((words & WORD_SHARED) && bytes > 0 && walk->shared_bytes)
        *walk->shared_bytes += (uint64_t)bytes;
    if (!(words & WORD_CONSTANT) || bytes <= 0 ||
        w->constant_bytes > RULES_CONSTANT_BYTES)
        return;
    w->constant_bytes += (uint64_t)bytes;
    if (w->constant_bytes > RULES_CONSTANT_BYTES)
        records_add_problem(
            w, variable,
            "the variables with __constant__ have more than 65536 "
            "bytes; write __device__ instead");
}

/* True if the call CURSOR is a launch; its kernel, and its <<<>>>. */
static bool is_launch(const Libclang *c, CXCursor cursor, CXCursor *kernel,
                      CXCursor *configuration)
{
    static const char *const names[] = {"__cudaPushCallConfiguration",
                                        "cudaConfigureCall"};

    if (cursor.kind != CURSOR_CALL || !cursor_child(c, cursor, 0, kernel) ||
        !cursor_child(c, cursor, 1, configuration) ||
        configuration->kind != CURSOR_CALL)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (libclang_is(c, c->getCursorSpelling(*configuration), names[i]))
            return true;
    return false;
}

/* ---- The walk -------------------------------------------------------------*/

static void visit_children(const Walk *walk, CXCursor cursor)
{
    Walk inner = *walk;

    inner.parent = cursor;
    walk->writer->source.c->visitChildren(cursor, visit, &inner);
}

/* Visits the definition, or a declaration, of a function. */
static void visit_function(const Walk *walk, CXCursor function)
{
    RecordWriter *w = walk->writer;
    const Libclang *c = w->source.c;
    uint64_t shared_bytes = 0;
    Walk inner = *walk;

    inner.words = cursor_words(c, function);
    inner.is_constant = false;
    inner.shared_bytes = &shared_bytes;
    if ((inner.words & WORD_GLOBAL) && !walk->is_pattern)
        records_add_kernel(w, function);
    if (!walk->is_pattern && !c->isCursorDefinition(function) &&
        inner.words == WORD_DEVICE)
        records_find_known(c, &w->declared, function, inner.words);
    if (!walk->is_pattern && c->isCursorDefinition(function) &&
        inner.words == 0)
        base_push(&w->plain, items, function);
    if (!walk->is_pattern && c->isCursorDefinition(function)) {
        const Known *known =
            records_find_known(c, &w->functions, function, inner.words);
        if (known && known->words != inner.words)
            records_add_problem(
                w, function,
                "this function is defined for the host and for the "
                "device; write __host__ __device__ before one");
        if (known)
            return;
    }
    visit_children(&inner, function);
    if (shared_bytes > RULES_SHARED_BYTES && (inner.words & WORD_GLOBAL))
        records_add_problem(
            w, function,
            "the kernel's variables in shared memory have more than "
            "49152 bytes; write extern __shared__, and give the bytes "
            "in <<<>>>");
}

/* Visits the instance of a template that CURSOR uses, or a method of one. */
static void visit_instance(const Walk *walk, CXCursor cursor)
{
    const Libclang *c = walk->writer->source.c;
    CXCursor function = c->getCursorReferenced(cursor);

    if (!cursor_is_function(function.kind) ||
        cursor_is_of_system(c, function) ||
        c->getSpecializedCursorTemplate(function).kind == CURSOR_NONE)
        return;
    Walk outer = {.writer = walk->writer, .parent = function};
    visit_function(&outer, function);
}

static void visit_lambda(const Walk *walk, CXCursor lambda)
{
    const Libclang *c = walk->writer->source.c;
    CXCursor body;
    Walk inner = *walk;
    unsigned words = cursor_lambda_words(c, c->getCursorType(lambda), &body);

    if (words || !(walk->words & (WORD_DEVICE | WORD_GLOBAL)))
        inner.words = words;
    visit_children(&inner, lambda);
}

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

/* True if the compiler computes the CHILD of the cursor that WALK is in, or
 * takes its size. */
static bool makes_constant(const Walk *walk, CXCursor child)
{
    const Source *source = &walk->writer->source;
    const Libclang *c = source->c;
    CXCursor cursor = walk->parent, first;
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

static void check_rules(const Walk *walk, CXCursor cursor, bool launches)
{
    RecordWriter *w = walk->writer;
    RuleSite site = {.source = &w->source,
                     .cursor = cursor,
                     .parent = walk->parent,
                     .words = walk->words,
                     .is_constant = walk->is_constant,
                     .is_launch = launches};

    if (launches) {
        site.launched = w->source.c->getCursorReferenced(cursor);
        site.is_launch = cursor_is_function(site.launched.kind);
    }
    if (cursor_is_function(cursor.kind) ||
        cursor.kind == CURSOR_FUNCTION_TEMPLATE)
        site.words = cursor_words(w->source.c, cursor);
    nvcc_rules_check(&site, records_add_problem, w);
}

/* Visits what a function template declares, but not its body: its instances
 * are visited where they are used. */
static int visit_template(CXCursor cursor, CXCursor parent, void *data)
{
    const Walk *walk = data;

    (void)parent;
    if (cursor.kind == CURSOR_PARAMETER)
        check_rules(walk, cursor, false);
    return VISIT_CONTINUE;
}

static void visit_inside(Walk *walk, CXCursor cursor)
{
    const Libclang *c = walk->writer->source.c;

    if (cursor.kind == CURSOR_FUNCTION_TEMPLATE ||
        (cursor_is_function(cursor.kind) && walk->is_pattern)) {
        Walk inner = *walk;
        inner.words = cursor_words(c, cursor);
        inner.parent = cursor;
        c->visitChildren(cursor, visit_template, &inner);
    } else if (cursor_is_function(cursor.kind)) {
        visit_function(walk, cursor);
    } else if (cursor.kind == CURSOR_LAMBDA) {
        visit_lambda(walk, cursor);
    } else {
        walk->is_pattern |= cursor.kind == CURSOR_CLASS_TEMPLATE ||
                            cursor.kind == CURSOR_CLASS_PART;
        visit_children(walk, cursor);
    }
}

static int visit(CXCursor cursor, CXCursor parent, void *data)
{
    Walk walk = *(Walk *)data;
    RecordWriter *w = walk.writer;
    const Libclang *c = w->source.c;
    CXCursor kernel, configuration;

    (void)parent;
    if (cursor_is_of_system(c, cursor) && cursor_begin(&w->source, cursor).file)
        return VISIT_CONTINUE;
    walk.is_constant = walk.is_constant || makes_constant(&walk, cursor);
    bool launches = is_launch(c, cursor, &kernel, &configuration);
    if (launches)
        records_add_launch(w, cursor, kernel, configuration);
    check_rules(&walk, cursor, launches);
    if (cursor.kind == CURSOR_VARIABLE)
        visit_variable(&walk, cursor);
    if (cursor.kind == CURSOR_CALL || cursor.kind == CURSOR_NAME)
        visit_instance(&walk, cursor);
    visit_inside(&walk, cursor);
    return VISIT_CONTINUE;
}

/* ---- Parsing --------------------------------------------------------------*/

static bool write_file(const char *path, const Text *text, Error *error)
{
    FILE *file = fopen(path, "wb");
    bool written =
        file && fwrite(text->text, 1, text->length, file) == text->length;

    if (file && fclose(file) != 0)
        written = false;
    return written || error_set(error, ERROR_FAILED,
                                "cannot write %.300s; free some space", path);
}

bool source_facts_write(const char *libclang, const char *file,
                        const char *const arguments[], int count,
                        const char *out, Error *error)
{
    Libclang c;
    RecordWriter w = {.source.c = &c};

    if (!libclang_load(&c, libclang, error))
        return false;
    CXIndex index = c.createIndex(1, 0);
    int failed = c.parseTranslationUnit2(index, file, arguments, count, NULL, 0,
                                         0, &w.source.unit);
    if (failed) {
        c.disposeIndex(index);
        return error_set(error, ERROR_FAILED,
                         "%.200s: libclang cannot read it (%d); check that "
                         "clang compiles it",
                         file, failed);
    }
    Walk walk = {.writer = &w};
    text_add(&w.out, FACTS_HEAD "\n");
    c.visitChildren(c.getTranslationUnitCursor(w.source.unit), visit, &walk);
    records_add_devices(&w);
    text_add(&w.out, FACTS_END "\n");
    c.disposeTranslationUnit(w.source.unit);
    c.disposeIndex(index);
    records_known_free(&w.functions);
    records_known_free(&w.kernels);
    records_known_free(&w.declared);
    free(w.plain.items);
    bool written = write_file(out, &w.out, error);
    text_free(&w.out);
    return written;
}
