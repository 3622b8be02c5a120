/* SPDX-License-Identifier: MIT
 *
 * The program that runs the catalog, and what its source says, as make built
 * them; the assembler reads the files as they are.
 */
#include "config.h"

#define FILE_ITEM(name, path)                                                  \
    __asm__(".pushsection .rodata\n"                                           \
            ".global " #name "\n"                                              \
            ".global " #name "_bytes\n"                                        \
            ".balign 16\n" #name ":\n"                                         \
            ".incbin \"" path "\"\n"                                           \
            "0:\n"                                                             \
            ".balign 8\n" #name "_bytes:\n"                                    \
            ".quad 0b - " #name "\n"                                           \
            ".popsection\n");

FILE_ITEM(catalog_program, "catalog/program")
FILE_ITEM(catalog_facts, "catalog/program.facts")
#ifdef HAVE_INJECT
FILE_ITEM(catalog_gpu, "catalog/program.gpu")
#endif

typedef int prebuilt_files_has_data; /* ISO C wants a declaration */
