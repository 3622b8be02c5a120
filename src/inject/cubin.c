/* SPDX-License-Identifier: MIT */
#include "inject/cubin.h"

#include "trace/element.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The PTX in a cubin ---------------------------------------------------*/

static bool header_at(const char *cubin, size_t bytes, size_t i,
                      Elf64_Shdr *header)
{
    Elf64_Ehdr file;

    if (bytes < sizeof file)
        return false;
    memcpy(&file, cubin, sizeof file);
    if (memcmp(file.e_ident, ELFMAG, SELFMAG) != 0 ||
        file.e_ident[EI_CLASS] != ELFCLASS64 || i >= file.e_shnum ||
        file.e_shentsize != sizeof *header || file.e_shoff > bytes ||
        (bytes - file.e_shoff) / sizeof *header < file.e_shnum)
        return false;
    memcpy(header, cubin + file.e_shoff + i * sizeof *header, sizeof *header);
    return header->sh_type == SHT_NOBITS ||
           (header->sh_offset <= bytes &&
            header->sh_size <= bytes - header->sh_offset);
}

/* The section NAME; NULL: there is none. */
static const char *find_section(const char *cubin, size_t bytes,
                                const char *name, size_t *size)
{
    Elf64_Ehdr file;
    Elf64_Shdr names, header;

    if (bytes < sizeof file)
        return NULL;
    memcpy(&file, cubin, sizeof file);
    if (!header_at(cubin, bytes, file.e_shstrndx, &names))
        return NULL;
    for (size_t i = 0; header_at(cubin, bytes, i, &header); ++i) {
        const char *own = cubin + names.sh_offset + header.sh_name;
        if (header.sh_name >= names.sh_size ||
            strnlen(own, names.sh_size - header.sh_name) != strlen(name) ||
            strcmp(own, name) != 0 || header.sh_type == SHT_NOBITS)
            continue;
        *size = header.sh_size;
        return cubin + header.sh_offset;
    }
    return NULL;
}

/* ---- Variables in global memory -------------------------------------------*/

/* The text at OFFSET of the section NAMES; NULL: it does not end there. */
static const char *text_in(const char *cubin, const Elf64_Shdr *names,
                           size_t offset)
{
    const char *text = cubin + names->sh_offset + offset;

    return names->sh_type != SHT_NOBITS && offset < names->sh_size &&
                   memchr(text, '\0', names->sh_size - offset)
               ? text
               : NULL;
}

/* True if section I is one of global memory. */
static bool is_global(const char *cubin, size_t bytes, size_t i)
{
    Elf64_Ehdr file;
    Elf64_Shdr names, header;

    memcpy(&file, cubin, sizeof file);
    if (!header_at(cubin, bytes, file.e_shstrndx, &names) ||
        !header_at(cubin, bytes, i, &header))
        return false;
    const char *name = text_in(cubin, &names, header.sh_name);
    return name && strncmp(name, ".nv.global", 10) == 0;
}

bool cubin_global(const void *cubin, size_t bytes, size_t i, char *name,
                  size_t size)
{
    Elf64_Shdr table, texts;
    Elf64_Sym symbol;

    for (size_t s = 0; header_at(cubin, bytes, s, &table); ++s) {
        if (table.sh_type != SHT_SYMTAB ||
            !header_at(cubin, bytes, table.sh_link, &texts))
            continue;
        const char *at = (const char *)cubin + table.sh_offset;
        for (size_t n = table.sh_size / sizeof symbol; n-- > 0;
             at += sizeof symbol) {
            memcpy(&symbol, at, sizeof symbol);
            const char *text = text_in(cubin, &texts, symbol.st_name);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || !text ||
                strlen(text) >= size || *text == '\0' ||
                !is_global(cubin, bytes, symbol.st_shndx) || i-- > 0)
                continue;
            memcpy(name, text, strlen(text) + 1);
            return true;
        }
    }
    return false;
}

/* ---- Declarations ---------------------------------------------------------*/

typedef struct {
    char name[160]; /* as PTX has it: "_ZZ7prescanPfE4temp" */
    uint32_t align, bytes, element, element_bytes;
    bool is_extern;
} Declaration;

