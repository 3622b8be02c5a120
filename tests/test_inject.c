/* SPDX-License-Identifier: MIT
 *
 * What the library that records a program on a GPU makes of its input: of
 * a kernel's name, of machine code, and of the events that the GPU wrote down.
 */
#include "inject/allocations.h"
#include "inject/cubin.h"
#include "inject/events.h"
#include "program/log_reader.h"
#include "simulator/log.h"
#include "util/base.h"

#include <elf.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
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

/* tile, count, wide (aligned to 8), then the dynamic memory (aligned to 16);
 * none if the variables do not have the bytes that the kernel has. */
static void test_variables(void)
{
    static const struct {
        const char *symbol;
        uint32_t bytes;
        CubinVariable wanted[5];
    } cases[] = {{"_Z1kPfi",
                  4296,
                  {{"tile", 0, 4224, ELEMENT_I32, 4},
                   {"count", 4224, 4, ELEMENT_U32, 4},
                   {"wide", 4232, 64, ELEMENT_F64, 8},
                   {"dyn", 4304, 0, ELEMENT_I32, 4}}},
                 {"_Z5otherv", 64, {{"mine", 0, 64, ELEMENT_I32, 4}}},
                 {"_Z1kPfi", 5000, {{.bytes = 0}}}};
    char cubin[4096];
    CubinVariable variables[CUBIN_MOST_VARIABLES];
    size_t bytes = make_cubin(cubin), v;

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        size_t count = cubin_variables(cubin, bytes, cases[i].symbol,
                                       cases[i].bytes, variables);
        for (v = 0; cases[i].wanted[v].name[0]; ++v) {
            const CubinVariable *x = &variables[v], *y = &cases[i].wanted[v];
            g_assert_cmpstr(x->name, ==, y->name);
            g_assert_cmpuint(x->offset, ==, y->offset);
            g_assert_cmpuint(x->bytes, ==, y->bytes);
            g_assert_cmpuint(x->element, ==, y->element);
            g_assert_cmpuint(x->element_bytes, ==, y->element_bytes);
        }
        g_assert_cmpuint(count, ==, v);
    }
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

/* Two lanes at most. */
static void set_lanes(Event *event, uint64_t address0, uint64_t value0,
                      uint64_t address1, uint64_t value1)
{
    EventLane lanes[] = {{address0, {value0}}, {address1, {value1}}};

    memcpy(event + 1, lanes, event->whole - sizeof *event);
}

/* What the log has from FIRST on, but sites and blocks: for each access its
 * array, kind, occurrence, and the lane, the offset and two values of each
 * lane. */
static char *log_text(uint64_t first)
{
    ProgramLog head = *log_head();
    ProgramLane lanes[PROGRAM_MOST_LANES] = {{0}};
    LogReader reader;
    LogRecord record;
    Text text = {0};
    Error error;
    bool more = true;
    size_t bytes = (size_t)(log_used() - first);
    char *copy = g_malloc0(sizeof head + bytes);

    head.used = sizeof head + bytes;
    memcpy(copy, &head, sizeof head);
    memcpy(copy + sizeof head, (const char *)log_head() + first, bytes);
    g_assert_true(
        log_reader_begin(&reader, copy, (size_t)head.used, &head, &error));
    while (log_reader_next(&reader, &record, &more) && more) {
        const ProgramAccess *access = &record.access;
        if (record.head.kind == RECORD_BARRIER)
            text_add(&text, "barrier; ");
        if (record.head.kind == RECORD_ARRAY)
            text_add(&text, "array of %d; ", (int)record.array.bytes);
        if (record.head.kind != RECORD_ACCESS)
            continue;
        text_add(&text, "%s %c%u:",
                 access->array == PROGRAM_SHARED ? "shared" : "global",
                 "LSA"[access->kind], access -> occurrence);
        log_reader_lanes(&reader, access, lanes);
        for (int i = 0; i < access->count; ++i)
            text_add(&text, " %u at %d %u %u", lanes[i].lane,
                     (int)lanes[i].offset, lanes[i].value[0],
                     lanes[i].value[8]);
        text_add(&text, "; ");
        if (!access->has_words)
            continue;
        /* the lanes of a mask are as many as its words */
        copy[reader.at + sizeof(ProgramAccess) + 7] ^= 1;
        g_assert_false(log_reader_again(&reader, reader.at, &record));
        g_assert_nonnull(strstr(error.text, "bytes of lanes"));
        copy[reader.at + sizeof(ProgramAccess) + 7] ^= 1;
        g_assert_true(log_reader_again(&reader, reader.at, &record));
    }
    g_assert_false(more);
    g_free(copy);
    return text.text;
}

