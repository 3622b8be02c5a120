/* SPDX-License-Identifier: MIT
 *
 * twins - instances of a program's kernels for elements that only an operator
 * can join (cuda/upsweep_opaque.h), by which results are proved:
 *
 *     scan<int, 256>             scan<upsweep_element, 256>
 *     scan<float, Add<float>>    scan<upsweep_element, Add<upsweep_element>>
 *     scan<int, Plus>            scan<upsweep_element, upsweep_join>
 */
#include "program/build.h"

#include <ctype.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STUB     "__device_stub__" /* how clang names what launches a kernel */
#define OURS     "_ZN7upsweep"     /* how names of our headers begin */
#define NAMELESS "(anonymous namespace)::"
#define ELEMENT  "upsweep_element"
#define JOIN     "upsweep_join"

enum { MOST_TWINS = 64, MOST_NAME = 1000 };

/* Of libstdc++, which no C header declares. */
char *__cxa_demangle(const char *name, char *buffer, size_t *length,
                     int *status);

/* ---- Names ----------------------------------------------------------------*/

static void remove_all(char *text, const char *word)
{
    char *at;

    while ((at = strstr(text, word)) != NULL)
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of the type of numbers that TEXT begins with; 0: it does not. */
static size_t number_type(const char *text)
{
    static const char *const names[] = {"unsigned int", "int", "float"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        size_t length = strlen(names[i]);
        if (strncmp(text, names[i], length) == 0 && !is_letter(text[length]))
            return length;
    }
    return 0;
}

/* The end of the argument of a template at AT: its comma or its bracket. */
static const char *argument_end(const char *at)
{
    int open = 0;

    for (; *at; ++at) {
        if ((*at == ',' || *at == '>') && open == 0)
            return at;
        open += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
    }
    return NULL;
}

/* Appends the argument from AT to END - 1 as a twin has it; false if it has
 * none. */
static bool add_argument(const char *at, const char *end, bool *elements,
                         Text *twin)
{
    size_t length = number_type(at);

    if (length && at + length == end) {
        *elements = true;
        text_add(twin, ELEMENT);
        return true;
    }
    if (!isalpha((unsigned char)*at) && *at != '_') { /* a number */
        text_add_bytes(twin, at, (size_t)(end - at));
        return true;
    }
    if (memchr(at, '{', (size_t)(end - at)) ||
        memchr(at, '\'', (size_t)(end - at)))
        return false; /* it has no name outside of a function */
    if (!memchr(at, '<', (size_t)(end - at))) {
        bool truth =
            strncmp(at, "true", 4) == 0 || strncmp(at, "false", 5) == 0;
        if (truth)
            text_add_bytes(twin, at, (size_t)(end - at));
        else
            text_add(twin, JOIN);
        return true;
    }
    for (char before = ' '; at < end; before = *at++) {
        length = is_letter(before) ? 0 : number_type(at);
        if (length) {
            text_add(twin, ELEMENT);
            at += length - 1;
        } else {
            text_add_bytes(twin, at, 1);
        }
    }
    return true;
}

/* Appends a row for the kernel that is called NAME in full,
 * "void scan<int, 256>(int*, int const*)". */
static void add_row(char *name, Text *text)
{
    Text twin = {0};
    bool elements = false, good = true;

    remove_all(name, STUB);
    remove_all(name, NAMELESS);
    char *from = strchr(name, ' '), *open = strchr(name, '<');
    if (!from || !open || open < from || strchr(name, '\n') ||
        strlen(name) > MOST_NAME)
        return;
    text_add(&twin, "%.*s", (int)(open - from), from + 1);
    for (const char *at = open + 1, *end; good; at = end + 1) {
        at += *at == ' ';
        end = argument_end(at);
        good = end && add_argument(at, end, &elements, &twin);
        if (good)
            text_add(&twin, "%c", *end);
        if (good && *end == '>') {
            if (end[1] == '(' && elements)
                text_add(text, "    {(const void *)%.*s, (const void *)%s},\n",
                         (int)(end - from), from + 1, twin.text);
            break;
        }
    }
    text_free(&twin);
}

/* ---- The object -----------------------------------------------------------*/

/* Appends rows for the symbols of the table in SECTION. */
static void add_symbols(Elf *elf, Elf_Scn *section, int *left, Text *text)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Data *data = elf_getdata(section, NULL);

    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB)
        return;
    for (int i = 0; *left > 0 && gelf_getsym(data, i, &symbol); ++i) {
        const char *mangled = elf_strptr(elf, header.sh_link, symbol.st_name);
        char *name = mangled && symbol.st_shndx != SHN_UNDEF &&
                             strstr(mangled, STUB) &&
                             strncmp(mangled, OURS, strlen(OURS)) != 0
                         ? __cxa_demangle(mangled, NULL, NULL, NULL)
                         : NULL;
        if (!name)
            continue;
        --*left;
        add_row(name, text);
        free(name);
    }
}

void twins_add(const char *object, Text *text)
{
    int file = open(object, O_RDONLY | O_CLOEXEC), left = MOST_TWINS;
    Elf_Scn *section = NULL;
    Text rows = {0};

    elf_version(EV_CURRENT);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    while (elf && (section = elf_nextscn(elf, section)) != NULL)
        add_symbols(elf, section, &left, &rows);
    elf_end(elf);
    if (file >= 0)
        close(file);
    if (rows.length)
        text_add(text,
                 "\n#include <upsweep_opaque.h>\n"
                 "__attribute__((section(\"upsweep_twins\"), used))\n"
                 "static const void *const upsweep_twins[][2] = {\n%s};\n",
                 rows.text);
    text_free(&rows);
}
