/* SPDX-License-Identifier: MIT
 *
 * What the library that records a program on a GPU makes of its input: of
 * a kernel's name, of machine code, and of the events that the GPU wrote down.
 */
#include "inject/allocations.h"
#include "inject/cubin.h"
#include "inject/events.h"
#include "inject/signature.h"
#include "program/log_reader.h"
#include "simulator/log.h"
#include "util/base.h"

#include <elf.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- Names ----------------------------------------------------------------*/

static void test_signature(void)
{
    Signature plain = signature_of("_Z7prescanPfPKfi");
    Signature template = signature_of("_Z4scanIfLi256EEvPT_PKS0_PVi");
    Signature c = signature_of("kernel_of_c");

    g_assert_cmpstr(plain.name, ==, "prescan");
    g_assert_cmpuint(plain.count, ==, 3);
    g_assert_true(plain.parameters[0].pointer && plain.parameters[1].pointer);
    g_assert_cmpuint(plain.parameters[1].element, ==, ELEMENT_F32);
    g_assert_false(plain.parameters[2].pointer);
    g_assert_cmpstr(template.name, ==, "scan<float, 256>");
    g_assert_cmpuint(template.count, ==, 3);
    g_assert_cmpuint(template.parameters[2].element, ==, ELEMENT_I32);
    g_assert_cmpstr(c.name, ==, "kernel_of_c");
    g_assert_cmpuint(c.count, ==, 0);
}

/* ---- Machine code ---------------------------------------------------------*/

static const char ptx[] = "\0.version 9.0\0"
                          ".extern .shared .align 16 .b8 dyn[];\0"
                          ".visible .entry _Z1kPfi(\0{\0"
                          "\t.shared .align 4 .b8 _ZZ1kPfiE4tile[4224];\0"
                          "\t.shared .align 4 .u32 _ZZ1kPfiE5count;\0"
                          "\t.shared .align 8 .f64 _ZZ1kPfiE4wide[8];\0"
                          " st.shared.f32 [_ZZ1kPfiE4tile], %f1;\0"
                          " st.shared.u32 [_ZZ1kPfiE5count], %r1;\0"
                          " st.shared.f64 [_ZZ1kPfiE4wide], %fd1;\0"
                          " mov.u32 %r1, dyn;\0}\0"
                          ".visible .entry _Z5otherv(\0{\0"
                          "\t.shared .align 4 .b8 _ZZ5othervE4mine[64];\0"
                          " st.shared.f32 [_ZZ5othervE4mine], %f1;\0}\0";

/* An ELF file: a section of PTX, and three symbols, of which one is a variable
 * in global memory. */
static size_t make_cubin(char *to)
{
    static const char names[] = "\0.shstrtab\0.nv_debug_ptx_txt\0.nv.global\0";
    static const char texts[] = "\0table\0arrived\0_Z1kPfi";
    static const Elf64_Sym symbols[] = {
        {.st_name = 0, .st_info = STT_NOTYPE},
        {.st_name = 1, .st_info = STT_OBJECT, .st_shndx = 2},
        {.st_name = 7, .st_info = STT_OBJECT, .st_shndx = 3, .st_size = 4},
        {.st_name = 15, .st_info = STT_FUNC, .st_shndx = 3}};
    Elf64_Ehdr file = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64},
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = 6,
                       .e_shstrndx = 1};
    const struct {
        const void *bytes;
        size_t size;
        Elf64_Shdr header;
    } sections[] = {
        {names, sizeof names, {.sh_name = 1, .sh_type = SHT_STRTAB}},
        {ptx, sizeof ptx, {.sh_name = 11, .sh_type = SHT_PROGBITS}},
        {NULL, 0, {.sh_name = 29, .sh_type = SHT_NOBITS}},
        {texts, sizeof texts, {.sh_type = SHT_STRTAB}},
        {symbols, sizeof symbols, {.sh_type = SHT_SYMTAB, .sh_link = 4}}};
    Elf64_Shdr headers[6] = {{0}};
    size_t at = sizeof file;

    for (size_t i = 0; i < G_N_ELEMENTS(sections); ++i) {
        headers[i + 1] = sections[i].header;
        headers[i + 1].sh_offset = at;
        headers[i + 1].sh_size = sections[i].size;
        if (sections[i].size)
            memcpy(to + at, sections[i].bytes, sections[i].size);
        at += sections[i].size;
    }
    file.e_shoff = at;
    memcpy(to + at, headers, sizeof headers);
    memcpy(to, &file, sizeof file);
    return at + sizeof headers;
}

