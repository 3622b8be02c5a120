/* SPDX-License-Identifier: MIT */
#include "cli/consent.h"

#include "cli/state_file.h"
#include "config.h"
#include "program/program.h"
#include "util/resources.h"

#ifdef HAVE_NETTLE
#include <nettle/sha2.h>
#endif

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINES = 256, DIGEST_CHARACTERS = 64 };
enum { MOST_ANSWER = 256, MOST_NAME = 80 }; /* bytes */

static const char list_name[] = "programs";

/* ---- Files ----------------------------------------------------------------*/

/* Is TEXT that of a program which comes with Upsweep? */
static bool is_shipped(const char *text)
{
    static const char *const folders[] = {"examples/", "assets/lessons/"};
    const char *name;
    size_t bytes, length = strlen(text);

    for (size_t i = 0; (name = resource_name(i)); ++i)
        for (size_t f = 0; f < sizeof folders / sizeof *folders; ++f) {
            if (strncmp(name, folders[f], strlen(folders[f])) != 0)
                continue;
            const void *own = resource_find(name, &bytes);
            if (bytes == length && memcmp(own, text, length) == 0)
                return true;
        }
    return false;
}

/* Can nobody but the user and root change what is there?  Where each user has a
 * group, it has the user's number. */
static bool is_own_entry(const char *path)
{
    struct stat status;
    uid_t user = geteuid();

    if (lstat(path, &status) != 0 || (status.st_uid != user && status.st_uid))
        return false;
    bool group =
        (status.st_mode & S_IWGRP) && status.st_gid != (gid_t)status.st_uid;
    bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX);
    return sticky || !(group || (status.st_mode & S_IWOTH));
}

/* The same of a real path, and of all folders above it. */
static bool is_own(const char *real)
{
    char path[PATH_MAX];
    bool own = snprintf(path, sizeof path, "%s", real) < (int)sizeof path;

    while (own && path[0]) {
        own = is_own_entry(path);
        *strrchr(path, '/') = '\0';
    }
    return own && is_own_entry("/");
}

void consent_begin(Consent *consent, const char *name, const char *path)
{
    char *real = realpath(path, NULL);
    ConsentItem item = {.name = printable_line(name),
                        .path = real ? real : base_strdup(""),
                        .shipped = true,
                        .own = true};

    text_add(&item.text, "%s", "");
    base_push(consent, items, item);
}

void consent_add_file(Consent *consent, const char *path, const char *text)
{
    ConsentItem *item = consent->items + consent->items_count - 1;
    char *real = realpath(path, NULL);

    item->own = item->own && real && is_own(real);
    item->shipped = item->shipped && is_shipped(text);
    text_add(&item->text, "%zu:%s", strlen(text), text);
    free(real);
}

static void add_source(void *user, const char *name, const char *text)
{
    consent_add_file(user, name, text);
}

bool consent_add_program(Consent *consent, const char *const files[], int count,
                         Error *error)
{
    consent_begin(consent, files[0], files[0]);
    return program_visit(files, count, add_source, consent, error);
}

static void drop_last(Consent *consent)
{
    ConsentItem *item = consent->items + --consent->items_count;

    free(item->name);
    free(item->path);
    text_free(&item->text);
}

void consent_add_options(Consent *consent, const Options *options)
{
    Error ignored; /* building it says the same */

    for (int i = 0; i < options->operands_count && !options->is_built; ++i) {
        const char *const *files =
            options->sources + options->programs[i].first;
        int count = options->programs[i].count;
        if (i > 0 &&
            options->programs[i - 1].first == options->programs[i].first)
            continue; /* --device cpu,gpu names it twice */
        if (count > 0 && !consent_add_program(consent, files, count, &ignored))
            drop_last(consent);
    }
}

void consent_free(Consent *consent)
{
    while (consent->items_count)
        drop_last(consent);
    free(consent->items);
    *consent = (Consent){.items = NULL};
}

/* ---- What was accepted ----------------------------------------------------*/

/* Paths that this process has accepted. */
static struct {
    char **paths;
    size_t paths_count, paths_capacity;
} accepted;

static void digest_of(const ConsentItem *item,
                      char digest[DIGEST_CHARACTERS + 1])
{
    snprintf(digest, DIGEST_CHARACTERS + 1, "-");
#ifdef HAVE_NETTLE
    struct sha256_ctx context;
    uint8_t bytes[SHA256_DIGEST_SIZE];

    sha256_init(&context);
    sha256_update(&context, item->text.length,
                  (const uint8_t *)item->text.text);
    sha256_digest(&context, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; ++i)
        snprintf(digest + 2 * i, 3, "%02x", bytes[i]);
#else
    (void)item;
#endif
}

/* Calls CHECK for each line of the list, its digest and its path, until it
 * returns true, and returns that. */
static bool any_line(const char *list,
                     bool (*check)(void *user, const char *digest,
                                   const char *path, const char *line,
                                   size_t length),
                     void *user)
{
    bool found = false;

    for (const char *at = list; at && *at && !found;) {
        size_t length = strcspn(at, "\n"), first = strcspn(at, " \n");
        if (first <= DIGEST_CHARACTERS && first + 1 < length) {
            char digest[DIGEST_CHARACTERS + 1];
            snprintf(digest, sizeof digest, "%.*s", (int)first, at);
            char *path = state_word(at + first + 1, length - first - 1);
            found = path && check(user, digest, path, at, length);
            free(path);
        }
        at += length + (at[length] == '\n');
    }
    return found;
}

