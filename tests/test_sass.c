/* SPDX-License-Identifier: MIT
 *
 * What nvdisasm says of machine code, and what a source says of its names.
 */
#include "program/gpu_code.h"
#include "program/source_facts.h"

#include "program_writer.h"

#include <glib.h>
#include <string.h>

static const char disassembly[] =
    "\t.target\tsm_90\n"
    "//--------------------- .text._Z1kPf --------------------------\n"
    "_Z1kPf:\n"
    ".text._Z1kPf:\n"
    "\t//## File \"/home/me/k.cu\", line 3\n"
    "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
    "\t//## File \"/usr/include/atomic.hpp\", line 107 inlined at "
    "\"/home/me/k.cu\", line 5\n"
    "\t//## File \"/home/me/k.cu\", line 5\n"
    "        /*0010*/              @!P0 ATOMS.POPC.INC.32 RZ, [UR4] ;\n"
    "        /*0020*/                   EXIT ;\n"
    ".L_x_1:\n"
    "        /*0030*/                   NOP;\n"
    ".text._Z1mv:\n"
    "        /*0000*/                   EXIT ;\n";

/* Volatile loads and additions of one are known by their instructions. */
static void test_marks(void)
{
    static const char text[] =
        ".text._Z1kPf:\n"
        "        /*0000*/  LDG.E.STRONG.SYS R0, [R2] ;\n"
        "        /*0010*/  ATOMS.POPC.INC.32 RZ, [R4] ;\n"
        "        /*0020*/  ATOMS.ADD RZ, [R4], R5 ;\n"
        "        /*0030*/  STG.E [R2], R0 ;\n";
    static const struct {
        ProgramAccessKind kind, marked;
        bool orders;
    } accesses[] = {{PROGRAM_LOAD, PROGRAM_LOAD, true},
                    {PROGRAM_ATOMIC, PROGRAM_COUNT, false},
                    {PROGRAM_ATOMIC, PROGRAM_ATOMIC, false},
                    {PROGRAM_STORE, PROGRAM_STORE, false}};
    ProgramCode where = {.low = 0x7000, .high = 0x7040, .name = "_Z1kPf"};
    GpuCode code = {0};
    ProgramWriter writer;
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    Error error;
    bool more;
    size_t seen = 0;

    sass_add(&code.sass, text);
    base_push(&code, codes, where);
    writer_begin(&writer);
    writer_launch(&writer, "k", 1, 32, "a");
    writer_block(&writer, 0);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t word = 7;
        writer_access(&writer, 0, 0,
                      writer_site(&writer, where.low + 16 * i + 1),
                      accesses[i].kind, PROGRAM_SHARED, 4, 0);
        writer_lane(&writer, 0, 0, &word, 4, 0);
    }
    gpu_code_mark(&code, writer.bytes, writer.count);
    g_assert_true(
        log_reader_begin(&reader, writer.bytes, writer.count, &head, &error));
    while (log_reader_next(&reader, &record, &more) && more)
        if (record.head.kind == RECORD_ACCESS) {
            g_assert_cmpint(record.access.kind, ==, accesses[seen].marked);
            g_assert_cmpint(record.access.is_volatile, ==,
                            accesses[seen].orders);
            ++seen;
        }
    g_assert_cmpuint(seen, ==, 4);
    gpu_code_mark(&code, writer.bytes, 100); /* damaged: left alone */
    writer_free(&writer);
    gpu_code_free(&code);
}

/* The outermost frame. */
static const SassFrame *outermost(const void *user, const SassInstruction *at)
{
    const Sass *sass = user;

    return at->frames ? sass->frames + at->first + at->frames - 1 : NULL;
}

static void test_sass(void)
{
    Sass sass = {0};
    Text text = {0};

    sass_add(&sass, disassembly);
    const SassInstruction *at = sass_find(&sass, "_Z1kPf", 0x10);
    g_assert_nonnull(at);
    g_assert_cmpstr(at->text, ==, "@!P0 ATOMS.POPC.INC.32 RZ, [UR4]");
    g_assert_cmpuint(at->frames, ==, 2);
    g_assert_cmpstr(sass.files[sass.frames[at->first].file], ==,
                    "/usr/include/atomic.hpp");
    g_assert_cmpuint(sass.frames[at->first + 1].line, ==, 5);
    g_assert_cmpuint(sass_find(&sass, "_Z1kPf", 0)->frames, ==, 1);
    g_assert_cmpuint(sass_find(&sass, "_Z1mv", 0)->frames, ==, 0);
    g_assert_null(sass_find(&sass, "_Z1kPf", 0x18));
    g_assert_null(sass_find(&sass, "_Z2no", 0));
    g_assert_cmpuint(sass_list(&sass, "_Z1kPf", 1, outermost, &sass, &text), ==,
                     7);
    g_assert_cmpstr(text.text, ==,
                    "_Z1kPf:\n// k.cu:3\n    0000  LDC R1, c[0x0][0x28]\n"
                    "// k.cu:5\n    0010  @!P0 ATOMS.POPC.INC.32 RZ, [UR4]\n"
                    "    0020  EXIT\n");
    g_assert_cmpuint(at->listing, ==, 5);
    text_free(&text);
    sass_free(&sass);
}