static void check_variable(const CubinVariable *variable, const char *name,
                           uint32_t offset, uint32_t bytes)
{
    g_assert_cmpstr(variable->name, ==, name);
    g_assert_cmpuint(variable->offset, ==, offset);
    g_assert_cmpuint(variable->bytes, ==, bytes);
}

/* tile, count, wide (aligned to 8), then the dynamic memory (aligned to 16). */
static void test_variables(void)
{
    char cubin[4096];
    CubinVariable variables[CUBIN_MOST_VARIABLES];
    size_t bytes = make_cubin(cubin);

    g_assert_cmpuint(cubin_variables(cubin, bytes, "_Z1kPfi", 4296, variables),
                     ==, 4);
    check_variable(variables, "tile", 0, 4224);
    check_variable(variables + 1, "count", 4224, 4);
    g_assert_cmpuint(variables[1].element, ==, ELEMENT_U32);
    check_variable(variables + 2, "wide", 4232, 64);
    g_assert_cmpuint(variables[2].element, ==, ELEMENT_F64);
    check_variable(variables + 3, "dyn", 4304, 0);
    g_assert_cmpuint(cubin_variables(cubin, bytes, "_Z5otherv", 64, variables),
                     ==, 1);
    check_variable(variables, "mine", 0, 64);
    /* another size than the variables have: none is reported */
    g_assert_cmpuint(cubin_variables(cubin, bytes, "_Z1kPfi", 5000, variables),
                     ==, 0);
}

static void test_globals(void)
{
    char cubin[4096], name[16];
    size_t bytes = make_cubin(cubin);

    g_assert_true(cubin_global(cubin, bytes, 0, name, sizeof name));
    g_assert_cmpstr(name, ==, "arrived");
    g_assert_false(cubin_global(cubin, bytes, 1, name, sizeof name));
    g_assert_false(cubin_global(cubin, bytes, 0, name, 7)); /* no room */
}

/* No prefix of a cubin, and no single wrong byte of its headers, is read beyond
 * its end. */
static void test_damaged_cubin(void)
{
    char cubin[4096], name[16];
    CubinVariable variables[CUBIN_MOST_VARIABLES];
    size_t bytes = make_cubin(cubin);

    for (size_t length = 0; length < bytes; ++length) {
        char *copy = g_memdup2(cubin, length + 1);
        g_assert_cmpuint(cubin_variables(copy, length, "_Z1kPfi", 4296,
                                         variables),
                         ==, 0);
        g_assert_false(cubin_global(copy, length, 0, name, sizeof name));
        g_free(copy);
    }
    for (size_t i = 0; i < bytes; ++i) {
        char *copy = g_memdup2(cubin, bytes);
        copy[i] = (char)0xff;
        cubin_variables(copy, bytes, "_Z1kPfi", 4296, variables);
        cubin_global(copy, bytes, 0, name, sizeof name);
        g_free(copy);
    }
}

/* ---- Events ---------------------------------------------------------------*/

typedef struct {
    char bytes[1 << 16];
    size_t length;
} Buffer;

static Event *add_event(Buffer *buffer, EventKind kind, uint64_t pc,
                        uint32_t warp, uint32_t lanes, uint32_t bytes,
                        uint32_t flags)
{
    bool lines = kind <= EVENT_GLOBAL;
    size_t count = lines ? (size_t)__builtin_popcount(lanes) : 0;
    Event *event = (void *)(buffer->bytes + buffer->length);

    *event =
        (Event){.pc = pc,
                .lanes = lanes,
                .warp = (uint16_t)warp,
                .kind = (uint8_t)kind,
                .flags = (uint8_t)flags,
                .bytes = bytes,
                .whole = (uint32_t)(sizeof *event + count * sizeof(EventLane))};
    buffer->length += event->whole;
    return event;
}