/* Warp 1 passes a barrier before warp 0 has made its last access; an atomic
 * access is followed by a load that sees what it left; a lane touches an array,
 * and another one nothing that is known. */
static void test_events(void)
{
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 1, .blocks = 1, .reserved = 1024};
    uint64_t first = log_used();
    enum { ATOMIC = EVENT_READS | EVENT_WRITES };

    set_lanes(add_event(buffer, EVENT_SHARED, 0x100, 0, 3, 4, EVENT_WRITES),
              1024, 5, 1028, 7);
    add_event(buffer, EVENT_BARRIER, 0x200, 1, UINT32_MAX, 0, 0);
    set_lanes(add_event(buffer, EVENT_SHARED, 0x100, 0, 2, 4, EVENT_WRITES),
              1032, 6, 0, 0);
    add_event(buffer, EVENT_BARRIER, 0x200, 0, UINT32_MAX, 0, 0);
    set_lanes(add_event(buffer, EVENT_SHARED, 0x300, 1, 1, 4, ATOMIC), 1028, 7,
              0, 0);
    set_lanes(add_event(buffer, EVENT_SHARED, 0x400, 0, 1, 4, EVENT_READS),
              1028, 9, 0, 0);
    set_lanes(add_event(buffer, EVENT_GLOBAL, 0x500, 0, 5, 1, EVENT_READS),
              0x10003, 0xab, 0x90000, 0);
    allocations_add(0x10000, 64, false);
    events_log(&launch, buffer->bytes, buffer->length);
    char *text = log_text(first);
    g_assert_cmpstr(text, ==,
                    "shared S0: 0 at 0 5 0 1 at 4 7 0; "
                    "shared S1: 1 at 8 6 0; "
                    "barrier; "
                    "shared A0: 0 at 4 7 9; " /* before, after */
                    "shared L0: 0 at 4 9 0; "
                    "array of 64; "
                    "global L0: 0 at 3 171 0; ");
    g_assert_cmpuint(log_head()->unknown, ==, 1);
    free(text);
    /* what ends within an event, or names a block that is not there, is read up
     * to there */
    first = log_used();
    events_log(&launch, buffer->bytes, 8);
    ((Event *)(void *)buffer->bytes)->block = 1;
    events_log(&launch, buffer->bytes, buffer->length);
    g_assert_cmpuint(log_used(), ==, first);
    g_free(buffer);
}

/* An access of four bytes at ADDRESS of shared memory, which begins at 1024 and
 * has 132 bytes, ends the process with a fault at BYTE; NULL: it does not. */
static void check_shared(uint32_t address, const char *byte)
{
    Buffer *buffer = g_new0(Buffer, 1);
    EventsLaunch launch = {.number = 4,
                           .blocks = 1,
                           .reserved = 1024,
                           .shared = 132};
    char *text = g_strdup_printf("thread 66 of block 0 stores to byte %s of "
                                 "shared memory, which has 132",
                                 byte ? byte : "");
    int status;

    set_lanes(add_event(buffer, EVENT_SHARED, 0x100, 2, 6, 4, EVENT_WRITES),
              1024, 0, address, 0);
    pid_t child = fork();
    if (child == 0) {
        events_log(&launch, buffer->bytes, buffer->length);
        _exit(0);
    }
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(WEXITSTATUS(status), ==, byte ? 3 : 0);
    if (byte)
        g_assert_cmpstr(log_head()->fault, ==, text);
    log_head()->ending = PROGRAM_RUNS;
    g_free(buffer);
    g_free(text);
}

static void test_shared_faults(void)
{
    check_shared(1152, NULL);
    check_shared(1020, "-4");
    check_shared(1154, "132");
    check_shared(1160, "136");
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
    g_test_add_func("/inject/names-of-kernels", test_signature);
    g_test_add_func("/inject/variables-lie-as-PTX-says", test_variables);
    g_test_add_func("/inject/variables-in-global-memory", test_globals);
    g_test_add_func("/inject/damaged-cubins-are-not-read-past-their-end",
                    test_damaged_cubin);
    g_test_add_func("/inject/addresses-belong-to-allocations",
                    test_allocations);
    g_test_add_func("/inject/events-become-records", test_events);
    g_test_add_func("/inject/shared-memory-ends", test_shared_faults);
    return g_test_run();
}
