/* SPDX-License-Identifier: MIT */
#include "program/source_facts.h"

#include "program/nvcc_rules.h"
#include "program/source_cursor.h"
#include "program/source_facts_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function or a kernel that was visited or written, by its mangled name. */
typedef struct {
    char *mangled;
    unsigned words;
} Known;

typedef struct {
    Known *items;
    size_t items_count, items_capacity;
} KnownList;

typedef struct {
    Source source;
    Text out;
    KnownList functions; /* whose bodies were visited */
    KnownList kernels;   /* that were written */
    uint64_t constant_bytes;
} Writer;

/* Where the walk is. */
typedef struct {
    Writer *writer;
    CXCursor parent;
    unsigned words; /* of the function around */
    bool is_constant;
    bool is_pattern;        /* in a class template, of which nothing is used */
    uint64_t *shared_bytes; /* of the function around; NULL: none is */
} Walk;

static int visit(CXCursor cursor, CXCursor parent, void *data);

/* ---- Fields ---------------------------------------------------------------*/

/* Adds TEXT as a field; blanks become spaces, and what is not printable is
 * replaced. */
static void add_text(Text *out, const char *text)
{
    enum { MOST = 4000 };
    char *plain = printable_name(text, "", MOST);

    for (char *at = plain; *at; ++at)
        if (*at == '\t' || *at == '\n')
            *at = ' ';
    text_add(out, "\t%s", plain);
    free(plain);
}

static void add_string(Writer *w, CXString string)
{
    const char *text = w->source.c->getCString(string);

    add_text(&w->out, text ? text : "");
    w->source.c->disposeString(string);
}

static void add_number(Text *out, uint64_t number, uint64_t most)
{
    text_add(out, "\t%" PRIu64, number < most ? number : most);
}

static void add_line(Text *out, unsigned number)
{
    add_number(out, number ? number : 1, FACTS_MOST_LINE);
}

static void add_size(Text *out, long long size)
{
    add_number(out, size > 0 ? (uint64_t)size : 0, FACTS_MOST_BYTES);
}

/* Begins a record at PLACE. */
static void add_record(Writer *w, const char *word, SourcePlace place)
{
    CXString file = {0};
    unsigned line, column;

    text_add(&w->out, "%s", word);
    if (place.file) {
        w->source.c->getPresumedLocation(place.location, &file, &line, &column);
        add_string(w, file);
    } else {
        add_text(&w->out, "?");
    }
    add_line(&w->out, place.line);
    add_line(&w->out, place.column);
}

/* Ends the record that began at START; removes it if an instance of a template
 * already has the same one. */
static void end_record(Writer *w, size_t start)
{
    text_add(&w->out, "\n");
    const char *same = strstr(w->out.text, w->out.text + start);
    if (same && same < w->out.text + start) {
        w->out.length = start;
        w->out.text[start] = '\0';
    }
}

static void add_problem(void *user, CXCursor at, const char *text)
{
    Writer *w = user;
    size_t start = w->out.length;

    add_record(w, FACTS_PROBLEM, cursor_name(&w->source, at));
    add_text(&w->out, text);
    end_record(w, start);
}

/* ---- Functions that are known ---------------------------------------------*/

/* The entry of LIST for CURSOR; NULL: there is none, and now there is. */
static const Known *find_known(const Libclang *c, KnownList *list,
                               CXCursor cursor, unsigned words)
{
    Text name = {0};

    libclang_add(c, &name, c->Cursor_getMangling(cursor));
    for (size_t i = 0; i < list->items_count; ++i)
        if (strcmp(list->items[i].mangled, name.text) == 0) {
            text_free(&name);
            return &list->items[i];
        }
    base_push(list, items, ((Known){name.text, words}));
    return NULL;
}

static void known_free(KnownList *list)
{
    for (size_t i = 0; i < list->items_count; ++i)
        free(list->items[i].mangled);
    free(list->items);
}

/* ---- Kernels --------------------------------------------------------------*/

/* Appends "<float, 4>", unless an argument has no such short text. */
static void add_template_arguments(const Libclang *c, CXCursor kernel,
                                   Text *out)
{
    int count = c->Cursor_getNumTemplateArguments(kernel);
    Text text = {0};

    for (unsigned i = 0; (int)i < count; ++i) {
        int kind = c->Cursor_getTemplateArgumentKind(kernel, i);
        text_add(&text, i ? ", " : "<");
        if (kind == TEMPLATE_ARGUMENT_TYPE)
            libclang_add(c, &text,
                         c->getTypeSpelling(
                             c->Cursor_getTemplateArgumentType(kernel, i)));
        else if (kind == TEMPLATE_ARGUMENT_NUMBER)
            text_add(&text, "%lld",
                     c->Cursor_getTemplateArgumentValue(kernel, i));
        else
            count = 0;
    }
    if (count > 0)
        text_add(out, "%s>", text.text);
    text_free(&text);
}