static void read_buffer(const void *from, uint64_t at, char *to, size_t bytes)
{
    const Buffer *buffer = from;

    g_assert_cmpuint(at + bytes, <=, sizeof buffer->bytes);
    memcpy(to, buffer->bytes + at, bytes);
}

/* Logs the first BYTES bytes of BUFFER, read in pieces of ROOM bytes. */
static void log_buffer(const EventsLaunch *launch, const Buffer *buffer,
                       size_t bytes, size_t room)
{
    EventsSource source = {.read = read_buffer,
                           .from = buffer,
                           .bytes = bytes,
                           .room = g_malloc0(room),
                           .room_bytes = room};

    events_log(launch, &source);
    g_free(source.room);
}

static EventLane *lane_of(Event *event, int i)
{
    return (EventLane *)(void *)(event + 1) + i;
}

/* The next record of the log that is not a SITE or a BLOCK. */
static LogRecord next_record(LogReader *reader)
{
    LogRecord record;
    bool more;

    do
        g_assert_true(log_reader_next(reader, &record, &more) && more);
    while (record.head.kind == RECORD_SITE || record.head.kind == RECORD_BLOCK);
    return record;
}

/* The first access with words in LOG is refused once its lanes and its count
 * disagree. */
static void check_mask(char *log, size_t bytes)
{
    ProgramLog head;
    Error error;
    LogReader reader;

    g_assert_true(log_reader_begin(&reader, log, bytes, &head, &error));
    LogRecord record = next_record(&reader);
    g_assert_cmpuint(record.access.has_words, ==, 1);
    log[reader.at + sizeof(ProgramAccess)] ^= 1;
    g_assert_false(log_reader_again(&reader, reader.at, &record));
    g_assert_nonnull(strstr(error.text, "an access of 2 lanes has 24 bytes"));
}

/* Warp 1 passes a barrier before warp 0 has made its last access; an atomic
 * access is followed by a load that sees what it left; a lane touches an array.
 */