/* Whatever is cut off, nothing is read behind the end. */
static void test_cut_sass(void)
{
    for (size_t length = 0; length < sizeof disassembly; ++length) {
        Sass sass = {0};
        Text text = {0};
        char *copy = g_strndup(disassembly, length);
        sass_add(&sass, copy);
        sass_list(&sass, "_Z1kPf", 1, outermost, &sass, &text);
        text_free(&text);
        sass_free(&sass);
        g_free(copy);
    }
}

static void test_launches(void)
{
    Fact items[] = {{.kind = FACT_SHARED, .file = "a.cu", .name = "plain"},
                    {.kind = FACT_LAUNCH,
                     .file = "a.cu",
                     .line = 4,
                     .name = "scan<float, 256>",
                     .text = "d_out, f(n, 2)"},
                    {.kind = FACT_LAUNCH,
                     .file = "a.cu",
                     .line = 5,
                     .name = "plain",
                     .text = "a"}};
    SourceFacts facts = {items, G_N_ELEMENTS(items), G_N_ELEMENTS(items)};
    ProgramLaunch launch = {.line = 0};

    strcpy(launch.kernel, "mine::scan<float, 256>");
    g_assert_true(source_facts_name_launch(&facts, &launch));
    g_assert_cmpstr(launch.arguments, ==, "d_out, f(n, 2)");
    g_assert_cmpstr(launch.file, ==, "a.cu");
    g_assert_cmpuint(launch.line, ==, 4);
    strcpy(launch.kernel, "plain");
    g_assert_true(source_facts_name_launch(&facts, &launch));
    g_assert_cmpstr(launch.arguments, ==, "a");
    strcpy(launch.kernel, "plai");
    g_assert_false(source_facts_name_launch(&facts, &launch));
}

static ProgramVariable shared(const SourceFacts *facts, const char *name,
                              uint32_t bytes)
{
    ProgramVariable variable = {.bytes = bytes, .element_bytes = 1};

    strcpy(variable.name, name);
    g_assert_true(source_facts_name_shared(facts, &variable));
    return variable;
}

static void test_shared(void)
{
    Fact items[] = {
        {.kind = FACT_SHARED,
         .name = "tile",
         .text = "float [][33]",
         .element = ELEMENT_F32,
         .bytes = 4,
         .extents = {33}},
        {.kind = FACT_SHARED,
         .name = "dyn",
         .text = "volatile unsigned long []",
         .element = ELEMENT_U64,
         .bytes = 8},
        {.kind = FACT_SHARED, .name = "pairs", .text = "Pair []", .bytes = 8}};
    SourceFacts facts = {items, G_N_ELEMENTS(items), G_N_ELEMENTS(items)};
    ProgramVariable tile = shared(&facts, "tile", 4224);
    ProgramVariable part = shared(&facts, "tile", 4228);
    ProgramVariable dyn = shared(&facts, "dyn", 64);
    ProgramVariable pairs = shared(&facts, "pairs", 64);

    g_assert_cmpstr(tile.type, ==, "float");
    g_assert_cmpuint(tile.element, ==, ELEMENT_F32);
    g_assert_cmpuint(tile.extents[0], ==, 32);
    g_assert_cmpuint(tile.extents[1], ==, 33);
    g_assert_cmpuint(part.extents[0], ==, 1057); /* no whole rows */
    g_assert_cmpuint(part.extents[1], ==, 0);
    g_assert_cmpstr(dyn.type, ==, "volatile unsigned long");
    g_assert_cmpuint(dyn.element, ==, ELEMENT_U64);
    g_assert_cmpuint(dyn.extents[0], ==, 8);
    g_assert_cmpuint(pairs.element, ==, ELEMENT_OTHER);
    ProgramVariable none = {.bytes = 4, .name = "nowhere"};
    g_assert_false(source_facts_name_shared(&facts, &none));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sass/read", test_sass);
    g_test_add_func("/sass/marks", test_marks);
    g_test_add_func("/sass/cut", test_cut_sass);
    g_test_add_func("/gpu-names/launch", test_launches);
    g_test_add_func("/gpu-names/shared", test_shared);
    return g_test_run();
}
