#!/bin/sh
# SPDX-License-Identifier: MIT
#
# record_fixtures DEVICE FOLDER - records the traces of tests/traces again, as
# files of FOLDER: every algorithm of the catalog whose run does not end in
# another way each time, at n = 64, and one of each mechanism at n = 100 or 300.
# DEVICE is gpu for those that are kept; cpu tries the script.
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

record() { # record ALGORITHM N
    "${UPSWEEP:-upsweep}" record "$1" -n "$2" --device "$device" -q \
        -o "$folder/$1-n$2-k32.upsweep" || exit 3
}

# Names stand in the lines before "Sources" that begin with two spaces.
algorithms=$("${UPSWEEP:-upsweep}" list |
    awk '/^Sources/ { exit } /^  / { print $1 }' | grep -Ev 'racy|torn')
[ "$algorithms" ] || exit 3
for algorithm in $algorithms; do
    record "$algorithm" 64
done
for algorithm in compact hillis-steele hybrid leftright padding reduce-downsweep \
    vector-leftright vector-shuffle; do
    record "$algorithm" 100
done
for algorithm in block-shuffle look-back three-phase vector-look-back; do
    record "$algorithm" 300
done
