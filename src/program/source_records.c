/* SPDX-License-Identifier: MIT */
#include "program/source_records.h"

#include "program/source_facts_text.h"
#include "util/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static void add_string(RecordWriter *w, CXString string)
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
static void add_record(RecordWriter *w, const char *word, SourcePlace place)
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
static void end_record(RecordWriter *w, size_t start)
{
    text_add(&w->out, "\n");
    const char *same = strstr(w->out.text, w->out.text + start);
    if (same && same < w->out.text + start) {
        w->out.length = start;
        w->out.text[start] = '\0';
    }
}

void records_add_problem(void *user, CXCursor at, const char *text)
{
    RecordWriter *w = user;
    size_t start = w->out.length;

    add_record(w, FACTS_PROBLEM, cursor_name(&w->source, at));
    add_text(&w->out, text);
    end_record(w, start);
}

/* ---- Functions that are known ---------------------------------------------*/

const Known *records_find_known(const Libclang *c, KnownList *list,
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

static const Known *known_as(const Libclang *c, const KnownList *list,
                             CXCursor cursor)
{
    const Known *found = NULL;
    Text name = {0};

    libclang_add(c, &name, c->Cursor_getMangling(cursor));
    for (size_t i = 0; i < list->items_count && !found; ++i)
        if (strcmp(list->items[i].mangled, name.text) == 0)
            found = &list->items[i];
    text_free(&name);
    return found;
}

void records_add_devices(RecordWriter *w)
{
    const Libclang *c = w->source.c;

    for (size_t i = 0; i < w->plain.items_count; ++i) {
        CXCursor function = w->plain.items[i];
        const Known *defined = known_as(c, &w->functions, function);
        if (!known_as(c, &w->declared, function) ||
            (defined && (defined->words & WORD_DEVICE)))
            continue;
        add_record(w, FACTS_DEVICE, cursor_begin(&w->source, function));
        text_add(&w->out, "\n");
    }
}

void records_known_free(KnownList *list)
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

/* Appends the name of CURSOR after the names of the namespaces around it. */
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

static void add_parameter(RecordWriter *w, CXCursor parameter, uint64_t *offset)
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

void records_add_kernel(RecordWriter *w, CXCursor kernel)
{
    const Libclang *c = w->source.c;
    int count = c->Cursor_getNumArguments(kernel);
    uint64_t offset = 0;
    Text name = {0};

    if (records_find_known(c, &w->kernels, kernel, WORD_GLOBAL))
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

/* Appends the arguments between the ( after <<<>>> and the ) that ends LAUNCH.
 * Where a macro makes the launch, the names of the arguments have to do. */
static void add_arguments(RecordWriter *w, CXCursor launch,
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

void records_add_launch(RecordWriter *w, CXCursor launch, CXCursor kernel,
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
        records_add_kernel(w, launched);
}

/* ---- Variables ------------------------------------------------------------*/

void records_add_shared(RecordWriter *w, CXCursor variable)
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
