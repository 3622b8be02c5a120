/* SPDX-License-Identifier: MIT
 *
 * remove_folder - a folder is removed with all that it holds.
 */
#ifndef UPSWEEP_REMOVE_FOLDER_H
#define UPSWEEP_REMOVE_FOLDER_H

/* Removes the folder PATH as far as that is possible; links in it are removed,
 * not followed.  On Linux it asks for no memory, and may be called in a signal
 * handler. */
void remove_folder(const char *path);

#endif