static void test_events(void)
{
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 1, .blocks = 1, .reserved = 1024};
    uint64_t first = log_used();
    ProgramLog head;
    Error error;
    LogReader reader;
    ProgramLane lanes[PROGRAM_LANES];

    Event *event =
        add_event(buffer, EVENT_SHARED, 0x100, 0, 3, 4, EVENT_WRITES);
    lane_of(event, 0)->address = 1024;
    lane_of(event, 1)->address = 1028;
    lane_of(event, 1)->value[0] = 7;
    add_event(buffer, EVENT_BARRIER, 0x200, 1, UINT32_MAX, 0, 0);
    event = add_event(buffer, EVENT_SHARED, 0x100, 0, 2, 4, EVENT_WRITES);
    lane_of(event, 0)->address = 1032;
    add_event(buffer, EVENT_BARRIER, 0x200, 0, UINT32_MAX, 0, 0);
    event = add_event(buffer, EVENT_SHARED, 0x300, 1, 1, 4,
                      EVENT_READS | EVENT_WRITES);
    lane_of(event, 0)->address = 1028;
    lane_of(event, 0)->value[0] = 7;
    event = add_event(buffer, EVENT_SHARED, 0x400, 0, 1, 4, EVENT_READS);
    lane_of(event, 0)->address = 1028;
    lane_of(event, 0)->value[0] = 9;
    event = add_event(buffer, EVENT_GLOBAL, 0x500, 0, 5, 1, EVENT_READS);
    lane_of(event, 0)->address = 0x10003;
    lane_of(event, 0)->value[0] = 0xab;
    lane_of(event, 1)->address = 0x90000; /* of no array */
    allocations_add(0x10000, 64, false);
    log_buffer(&launch, buffer, buffer->length, EVENTS_ROOM);

    /* the reader begins behind a head */
    char *copy = g_malloc0(sizeof head + (size_t)(log_used() - first));
    head = *log_head();
    head.used = sizeof head + log_used() - first;
    memcpy(copy, &head, sizeof head);
    memcpy(copy + sizeof head, (const char *)log_head() + first,
           (size_t)(log_used() - first));
    g_assert_true(
        log_reader_begin(&reader, copy, (size_t)head.used, &head, &error));
    LogRecord record = next_record(&reader);
    g_assert_cmpuint(record.access.count, ==, 2);
    g_assert_cmpuint(record.access.array, ==, PROGRAM_SHARED);
    log_reader_lanes(&reader, &record.access, lanes);
    g_assert_cmpuint(lanes[1].lane, ==, 1);
    g_assert_cmpuint(lanes[1].offset, ==, 4);
    g_assert_cmpuint(lanes[1].value[0], ==, 7);
    record = next_record(&reader);
    g_assert_cmpuint(record.access.occurrence, ==, 1); /* of its site */
    record = next_record(&reader);
    g_assert_cmpuint(record.head.kind, ==, RECORD_BARRIER);
    record = next_record(&reader);
    g_assert_cmpuint(record.access.kind, ==, PROGRAM_ATOMIC);
    log_reader_lanes(&reader, &record.access, lanes);
    g_assert_cmpuint(lanes[0].value[0], ==, 7); /* before, after */
    g_assert_cmpuint(lanes[0].value[8], ==, 9);
    record = next_record(&reader);
    g_assert_cmpuint(record.access.kind, ==, PROGRAM_LOAD);
    g_assert_cmpuint(record.access.occurrence, ==, 0);
    record = next_record(&reader);
    g_assert_cmpuint(record.head.kind, ==, RECORD_ARRAY);
    g_assert_cmpuint(record.array.bytes, ==, 64);
    record = next_record(&reader);
    g_assert_cmpuint(record.access.count, ==, 1);
    log_reader_lanes(&reader, &record.access, lanes);
    g_assert_cmpuint(lanes[0].offset, ==, 3);
    g_assert_cmphex(lanes[0].word, ==, 0xab000000);
    g_assert_cmpuint(log_head()->unknown, ==, 1);
    check_mask(copy, (size_t)head.used);
    g_free(copy);
    g_free(buffer);
}

/* An access of four bytes at ADDRESS of shared memory, which begins at 1024 and
 * has 132 bytes, ends the process with TEXT; "": it does not. */
static void check_shared(uint32_t address, const char *text)
{
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 4,
                           .blocks = 1,
                           .reserved = 1024,
                           .shared = 132};
    Event *event =
        add_event(buffer, EVENT_SHARED, 0x100, 2, 6, 4, EVENT_WRITES);
    int status;

    lane_of(event, 0)->address = 1024;
    lane_of(event, 1)->address = address;
    pid_t child = fork();
    if (child == 0) {
        log_buffer(&launch, buffer, buffer->length, EVENTS_ROOM);
        _exit(0);
    }
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(WEXITSTATUS(status), ==, *text ? 3 : 0);
    if (*text)
        g_assert_cmpstr(log_head()->fault, ==, text);
    log_head()->ending = PROGRAM_RUNS;
    g_free(buffer);
}

static void test_shared_faults(void)
{
    check_shared(1152, "");
    check_shared(1020, "thread 66 of block 0 stores to byte -4 of shared "
                       "memory, which has 132");
    check_shared(1154, "thread 66 of block 0 stores to byte 132 of shared "
                       "memory, which has 132");
    check_shared(1160, "thread 66 of block 0 stores to byte 136 of shared "
                       "memory, which has 132");
}

/* A buffer that ends within an event, or names a block that is not there, is
 * read up to there. */
