#!/bin/sh
# SPDX-License-Identifier: MIT
#
# refresh.sh DATADIR - desktops read types of files, programs and icons from tables
# that are made of all that is installed below DATADIR; this makes them anew, where
# the tools for it are. `make install` and `make uninstall` call it, packages have
# their own way. Where nothing is left, no table is left.

data=$1

# any PATTERN's first match: is there one?
any() { [ -e "$1" ]; }

if command -v update-mime-database >/dev/null && [ -d "$data/mime/packages" ]; then
    update-mime-database "$data/mime"
    if ! any "$data"/mime/packages/*.xml; then
        for name in XMLnamespaces aliases generic-icons globs globs2 icons magic \
            mime.cache subclasses treemagic types version; do
            rm -f "$data/mime/$name"
        done
        rmdir "$data/mime/packages" "$data/mime/application" "$data/mime" \
            2>/dev/null
    fi
fi

if command -v update-desktop-database >/dev/null && [ -d "$data/applications" ]; then
    update-desktop-database -q "$data/applications"
    any "$data"/applications/*.desktop || rm -f "$data/applications/mimeinfo.cache"
fi

icons=$data/icons/hicolor
if [ -e "$icons/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null
then
    gtk-update-icon-cache -q -t -f "$icons"
elif [ -d "$icons" ]; then
    touch "$icons"
fi
exit 0
