/* SPDX-License-Identifier: MIT */
#include "log_code.h"

#include "program/log_reader.h"

#include <stdlib.h>
#include <string.h>

/* Records of machine code have a text, and their own codes. */
#define CODED_KINDS RECORD_MODULE

_Static_assert((int)CODED_KINDS <= (int)CODE_MORE, "a record's kind is a code");

enum {
    MOST_WORDS = 1100, /* of a record */
    MOST_PARTS = 255,
    RECENT = 16, /* records that can be repeated */
    LANE_WORDS = sizeof(ProgramLane) / 4,
    MOST_CONTENTS = 4096, /* of a module */
    PATCH_BYTE = 0,
    PATCH_SHORT,
    PATCH_WORD,
    PATCH_ADD
};

/* A record's words. */
typedef struct {
    uint32_t words[MOST_WORDS];
    size_t count;
} Words;

static const struct {
    size_t size, part; /* bytes; 0: no parts */
    size_t field;      /* offset of the number of parts */
} shapes[RECORD_KINDS] = {
    [RECORD_END] = {sizeof(ProgramEnd), 0, 0},
    [RECORD_LAUNCH] = {sizeof(ProgramLaunch), 0, 0},
    [RECORD_ARRAY] = {sizeof(ProgramArray), 0, 0},
    [RECORD_CONTENTS] = {sizeof(ProgramContents), 8, 0},
    [RECORD_VARIABLE] = {sizeof(ProgramVariable), 0, 0},
    [RECORD_SITE] = {sizeof(ProgramSite), 0, 0},
    [RECORD_BLOCK] = {sizeof(ProgramBlock), 0, 0},
    [RECORD_ACCESS] = {sizeof(ProgramAccess), sizeof(ProgramLane), 0},
    [RECORD_BARRIER] = {sizeof(ProgramBarrier), 0, 0},
    [RECORD_FUNCTION] = {sizeof(ProgramFunction), sizeof(ProgramPlace),
                         offsetof(ProgramFunction, count)},
    [RECORD_WHOLE] = {sizeof(ProgramWhole), 8, 0},
    [RECORD_VALUES] = {sizeof(ProgramValues), 8, 0},
    [RECORD_LOCALS] = {sizeof(ProgramLocals), sizeof(ProgramHalf),
                       offsetof(ProgramLocals, count)},
    [RECORD_MODULE] = {sizeof(ProgramModule), 8, 0},
    [RECORD_CODE] = {sizeof(ProgramCode), 0, 0},
};

_Static_assert(sizeof(ProgramModule) + MOST_CONTENTS + 8 <= 4 * MOST_WORDS,
               "a module fits into a record");

/* The size of a patch's number. */
static int bytes_of(uint32_t how)
{
    return how == PATCH_SHORT ? 2 : how == PATCH_WORD ? 4 : 1;
}

/* What both directions keep of the records before. */
typedef struct {
    Words before[RECORD_KINDS];
    uint32_t sites, arrays, modules;
} Past;

/* Makes *WORDS the record of KIND with PARTS as it is without patches. */
static void begin_record(Past *past, uint32_t kind, size_t parts, Words *words)
{
    size_t bytes = (shapes[kind].size + 7) / 8 * 8 + parts * shapes[kind].part;
    unsigned char *at = (unsigned char *)words->words;
    uint32_t number = (uint32_t)parts;
    uint64_t contents = parts * shapes[kind].part;

    BASE_CHECK(bytes <= sizeof words->words);
    *words = past->before[kind];
    for (size_t w = words->count; w < bytes / 4; ++w)
        words->words[w] = w < LANE_WORDS || kind != RECORD_ACCESS
                              ? 0
                              : words->words[w - LANE_WORDS];
    words->count = bytes / 4;
    words->words[0] = kind;
    words->words[1] = (uint32_t)bytes;
    if (shapes[kind].field)
        memcpy(at + shapes[kind].field, &number, sizeof number);
    if (kind == RECORD_ACCESS)
        at[offsetof(ProgramAccess, count)] = (uint8_t)parts;
    if (kind == RECORD_CONTENTS)
        memcpy(at + offsetof(ProgramContents, bytes), &contents,
               sizeof contents);
    contents /= sizeof(uint32_t);
    if (kind == RECORD_VALUES)
        memcpy(at + offsetof(ProgramValues, words), &contents, sizeof contents);
    if (kind == RECORD_LAUNCH)
        past->arrays = 0;
    if (kind == RECORD_SITE)
        words->words[offsetof(ProgramSite, id) / 4] = past->sites++;
    if (kind == RECORD_ARRAY)
        words->words[offsetof(ProgramArray, id) / 4] = past->arrays++;
    if (kind == RECORD_MODULE)
        words->words[offsetof(ProgramModule, id) / 4] = past->modules++;
}

