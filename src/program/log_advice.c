/* SPDX-License-Identifier: MIT */
#include "program/log_advice.h"

#include "program/log_reader.h"

#define LESS "or give the program less to do"

/* The blocks of LAUNCH that are recorded. */
static uint64_t kept_blocks(const ProgramLog *head, const ProgramLaunch *launch)
{
    uint64_t blocks =
        (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t end = (uint64_t)head->last_kept + 1;

    end = end < blocks ? end : blocks;
    return end > head->first_kept ? end - head->first_kept : 0;
}

const char *log_advice(const void *log, size_t bytes)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error none;
    uint64_t launches = 0, blocks = 0;
    bool more = true;

    if (!log_reader_begin(&reader, log, bytes, &head, &none))
        return LESS;
    while (log_reader_next(&reader, &record, &more) && more)
        if (record.head.kind == RECORD_LAUNCH && record.launch.trial == 0) {
            uint64_t kept = kept_blocks(&head, &record.launch);
            blocks = kept > blocks ? kept : blocks;
            ++launches;
        }
    if (launches > 1 && blocks > 1)
        return "choose one launch with --launch, record fewer blocks with "
               "--block-range, " LESS;
    if (launches > 1)
        return "choose one launch with --launch, " LESS;
    if (blocks > 1)
        return "record fewer blocks with --block-range, " LESS;
    return head.launches > 1 ? "choose a smaller launch with --launch, " LESS
                             : LESS;
}
