/* SPDX-License-Identifier: MIT */
#include "program/source_facts.h"

#include "program/libclang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTS = 4096 };

/* A function, by its mangled name. */
typedef struct {
    char *mangled;
    bool is_declared; /* for the device alone */
    bool is_defined, is_plain;
    unsigned words; /* of its definition */
    CXCursor plain; /* its definition without a word of CUDA's */
} Function;

typedef struct {
    Source source;
    SourceFacts facts;
    struct {
        Function *items;
        size_t items_count, items_capacity;
    } functions;
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

/* ---- Facts ----------------------------------------------------------------*/

static void set_text(char *to, size_t room, const char *from)
{
    char *plain = printable_name(from ? from : "", "", room);

    snprintf(to, room, "%s", plain);
    free(plain);
}

/* Sets it to what CURSOR is called. */
static void set_name(const Libclang *c, Fact *fact, CXCursor cursor)
{
    CXString spelling = c->getCursorSpelling(cursor);

    set_text(fact->name, sizeof fact->name, c->getCString(spelling));
    c->disposeString(spelling);
}

static Fact fact_new(const Writer *w, FactKind kind, SourcePlace place)
{
    const Libclang *c = w->source.c;
    Fact fact = {.kind = kind, .line = place.line ? place.line : 1};
    CXString file = {0};
    unsigned line, column;

    if (!place.file) {
        set_text(fact.file, sizeof fact.file, "?");
        return fact;
    }
    c->getPresumedLocation(place.location, &file, &line, &column);
    set_text(fact.file, sizeof fact.file, c->getCString(file));
    c->disposeString(file);
    return fact;
}

/* Adds FACT, unless an instance of a template already has the same one. */
static void add_fact(Writer *w, const Fact *fact)
{
    for (size_t i = 0; i < w->facts.items_count; ++i)
        if (memcmp(&w->facts.items[i], fact, sizeof *fact) == 0)
            return;
    if (w->facts.items_count < MOST_FACTS)
        base_push(&w->facts, items, *fact);
}

/* A RuleTell; USER is the Writer. */
static void add_problem(void *user, CXCursor at, const char *text)
{
    Writer *w = user;
    Fact fact = fact_new(w, FACT_PROBLEM, cursor_name(&w->source, at));

    set_text(fact.text, sizeof fact.text, text);
    add_fact(w, &fact);
}

/* ---- Functions ------------------------------------------------------------*/

static Function *find_function(Writer *w, CXCursor cursor)
{
    const Libclang *c = w->source.c;
    Text name = {0};

    libclang_add(c, &name, c->Cursor_getMangling(cursor));
    for (size_t i = 0; i < w->functions.items_count; ++i)
        if (strcmp(w->functions.items[i].mangled, name.text) == 0) {
            text_free(&name);
            return &w->functions.items[i];
        }
    base_push(&w->functions, items, ((Function){.mangled = name.text}));
    return &w->functions.items[w->functions.items_count - 1];
}

/* Adds those that nvcc takes as the device's and clang as other ones of the
 * host, and frees all. */
static void end_functions(Writer *w)
{
    for (size_t i = 0; i < w->functions.items_count; ++i) {
        Function *it = &w->functions.items[i];
        if (it->is_declared && it->is_plain && !(it->words & WORD_DEVICE))
            add_problem(w, it->plain,
                        "the declaration of this function has __device__ and "
                        "the definition has not; write __device__ before it");
        free(it->mangled);
    }
    free(w->functions.items);
}

/* ---- Allocations ----------------------------------------------------------*/

static bool is_allocation(const Libclang *c, CXCursor call)
{
    CXCursor function = c->getCursorReferenced(call);
    Text name = {0};

    if (!cursor_is_function(function.kind))
        return false;
    libclang_add(c, &name, c->getCursorSpelling(function));
    bool is = strncmp(name.text, "cudaMalloc", 10) == 0 ||
              strcmp(name.text, "cudaHostAlloc") == 0;
    text_free(&name);
    return is;
}

/* Adds CALL if it asks for memory for a pointer that is cast to void **. */
static void add_allocation(Writer *w, CXCursor call)
{
    const Libclang *c = w->source.c;
    uint32_t bytes = 0;
    CXCursor inner;

    if (!is_allocation(c, call) || c->Cursor_getNumArguments(call) < 1)
        return;
    CXCursor to = c->Cursor_getArgument(call, 0);
    while ((to.kind == CURSOR_UNEXPOSED_EXPRESSION ||
            to.kind == CURSOR_PARENTHESES) &&
           cursor_child(c, to, 0, &inner))
        to = inner;
    if ((to.kind != CURSOR_C_CAST && to.kind != CURSOR_REINTERPRET_CAST) ||
        !cursor_child(c, to, 0, &inner))
        return;
    CXType array = c->getCanonicalType(
        c->getPointeeType(c->getCanonicalType(c->getCursorType(inner))));
    uint32_t element = type_element(c, c->getPointeeType(array), &bytes);
    if (element == ELEMENT_OTHER || bytes == 0)
        return;
    Fact fact =
        fact_new(w, FACT_ALLOCATION, cursor_expansion(&w->source, call));
    fact.element = element;
    fact.bytes = bytes <= FACTS_MOST_BYTES ? bytes : 0;
    add_fact(w, &fact);
}

/* ---- Launches -------------------------------------------------------------*/

/* True if the call CURSOR is a launch; its kernel, and its <<<>>>. */
static bool is_launch(const Libclang *c, CXCursor cursor, CXCursor *kernel,
                      CXCursor *configuration)
{
    return cursor.kind == CURSOR_CALL && cursor_child(c, cursor, 0, kernel) &&
           cursor_child(c, cursor, 1, configuration) &&
           configuration->kind == CURSOR_CALL &&
           libclang_is(c, c->getCursorSpelling(*configuration),
                       "cudaConfigureCall");
}

/* Sets the arguments: what is between the ( after <<<>>> and the ) that ends
 * LAUNCH.  Where a macro makes the launch, their names have to do. */
static void set_arguments(const Writer *w, Fact *fact, CXCursor launch,
                          CXCursor configuration)
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
        set_text(fact->text, sizeof fact->text,
                 text.text + 1 + strspn(text.text + 1, " "));
        text_free(&text);
        return;
    }
    text_free(&text);
    for (int i = 0; i < c->Cursor_getNumArguments(launch); ++i) {
        text_add(&text, i ? ", " : "");
        libclang_add(c, &text,
                     c->getCursorSpelling(
                         c->Cursor_getArgument(launch, (unsigned)i)));
    }
    set_text(fact->text, sizeof fact->text, text.text);
    text_free(&text);
}