static const struct {
    const char *name;
    uint32_t element, bytes;
} types[] = {
    {"b8", ELEMENT_OTHER, 1}, {"u8", ELEMENT_U8, 1},   {"s8", ELEMENT_I8, 1},
    {"u16", ELEMENT_U16, 2},  {"s16", ELEMENT_I16, 2}, {"b16", ELEMENT_U16, 2},
    {"u32", ELEMENT_U32, 4},  {"s32", ELEMENT_I32, 4}, {"b32", ELEMENT_U32, 4},
    {"u64", ELEMENT_U64, 8},  {"s64", ELEMENT_I64, 8}, {"b64", ELEMENT_U64, 8},
    {"f32", ELEMENT_F32, 4},  {"f64", ELEMENT_F64, 8},
};

/* Reads ".extern .shared .align 4 .b8 name[4224];". */
static bool read_declaration(const char *line, Declaration *to)
{
    char type[8], rest[200];
    unsigned align;
    unsigned long count = 1;

    *to = (Declaration){.align = 1};
    line += strspn(line, " \t");
    if (strncmp(line, ".extern ", 8) == 0) {
        to->is_extern = true;
        line += 8;
    } else if (strncmp(line, ".weak ", 6) == 0) {
        line += 6;
    }
    if (strncmp(line, ".shared ", 8) != 0)
        return false;
    line += 8;
    if (sscanf(line, ".align %u .%7[a-z0-9] %199[^;]", &align, type, rest) != 3)
        return false;
    char *bracket = strchr(rest, '[');
    if (bracket) {
        *bracket = '\0';
        count = strtoul(bracket + 1, NULL, 10);
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(types[i].name, type) == 0) {
            to->element = types[i].element;
            to->element_bytes = types[i].bytes;
        }
    if (!to->element_bytes || align == 0 || count > UINT16_MAX * 4u)
        return false;
    to->align = align;
    to->bytes = (uint32_t)count * to->element_bytes;
    if (to->element ==
        ELEMENT_OTHER) { /* PTX gives the bytes of an array only */
        bool words = align % 4 == 0 && to->bytes % 4 == 0;
        to->element = words ? ELEMENT_I32 : ELEMENT_U8;
        to->element_bytes = words ? 4 : 1;
    }
    snprintf(to->name, sizeof to->name, "%.159s", rest);
    return true;
}

/* The last name in a mangled one: "temp" of "_ZZ7prescanPfE4temp". */
static void short_name(const char *mangled, char *name, size_t size)
{
    size_t length = strlen(mangled), best = 0;

    for (size_t i = 2; strncmp(mangled, "_Z", 2) == 0 && i < length; ++i) {
        char *end;
        if (!isdigit((unsigned char)mangled[i]) ||
            isdigit((unsigned char)mangled[i - 1]))
            continue;
        unsigned long count = strtoul(mangled + i, &end, 10);
        if ((size_t)(end - mangled) + count == length)
            best = (size_t)(end - mangled);
    }
    snprintf(name, size, "%.60s", mangled + best);
}

/* True if a variable is one of the kernel's, or of all kernels. */
static bool belongs(const Declaration *declaration, const char *symbol)
{
    const char *name = declaration->name;
    size_t length = strlen(symbol);

    if (strncmp(name, "_ZZ", 3) != 0 || strncmp(symbol, "_Z", 2) != 0)
        return true;
    return strncmp(name + 3, symbol + 2, length - 2) == 0;
}

/* True if TEXT names the whole word NAME. */
static bool mentions(const char *text, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = text; (at = strstr(at, name)); at += length) {
        unsigned char behind = (unsigned char)at[length];
        if (!isalnum(behind) && behind != '_' && behind != '$')
            return true;
    }
    return false;
}

/* True if the function SYMBOL in the PTX from TEXT to END uses NAME. */
static bool is_used(const char *text, const char *end, const char *symbol,
                    const char *name)
{
    bool within = false;

    for (; text < end; text += strnlen(text, (size_t)(end - text)) + 1) {
        if (strstr(text, ".entry ") || strstr(text, ".func "))
            within = mentions(text, symbol);
        else if (within && mentions(text, name))
            return true;
    }
    return false;
}