/* ---- Code to log ----------------------------------------------------------*/

typedef struct {
    const uint8_t *at, *end;
    Text *log, *lines;
    Past past;
    size_t recent[RECENT]; /* places of records in the log, the latest first */
    size_t recent_count;
} Decoding;

static uint32_t take(Decoding *decoding, int bytes)
{
    uint32_t number = 0;

    for (int i = 0; i < bytes; ++i)
        if (decoding->at < decoding->end)
            number |= (uint32_t)*decoding->at++ << 8 * i;
    return number;
}

static void patch(Decoding *decoding, uint32_t patches, Words *words)
{
    size_t place = 0;

    for (uint32_t p = 0; p < patches && decoding->at < decoding->end; ++p) {
        uint32_t skip = take(decoding, 1);
        place += skip;
        if (skip == 255)
            continue;
        uint32_t type = take(decoding, 1), how = type & 3;
        uint32_t number = take(decoding, bytes_of(how));
        if (how == PATCH_ADD && number > 127)
            number -= 256; /* modulo 2^32 */
        for (uint32_t i = 0; i <= type >> 2; ++i) {
            size_t w = place + i * (size_t)LANE_WORDS;
            if (w < words->count)
                words->words[w] =
                    number + (how == PATCH_ADD ? words->words[w] : 0);
        }
        ++place;
    }
}

static void note(Decoding *decoding, size_t place)
{
    memmove(decoding->recent + 1, decoding->recent,
            (RECENT - 1) * sizeof *decoding->recent);
    decoding->recent[0] = place;
    decoding->recent_count += decoding->recent_count < RECENT;
}

/* Where patches say that an access has ProgramWord: as many as it has lanes,
 * whose mask, if it is even, has that many bits.  lengthen_access undoes it. */
static void shorten_access(Words *words)
{
    ProgramAccess access;
    uint32_t *lanes = words->words + sizeof access / 4;

    memcpy(&access, words->words, sizeof access);
    if (access.has_words != 1 || access.count < 1 ||
        access.count > PROGRAM_LANES)
        return;
    size_t bytes = sizeof access + sizeof(ProgramLaneMask) +
                   access.count * sizeof(ProgramWord);
    if (bytes > 4 * words->count)
        return;
    if (*lanes % 2 == 0 && __builtin_popcount(*lanes) != access.count)
        *lanes = UINT32_MAX >> (PROGRAM_LANES - access.count);
    words->count = bytes / 4;
    words->words[1] = (uint32_t)bytes;
}

static void end_record(Decoding *decoding, uint32_t kind, uint32_t patches,
                       Words *words)
{
    patch(decoding, patches, words);
    decoding->past.before[kind] = *words;
    if (kind == RECORD_ACCESS)
        shorten_access(words);
    note(decoding, decoding->log->length);
    text_add_bytes(decoding->log, (const char *)words->words, words->count * 4);
}

static void add_record(Decoding *decoding, uint32_t kind, uint32_t patches)
{
    Words words;
    size_t parts = shapes[kind].part ? take(decoding, 1) : 0;

    if (kind == RECORD_ACCESS || kind == RECORD_FUNCTION)
        parts %= 64;
    begin_record(&decoding->past, kind, parts, &words);
    end_record(decoding, kind, patches, &words);
}

/* Copies LENGTH bytes of the code, as far as there are so many, to TO. */
static void take_text(Decoding *decoding, char *to, size_t length)
{
    size_t left = (size_t)(decoding->end - decoding->at);

    memset(to, 0, length);
    length = length < left ? length : left;
    memcpy(to, decoding->at, length);
    decoding->at += length;
}

static void add_module(Decoding *decoding, uint32_t patches)
{
    Words words;
    uint64_t length = take(decoding, 2) % MOST_CONTENTS;
    char *at = (char *)words.words;

    begin_record(&decoding->past, RECORD_MODULE, (size_t)(length + 7) / 8,
                 &words);
    memcpy(at + offsetof(ProgramModule, bytes), &length, sizeof length);
    take_text(decoding, at + sizeof(ProgramModule), (size_t)length);
    end_record(decoding, RECORD_MODULE, patches, &words);
}

static void add_function(Decoding *decoding, uint32_t patches)
{
    Words words;
    size_t length = take(decoding, 1);
    char *name = (char *)words.words + offsetof(ProgramCode, name);

    begin_record(&decoding->past, RECORD_CODE, 0, &words);
    memset(name, 0, sizeof((ProgramCode *)NULL)->name);
    take_text(decoding, name, length);
    end_record(decoding, RECORD_CODE, patches, &words);
}