/* Appends the name of CURSOR with those of the namespaces around it, of which
 * some have none. */
static void add_full_name(const Libclang *c, CXCursor cursor, Text *out)
{
    CXCursor parent = c->getCursorSemanticParent(cursor);

    if (parent.kind == CURSOR_NAMESPACE || cursor_is_class(parent.kind))
        add_full_name(c, parent, out);
    CXString spelling = c->getCursorSpelling(cursor);
    const char *name = c->getCString(spelling);
    if (name && name[0] && name[0] != '(')
        text_add(out, "%s%s", out->length > 0 ? "::" : "", name);
    c->disposeString(spelling);
}

static void add_parameter(Writer *w, CXCursor parameter, uint64_t *offset)
{
    const Libclang *c = w->source.c;
    CXType type = c->getCursorType(parameter);
    CXType plain = c->getCanonicalType(type);
    bool is_reference = type_is_reference(c, type);
    bool is_pointer = plain.kind == TYPE_POINTER || is_reference;
    long long bytes =
        is_pointer ? (long long)sizeof(void *) : c->Type_getSizeOf(type);
    long long align = is_pointer ? bytes : c->Type_getAlignOf(type);
    uint32_t element_bytes;
    uint32_t element =
        type_element(c, is_pointer ? c->getPointeeType(plain) : plain,
                     &element_bytes);

    if (align > 0)
        *offset +=
            ((uint64_t)align - *offset % (uint64_t)align) % (uint64_t)align;
    text_add(&w->out, FACTS_PARAMETER);
    add_string(w, c->getCursorSpelling(parameter));
    add_string(w, c->getTypeSpelling(type));
    add_size(&w->out, bytes);
    add_size(&w->out, (long long)*offset);
    text_add(&w->out, "\t%d\t%" PRIu32, is_pointer, element);
    add_size(&w->out, element_bytes);
    text_add(&w->out, "\n");
    *offset += bytes > 0 ? (uint64_t)bytes : 0;
}

/* Writes a kernel that is no template, once. */
static void add_kernel(Writer *w, CXCursor kernel)
{
    const Libclang *c = w->source.c;
    int count = c->Cursor_getNumArguments(kernel);
    uint64_t offset = 0;
    Text name = {0};

    if (find_known(c, &w->kernels, kernel, WORD_GLOBAL))
        return;
    text_add(&name, "%s", "");
    add_full_name(c, kernel, &name);
    add_template_arguments(c, kernel, &name);
    add_record(w, FACTS_KERNEL, cursor_name(&w->source, kernel));
    add_text(&w->out, name.text);
    add_string(w, c->Cursor_getMangling(kernel));
    text_add(&w->out, "\n");
    text_free(&name);
    for (int i = 0; i < count; ++i)
        add_parameter(w, c->Cursor_getArgument(kernel, (unsigned)i), &offset);
}

/* ---- Launches -------------------------------------------------------------*/

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

/* Appends the arguments between the ( behind <<<>>> and the ) that ends LAUNCH;
 * those of a launch that a macro makes are named one by one. */
static void add_arguments(Writer *w, CXCursor launch, CXCursor configuration)
{
    const Libclang *c = w->source.c;
    Text text = {0};
    bool found = source_slice(&w->source, cursor_end(&w->source, configuration),
                              cursor_end(&w->source, launch), &text) &&
                 text.length >= 2 && text.text[0] == '(' &&
                 text.text[text.length - 1] == ')';

    if (found) {
        for (text.text[--text.length] = '\0';
             text.text[text.length - 1] == ' ';)
            text.text[--text.length] = '\0';
        add_text(&w->out, text.text + 1 + strspn(text.text + 1, " "));
        text_free(&text);
        return;
    }
    text_free(&text);
    text_add(&text, "%s", "");
    for (int i = 0; i < c->Cursor_getNumArguments(launch); ++i) {
        text_add(&text, i ? ", " : "");
        libclang_add(c, &text,
                     c->getCursorSpelling(
                         c->Cursor_getArgument(launch, (unsigned)i)));
    }
    add_text(&w->out, text.text);
    text_free(&text);
}

static void add_launch(Writer *w, CXCursor launch, CXCursor kernel,
                       CXCursor configuration)
{
    const Libclang *c = w->source.c;
    CXCursor launched = c->getCursorReferenced(launch);
    SourcePlace begin = cursor_begin(&w->source, launch);
    SourcePlace open = cursor_begin(&w->source, configuration);
    SourcePlace at = cursor_expansion(&w->source, launch);
    size_t start = w->out.length;
    Text name = {0};

    add_record(w, FACTS_LAUNCH, at);
    add_line(&w->out, open.line);
    add_line(&w->out, open.column);
    add_line(&w->out, cursor_end(&w->source, launch).line);
    if (!source_slice(&w->source, begin, open, &name) || name.length == 0) {
        text_free(&name);
        libclang_add(c, &name, c->getCursorSpelling(kernel));
    }
    add_text(&w->out, name.text);
    text_free(&name);
    add_arguments(w, launch, configuration);
    if (cursor_is_function(launched.kind))
        add_string(w, c->Cursor_getMangling(launched));
    else
        add_text(&w->out, "");
    end_record(w, start);
    if (cursor_is_function(launched.kind))
        add_kernel(w, launched);
}

