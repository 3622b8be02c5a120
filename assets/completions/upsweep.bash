# SPDX-License-Identifier: MIT
# Made by `upsweep --completion bash`; do not edit.
# shellcheck shell=bash

_upsweep()
{
    local cur=${COMP_WORDS[COMP_CWORD]}
    local prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' options='' words='' files='' ending file

    COMPREPLY=()
    # bash makes --device=cpu three words, and random:1 too
    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}
    [[ $cur == = ]] && cur=''
    [[ $cur == : || $prev == : ]] && return
    ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}
    case $command in
    '' | help)
        options='--help --version'
        words='list record show report verify view lesson export diff bench help'
        ;;
    list)
        options='--json -h --help'
        words=''
        files=''
        ;;
    record)
        options='-o --output -q --quiet --kernel --launch --cxxflags -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.cu .cpp .cc .cxx .c'
        ;;
    show)
        options='--full --step --instruction --point --thread --ask --code --kernel --launch --cxxflags --expect -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    report)
        options='--json --verbose --costs --kernel --launch --cxxflags -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    verify)
        options='-a --all --max-n --schedules --json --csv --verbose -q --quiet --kernel --launch --cxxflags --expect -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.cu .cpp .cc .cxx .c'
        ;;
    view)
        options='--size --clock --thread --theme --text-scale --projector --full-screen --costs --ask --kernel --launch --cxxflags --expect -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    lesson)
        options='--text --check --size --theme --text-scale --projector --full-screen -y --yes -h --help'
        words='what-for one-thread hillis-steele work-steps tree banks padding leftright does-it-pay transpose registers reduction blocks histogram rounding recurrences bugs'
        files='.lesson'
        ;;
    export)
        options='--lesson -o --output --format --slides --table --size --scale --svg-text -q --quiet --by --steps --step --instruction --at --clock --point --thread --theme --projector --details --view --crop --caption --transparent --costs --fps --speed --ask --worksheet --kernel --launch --cxxflags --expect -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back chart latency work blocks large'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    diff)
        options='--kernel --launch --cxxflags -y --yes -n --elements -k --banks --op -i --input --inclusive --exclusive --where --passes --width -t --threads --block-n --block-range --device --plain --seed -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    bench)
        options='--gpu --blocks --one-array --baseline --json --csv -n --elements --passes -t --threads -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files=''
        ;;
    *) return ;;
    esac
    if [[ " $options " == *" $prev "* ]]; then
        case $prev in
        --max-n) options='' words='' files='' ;;
        --schedules) options='' words='' files='' ;;
        --blocks) options='' words='' files='' ;;
        --baseline) options='' words='' files='' ;;
        --lesson) options='' words='what-for one-thread hillis-steele work-steps tree banks padding leftright does-it-pay transpose registers reduction blocks histogram rounding recurrences bugs' files='.lesson' ;;
        -o | --output) options='' words='' files='any' ;;
        --format) options='' words='png svg pdf gif mp4 webm html' files='' ;;
        --slides) options='' words='beamer reveal' files='' ;;
        --table) options='' words='' files='.csv' ;;
        --size) options='' words='' files='' ;;
        --scale) options='' words='' files='' ;;
        --svg-text) options='' words='paths text' files='' ;;
        --by) options='' words='instruction step phase cycle' files='' ;;
        --steps) options='' words='' files='' ;;
        --step) options='' words='' files='' ;;
        --instruction) options='' words='' files='' ;;
        --at) options='' words='' files='' ;;
        --clock) options='' words='step cycles' files='' ;;
        --point) options='' words='' files='' ;;
        --thread) options='' words='' files='' ;;
        --theme) options='' words='light dark print' files='' ;;
        --text-scale) options='' words='' files='' ;;
        --view) options='' words='tree blocks memory queues source timeline time' files='' ;;
        --crop) options='' words='tree blocks memory queues source timeline time' files='' ;;
        --caption) options='' words='yes no' files='' ;;
        --costs) options='' words='' files='' ;;
        --fps) options='' words='' files='' ;;
        --speed) options='' words='' files='' ;;
        --code) options='' words='' files='' ;;
        --kernel) options='' words='' files='' ;;
        --launch) options='' words='' files='' ;;
        --cxxflags) options='' words='' files='' ;;
        --expect) options='' words='exclusive inclusive reduce copy permute any histogram map max-exclusive max-inclusive max-reduce min-exclusive min-inclusive min-reduce' files='' ;;
        -n | --elements) options='' words='' files='' ;;
        -k | --banks) options='' words='' files='' ;;
        --op) options='' words='add max min fadd affine interval' files='' ;;
        -i | --input) options='' words='random:1 iota ones walkthrough lecture' files='any' ;;
        --where) options='' words='' files='' ;;
        --passes) options='' words='' files='' ;;
        --width) options='' words='' files='' ;;
        -t | --threads) options='' words='' files='' ;;
        --block-n) options='' words='' files='' ;;
        --block-range) options='' words='' files='' ;;
        --device) options='' words='auto cpu gpu cpu,gpu' files='' ;;
        --seed) options='' words='' files='' ;;
        esac
    fi
    # what follows is for the program
    [[ " ${COMP_WORDS[*]:0:COMP_CWORD} " == *' -- '* ]] &&
        options='' words='' files=any
    [[ $cur == -* ]] && words=$options files=''
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    [[ $files ]] && compopt -o filenames 2>/dev/null
    [[ $files && $files != any ]] && files="$files /"
    for ending in $files; do
        while IFS='' read -r file; do
            COMPREPLY+=("$file")
        done < <(case $ending in
            any) compgen -f -- "$cur" ;;
            /) compgen -d -- "$cur" ;;
            *) compgen -f -X "!*$ending" -- "$cur" ;;
            esac)
    done
}
complete -F _upsweep upsweep
