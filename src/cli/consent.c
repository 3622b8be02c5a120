/* SPDX-License-Identifier: MIT */
#include "cli/consent.h"

#include "cli/state_file.h"
#include "config.h"
#include "program/compiler.h"
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

/* True if TEXT is that of a program of the distribution. */
static bool is_shipped(const char *text)
{
    static const char *const folders[] = {"examples/", "kernels/",
                                          "assets/lessons/"};
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

/* True if only the user and root can change the entry.  A group whose number is
 * the user's is the user's own. */
static bool is_own_entry(const char *path)
{
    struct stat status;
    uid_t user = geteuid();

    if (lstat(path, &status) != 0 || (status.st_uid != user && status.st_uid))
        return false;
    bool group =
        (status.st_mode & S_IWGRP) && status.st_gid != (gid_t)status.st_uid;
    bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX);
    return sticky || S_ISLNK(status.st_mode) ||
           !(group || (status.st_mode & S_IWOTH));
}

/* The same for a full path and all folders above it. */
static bool is_own(const char *full)
{
    char path[PATH_MAX];
    bool own = snprintf(path, sizeof path, "%s", full) < (int)sizeof path;

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

    base_push(consent, items, item);
}

/* Adds a file, which is OWN if nobody but the user can change it. */
static void add_file(Consent *consent, const char *text, bool own)
{
    ConsentItem *item = consent->items + consent->items_count - 1;

    item->own &= own;
    item->shipped &= is_shipped(text);
    base_push(item, texts, base_strdup(text));
}

void consent_add_file(Consent *consent, const char *path, const char *text)
{
    char *real = realpath(path, NULL);

    add_file(consent, text, real && is_own(real));
    free(real);
}

/* ---- Programs -------------------------------------------------------------*/

/* The programs that this process has read, the newest last. */
static struct {
    Snapshot **items;
    size_t items_count, items_capacity;
} read_programs;

static const Snapshot *find_read(const char *const files[], int count, bool gpu)
{
    for (size_t i = read_programs.items_count; i-- > 0;)
        if (snapshot_is_of(read_programs.items[i], files, count, gpu))
            return read_programs.items[i];
    return NULL;
}

/* The program of COUNT files as it is now. */
static const Snapshot *read_now(const char *const files[], int count, bool gpu,
                                bool tells, Error *error)
{
    const Snapshot *known = find_read(files, count, gpu);

    if (known && snapshot_is_current(known))
        return known;
    Snapshot *fresh = snapshot_take(files, count, gpu, tells, error);
    if (fresh)
        base_push(&read_programs, items, fresh);
    for (size_t i = 0; !fresh && i < read_programs.items_count; ++i)
        if (snapshot_is_of(read_programs.items[i], files, count, gpu))
            read_programs.items[i]->given = 0; /* outdated */
    return fresh;
}

/* Checks the links on the way to each file as well as the file. */
static void add_snapshot(Consent *consent, const Snapshot *snapshot)
{
    for (size_t i = 0; i < snapshot->files_count; ++i) {
        const SnapshotFile *file = &snapshot->files[i];
        add_file(consent, file->text, is_own(file->real) && is_own(file->path));
    }
    ConsentItem *item = consent->items + consent->items_count - 1;
    if (*source_flags_given()) /* they change what the text means */
        add_file(consent, source_flags_given(), true);
    base_push(item, snapshots, snapshot);
}

bool consent_add_sources(Consent *consent, const char *const files[], int count,
                         bool gpu)
{
    Error ignored; /* building reports it */
    const Snapshot *snapshot = read_now(files, count, gpu, false, &ignored);

    if (snapshot)
        add_snapshot(consent, snapshot);
    return snapshot != NULL;
}

static void drop_last(Consent *consent)
{
    ConsentItem *item = consent->items + --consent->items_count;

    for (size_t i = 0; i < item->texts_count; ++i)
        free(item->texts[i]);
    free(item->texts);
    free(item->snapshots);
    free(item->name);
    free(item->path);
}