size_t cubin_variables(const void *cubin, size_t bytes, const char *symbol,
                       uint32_t static_bytes,
                       CubinVariable variables[CUBIN_MOST_VARIABLES])
{
    size_t size = 0, count = 0;
    const char *ptx = find_section(cubin, bytes, ".nv_debug_ptx_txt", &size);
    uint32_t offset = 0, align = 1;

    if (!ptx || size == 0 || ptx[size - 1] != '\0')
        return 0;
    for (int dynamic = 0; dynamic < 2; ++dynamic)
        for (const char *line = ptx; line < ptx + size;
             line += strlen(line) + 1) {
            Declaration declaration;
            if (!read_declaration(line, &declaration) ||
                declaration.is_extern != dynamic ||
                !belongs(&declaration, symbol) ||
                !is_used(ptx, ptx + size, symbol, declaration.name))
                continue;
            if (count == CUBIN_MOST_VARIABLES)
                return 0;
            if (dynamic && offset != static_bytes &&
                (offset + 15) / 16 * 16 != (static_bytes + 15) / 16 * 16)
                return 0;
            align = declaration.align;
            offset = (offset + align - 1) / align * align;
            CubinVariable *to = variables + count++;
            *to = (CubinVariable){.offset = offset,
                                  .bytes = dynamic ? 0 : declaration.bytes,
                                  .element = declaration.element,
                                  .element_bytes = declaration.element_bytes};
            short_name(declaration.name, to->name, sizeof to->name);
            offset += to->bytes;
        }
    return (offset + 15) / 16 * 16 == (static_bytes + 15) / 16 * 16 ? count : 0;
}

/* ---- Names of kernels -----------------------------------------------------*/

typedef char *Demangle(const char *symbol, char *buffer, size_t *size,
                       int *status);

/* The text of a symbol, to be freed; of the program's C++ library, if it has
 * one. */
static char *demangle(const char *symbol)
{
    Demangle *function;
    int status = 0;
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");

    if (!found) {
        void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        found = library ? dlsym(library, "__cxa_demangle") : NULL;
    }
    memcpy(&function, &found, sizeof function);
    return found ? function(symbol, NULL, NULL, &status) : NULL;
}

/* The parameter in the LENGTH bytes of TEXT: "float const*". */
static SignatureParameter parameter_of(const char *text, size_t length)
{
    SignatureParameter parameter = {.element = ELEMENT_OTHER};
    char type[64];

    if (length == 0 || text[length - 1] != '*')
        return parameter;
    parameter.pointer = true;
    --length;
    static const char *const endings[] = {" const", " volatile"};
    for (size_t i = 0; i < 2; ++i) {
        size_t more = strlen(endings[1 - i]);
        if (length > more &&
            memcmp(text + length - more, endings[1 - i], more) == 0)
            length -= more;
    }
    snprintf(type, sizeof type, "%.*s", (int)length, text);
    element_of_type(type, &parameter.element, &parameter.element_bytes);
    return parameter;
}

/* Where the item at TEXT ends: at a character of ENDS, or at the end, outside
 * of brackets. */
static const char *item_end(const char *text, const char *ends)
{
    int depth = 0;

    for (; *text; ++text) {
        if (depth == 0 && strchr(ends, *text))
            return text;
        if (strchr("(<[{", *text))
            ++depth;
        else if (strchr(")>]}", *text))
            --depth;
    }
    return text;
}

static void add_parameters(Signature *signature, const char *text)
{
    for (;;) {
        const char *end = item_end(text, ",)");
        if (end == text || signature->count == SIGNATURE_MOST)
            return;
        signature->parameters[signature->count++] =
            parameter_of(text, (size_t)(end - text));
        if (*end != ',')
            return;
        text = end + 1 + (end[1] == ' ');
    }
}

Signature signature_of(const char *symbol)
{
    Signature signature = {.count = 0};
    char *text = demangle(symbol);
    const char *from = text ? text : symbol;
    const char *end = item_end(from, "(");

    /* a template's function begins with its type: "void scan<float>(...)" */
    for (const char *blank; *(blank = item_end(from, " (")) == ' ';)
        from = blank + 1;
    snprintf(signature.name, sizeof signature.name, "%.*s", (int)(end - from),
             from);
    if (*end == '(')
        add_parameters(&signature, end + 1);
    free(text);
    return signature;
}