/* LAUNCH calls KERNEL; CONFIGURATION is its <<<>>>. */
static void add_launch(Writer *w, CXCursor launch, CXCursor kernel,
                       CXCursor configuration)
{
    Fact fact = fact_new(w, FACT_LAUNCH, cursor_expansion(&w->source, launch));
    uint32_t last = cursor_end(&w->source, launch).line;
    Text name = {0};

    fact.last_line = last > fact.line ? last : fact.line;
    if (source_slice(&w->source, cursor_begin(&w->source, launch),
                     cursor_begin(&w->source, configuration), &name) &&
        name.length > 0)
        set_text(fact.name, sizeof fact.name, name.text);
    else
        set_name(w->source.c, &fact, kernel);
    text_free(&name);
    set_arguments(w, &fact, launch, configuration);
    add_fact(w, &fact);
}

/* Adds CALL if it is cudaLaunchKernel or one of its kin.  The arguments have
 * the names of the kernel's parameters. */
static void add_launch_call(Writer *w, CXCursor call)
{
    static const char *const names[] = {"cudaLaunchKernel",
                                        "cudaLaunchCooperativeKernel",
                                        "cudaLaunchKernelEx"};
    const Libclang *c = w->source.c;
    CXCursor function = c->getCursorReferenced(call);
    unsigned i = 0;

    while (i < 3 && !libclang_is(c, c->getCursorSpelling(function), names[i]))
        ++i;
    if (i == 3 || c->Cursor_getNumArguments(call) < 2)
        return;
    Fact fact = fact_new(w, FACT_LAUNCH, cursor_expansion(&w->source, call));
    uint32_t last = cursor_end(&w->source, call).line;
    CXCursor kernel = c->Cursor_getArgument(call, i == 2);
    Text name = {0};
    fact.last_line = last > fact.line ? last : fact.line;
    while (kernel.kind != CURSOR_NAME && cursor_child(c, kernel, 0, &kernel))
        ;
    if (source_slice(&w->source, cursor_begin(&w->source, kernel),
                     cursor_end(&w->source, kernel), &name))
        set_text(fact.name, sizeof fact.name, name.text);
    text_free(&name);
    add_fact(w, &fact);
}

/* ---- Variables ------------------------------------------------------------*/

