#!/bin/sh
# SPDX-License-Identifier: MIT
#
# run.sh [-m SECONDS] UPSWEEP WRITER [TRACE ...] - are traces that were made to take long
# answered within 2 s of processor time and 500 MB?  With -m exports of many frames are
# interrupted after SECONDS instead, and must leave no file.  WRITER is hostile; a TRACE is
# a number, from 0.  `make hostile` runs it.

many=
[ "$1" != -m ] || { many=$2 && shift 2; }
upsweep=$(realpath "$1") writer=$(realpath "$2") || exit 3
shift 2
folder=$(mktemp -d) && cd "$folder" || exit 3
trap 'rm -rf "$folder"' EXIT
export SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
failed=0

# answers GOOD ARGUMENT...: does upsweep end with one of the statuses GOOD?
answers() {
    good=$1
    shift
    rm -rf out && mkdir out
    (
        # shellcheck disable=SC3045 # every sh of Linux has both
        ulimit -v 512000 && { [ "$many" ] || ulimit -t 2; }
        exec timeout -s INT "${many:-30}" "$upsweep" "$@" >/dev/null 2>said </dev/null
    )
    status=$?
    case " $good " in *" $status "*) [ "$(find out -name '*.part')" ] || return ;; esac
    echo "not ok - $name: upsweep $*: status $status, $(tail -n 1 said)"
    failed=1
}

trace() {
    t=t.upsweep
    name=$("$writer" "$1" $t) || return
    if [ "$many" ]; then
        answers '0 2 124' export $t -o out/o.html
        answers '0 2 124' export $t --by cycle --clock cycles -o out/o.html
        answers '0 2 124' export $t --by step --format png -o out/
        answers '0 2 124' export $t --by instruction --format svg -o out/
        answers '0 2 124' export $t --slides beamer -o out/o.pdf
        answers '0 2 124' export $t --slides reveal -o out/o.html
    else
        for words in report 'report --json' show 'show --full' "diff $t"; do
            # shellcheck disable=SC2086 # several words
            answers '0 2' $words $t
        done
        for format in png svg pdf; do
            answers '0 2' export $t -q -o out/o.$format
        done
        answers '0 2' export $t $t $t $t -q -o out/o.png
        many=2
        answers '0 2 124' view $t
        many=
    fi
    echo "$name"
}

if [ $# -gt 0 ]; then
    for number; do trace "$number"; done
else
    number=0
    while trace $number; do number=$((number + 1)); done
fi
exit $failed
