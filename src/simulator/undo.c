/* SPDX-License-Identifier: MIT
 *
 * undo - what the fast way has changed of memory, page by page, so that the
 * launch can run again.
 */
#include "simulator/machine.h"
#include "simulator/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PAGES = 1 << 17 }; /* 512 MB */

typedef struct {
    size_t page;
    char *bytes; /* as it was */
} SavedPage;

static struct {
    SavedPage *pages;
    size_t pages_count, pages_capacity;
} undo;

static char *address_of(size_t page)
{
    return (char *)memory_begin + page * MEMORY_PAGE;
}

bool undo_open(size_t place)
{
    size_t page = place / MEMORY_PAGE;

    if (memory_open[page])
        return true;
    if (undo.pages_count == MOST_PAGES)
        return false;
    base_push(&undo, pages,
              ((SavedPage){page, base_memdup(address_of(page), MEMORY_PAGE)}));
    memory_open[page] = memory_valid[page];
    return true;
}

bool undo_open_symbol(GlobalArray *symbol)
{
    if (symbol->undo)
        return true;
    if (symbol->bytes > (size_t)MOST_PAGES * MEMORY_PAGE)
        return false;
    symbol->undo = base_memdup(symbol->address, symbol->bytes);
    return true;
}

void undo_end(bool restores)
{
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < undo.pages_count; ++i) {
        SavedPage *saved = &undo.pages[i];
        if (restores)
            memcpy(address_of(saved->page), saved->bytes, MEMORY_PAGE);
        memory_open[saved->page] = 0;
        free(saved->bytes);
    }
    undo.pages_count = 0;
    for (size_t i = 0; i < count && arrays[i].name; ++i) {
        if (restores && arrays[i].undo)
            memcpy(arrays[i].address, arrays[i].undo, arrays[i].bytes);
        free(arrays[i].undo);
        arrays[i].undo = NULL;
    }
}
