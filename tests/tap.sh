# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# tap - what the shell tests share: an empty folder to work in, checks that print TAP,
# and commands that run side by side.
#
#     . "${srcdir:-.}/tests/tap.sh"
#     needs_programs
#     check 'list prints names' runs 0 list
#     later 1 'race  a.cu:7' 'a race' verify --yes a.cu
#     finish
#
# $upsweep is the program, $top the source tree, $folder the current folder, which is
# removed at the end.  The file $said holds what the last command printed.

upsweep=${UPSWEEP:-./upsweep}
case $upsweep in /*) ;; *) upsweep=$PWD/$upsweep ;; esac
top=$(cd "${srcdir:-.}" && pwd) || exit 1
# shellcheck source=tests/tools.sh
. "$top/tests/tools.sh"
folder=$(cd "$(mktemp -d)" && pwd -P) || exit 1
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
said=$folder/said
number=0
jobs=0
: >said

# result NAME STATUS: the test passed if STATUS is 0; if not, "said" shows why.
result() {
    number=$((number + 1))
    [ "$2" -ne 0 ] || { echo "ok $number - $1" && return; }
    echo "not ok $number - $1"
    cut -c 1-300 "$said" | tail -n 60 | sed 's/^/# /'
}
# check NAME COMMAND...: the command succeeds.
check() {
    name_=$1
    shift
    "$@"
    result "$name_" $?
}
# expect STATUS WANTED WORDS NAME: the last command ended with STATUS and said WORDS.
expect() {
    [ "$1" -eq "$2" ] && has "$3"
    result "$4" $?
}
# has WORDS...: the last command said each of WORDS; "! " before them: it did not.
has() {
    for words_; do
        case $words_ in
        '') ;;
        '! '*) ! grep -Fq -- "${words_#! }" "$said" || return 1 ;;
        *) grep -Fq -- "$words_" "$said" || return 1 ;;
        esac
    done
}
# runs STATUS ARGUMENT...: upsweep ends with STATUS.
runs() {
    wanted_=$1
    shift
    "$upsweep" "$@" >"$said" 2>&1 </dev/null
    [ $? -eq "$wanted_" ]
}
# says STATUS WORDS NAME ARGUMENT...: upsweep ends with STATUS and says WORDS.
says() {
    status_=$1 words_=$2 name_=$3
    shift 3
    runs "$status_" "$@" && has "$words_"
    result "$name_" $?
}
skip() { # NAME WHY
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}
skip_all() { # WHY
    echo "1..0 # SKIP $1"
    exit 0
}
needs_programs() {
    echo 'int main() { }' >a.cu
    CLANG=none "$upsweep" report --yes a.cu >said 2>&1
    ! has 'does not run programs' && tool_is_here clang++ ||
        skip_all 'there is no clang++ here, or programs are not run'
}
has_pictures() { ! "$upsweep" export 2>&1 | grep -q 'makes no pictures'; }
# text_of ARGUMENT...: "said" becomes the text of the picture that export writes.
text_of() {
    rm -f picture.svg
    runs 0 export --svg-text text -q -o picture.svg "$@" &&
        { sed -n 's/<[^>]*>/ /gp' picture.svg | tr -s ' \n' ' ' && echo; } >said
}

# later STATUS WORDS NAME ARGUMENT...: as says, in a folder with a copy of a.cu, and
# beside other such commands.  STATUS may be any; " & " separates WORDS, which are
# looked for in what the sed script $filter leaves.
filter=
later() {
    jobs=$((jobs + 1))
    mkdir -p "jobs/$jobs"
    [ ! -e a.cu ] || cp a.cu "jobs/$jobs"
    printf '%s\n' "$1" >"jobs/$jobs/wanted"
    printf '%s\n' "$filter" >"jobs/$jobs/filter"
    printf '%s\n' "$2" | sed 's/ & /\n/g' >"jobs/$jobs/words"
    printf '%s\n' "$3" | tr '\n' ' ' >"jobs/$jobs/name"
    shift 3
    for argument_; do
        printf "'%s' " "$(printf '%s' "$argument_" | sed "s/'/'\\\\''/g")"
    done >"jobs/$jobs/arguments"
}
# rows [ARGUMENT...]: standard input has lines "BODY => STATUS WORDS": verify ends so
# for what the function "program BODY" writes.
rows() {
    while IFS= read -r row_; do
        verdict_=${row_##* => }
        program "${row_% => *}" >a.cu
        later "${verdict_%% *}" "${verdict_#* }" "${row_% => *}" verify --yes a.cu "$@"
    done
}
# commands: standard input has lines "ARGUMENTS => STATUS WORDS": verify of $file.
commands() {
    rm -f a.cu
    while IFS= read -r row_; do
        verdict_=${row_##* => }
        # shellcheck disable=SC2086 # several arguments
        later "${verdict_%% *}" "${verdict_#* }" "${file##*/} ${row_% => *}" verify --yes "$file" ${row_% => *}
    done
}
# finish: runs what is left, and ends the test.
finish() {
    # shellcheck disable=SC2016 # for the inner shell
    [ $jobs -eq 0 ] || seq $jobs | upsweep=$upsweep xargs -P "$(nproc)" -n 1 sh -c 'cd "jobs/$0" &&
        eval "\"$upsweep\" $(cat arguments)" >said 2>&1 </dev/null
        echo $? >status'
    for job_ in $(seq $jobs); do
        sed -f "jobs/$job_/filter" "jobs/$job_/said" >said
        good_=0
        case $(cat "jobs/$job_/wanted") in
        any | "$(cat "jobs/$job_/status")") ;;
        *) good_=1 ;;
        esac
        while IFS= read -r line_; do
            has "$line_" || good_=1
        done <"jobs/$job_/words"
        [ $good_ -eq 0 ] || sed "1i wanted: $(cat "jobs/$job_/wanted") $(sed 's/[\&]/\\&/g' "jobs/$job_/words" | tr '\n' ' '); ended with $(cat "jobs/$job_/status")" -i said
        result "$(cut -c 1-150 "jobs/$job_/name")" $good_
    done
    echo "1..$number"
    exit 0
}
