/* SPDX-License-Identifier: MIT
 *
 * The assembler reads the files as they are, which takes it no time; a C array
 * of a megabyte of font would take the compiler seconds.
 *
 *     resource_data_7:   the bytes of the file ... NUL
 *     resource_bytes_7:  how many, as 64 bits
 */
#include "util/resources.h"

#include <stdint.h>
#include <string.h>

#define RESOURCE_ITEM(id, name, path)                                          \
    __asm__(".pushsection .rodata\n"                                           \
            ".global resource_data_" #id "\n"                                  \
            ".hidden resource_data_" #id "\n"                                  \
            ".global resource_bytes_" #id "\n"                                 \
            ".hidden resource_bytes_" #id "\n"                                 \
            ".balign 16\n"                                                     \
            "resource_data_" #id ":\n"                                         \
            ".incbin \"" path "\"\n"                                           \
            "embed_end_" #id ":\n"                                             \
            ".byte 0\n"                                                        \
            ".balign 8\n"                                                      \
            "resource_bytes_" #id ":\n"                                        \
            ".quad embed_end_" #id " - resource_data_" #id "\n"                \
            ".popsection\n");                                                  \
    extern const char resource_data_##id[];                                    \
    extern const uint64_t resource_bytes_##id;
#include "embed_list.h"
#undef RESOURCE_ITEM

typedef struct {
    const char *name;
    const char *data;
    const uint64_t *bytes;
} Embedded;

static const Embedded files[] = {
#define RESOURCE_ITEM(id, name, path)                                          \
    {name, resource_data_##id, &resource_bytes_##id},
#include "embed_list.h"
#undef RESOURCE_ITEM
};

const void *resource_find(const char *name, size_t *bytes)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        if (strcmp(files[i].name, name) != 0)
            continue;
        if (bytes)
            *bytes = (size_t)*files[i].bytes;
        return files[i].data;
    }
    return NULL;
}

const char *resource_name(size_t i)
{
    return i < sizeof files / sizeof files[0] ? files[i].name : NULL;
}
