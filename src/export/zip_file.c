/* SPDX-License-Identifier: MIT
 *
 * zip_file - local headers with the deflated files, then the central directory
 * (APPNOTE.TXT of PKWARE, 4.3.7 and 4.3.12).
 */
#include "export/zip_file.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    LOCAL = 0x04034b50,
    CENTRAL = 0x02014b50,
    LAST = 0x06054b50,
    VERSION = 20,
    DEFLATED = 8,
    DATE = (2026 - 1980) << 9 | 1 << 5 | 1, /* a constant */
    MOST = 1 << 30
};

typedef struct {
    uint32_t crc, packed, length, offset;
} Entry;

static void add_bytes(Text *zip, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        char byte = (char)(value >> 8 * i & 0xff);
        text_add_bytes(zip, &byte, 1);
    }
}

/* What a local header and an entry of the directory have in common. */
static void add_common(Text *zip, const ZipItem *item, const Entry *entry)
{
    add_bytes(zip, VERSION, 2);
    add_bytes(zip, 0, 2); /* flags */
    add_bytes(zip, DEFLATED, 2);
    add_bytes(zip, 0, 2); /* time */
    add_bytes(zip, DATE, 2);
    add_bytes(zip, entry->crc, 4);
    add_bytes(zip, entry->packed, 4);
    add_bytes(zip, entry->length, 4);
    add_bytes(zip, (uint32_t)strlen(item->name), 2);
    add_bytes(zip, 0, 2); /* extra field */
}

/* ITEM deflated, without a header; free it. */
static unsigned char *deflated(const ZipItem *item, Entry *entry)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)item->bytes,
                       .avail_in = (uInt)item->length};

    BASE_CHECK(item->length <= MOST);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        base_out_of_memory();
    uLong room = deflateBound(&stream, (uLong)item->length);
    unsigned char *packed = base_alloc(room, 1);
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    BASE_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    entry->packed = (uint32_t)stream.total_out;
    entry->length = (uint32_t)item->length;
    entry->crc =
        (uint32_t)crc32(0, (const Bytef *)item->bytes, (uInt)item->length);
    deflateEnd(&stream);
    return packed;
}

void zip_file(const ZipItem items[], int count, Text *zip)
{
    Entry *entries = base_alloc((size_t)count, sizeof *entries);
    size_t before = zip->length;

    for (int i = 0; i < count; ++i) {
        unsigned char *packed = deflated(items + i, entries + i);
        entries[i].offset = (uint32_t)(zip->length - before);
        add_bytes(zip, LOCAL, 4);
        add_common(zip, items + i, entries + i);
        text_add_bytes(zip, items[i].name, strlen(items[i].name));
        text_add_bytes(zip, (const char *)packed, entries[i].packed);
        free(packed);
    }
    uint32_t directory = (uint32_t)(zip->length - before);
    for (int i = 0; i < count; ++i) {
        add_bytes(zip, CENTRAL, 4);
        add_bytes(zip, VERSION, 2);
        add_common(zip, items + i, entries + i);
        add_bytes(zip, 0, 2); /* comment */
        add_bytes(zip, 0, 2); /* disk */
        add_bytes(zip, 0, 2); /* attributes */
        add_bytes(zip, 0, 4);
        add_bytes(zip, entries[i].offset, 4);
        text_add_bytes(zip, items[i].name, strlen(items[i].name));
    }
    uint32_t size = (uint32_t)(zip->length - before) - directory;
    add_bytes(zip, LAST, 4);
    add_bytes(zip, 0, 4); /* disks */
    add_bytes(zip, (uint32_t)count, 2);
    add_bytes(zip, (uint32_t)count, 2);
    add_bytes(zip, size, 4);
    add_bytes(zip, directory, 4);
    add_bytes(zip, 0, 2); /* comment */
    free(entries);
}
