/* SPDX-License-Identifier: MIT */
#include "program/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 1024 };
#define MOST_COPY   ((off_t)1 << 20) /* bytes of a file that is copied */
#define MOST_COPIES ((off_t)16 << 20)

/* ---- Paths ----------------------------------------------------------------*/

/* What a compiler and the programs that it makes are made of. */
static const char *const system_paths[] = {"/usr",
                                           "/lib",
                                           "/lib32",
                                           "/lib64",
                                           "/libx32",
                                           "/bin",
                                           "/sbin",
                                           "/opt",
                                           "/nix/store",
                                           "/gnu/store",
                                           "/etc/alternatives",
                                           "/etc/ld.so.cache",
                                           "/etc/ld.so.conf",
                                           "/etc/ld.so.conf.d",
                                           "/etc/ld.so.preload",
                                           "/etc/localtime",
                                           "/proc/cpuinfo",
                                           "/proc/meminfo",
                                           "/proc/stat",
                                           "/sys/devices/system/cpu",
                                           "/sys/devices/system/node"};

/* Where the user says that more of it lies: paths between colons. */
static const char *const library_settings[] = {"LD_LIBRARY_PATH", "LD_PRELOAD",
                                               "LIBRARY_PATH"};
static const char *const header_settings[] = {"CPATH", "CPLUS_INCLUDE_PATH",
                                              "C_INCLUDE_PATH"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void add(Sandbox *sandbox, char *path)
{
    base_push(sandbox, reads, path);
    base_push(sandbox, reads, NULL);
    --sandbox->reads_count;
}

static char *join(const char *folder, const char *name)
{
    Text text = {0};

    text_add(&text, "%s%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/",
             name);
    return text.text;
}

/* Is PATH the folder, or in it? */
static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return strcmp(folder, "/") == 0 ||
           (strncmp(path, folder, length) == 0 &&
            (path[length] == '\0' || path[length] == '/'));
}

/* Does the folder hold much that is no business of a program in it?  HOME may
 * be a link. */
static bool is_wide(const char *folder)
{
    static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm"};
    static const char *const names[] = {"HOME", "TMPDIR"};
    bool wide = strcmp(folder, "/") == 0;

    for (size_t i = 0; i < COUNT(places); ++i)
        wide |= lies_in(places[i], folder);
    for (size_t i = 0; i < COUNT(names); ++i) {
        const char *value = getenv(names[i]);
        char *real = value && *value ? realpath(value, NULL) : NULL;
        wide |= real && lies_in(real, folder);
        free(real);
    }
    return wide;
}

static bool is_ordinary(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Calls TAKE for what is seen of the folder, WIDE or not; false if there is
 * more than MOST_ENTRIES. */
static bool list(const char *folder, bool wide,
                 void (*take)(void *user, const char *path, const char *name),
                 void *user)
{
    DIR *listed = opendir(folder);
    struct dirent *found;
    int count = 0;

    while (listed && count <= MOST_ENTRIES && (found = readdir(listed))) {
        const char *name = found->d_name;
        char *path;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            (wide && name[0] == '.'))
            continue;
        path = join(folder, name);
        if (!wide || is_ordinary(path)) {
            ++count;
            take(user, path, name);
        }
        free(path);
    }
    if (listed)
        closedir(listed);
    return listed && count <= MOST_ENTRIES;
}

static void add_entry(void *user, const char *path, const char *name)
{
    (void)name;
    add(user, base_strdup(path));
}

void sandbox_add(Sandbox *sandbox, const char *path)
{
    char *real = realpath(path, NULL);
    struct stat status;

    if (!real)
        return;
    if (stat(real, &status) == 0 && S_ISDIR(status.st_mode) && is_wide(real))
        list(real, true, add_entry, sandbox);
    else
        add(sandbox, base_strdup(real));
    free(real);
}

static void add_setting(Sandbox *sandbox, const char *value)
{
    while (value && *value) {
        size_t length = strcspn(value, ": ");
        Text path = {0};
        text_add(&path, "%.*s", (int)length, value);
        if (length && path.text[0] == '/')
            sandbox_add(sandbox, path.text);
        text_free(&path);
        value += length + (value[length] != '\0');
    }
}