typedef struct {
    const ConsentItem *item;
    char digest[DIGEST_CHARACTERS + 1];
    Text *kept; /* the other lines */
    int lines;
} Entry;

static bool is_entry(void *user, const char *digest, const char *path,
                     const char *line, size_t length)
{
    const Entry *entry = user;

    (void)line;
    (void)length;
    if (strcmp(digest, entry->digest) == 0 && digest[0] != '-')
        return true;
    return entry->item->own && strcmp(path, entry->item->path) == 0;
}

static bool is_known(const ConsentItem *item)
{
    Entry entry = {.item = item};

    if (item->shipped)
        return true;
    for (size_t i = 0; i < accepted.paths_count; ++i)
        if (item->path[0] && strcmp(accepted.paths[i], item->path) == 0)
            return true;
    digest_of(item, entry.digest);
    char *list = state_read(list_name);
    bool known = any_line(list, is_entry, &entry);
    free(list);
    return known;
}

bool consent_needed(const Consent *consent)
{
    for (size_t i = 0; i < consent->items_count; ++i)
        if (!is_known(consent->items + i))
            return true;
    return false;
}

/* Keeps the lines of other paths. */
static bool keep_line(void *user, const char *digest, const char *path,
                      const char *line, size_t length)
{
    Entry *entry = user;

    (void)digest;
    if (strcmp(path, entry->item->path) != 0 &&
        entry->kept->length + length + 1 < STATE_MOST_BYTES &&
        entry->lines++ < MOST_LINES)
        text_add(entry->kept, "%.*s\n", (int)length, line);
    return false;
}

static void remember(const ConsentItem *item)
{
    Text list = {0};
    Entry entry = {.item = item, .kept = &list, .lines = 1};
    char *before = state_read(list_name);

    digest_of(item, entry.digest);
    text_add(&list, "%s ", entry.digest);
    state_add_word(&list, item->path);
    text_add(&list, "\n");
    any_line(before, keep_line, &entry);
    if (!before || strcmp(before, list.text) != 0)
        state_save(list_name, &list);
    free(before);
    text_free(&list);
}

void consent_accept(const Consent *consent)
{
    for (size_t i = 0; i < consent->items_count; ++i) {
        const ConsentItem *item = consent->items + i;
        if (item->shipped || !item->path[0])
            continue;
        remember(item);
        base_push(&accepted, paths, base_strdup(item->path));
    }
}

/* ---- Asking ---------------------------------------------------------------*/

/* Appends NAME, or "…" and its end, which begins with a whole character. */
static void add_name(const char *name, size_t most, Text *text)
{
    size_t length = strlen(name);
    const char *at = length > most ? name + length - most : name;

    while (((unsigned char)*at & 0xc0) == 0x80)
        ++at;
    text_add(text, "%s%s", at > name ? "…" : "", at);
}

void consent_tell(const Consent *consent, size_t most, Text *text)
{
    enum { MOST_NAMED = 4 };
    size_t count = 0;

    for (size_t i = 0; i < consent->items_count; ++i) {
        if (is_known(consent->items + i))
            continue;
        if (++count > MOST_NAMED)
            continue;
        text_add(text, "%s", count > 1 ? ", " : "");
        add_name(consent->items[i].name, most, text);
    }
    if (count > MOST_NAMED)
        text_add(text, " and %zu more", count - MOST_NAMED);
    text_add(text, count > 1 ? " are new here" : " is new here");
}

/* Reads a line from the terminal, and no more: the rest is the program's. */
static bool says_yes(void)
{
    char answer[MOST_ANSWER] = "";
    ssize_t length = read(STDIN_FILENO, answer, sizeof answer - 1);

    return length > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

bool consent_obtain(const Consent *consent, bool yes, Error *error)
{
    Text text = {0};
    bool new = consent_needed(consent);

    if (new && !program_check(consent->items[0].name, error))
        return false;
    if (yes && new)
        consent_accept(consent);
    if (yes || !new)
        return true;
    consent_tell(consent, MOST_NAME, &text);
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        error_set(error, ERROR_USAGE,
                  "%.330s, and must be compiled and run to be shown; look at "
                  "it, then add --yes",
                  text.text);
        text_free(&text);
        return false;
    }
    fprintf(stderr,
            "upsweep: %s. To be shown, a program is compiled and run.\n%s\n"
            "Build and run? [y/N] ",
            text.text, program_may());
    fflush(stderr);
    text_free(&text);
    if (!says_yes())
        return error_set(error, ERROR_USAGE, "nothing was built or run");
    consent_accept(consent);
    return true;
}

bool consent_ask(const Options *options, Error *error)
{
    Consent consent = {.items = NULL};

    if (options->trusted)
        return true;
    consent_add_options(&consent, options);
    bool good = consent_obtain(&consent, options->yes, error);
    consent_free(&consent);
    return good;
}
