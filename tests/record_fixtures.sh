#!/bin/sh
# SPDX-License-Identifier: MIT
#
# record_fixtures DEVICE FOLDER - records the traces of tests/traces anew, as
# files of FOLDER: every algorithm of the catalog whose run does not end in
# another way each time, at n = 16 and 64 on 4, 16 and 32 banks, and two of many
# blocks.  DEVICE is gpu for those that are kept; cpu tries the script.
#
# On a machine with a GPU that has nothing of this tree, carry the program, built
# with CUDA and `configure --without-viewer LDFLAGS=-static-libgcc`, and this file:
#
#     UPSWEEP=./upsweep sh tests/record_fixtures.sh gpu traces
#
# then copy the files to tests/traces/ and run tests/recorded.test.

[ $# = 2 ] || {
    echo "usage: UPSWEEP=PROGRAM sh $0 cpu|gpu FOLDER" >&2
    exit 2
}
device=$1
folder=$2
mkdir -p "$folder" || exit 3

record() { # record ALGORITHM N K
    "${UPSWEEP:-upsweep}" record "$1" -n "$2" -k "$3" --device "$device" -q \
        -o "$folder/$1-n$2-k$3.upsweep" || exit 3
}

# Names stand in the lines before "Sources" that begin with two spaces.
algorithms=$("${UPSWEEP:-upsweep}" list |
    awk '/^Sources/ { exit } /^  / { print $1 }' | grep -Ev 'racy|torn')
[ "$algorithms" ] || exit 3
for algorithm in $algorithms; do
    for n in 16 64; do
        for k in 4 16 32; do
            record "$algorithm" $n $k
        done
    done
done
record look-back 300 32
record three-phase 300 32
