/* SPDX-License-Identifier: MIT */
#include "program/llvm_calls.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

LlvmCalls llvm;

bool llvm_load(const char *path, Error *error)
{
    static void *library;

    if (library)
        return true;
    void *opened = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!opened)
        return error_set(error, ERROR_FAILED, "cannot load %s: %s", path,
                         dlerror());
    void *symbol;
#define LLVM_FIND(result, name, parameters)                                    \
    symbol = dlsym(opened, "LLVM" #name);                                      \
    if (!symbol)                                                               \
        return error_set(error, ERROR_FAILED,                                  \
                         "%s has no function LLVM" #name                       \
                         ": use clang 14 to 19",                               \
                         path);                                                \
    memcpy(&llvm.name, &symbol, sizeof symbol);
    LLVM_CALLS(LLVM_FIND)
#undef LLVM_FIND
    library = opened;
    return true;
}

/* ---- Which library clang was linked with ----------------------------------*/

typedef struct {
    const unsigned char *bytes;
    size_t size;
} File;

static bool map_file(const char *path, File *file)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);

    if (descriptor < 0)
        return false;
    void *bytes = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE,
                     descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED)
        return false;
    *file = (File){bytes, (size_t)status.st_size};
    return true;
}

/* SIZE bytes of FILE at OFFSET, in *TO; false if it has fewer. */
static bool read_at(const File *file, uint64_t offset, void *to, size_t size)
{
    if (offset > file->size || size > file->size - offset)
        return false;
    memcpy(to, file->bytes + offset, size);
    return true;
}

static bool find_section(const File *file, const Elf64_Ehdr *head,
                         uint32_t index, Elf64_Shdr *section)
{
    return index < head->e_shnum &&
           read_at(file, head->e_shoff + index * sizeof *section, section,
                   sizeof *section);
}

static bool find_dynamic(const File *file, const Elf64_Ehdr *head,
                         Elf64_Shdr *dynamic, Elf64_Shdr *names)
{
    for (uint32_t i = 0; find_section(file, head, i, dynamic); ++i)
        if (dynamic->sh_type == SHT_DYNAMIC)
            return find_section(file, head, dynamic->sh_link, names) &&
                   names->sh_offset < file->size;
    return false;
}

/* The first library that FILE needs whose name begins with PREFIX, to free;
 * NULL: none. */
static char *needed_library(const File *file, const char *prefix)
{
    Elf64_Ehdr head;
    Elf64_Shdr dynamic, names;
    Elf64_Dyn entry;

    if (!read_at(file, 0, &head, sizeof head) ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 ||
        !find_dynamic(file, &head, &dynamic, &names))
        return NULL;
    for (uint64_t at = 0; at < dynamic.sh_size; at += sizeof entry) {
        if (!read_at(file, dynamic.sh_offset + at, &entry, sizeof entry))
            return NULL;
        if (entry.d_tag != DT_NEEDED ||
            entry.d_un.d_val >= file->size - names.sh_offset)
            continue;
        uint64_t start = names.sh_offset + entry.d_un.d_val;
        const char *name = (const char *)file->bytes + start;
        if (memchr(name, 0, file->size - start) &&
            strncmp(name, prefix, strlen(prefix)) == 0)
            return base_strdup(name);
    }
    return NULL;
}

/* The folder of PATH, without its last slash, to free. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    Text folder = {0};

    text_add(&folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    return folder.text;
}

/* The file NAME, which may have wildcards, in the folder FOLDER or in the lib
 * beside it, to free; NULL: none. */
static char *file_in(const char *folder, const char *name)
{
    static const char *const places[] = {"", "/../lib", "/../lib64"};

    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        glob_t found;
        Text pattern = {0};
        text_add(&pattern, "%s%s/%s", folder, places[i], name);
        char *path = glob(pattern.text, 0, NULL, &found) == 0
                         ? realpath(found.gl_pathv[0], NULL)
                         : NULL;
        globfree(&found);
        text_free(&pattern);
        if (path)
            return path;
    }
    return NULL;
}

/* The library NAME as the loader would find it for an executable in FOLDER. */
static char *library_path(const char *folder, const char *name)
{
    static const char *const usual[] = {"/usr/lib64", "/usr/lib",
                                        "/usr/local/lib"};
    Dl_info system; /* the C library lies where the system's libraries do */
    void *symbol = dlsym(RTLD_DEFAULT, "malloc_usable_size");
    char *path = file_in(folder, name);

    if (!path && symbol && dladdr(symbol, &system) && system.dli_fname) {
        char *place = folder_of(system.dli_fname);
        path = file_in(place, name);
        free(place);
    }
    for (size_t i = 0; !path && i < sizeof usual / sizeof *usual; ++i)
        path = file_in(usual[i], name);
    return path;
}

/* The path of the library that FILE, an executable or library for programs in
 * FOLDER, needs; NULL: none. */
static char *needed_path(const char *file, const char *folder,
                         const char *prefix)
{
    File mapped;

    if (!map_file(file, &mapped))
        return NULL;
    char *name = needed_library(&mapped, prefix);
    char *path = name ? library_path(folder, name) : NULL;
    free(name);
    munmap((void *)(uintptr_t)mapped.bytes, mapped.size);
    return path;
}

char *llvm_find(const char *clang, Error *error)
{
    char *real = realpath(clang, NULL);

    if (!real) {
        error_set(error, ERROR_FAILED, "cannot find %s", clang);
        return NULL;
    }
    char *folder = folder_of(real);
    char *path = needed_path(real, folder, "libLLVM");
    char *front = path ? NULL : needed_path(real, folder, "libclang-cpp");
    if (front)
        path = needed_path(front, folder, "libLLVM");
    if (!path)
        path = file_in(folder, "libLLVM*.so*");
    if (!path)
        error_set(error, ERROR_FAILED,
                  "%s has no libLLVM as a shared library; install the clang "
                  "of your distribution, or set CLANG to another",
                  clang);
    free(front);
    free(folder);
    free(real);
    return path;
}

char *llvm_find_libclang(const char *clang, Error *error)
{
    char *real = realpath(clang, NULL), *folder = real ? folder_of(real) : NULL;
    char *path = folder ? file_in(folder, "libclang-[0-9]*.so*") : NULL;

    if (!path && folder)
        path = file_in(folder, "libclang.so*");
    if (!path)
        error_set(error, ERROR_FAILED,
                  "%s has no libclang beside it; install the package libclang1 "
                  "of its version",
                  clang);
    free(folder);
    free(real);
    return path;
}