static void test_cut_events(void)
{
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 2, .blocks = 1};
    uint64_t first = log_used();

    Event *event =
        add_event(buffer, EVENT_SHARED, 0x100, 0, 3, 4, EVENT_WRITES);
    log_buffer(&launch, buffer, buffer->length - 8, 4 * EVENTS_ROOM);
    g_assert_cmpuint(log_used(), ==, first);
    event->block = 1;
    log_buffer(&launch, buffer, buffer->length, 4 * EVENTS_ROOM);
    g_assert_cmpuint(log_used(), ==, first);
    g_free(buffer);
}

/* However many bytes are read at a time, with and without an atomic access, the
 * log is the same. */
static void test_pieces(void)
{
    static const size_t rooms[] = {EVENTS_ROOM, EVENTS_ROOM + 8,
                                   3 * EVENTS_ROOM - 8};
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 3, .blocks = 2};

    for (int i = 0; i < 60; ++i) {
        uint32_t atomic = i == 47 ? EVENT_READS : 0;
        Event *event =
            add_event(buffer, EVENT_SHARED, 0x700, (uint32_t)i % 3,
                      0xf0f00ff1u * (uint32_t)i | 1, 4, EVENT_WRITES | atomic);
        event->block = (uint32_t)i % 2;
        for (int l = 0; l < __builtin_popcount(event->lanes); ++l)
            lane_of(event, l)->address = 4 * (uint64_t)l;
    }
    log_buffer(&launch, buffer, buffer->length, 1 << 16); /* names the site */
    uint64_t first = log_used();
    log_buffer(&launch, buffer, buffer->length, 1 << 16);
    size_t bytes = (size_t)(log_used() - first);
    char *like = g_memdup2((const char *)log_head() + first, bytes);
    g_assert_cmpuint(bytes, >, 8000);
    for (size_t r = 0; r < G_N_ELEMENTS(rooms); ++r) {
        first = log_used();
        log_buffer(&launch, buffer, buffer->length, rooms[r]);
        const char *logged = (const char *)log_head() + first;
        size_t length = (size_t)(log_used() - first);
        g_assert_cmpuint(length, ==, bytes);
        g_assert_true(memcmp(like, logged, bytes) == 0);
    }
    g_free(like);
    g_free(buffer);
}

/* ---- Allocations ----------------------------------------------------------*/

static void test_allocations(void)
{
    allocations_add(0x5000, 0x100, false);
    allocations_add(0x4000, 0x100, true);
    g_assert_cmpuint(allocations_find(0x50ff)->address, ==, 0x5000);
    g_assert_null(allocations_find(0x5100));
    g_assert_null(allocations_find(0x3fff));
    g_assert_true(allocations_find(0x4000)->managed);
    allocations_add(0x5000, 0x10, false); /* again, smaller */
    g_assert_null(allocations_find(0x5010));
    allocations_remove(0x4000);
    allocations_remove(0x4000);
    g_assert_null(allocations_find(0x4000));
    allocations_remove(0x5000);
}

int main(int argc, char **argv)
{
    ProgramLog head = {.limit = 1 << 20, .used = sizeof head};
    int file = memfd_create("log", 0);
    char *setting = g_strdup_printf("%d %d", file, 1 << 20);

    g_test_init(&argc, &argv, NULL);
    g_assert_cmpint(write(file, &head, sizeof head), ==, sizeof head);
    g_assert_cmpint(ftruncate(file, 1 << 20), ==, 0);
    setenv("UPSWEEP_LOG", setting, 1);
    g_free(setting);
    g_assert_nonnull(log_head());
    g_test_add_func("/inject/signature", test_signature);
    g_test_add_func("/inject/variables", test_variables);
    g_test_add_func("/inject/globals", test_globals);
    g_test_add_func("/inject/damaged", test_damaged_cubin);
    g_test_add_func("/inject/allocations", test_allocations);
    g_test_add_func("/inject/events", test_events);
    g_test_add_func("/inject/shared memory ends", test_shared_faults);
    g_test_add_func("/inject/cut", test_cut_events);
    g_test_add_func("/inject/pieces", test_pieces);
    return g_test_run();
}
