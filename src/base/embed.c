/* SPDX-License-Identifier: MIT
 *
 * The assembler reads the files as they are, which takes it no time; a C array
 * of a megabyte of font would take the compiler seconds.
 *
 *     embed_data_7:   the bytes of the file ... NUL
 *     embed_bytes_7:  how many, as 64 bits
 */
#include "base/embed.h"

#include <stdint.h>
#include <string.h>

#define EMBED_ITEM(id, name, path)                                             \
    __asm__(".pushsection .rodata\n"                                           \
            ".global embed_data_" #id "\n"                                     \
            ".hidden embed_data_" #id "\n"                                     \
            ".global embed_bytes_" #id "\n"                                    \
            ".hidden embed_bytes_" #id "\n"                                    \
            ".balign 16\n"                                                     \
            "embed_data_" #id ":\n"                                            \
            ".incbin \"" path "\"\n"                                           \
            "embed_end_" #id ":\n"                                             \
            ".byte 0\n"                                                        \
            ".balign 8\n"                                                      \
            "embed_bytes_" #id ":\n"                                           \
            ".quad embed_end_" #id " - embed_data_" #id "\n"                   \
            ".popsection\n");                                                  \
    extern const char embed_data_##id[];                                       \
    extern const uint64_t embed_bytes_##id;
#include "embed_list.h"
#undef EMBED_ITEM

typedef struct {
    const char *name;
    const char *data;
    const uint64_t *bytes;
} Embedded;

static const Embedded files[] = {
#define EMBED_ITEM(id, name, path) {name, embed_data_##id, &embed_bytes_##id},
#include "embed_list.h"
#undef EMBED_ITEM
};

const void *embed_find(const char *name, size_t *bytes)
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
