#!/bin/sh
# SPDX-License-Identifier: MIT
#
# same_output - do two builds of the program write the same bytes?
#
#     tests/same_output.sh OLD NEW [FOLDER]
#
# OLD and NEW are two programs, for example one of before a change that nobody
# should see and one of after it. Each writes texts, traces, frames, pages and
# charts of every algorithm and mistake of its catalog to its own folder,
# FOLDER/old and FOLDER/new; the folders are then compared file by file. What a
# command prints and its exit status are compared, too, and videos where ffmpeg is
# installed. The text of a kernel is part of its traces and frames, so a kernel
# that was edited differs.
#
# Prints a line for each file that differs and a count. Exits with 0 if none
# differs, 1 otherwise, 2 if it is called wrongly. Without FOLDER a temporary one
# is taken, which stays only where something differs. Takes less than a minute.

if [ $# -lt 2 ] || [ $# -gt 3 ] || [ ! -x "$1" ] || [ ! -x "$2" ]; then
    echo "usage: tests/same_output.sh OLD NEW [FOLDER]" >&2
    exit 2
fi
old=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
new=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
temporary=
[ $# -eq 3 ] || temporary=$(mktemp -d) || exit 2
folder=${3:-$temporary}
if [ -e "$folder/old" ] || [ -e "$folder/new" ]; then
    echo "same_output.sh: $folder has files of an earlier run" >&2
    exit 2
fi
mkdir -p "$folder/old" "$folder/new" || exit 2

# call LABEL ARGUMENT...: runs $program; LABEL.txt gets all that it prints and its
# exit status.
call() {
    label=$1
    shift
    "$program" "$@" >"$label.txt" 2>&1 </dev/null
    echo "exit status $?" >>"$label.txt"
}

# frames FILE ARGUMENT...: exports to FILE.
frames() {
    file=$1
    shift
    call "$file" export "$@" -q -o "$file"
}

# write_all PROGRAM: what is compared, into the current folder.
write_all() {
    program=$1
    call list list
    "$program" list --json 2>/dev/null |
        sed -n 's/.*"name": *"\([^"]*\)".*/\1/p' >names
    while read -r name; do
        call "$name.record" record "$name" -n 16 -k 4 --device cpu -q \
            -o "$name.upsweep"
        call "$name.show" show "$name.upsweep"
        call "$name.report" report "$name.upsweep"
        call "$name.json" report "$name.upsweep" --json
        call "$name.verify" verify "$name" -n 16 -k 4 --device cpu
        frames "$name.png" "$name.upsweep" --step 3 --size 1280x720
        frames "$name.svg" "$name.upsweep" --step 2 --theme dark \
            --size 1280x720
        frames "$name.pdf" "$name.upsweep" --by phase --theme print \
            --size 960x540
    done <names
    for view in tree memory queues source timeline; do
        frames "view-$view.svg" leftright.upsweep --view $view --step 3
        frames "crop-$view.png" padding.upsweep --crop $view --step 3
    done
    frames compare.html leftright.upsweep padding.upsweep --by step \
        --size 960x540
    frames cycles.svg leftright.upsweep padding.upsweep --by cycle \
        --steps 3 --size 1280x720
    frames three-phase.html three-phase.upsweep --by step --size 960x540
    frames look-back-32.png look-back -n 32 -k 4 --block-n 8 --seed 3 \
        --device cpu --by phase --size 960x540
    for chart in latency work blocks large; do
        call "chart-$chart" export chart $chart -q -o "chart-$chart.svg"
    done
    if command -v ffmpeg >/dev/null; then
        frames video.gif leftright.upsweep --by step --size 640x360
        frames video.mp4 padding.upsweep --by step --size 640x360
    fi
}

(cd "$folder/old" && write_all "$old") &
(cd "$folder/new" && write_all "$new")
wait

(cd "$folder/old" && find . -type f && cd ../new && find . -type f) |
    sed 's|^\./||' | sort -u >"$folder/files"
count=0
differ=0
while read -r file; do
    count=$((count + 1))
    cmp -s "$folder/old/$file" "$folder/new/$file" && continue
    echo "differs: $folder/old/$file $folder/new/$file"
    differ=$((differ + 1))
done <"$folder/files"
echo "$count files compared, $differ differ"
[ "$count" -gt 100 ] && [ "$differ" -eq 0 ] || exit 1
[ -z "$temporary" ] || rm -r "$temporary"
