/* SPDX-License-Identifier: MIT
 *
 * The program that runs the catalog, what its source says, and recorded
 * examples, as make built them; the assembler reads the files as they are.
 */
#include "config.h"

#include "program/prebuilt.h"

#include <stddef.h>

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

#define RECORDED_ITEM(id, command)                                             \
    FILE_ITEM(recorded_##id, "recorded/" #id ".upsweep")                       \
    extern const char recorded_##id[];                                         \
    extern const uint64_t recorded_##id##_bytes;
#include "recorded_list.h"
#undef RECORDED_ITEM

#define RECORDED_ITEM(id, command)                                             \
    {command, recorded_##id, &recorded_##id##_bytes},
const PrebuiltTrace prebuilt_traces[] = {
#include "recorded_list.h"
    {NULL, NULL, NULL}};