static void add_folder_of(Sandbox *sandbox, const char *file)
{
    const char *slash = strrchr(file, '/');
    Text folder = {0};

    text_add(&folder, "%.*s", slash ? (int)(slash - file + 1) : 1,
             slash ? file : ".");
    sandbox_add(sandbox, folder.text);
    text_free(&folder);
}

static void add_system(Sandbox *sandbox)
{
    for (size_t i = 0; i < COUNT(system_paths); ++i)
        add(sandbox, base_strdup(system_paths[i]));
    for (size_t i = 0; i < COUNT(library_settings); ++i)
        add_setting(sandbox, getenv(library_settings[i]));
}

void sandbox_new(Sandbox *sandbox, const char *const files[], int count)
{
    *sandbox = (Sandbox){.folder = NULL};
    add_system(sandbox);
    for (size_t i = 0; i < COUNT(header_settings); ++i)
        add_setting(sandbox, getenv(header_settings[i]));
    for (int i = 0; i < count; ++i) {
        add_folder_of(sandbox, files[i]);
        sandbox_add(sandbox, files[i]);
    }
}

void sandbox_free(Sandbox *sandbox)
{
    for (size_t i = 0; i < sandbox->reads_count; ++i)
        free(sandbox->reads[i]);
    free(sandbox->reads);
    free(sandbox->folder);
    free(sandbox->begin);
    *sandbox = (Sandbox){.folder = NULL};
}

bool sandbox_has(const Sandbox *sandbox, const char *path)
{
    char *real = realpath(path, NULL);
    bool found = false;

    for (size_t i = 0; real && i < sandbox->reads_count && !found; ++i)
        found = lies_in(real, sandbox->reads[i]);
    free(real);
    return found;
}

/* What a compiler has beside bin/; the rest may be anybody's. */
static void add_beside(void *user, const char *path, const char *name)
{
    static const char *const others[] = {"share", "etc", "var", "state", "src"};

    for (size_t i = 0; i < COUNT(others); ++i)
        if (strcmp(name, others[i]) == 0 || name[0] == '.')
            return;
    add(user, base_strdup(path));
}

void sandbox_add_tool(Sandbox *sandbox, const char *path)
{
    char *real = sandbox_has(sandbox, path) ? NULL : realpath(path, NULL);
    char *slash = real ? strrchr(real, '/') : NULL;

    if (slash && slash > real) {
        *slash = '\0';
        sandbox_add(sandbox, real);
        slash = strrchr(real, '/');
        *(slash == real ? slash + 1 : slash) = '\0';
        if (!is_wide(real))
            list(real, false, add_beside, sandbox);
    }
    free(real);
}

void sandbox_new_tools(Sandbox *sandbox, const char *tool)
{
    *sandbox = (Sandbox){.folder = NULL};
    add_system(sandbox);
    sandbox_add_tool(sandbox, tool);
}

/* Devices have no end, and processes have secrets. */
static void add_of_root(void *user, const char *path, const char *name)
{
    static const char *const others[] = {"dev", "proc", "sys"};

    for (size_t i = 0; i < COUNT(others); ++i)
        if (strcmp(name, others[i]) == 0)
            return;
    add(user, base_strdup(path));
}

void sandbox_new_disk(Sandbox *sandbox, const char *const files[], int count)
{
    sandbox_new(sandbox, files, count);
    list("/", false, add_of_root, sandbox);
}

/* ---- The private folder ---------------------------------------------------*/

typedef struct {
    const char *begin;
    off_t copied;
} Furnishing;

/* Copies an ordinary file of so many bytes; false if that fails. */
static bool copy_file(const char *from, const char *to, off_t bytes)
{
    char *text = base_alloc((size_t)bytes + 1, 1);
    int in = open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int out = in < 0
                  ? -1
                  : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRWXU);
    bool good = out >= 0 && read(in, text, (size_t)bytes) == bytes &&
                write(out, text, (size_t)bytes) == bytes;

    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    if (out >= 0 && !good)
        unlink(to);
    free(text);
    return good;
}

/* Puts the entry of the current folder into the private one.  A file that is
 * small becomes a copy, so that the program may write another in its place. */