void consent_add_options(Consent *consent, const Options *options)
{
    for (int i = 0; i < options->operands_count && !options->is_built; ++i) {
        const char *const *files =
            options->sources + options->programs[i].first;
        int count = options->programs[i].count;
        bool same =
            i > 0 && options->programs[i - 1].count > 0 &&
            options->programs[i - 1].first == options->programs[i].first;
        if (count == 0 || same) /* --device cpu,gpu names it twice */
            continue;
        consent_begin(consent, files[0], files[0]);
        if (!consent_add_sources(consent, files, count,
                                 options->device == DEVICE_GPU))
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

/* What the user has accepted in this process: the texts of files, and the
 * programs. */
static struct {
    char **texts;
    size_t texts_count, texts_capacity;
    const Snapshot **programs;
    size_t programs_count, programs_capacity;
} accepted;

bool consent_has_text(const char *text)
{
    bool found = is_shipped(text);

    for (size_t i = 0; i < accepted.texts_count && !found; ++i)
        found = strcmp(accepted.texts[i], text) == 0;
    return found;
}

void consent_take_text(const char *text)
{
    base_push(&accepted, texts, base_strdup(text));
}

static void digest_of(const ConsentItem *item,
                      char digest[DIGEST_CHARACTERS + 1])
{
    snprintf(digest, DIGEST_CHARACTERS + 1, "-");
#ifdef HAVE_NETTLE
    struct sha256_ctx context;
    uint8_t bytes[SHA256_DIGEST_SIZE];

    sha256_init(&context);
    for (size_t i = 0; i < item->texts_count; ++i) {
        Text text = {0};
        text_add(&text, "%zu:%s", strlen(item->texts[i]), item->texts[i]);
        sha256_update(&context, text.length, (const uint8_t *)text.text);
        text_free(&text);
    }
    sha256_digest(&context, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; ++i)
        snprintf(digest + 2 * i, 3, "%02x", bytes[i]);
#else
    (void)item;
#endif
}

/* A line of the list: LENGTH bytes at TEXT. */
typedef struct {
    char digest[DIGEST_CHARACTERS + 1];
    char *path;
    const char *text;
    size_t length;
} Line;

/* Reads the next good line from *AT on, which moves on; free its path.  False
 * at the end. */
static bool next_line(const char **at, Line *line)
{
    *line = (Line){.path = NULL};
    while (*at && **at && !line->path) {
        size_t length = strcspn(*at, "\n"), first = strcspn(*at, " \n");
        if (first <= DIGEST_CHARACTERS && first + 1 < length) {
            snprintf(line->digest, sizeof line->digest, "%.*s", (int)first,
                     *at);
            line->path = state_word(*at + first + 1, length - first - 1);
        }
        line->text = *at;
        line->length = length;
        *at += length + ((*at)[length] == '\n');
    }
    return line->path != NULL;
}

static bool is_listed(const ConsentItem *item)
{
    char digest[DIGEST_CHARACTERS + 1], *list = state_read(list_name);
    const char *at = list;
    Line line;
    bool found = false;

    digest_of(item, digest);
    while (!found && next_line(&at, &line)) {
        found = (digest[0] != '-' && strcmp(line.digest, digest) == 0) ||
                (item->own && strcmp(line.path, item->path) == 0);
        free(line.path);
    }
    free(list);
    return found;
}

/* True if an older version was accepted, and no link leads elsewhere since. */
static bool is_followed(const Snapshot *snapshot)
{
    for (size_t i = 0; i < accepted.programs_count; ++i)
        if (snapshot_follows(snapshot, accepted.programs[i]))
            return true;
    return false;
}

/* True if this process has accepted it, and only the user can have changed it
 * since. */
static bool is_own_followed(const ConsentItem *item)
{
    bool followed = item->own && item->snapshots_count > 0;

    for (size_t i = 0; followed && i < item->snapshots_count; ++i)
        followed = is_followed(item->snapshots[i]);
    return followed;
}

static bool is_known(const ConsentItem *item)
{
    bool has_all = true;

    for (size_t i = 0; has_all && i < item->texts_count; ++i)
        has_all = consent_has_text(item->texts[i]);
    return item->shipped || has_all || is_own_followed(item) || is_listed(item);
}

bool consent_needed(const Consent *consent)
{
    for (size_t i = 0; i < consent->items_count; ++i)
        if (!is_known(consent->items + i))
            return true;
    return false;
}

/* Puts ITEM before the lines of other paths. */
static void remember(const ConsentItem *item)
{
    char digest[DIGEST_CHARACTERS + 1], *before = state_read(list_name);
    const char *at = before;
    Text list = {0};
    Line line;
    int lines = 1;

    digest_of(item, digest);
    text_add(&list, "%s ", digest);
    state_add_word(&list, item->path);
    text_add(&list, "\n");
    while (next_line(&at, &line)) {
        if (strcmp(line.path, item->path) != 0 &&
            list.length + line.length + 1 < STATE_MOST_BYTES &&
            lines++ < MOST_LINES)
            text_add(&list, "%.*s\n", (int)line.length, line.text);
        free(line.path);
    }
    if (!before || strcmp(before, list.text) != 0)
        state_save(list_name, &list);
    free(before);
    text_free(&list);
}

/* Allows its texts to be built in this process. */
static void take(const Consent *consent)
{
    for (size_t i = 0; i < consent->items_count; ++i) {
        const ConsentItem *item = consent->items + i;
        for (size_t t = 0; t < item->texts_count; ++t)
            consent_take_text(item->texts[t]);
        for (size_t s = 0; s < item->snapshots_count; ++s)
            base_push(&accepted, programs, item->snapshots[s]);
    }
}

void consent_accept(const Consent *consent)
{
    take(consent);
    for (size_t i = 0; i < consent->items_count; ++i)
        if (!consent->items[i].shipped && consent->items[i].path[0])
            remember(consent->items + i);
}

const Snapshot *consent_read(const Options *options, int i)
{
    return find_read(options->sources + options->programs[i].first,
                     options->programs[i].count, options->device == DEVICE_GPU);
}

const Snapshot *consent_snapshot(const Options *options, int i, Error *error)
{
    const char *const *files = options->sources + options->programs[i].first;
    const Snapshot *snapshot = consent_read(options, i);
    Consent consent = {.items = NULL};

    if (snapshot && !options->follows)
        return snapshot;
    snapshot = read_now(files, options->programs[i].count,
                        options->device == DEVICE_GPU, true, error);
    if (!snapshot || options->yes)
        return snapshot;
    consent_begin(&consent, files[0], files[0]);
    add_snapshot(&consent, snapshot);
    if (consent_needed(&consent) &&
        !(options->follows && is_followed(snapshot))) {
        error_set(error, ERROR_FAILED,
                  "%.200s: the file has changed, and other users can change "
                  "it; check it, then open it again",
                  files[0]);
        snapshot = NULL;
    }
    consent_free(&consent);
    return snapshot;
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

bool consent_is_current(const Consent *consent)
{
    for (size_t i = 0; i < consent->items_count; ++i)
        for (size_t s = 0; s < consent->items[i].snapshots_count; ++s)
            if (!snapshot_is_current(consent->items[i].snapshots[s]))
                return false;
    return true;
}

size_t consent_names(const Consent *consent, size_t most, Text *text)
{
    enum { MOST_NAMED = 4 };
    size_t count = 0;

    for (size_t i = 0; i < consent->items_count; ++i) {
        if (is_known(consent->items + i) ||
            (i > 0 &&
             strcmp(consent->items[i].path, consent->items[i - 1].path) == 0))
            continue;
        if (++count > MOST_NAMED)
            continue;
        text_add(text, "%s", count > 1 ? ", " : "");
        add_name(consent->items[i].name, most, text);
    }
    if (count > MOST_NAMED)
        text_add(text, " and %zu more", count - MOST_NAMED);
    return count;
}

/* Reads one line from the terminal; the rest is input of the program. */
static bool says_yes(void)
{
    char answer[MOST_ANSWER] = "";
    ssize_t length = read(STDIN_FILENO, answer, sizeof answer - 1);

    return length > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

bool consent_can_ask(void)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

bool consent_obtain(const Consent *consent, bool yes, Error *error)
{
    Text text = {0};
    bool new = consent_needed(consent);

    if (new && !program_check(consent->items[0].name, error))
        return false;
    if (!new)
        take(consent);
    else if (yes)
        consent_accept(consent);
    if (yes || !new)
        return true;
    size_t count = consent_names(consent, MOST_NAME, &text);
    if (!consent_can_ask()) {
        error_set(error, ERROR_USAGE,
                  "%.330s: Upsweep must compile and run %s. Check the "
                  "file%s, then repeat with --yes.",
                  text.text, count == 1 ? "it" : "them", count == 1 ? "" : "s");
        text_free(&text);
        return false;
    }
    fprintf(stderr,
            "upsweep: %s: Upsweep must compile and run %s.\n%s\n"
            "Compile and run? [y/N] ",
            text.text, count == 1 ? "it" : "them", program_may());
    fflush(stderr);
    text_free(&text);
    if (!says_yes())
        return error_set(error, ERROR_USAGE,
                         "nothing was compiled or run; answer y to run it");
    if (!consent_is_current(consent))
        return error_set(
            error, ERROR_USAGE,
            "%.200s: the file changed before you answered; repeat the command",
            consent->items[0].name);
    consent_accept(consent);
    return true;
}

bool consent_ask(const Options *options, Error *error)
{
    Consent consent = {.items = NULL};

    consent_add_options(&consent, options);
    bool good = consent_obtain(&consent, options->yes, error);
    consent_free(&consent);
    return good;
}
