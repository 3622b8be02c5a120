/* SPDX-License-Identifier: MIT */
#include "report/answer.h"

#include "util/base.h"

#include <stdlib.h>

static void *allocate(size_t bytes)
{
    return base_alloc(bytes, 1);
}

void answer_begin(void)
{
    json_set_alloc_funcs(allocate, free);
}

json_t *answer_text(const char *text)
{
    json_t *value = json_string(text);

    if (!value) {
        char *line = printable_line(text);
        value = json_string(line);
        free(line);
    }
    return value;
}

void answer_add(json_t *list, json_t *value)
{
    BASE_CHECK(json_array_append_new(list, value) == 0);
}

void answer_set(json_t *object, const char *name, json_t *value)
{
    BASE_CHECK(json_object_set_new(object, name, value) == 0);
}

void answer_print(json_t *root, size_t flags, FILE *out)
{
    char *text = json_dumps(root, flags);

    BASE_CHECK(text);
    fprintf(out, "%s\n", text);
    free(text);
    json_decref(root);
}