/* VARIABLE is extern __shared__, an array. */
static void add_shared(Writer *w, CXCursor variable)
{
    const Libclang *c = w->source.c;
    CXType type = c->getCursorType(variable);
    CXType inner = c->getArrayElementType(type);
    Fact fact = fact_new(w, FACT_SHARED, cursor_name(&w->source, variable));
    uint32_t count = 0;
    Text text = {0};

    for (; c->getCanonicalType(inner).kind == TYPE_ARRAY &&
           count < PROGRAM_DIMENSIONS;
         inner = c->getArrayElementType(inner)) {
        long long extent = c->getArraySize(inner);
        fact.extents[count++] = extent <= 0                 ? 1
                                : extent > FACTS_MOST_BYTES ? FACTS_MOST_BYTES
                                                            : (uint32_t)extent;
    }
    fact.element = type_element(c, c->getCanonicalType(type), &fact.bytes);
    if (fact.bytes > FACTS_MOST_BYTES)
        fact.bytes = 0;
    set_name(c, &fact, variable);
    libclang_add(c, &text, c->getTypeSpelling(inner));
    text_add(&text, " []");
    for (uint32_t i = 0; i < count; ++i)
        text_add(&text, "[%u]", fact.extents[i]);
    set_text(fact.text, sizeof fact.text, text.text);
    text_free(&text);
    add_fact(w, &fact);
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
                    "the __constant__ variables have more than 65536 bytes; "
                    "write __device__ instead");
}

/* ---- The walk -------------------------------------------------------------*/

static void visit_children(const Walk *walk, CXCursor cursor)
{
    Walk inner = *walk;

    inner.parent = cursor;
    walk->writer->source.c->visitChildren(cursor, visit, &inner);
}

/* False if FUNCTION, which is defined or declared with WORDS, was defined
 * before. */
static bool note_function(Writer *w, CXCursor function, unsigned words)
{
    Function *it = find_function(w, function);

    if (!w->source.c->isCursorDefinition(function)) {
        it->is_declared |= words == WORD_DEVICE;
        return true;
    }
    if (words == 0) {
        it->is_plain = true;
        it->plain = function;
    }
    if (it->is_defined && it->words != words)
        add_problem(w, function,
                    "this function is defined for the host and for the "
                    "device; write __host__ __device__ before one");
    if (it->is_defined)
        return false;
    it->is_defined = true;
    it->words = words;
    return true;
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
    if (!walk->is_pattern && !note_function(w, function, inner.words))
        return;
    visit_children(&inner, function);
    if (shared_bytes > RULES_SHARED_BYTES && (inner.words & WORD_GLOBAL))
        add_problem(w, function,
                    "the kernel's shared variables have more than 49152 bytes; "
                    "write extern __shared__ and give the bytes in <<<>>>");
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

static void check_rules(const Walk *walk, CXCursor cursor, bool launches)
{
    Writer *w = walk->writer;
    RuleSite site = {.source = &w->source,
                     .cursor = cursor,
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

/* The body of a template is visited where an instance is used. */
static void visit_inside(Walk *walk, CXCursor cursor)
{
    bool is_function = cursor_is_function(cursor.kind);

    if (cursor.kind == CURSOR_FUNCTION_TEMPLATE ||
        (is_function && walk->is_pattern))
        return;
    if (is_function) {
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
    walk.is_constant = walk.is_constant ||
                       cursor_makes_constant(&w->source, walk.parent, cursor);
    bool launches = is_launch(c, cursor, &kernel, &configuration);
    if (launches)
        add_launch(w, cursor, kernel, configuration);
    check_rules(&walk, cursor, launches);
    if (cursor.kind == CURSOR_VARIABLE)
        visit_variable(&walk, cursor);
    if (cursor.kind == CURSOR_CALL) {
        add_allocation(w, cursor);
        add_launch_call(w, cursor);
    }
    if (cursor.kind == CURSOR_CALL || cursor.kind == CURSOR_NAME)
        visit_instance(&walk, cursor);
    visit_inside(&walk, cursor);
    return VISIT_CONTINUE;
}

/* ---- Parsing --------------------------------------------------------------*/

static bool write_file(const char *path, const SourceFacts *facts, Error *error)
{
    FILE *file = fopen(path, "wb");
    bool written =
        file && fwrite(facts->items, sizeof *facts->items, facts->items_count,
                       file) == facts->items_count;

    if (file && fclose(file) != 0)
        written = false;
    return written || error_set(error, ERROR_FAILED,
                                "%.300s: cannot write; free some space", path);
}

bool source_facts_write(const char *libclang, const char *file,
                        const char *const arguments[], int count,
                        const char *out, Error *error)
{
    Libclang c;
    Writer w = {.source.c = &c};

    if (!libclang_load(&c, libclang, error))
        return false;
    CXIndex index = c.createIndex(1, 0);
    int failed = c.parseTranslationUnit2FullArgv(index, file, arguments, count,
                                                 NULL, 0, 0, &w.source.unit);
    if (failed) {
        c.disposeIndex(index);
        return error_set(error, ERROR_FAILED,
                         "%.200s: libclang cannot read it (%d); check that "
                         "clang compiles it",
                         file, failed);
    }
    Walk walk = {.writer = &w};
    c.visitChildren(c.getTranslationUnitCursor(w.source.unit), visit, &walk);
    end_functions(&w);
    c.disposeTranslationUnit(w.source.unit);
    c.disposeIndex(index);
    bool written = write_file(out, &w.facts, error);
    free(w.facts.items);
    return written;
}