/* ---- Variables ------------------------------------------------------------*/

static void add_shared(Writer *w, CXCursor variable)
{
    const Libclang *c = w->source.c;
    CXType type = c->getCanonicalType(c->getCursorType(variable));
    long long extents[FACTS_EXTENTS] = {0};
    uint32_t count = 0, bytes;
    uint32_t element = type_element(c, type, &bytes);
    Text text = {0};
    size_t start = w->out.length;

    CXType inner = c->getArrayElementType(c->getCursorType(variable));
    for (;
         c->getCanonicalType(inner).kind == TYPE_ARRAY && count < FACTS_EXTENTS;
         inner = c->getArrayElementType(inner))
        extents[count++] = c->getArraySize(inner);
    add_record(w, FACTS_SHARED, cursor_name(&w->source, variable));
    add_string(w, c->getCursorSpelling(variable));
    libclang_add(c, &text, c->getTypeSpelling(inner));
    text_add(&text, " []");
    for (uint32_t i = 0; i < count; ++i)
        text_add(&text, "[%lld]", extents[i]);
    add_text(&w->out, text.text);
    text_free(&text);
    text_add(&w->out, "\t%" PRIu32, element);
    add_size(&w->out, bytes);
    text_add(&w->out, "\t%" PRIu32, count);
    for (uint32_t i = 0; i < count; ++i)
        add_number(&w->out, extents[i] > 0 ? (uint64_t)extents[i] : 1,
                   FACTS_MOST_BYTES);
    end_record(w, start);
}

static void visit_variable(const Walk *walk, CXCursor variable)
{
    Writer *w = walk->writer;
    const Libclang *c = w->source.c;
    unsigned words = cursor_words(c, variable);
    long long bytes = c->Type_getSizeOf(c->getCursorType(variable));
    bool is_dynamic =
        c->getCanonicalType(c->getCursorType(variable)).kind == TYPE_OPEN_ARRAY;

    if ((words & WORD_SHARED) && is_dynamic)
        add_shared(w, variable);
    else if ((words & WORD_SHARED) && bytes > 0 && walk->shared_bytes)
        *walk->shared_bytes += (uint64_t)bytes;
    if (!(words & WORD_CONSTANT) || bytes <= 0 ||
        w->constant_bytes > RULES_CONSTANT_BYTES)
        return;
    w->constant_bytes += (uint64_t)bytes;
    if (w->constant_bytes > RULES_CONSTANT_BYTES)
        add_problem(w, variable,
                    "the variables with __constant__ have more than 65536 "
                    "bytes; write __device__ instead");
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
    Writer *w = walk->writer;
    const Libclang *c = w->source.c;
    uint64_t shared_bytes = 0;
    Walk inner = *walk;

    inner.words = cursor_words(c, function);
    inner.is_constant = false;
    inner.shared_bytes = &shared_bytes;
    if ((inner.words & WORD_GLOBAL) && !walk->is_pattern)
        add_kernel(w, function);
    if (!walk->is_pattern && c->isCursorDefinition(function)) {
        const Known *known =
            find_known(c, &w->functions, function, inner.words);
        if (known && known->words != inner.words)
            add_problem(w, function,
                        "this function is defined for the host and for the "
                        "device; write __host__ __device__ before one");
        if (known)
            return;
    }
    visit_children(&inner, function);
    if (shared_bytes > RULES_SHARED_BYTES && (inner.words & WORD_GLOBAL))
        add_problem(w, function,
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
    Writer *w = walk->writer;
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
    nvcc_rules_check(&site, add_problem, w);
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
    Writer *w = walk.writer;
    const Libclang *c = w->source.c;
    CXCursor kernel, configuration;

    (void)parent;
    if (cursor_is_of_system(c, cursor) && cursor_begin(&w->source, cursor).file)
        return VISIT_CONTINUE;
    walk.is_constant = walk.is_constant || makes_constant(&walk, cursor);
    bool launches = is_launch(c, cursor, &kernel, &configuration);
    if (launches)
        add_launch(w, cursor, kernel, configuration);
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
    Writer w = {.source.c = &c};

    if (!libclang_load(&c, libclang, error))
        return false;
    CXIndex index = c.createIndex(0, 0);
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
    text_add(&w.out, FACTS_END "\n");
    c.disposeTranslationUnit(w.source.unit);
    c.disposeIndex(index);
    known_free(&w.functions);
    known_free(&w.kernels);
    bool written = write_file(out, &w.out, error);
    text_free(&w.out);
    return written;
}