static void place_entry(void *user, const char *path, const char *name)
{
    Furnishing *furnishing = user;
    char *to = join(furnishing->begin, name);
    struct stat status;
    bool there = lstat(path, &status) == 0;
    bool small = there && S_ISREG(status.st_mode) &&
                 status.st_size <= MOST_COPY &&
                 furnishing->copied + status.st_size <= MOST_COPIES;

    if (small && copy_file(path, to, status.st_size))
        furnishing->copied += status.st_size;
    else if (there && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ||
                       S_ISLNK(status.st_mode)))
        (void)!symlink(path, to);
    free(to);
}

/* Lets the program read a file that is named in its arguments, by that name. */
static void place_argument(Sandbox *sandbox, const char *argument)
{
    char *real = *argument ? realpath(argument, NULL) : NULL;
    Error ignored;

    if (!real)
        return;
    sandbox_add(sandbox, real);
    if (argument[0] != '/' && sandbox->begin) {
        char *to = join(sandbox->begin, argument);
        if (access(to, F_OK) != 0 && base_make_folders(to, &ignored))
            (void)!symlink(real, to);
        free(to);
    }
    free(real);
}

/* The same of an argument that names several files, with commas between. */
static void place_list(Sandbox *sandbox, const char *argument)
{
    const char *at = argument;

    place_argument(sandbox, argument);
    for (size_t length; strchr(argument, ',') && *at;
         at += length + (at[length] == ',')) {
        Text name = {0};
        length = strcspn(at, ",");
        text_add(&name, "%.*s", (int)length, at);
        place_argument(sandbox, name.text);
        text_free(&name);
    }
}

static bool cannot(const char *folder, Error *error)
{
    return error_set(error, ERROR_FAILED,
                     "%.300s: cannot create this folder: %s; free some space "
                     "in /tmp, or set TMPDIR to another folder",
                     folder, strerror(errno));
}

/* Makes the folder in which the program begins, as deep as the current one so
 * that ".." means what it meant. */
static bool make_begin(Sandbox *sandbox, const char *current, Error *error)
{
    Text path = {0};

    text_add(&path, "%s%s", sandbox->folder,
             strcmp(current, "/") == 0 ? "" : current);
    Furnishing furnishing = {.begin = path.text};
    if (!base_make_folders(path.text, error) ||
        (mkdir(path.text, S_IRWXU) != 0 && errno != EEXIST)) {
        cannot(path.text, error);
        text_free(&path);
        return false;
    }
    if (list(current, is_wide(current), place_entry, &furnishing))
        sandbox->begin = path.text;
    else /* more than there is room for */
        text_free(&path);
    return true;
}

bool sandbox_furnish(Sandbox *sandbox, const char *place,
                     const char *const arguments[], int count, Error *error)
{
    char *current = realpath(".", NULL);
    bool good = true;

    if (!sandbox->folder) {
        sandbox->folder = join(place, "own");
        good = mkdir(sandbox->folder, S_IRWXU) == 0 ||
               cannot(sandbox->folder, error);
        if (good && current) {
            sandbox_add(sandbox, current);
            good = make_begin(sandbox, current, error);
        }
        for (int i = 0; good && i < count; ++i)
            place_list(sandbox, arguments[i]);
    }
    free(current);
    return good;
}

bool sandbox_check(const char *program, Error *error)
{
    const char *value = getenv("UPSWEEP_SANDBOX");
    bool known = !value || !*value || strcmp(value, "required") == 0;

    if (!known && !rights_optional())
        return error_set(error, ERROR_USAGE,
                         "UPSWEEP_SANDBOX: unknown value \"%.60s\"; write "
                         "required or optional",
                         value);
    return rights_optional() || rights_files() || call_filter_here() ||
           error_set(error, ERROR_FAILED,
                     "%.200s is not run: this system has no sandbox for it, "
                     "neither Landlock nor filters of system calls "
                     "(seccomp). " RIGHTS_REMEDY,
                     program);
}

const char *sandbox_says(void)
{
    static const char *const says[2][2] = {
        {"It runs with all your rights, because this system has no sandbox "
         "(Landlock, seccomp).",
         "It cannot use the network or change your files. It can read your "
         "files, because this system has no Landlock."},
        {"It cannot change your files, and reads only its folder, this folder "
         "and system folders. It can use the network, because this system has "
         "no seccomp.",
         "It cannot use the network or change your files, and reads only its "
         "folder, this folder and system folders."}};

    return says[rights_files()][call_filter_here()];
}
