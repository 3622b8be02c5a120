#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh SOURCE DATADIR [remove] - puts the icons of the desktop, and what bash
# completes, below DATADIR, or removes them.  WITH_ICONS=no: not the icons.
set -e
from=$1 data=$2 remove=${3:-}

# put FILE PLACE
put() {
    if [ "$remove" ]; then
        rm -f "$data/$2"
    else
        mkdir -p "$(dirname "$data/$2")"
        install -m 644 "$from/$1" "$data/$2"
    fi
}

put assets/completions/upsweep.bash bash-completion/completions/upsweep
[ "$WITH_ICONS" != no ] || exit 0
for size in 16 24 32 48 64 128 256 512; do
    put assets/icons/upsweep-$size.png icons/hicolor/${size}x$size/apps/upsweep.png
done
put assets/icons/upsweep.svg icons/hicolor/scalable/apps/upsweep.svg
