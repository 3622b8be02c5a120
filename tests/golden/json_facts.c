/* SPDX-License-Identifier: MIT */
#include "json_facts.h"

#include "trace_digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORDS = 24, SHORT_DIGEST = 0xffffff };

/* Differ from machine to machine, or repeat the command. */
static bool is_left_out(const char *key)
{
    static const char *const keys[] = {"upsweep", "device_name", "compiler",
                                       "command", "why"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys of OBJECT in the order of the alphabet; free them. */
static const char **sorted_keys(const json_t *object, size_t *count)
{
    const char **keys = base_alloc(json_object_size(object), sizeof *keys);
    const char *key;
    json_t *value;

    *count = 0;
    json_object_foreach((json_t *)object, key, value)
    {
        if (!is_left_out(key))
            keys[(*count)++] = key;
    }
    qsort(keys, *count, sizeof *keys, by_name);
    return keys;
}

static void add_value(const json_t *value, const char *name, Text *text);

/* True if a string is prose, which changes more often than what it is about. */
static bool is_prose(const char *string)
{
    return strchr(string, ' ') && strlen(string) > LONGEST_WORDS;
}

/* The last part of a path; another string as it is. */
static const char *last_part(const char *string)
{
    const char *slash = strrchr(string, '/');

    return slash ? slash + 1 : string;
}

static void add_string(const char *string, Text *text)
{
    if (is_prose(string)) {
        text_add(text, "words");
        return;
    }
    size_t first = text->length;
    text_add(text, "%s", last_part(string));
    for (size_t i = first; i < text->length; ++i)
        if (text->text[i] == ' ')
            text->text[i] = '_';
}

static void add_object(const json_t *object, const char *name, Text *text)
{
    size_t count;
    const char **keys = sorted_keys(object, &count);

    for (size_t i = 0; i < count; ++i) {
        Text full = {0};
        text_add(&full, "%s%s%s", name, *name ? "." : "", keys[i]);
        add_value(json_object_get(object, keys[i]), full.text, text);
        text_free(&full);
    }
    free(keys);
}

static uint64_t digest_value(const json_t *value);

static uint64_t digest_string(uint64_t digest, const char *string)
{
    return digest_of(digest, string, strlen(string) + 1);
}

/* Of the members of an object; their order does not matter. */
static uint64_t digest_members(const json_t *object)
{
    uint64_t sum = 0;
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)object, key, value)
    {
        uint64_t digest = digest_string(0, key);
        digest_add(&digest, (int64_t)digest_value(value));
        if (!is_left_out(key))
            sum += digest;
    }
    return sum;
}

static uint64_t digest_value(const json_t *value)
{
    uint64_t digest = 0;
    char number[32];
    size_t i;
    json_t *item;

    if (json_is_object(value))
        return digest_members(value);
    json_array_foreach(value, i, item)
        digest_add(&digest, (int64_t)digest_value(item));
    if (json_is_integer(value)) {
        digest_add(&digest, json_integer_value(value));
    } else if (json_is_real(value)) {
        snprintf(number, sizeof number, "%.6g", json_real_value(value));
        digest = digest_string(digest, number);
    } else if (json_is_string(value)) {
        const char *string = json_string_value(value);
        digest =
            digest_string(digest, is_prose(string) ? "" : last_part(string));
    } else if (!json_is_array(value)) {
        digest_add(&digest, 1 + (int64_t)json_typeof(value));
    }
    return digest;
}

static void add_list(const json_t *list, Text *text)
{
    text_add(text, "%zu:%06" PRIx64, json_array_size(list),
             digest_value(list) & SHORT_DIGEST);
}

/* Appends " NAME=VALUE", of an object one for each member. */
static void add_value(const json_t *value, const char *name, Text *text)
{
    if (json_is_object(value)) {
        add_object(value, name, text);
        return;
    }
    text_add(text, " %s=", name);
    if (json_is_array(value))
        add_list(value, text);
    else if (json_is_string(value))
        add_string(json_string_value(value), text);
    else if (json_is_integer(value))
        text_add(text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        text_add(text, "%.6g", json_real_value(value));
    else
        text_add(text, "%s",
                 json_is_true(value)    ? "yes"
                 : json_is_false(value) ? "no"
                                        : "-");
}

void json_facts(const json_t *run, Text *text)
{
    add_object(run, "", text);
}

/* ---- What verify found ----------------------------------------------------*/

/* The kinds and lines of the races of RUN, each pair once. */
static void add_races(const json_t *run, Text *text)
{
    Text seen = {0};
    size_t i;
    json_t *race;

    text_add(&seen, " ");
    json_array_foreach(json_object_get(run, "races"), i, race)
    {
        const json_t *a = json_object_get(race, "first");
        const json_t *b = json_object_get(race, "second");
        Text one = {0};
        text_add(&one, " %s:%d/%s:%d ",
                 json_string_value(json_object_get(a, "kind")),
                 (int)json_integer_value(json_object_get(a, "site")),
                 json_string_value(json_object_get(b, "kind")),
                 (int)json_integer_value(json_object_get(b, "site")));
        if (!strstr(seen.text, one.text))
            text_add(&seen, "%s", one.text + 1);
        text_free(&one);
    }
    if (seen.length > 1)
        text_add(text, " races%.*s", (int)seen.length - 1, seen.text);
    text_free(&seen);
}

/* What each launch, and all together, computes. */
static void add_results(const json_t *run, Text *text)
{
    static const char *const keys[] = {"launch", "output",  "input",
                                       "kind",   "nearest", "wrong_count",
                                       "others"};
    size_t i;
    json_t *launch;

    json_array_foreach(json_object_get(run, "launches"), i, launch)
    {
        text_add(text, " {");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k)
            add_value(json_object_get(launch, keys[k]), keys[k], text);
        const json_t *wrong = json_object_get(launch, "wrong");
        if (json_array_size(wrong))
            add_value(json_object_get(json_array_get(wrong, 0), "index"),
                      "first_wrong", text);
        text_add(text, " }");
    }
}

void json_finding(const json_t *run, Text *text)
{
    static const char *const keys[] = {"ok",
                                       "fault",
                                       "proved",
                                       "expected",
                                       "wrong",
                                       "where",
                                       "checked",
                                       "kind",
                                       "ended",
                                       "together",
                                       "conflicts_load",
                                       "conflicts_store",
                                       "launches_made",
                                       "schedules"};

    for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k)
        if (json_object_get(run, keys[k]))
            add_value(json_object_get(run, keys[k]), keys[k], text);
    add_races(run, text);
    add_results(run, text);
}

void json_verdict(const json_t *run, Text *text)
{
    static const char *const keys[] = {"fault", "expected", "proved"};

    for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k)
        add_value(json_object_get(run, keys[k]), keys[k], text);
    add_races(run, text);
}
