/* SPDX-License-Identifier: MIT
 *
 * Tests of src/say/glossary.c: doc/reference.md ends with its table, and
 * meanings are brief.
 */
#include "say/glossary.h"

#include <glib.h>
#include <string.h>

static void test_reference(void)
{
    const char *folder = g_getenv("srcdir");
    char *path =
        g_build_filename(folder ? folder : ".", "doc", "reference.md", NULL);
    char *reference;
    Text table = {0};
    size_t count;
    const GlossaryWord *words = glossary_all(&count);

    text_add(&table, "| word | in CUDA | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < count; ++i) {
        const char *tick = words[i].cuda[0] ? "`" : "";
        text_add(&table, "| %s | %s%s%s | %s |\n", words[i].word, tick,
                 words[i].cuda, tick, words[i].text);
    }
    g_assert_true(g_file_get_contents(path, &reference, NULL, NULL));
    if (!g_str_has_suffix(reference, table.text))
        g_error("%s does not end with this table:\n%s", path, table.text);
    text_free(&table);
    g_free(reference);
    g_free(path);
}

static void test_brief(void)
{
    size_t count;
    const GlossaryWord *words = glossary_all(&count);

    for (size_t i = 0; i < count; ++i) {
        char **parts = g_strsplit(words[i].text, " ", -1);
        if (g_strv_length(parts) > 25)
            g_error("\"%s\" has more than 25 words", words[i].text);
        g_strfreev(parts);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/glossary/reference", test_reference);
    g_test_add_func("/glossary/meanings-are-brief", test_brief);
    return g_test_run();
}