static void add_line(Decoding *decoding)
{
    char number[2];
    size_t length, left;

    number[0] = (char)take(decoding, 1);
    number[1] = 0;
    length = take(decoding, 1);
    left = (size_t)(decoding->end - decoding->at);
    length = length < left ? length : left;
    text_add_bytes(decoding->lines, number, sizeof number);
    for (size_t i = 0; i < length; ++i)
        if (decoding->at[i])
            text_add_bytes(decoding->lines, (const char *)decoding->at + i, 1);
    text_add_bytes(decoding->lines, "", 1);
    decoding->at += length;
}

static void repeat(Decoding *decoding)
{
    size_t back = take(decoding, 1) % RECENT, times = take(decoding, 1);

    if (back >= decoding->recent_count)
        return;
    size_t from = decoding->recent[back], length = decoding->log->length - from;
    char *copy = base_alloc(length, 1);
    memcpy(copy, decoding->log->text + from, length);
    for (; times > 0 && decoding->log->length < CODE_MOST; --times)
        text_add_bytes(decoding->log, copy, length);
    free(copy);
}

static void add_more(Decoding *decoding, uint32_t patches, Words *head)
{
    switch (take(decoding, 1) % MORE_CODES) {
    case MORE_MODULE:
        add_module(decoding, patches);
        break;
    case MORE_CODE:
        add_function(decoding, patches);
        break;
    default:
        patch(decoding, patches, head);
    }
}

void log_decode(const uint8_t *code, size_t size, Text *log, Text *lines)
{
    Decoding *decoding = base_alloc(1, sizeof *decoding);
    ProgramLog head = {.ending = PROGRAM_ENDED, .launches = 1, .recorded = 1};
    Words words = {.count = sizeof head / 4};

    decoding->at = code;
    decoding->end = code + size;
    decoding->log = log;
    decoding->lines = lines;
    text_add_bytes(log, (const char *)&head, sizeof head);
    while (decoding->at < decoding->end && log->length < CODE_MOST) {
        uint32_t first = take(decoding, 1);
        uint32_t kind = first % 16, patches = first / 16;
        if (patches == 15)
            patches = take(decoding, 2);
        if (kind < CODED_KINDS)
            add_record(decoding, kind, patches);
        else if (kind == CODE_LINE)
            add_line(decoding);
        else if (kind == CODE_AGAIN)
            repeat(decoding);
        else
            add_more(decoding, patches, &words);
    }
    for (size_t w = 0; w < words.count; ++w) {
        uint32_t was;
        memcpy(&was, log->text + 4 * w, 4);
        was ^= words.words[w];
        memcpy(log->text + 4 * w, &was, 4);
    }
    uint64_t used;
    memcpy(&used, log->text + offsetof(ProgramLog, used), sizeof used);
    used += log->length;
    memcpy(log->text + offsetof(ProgramLog, used), &used, sizeof used);
    free(decoding);
}

/* ---- Log to code ----------------------------------------------------------*/

static void put(Text *code, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; ++i) {
        char byte = (char)(number >> 8 * i);
        text_add_bytes(code, &byte, 1);
    }
}

/* How often the change from word W of FROM to TO's comes again in the lanes
 * behind: of ADD, the same difference, else the same number. */
static uint32_t run_of(const Words *from, const Words *to, size_t w, bool add)
{
    uint32_t run = 0, difference = to->words[w] - from->words[w];

    for (size_t v = w + LANE_WORDS; v < to->count && run < 63;
         v += LANE_WORDS, ++run)
        if (to->words[v] == from->words[v] ||
            (add ? to->words[v] - from->words[v] != difference
                 : to->words[v] != to->words[w]))
            break;
    return run;
}

/* Appends the patches that make *FROM *TO; returns their number. */
static uint32_t put_patches(Words *from, const Words *to, Text *code)
{
    uint32_t patches = 0;
    size_t place = 0;

    for (size_t w = 0; w < to->count; ++w) {
        uint32_t number = to->words[w], difference = number - from->words[w];
        bool add = difference + 128 < 256;
        if (difference == 0)
            continue;
        for (; w - place >= 255; place += 255, ++patches)
            put(code, 255, 1);
        uint32_t run = run_of(from, to, w, add);
        uint32_t how = add                ? PATCH_ADD
                       : number < 256     ? PATCH_BYTE
                       : number < 1 << 16 ? PATCH_SHORT
                                          : PATCH_WORD;
        put(code, (uint32_t)(w - place), 1);
        put(code, how | run << 2, 1);
        put(code, add ? difference : number, bytes_of(how));
        for (uint32_t i = 0; i <= run; ++i)
            from->words[w + i * (size_t)LANE_WORDS] =
                to->words[w + i * (size_t)LANE_WORDS];
        place = w + 1;
        ++patches;
    }
    return patches;
}

