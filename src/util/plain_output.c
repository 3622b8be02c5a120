/* SPDX-License-Identifier: MIT */
#include "util/plain_output.h"

#include "util/printable.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 512, MOST_GROWTH = 3 /* a byte becomes U+FFFD */ };

/* A terminal that another program has set to not wait is waited for. */
void plain_output_copy(int file, const char *bytes, size_t count)
{
    struct pollfd ready = {.fd = file, .events = POLLOUT};

    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EAGAIN)
            poll(&ready, 1, -1);
        else if (done < 0 && errno != EINTR)
            return;
        if (done > 0) {
            bytes += done;
            count -= (size_t)done;
        }
    }
}

/* Bytes of the character that begins with FIRST, if it is well-formed. */
static size_t length_by(unsigned char first)
{
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

/* Writes the text, which ends with NUL; keeps a character that it cuts. */
static void write_text(PlainOutput *output, int file, const char *text)
{
    char plain[MOST_GROWTH * (PIECE + sizeof output->kept)];
    size_t used = 0, left = strlen(text), length;

    while (left > 0 && left >= length_by((unsigned char)*text)) {
        bool passes = *text == '\n' || *text == '\t';
        const char *next = text;
        const char *from = passes ? next++ : printable_next(&next, &length);
        memcpy(plain + used, from, passes ? 1 : length);
        used += passes ? 1 : length;
        left -= (size_t)(next - text);
        text = next;
    }
    memcpy(output->kept, text, left);
    output->count = left;
    plain_output_copy(file, plain, used);
}

void plain_output_write(PlainOutput *output, int file, const char *bytes,
                        size_t count)
{
    char text[PIECE + sizeof output->kept + 1];

    for (size_t piece; count > 0; bytes += piece, count -= piece) {
        size_t used = output->count;
        piece = count < PIECE ? count : PIECE;
        memcpy(text, output->kept, used);
        for (size_t i = 0; i < piece; ++i)
            text[used++] = (char)(bytes[i] ? bytes[i] : '\1');
        text[used] = '\0';
        write_text(output, file, text);
    }
}

void plain_output_end(PlainOutput *output, int file)
{
    if (output->count > 0)
        plain_output_copy(file, "\xef\xbf\xbd", MOST_GROWTH);
    output->count = 0;
}
