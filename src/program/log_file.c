/* SPDX-License-Identifier: MIT */
#include "program/log_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool log_file_new(LogFile *file, const void *begin, size_t bytes, Error *error)
{
    *file = (LogFile){
        .file = memfd_create("upsweep-log", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    return (file->file >= 0 &&
            write(file->file, begin, bytes) == (ssize_t)bytes &&
            fcntl(file->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0) ||
           error_set(error, ERROR_FAILED,
                     "out of memory: no room for the program's log");
}

char *log_file_setting(const LogFile *file)
{
    Text text = {0};

    text_add(&text, "%d %llu", file->file, (unsigned long long)LOG_FILE_LIMIT);
    return text.text;
}

bool log_file_map(LogFile *file, Error *error)
{
    struct stat status;

    BASE_CHECK(fstat(file->file, &status) == 0 &&
               status.st_size >= (off_t)sizeof(ProgramLog));
    file->bytes = (size_t)status.st_size;
    void *log = mmap(NULL, file->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                     file->file, 0);
    if (log == MAP_FAILED)
        return error_set(error, ERROR_FAILED,
                         "out of memory: no room for the program's log of %zu "
                         "MB; record less of the program with --launch or "
                         "--block-range, or give it less to do",
                         file->bytes >> 20);
    file->log = log;
    return true;
}

void log_file_free(LogFile *file)
{
    if (file->log)
        munmap(file->log, file->bytes);
    if (file->file >= 0)
        close(file->file);
    *file = (LogFile){.file = -1};
}