/* Appends the record of KIND with PARTS that is *WORDS. */
static void put_record(Past *past, uint32_t kind, size_t parts,
                       const Words *words, Text *code)
{
    Words from;
    Text patches = {0};

    begin_record(past, kind, parts, &from);
    uint32_t count = put_patches(&from, words, &patches);
    put(code, kind | (count < 15 ? count : 15) << 4, 1);
    if (count >= 15)
        put(code, count, 2);
    if (shapes[kind].part)
        put(code, (uint32_t)parts, 1);
    if (patches.length)
        text_add_bytes(code, patches.text, patches.length);
    text_free(&patches);
    past->before[kind] = *words;
}

/* Makes *WORDS, an access with ProgramWord, as long as one with ProgramLane;
 * returns the number of its lanes. */
static size_t lengthen_access(Past *past, Words *words)
{
    Words longer;
    ProgramAccess access;

    memcpy(&access, words->words, sizeof access);
    begin_record(past, RECORD_ACCESS, access.count, &longer);
    memcpy(longer.words + 2, words->words + 2, 4 * (words->count - 2));
    *words = longer;
    return access.count;
}

void log_encode_module(const Text *contents, Text *code)
{
    BASE_CHECK(contents->length < MOST_CONTENTS);
    put(code, CODE_MORE, 1);
    put(code, MORE_MODULE, 1);
    put(code, (uint32_t)contents->length, 2);
    text_add_bytes(code, contents->text, contents->length);
}

void log_encode_function(const char *name, uint32_t low, uint32_t high,
                         Text *code)
{
    const size_t length = strlen(name);
    const uint32_t places[] = {offsetof(ProgramCode, low) / 4,
                               offsetof(ProgramCode, high) / 4};

    BASE_CHECK(length < 256);
    put(code, CODE_MORE | 2 << 4, 1); /* two patches */
    put(code, MORE_CODE, 1);
    put(code, (uint32_t)length, 1);
    text_add_bytes(code, name, length);
    put(code, places[0], 1);
    put(code, PATCH_WORD, 1);
    put(code, low, 4);
    put(code, places[1] - places[0] - 1, 1);
    put(code, PATCH_WORD, 1);
    put(code, high, 4);
}

void log_encode(const void *log, size_t bytes, Text *code)
{
    Past *past = base_alloc(1, sizeof *past);
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error error;
    bool more = true;

    BASE_CHECK(log_reader_begin(&reader, log, bytes, &head, &error));
    while (log_reader_next(&reader, &record, &more) && more) {
        uint32_t kind = record.head.kind;
        size_t size = (shapes[kind].size + 7) / 8 * 8;
        size_t part = shapes[kind].part;
        size_t parts = part ? (record.head.bytes - size) / part : 0;
        Words words = {.count = 0};
        if (kind == RECORD_FUNCTION || kind >= CODED_KINDS)
            continue; /* Upsweep wrote it itself; log_encode_module */
        if (parts > MOST_PARTS)
            parts = MOST_PARTS;
        words.count = (size + parts * part) / 4;
        memcpy(words.words, reader.log + reader.at, words.count * 4);
        words.words[1] = (uint32_t)words.count * 4;
        if (kind == RECORD_ACCESS && record.access.has_words) {
            words.count = record.head.bytes / 4;
            memcpy(words.words, reader.log + reader.at, record.head.bytes);
            parts = lengthen_access(past, &words);
        }
        if (shapes[kind].field)
            words.words[shapes[kind].field / 4] = (uint32_t)parts;
        if (kind == RECORD_CONTENTS && record.contents.bytes > parts * part)
            words.words[offsetof(ProgramContents, bytes) / 4] =
                (uint32_t)(parts * part);
        if (kind == RECORD_WHOLE && record.whole.bytes > parts * part)
            words.words[offsetof(ProgramWhole, bytes) / 4] =
                (uint32_t)(parts * part);
        if (kind == RECORD_VALUES && record.values.words > parts * part / 4)
            words.words[offsetof(ProgramValues, words) / 4] =
                (uint32_t)(parts * part / 4);
        put_record(past, kind, parts, &words, code);
    }
    BASE_CHECK(!more);
    free(past);
}
