/* SPDX-License-Identifier: MIT
 *
 * export_limits - how much one export may be.
 *
 * A trace of a megabyte can have 60,000 instructions and a clock of many
 * billions of cycles, so "a frame for each" could take days and fill the disk.
 * Everything that is recorded with up to 65,535 elements stays below in videos
 * and pages, apart from scans of one thread alone, which can have 200,000
 * instructions; what is beyond is exported in parts, by --steps.
 */
#ifndef UPSWEEP_EXPORT_LIMITS_H
#define UPSWEEP_EXPORT_LIMITS_H

#define EXPORT_FRAMES   32768     /* of a video or a page */
#define EXPORT_PICTURES 4096      /* files, slides, or pages of a PDF */
#define EXPORT_CYCLES   (1 << 22) /* of the clock, where frames are by cycle */

/* Shapes of all frames together, which they are estimated to have. */
#define EXPORT_FRAME_SHAPES   200000000.0 /* of a video or a page */
#define EXPORT_PICTURE_SHAPES 40000000.0

/* Cards that a page may have; later ones are left out. */
#define EXPORT_CARDS 120000

/* Bytes that a page may take in memory while it is made. */
#define EXPORT_PAGE_BYTES ((size_t)256 << 20)

#endif
