/* SPDX-License-Identifier: MIT
 *
 * source_records - writes the records of source_facts_text.h, each once: an
 * instance of a template may say the same as another one.
 */
#ifndef UPSWEEP_SOURCE_RECORDS_H
#define UPSWEEP_SOURCE_RECORDS_H

#include "program/source_cursor.h"

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
    KnownList declared;  /* functions that are declared for the device alone */
    struct { /* functions that are defined without a word of CUDA's */
        CXCursor *items;
        size_t items_count, items_capacity;
    } plain;
    uint64_t constant_bytes;
} RecordWriter;

void records_add_kernel(RecordWriter *w, CXCursor kernel);
/* LAUNCH calls KERNEL; CONFIGURATION is its <<<>>>.  The kernel is added, too.
 */
void records_add_launch(RecordWriter *w, CXCursor launch, CXCursor kernel,
                        CXCursor configuration);
/* VARIABLE is extern __shared__, an array. */
void records_add_shared(RecordWriter *w, CXCursor variable);
/* Writes those of PLAIN that are DECLARED, and not defined for the device. */
void records_add_devices(RecordWriter *w);
/* A RuleTell; USER is the RecordWriter. */
void records_add_problem(void *user, CXCursor at, const char *text);

/* The entry of LIST for CURSOR; NULL: it had none, and has one now. */
const Known *records_find_known(const Libclang *c, KnownList *list,
                                CXCursor cursor, unsigned words);
void records_known_free(KnownList *list);

#endif
