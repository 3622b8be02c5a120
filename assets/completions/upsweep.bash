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
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed -o --output -q --quiet -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.cu .cpp .cc .cxx .c'
        ;;
    show)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed --expect --full --thread --point --step --instruction --ask --code -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    report)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed --json --costs -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    verify)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed --json --csv -q --quiet --schedules --max-n --expect -a --all -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.cu .cpp .cc .cxx .c'
        ;;
    view)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed --expect --thread --theme --size --text-scale --projector --full-screen --clock --costs --ask -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    lesson)
        options='--theme --size --text-scale --projector --full-screen --text --check -y --yes -h --help'
        words='what-for one-thread hillis-steele work-steps tree banks padding leftright registers blocks bugs'
        files='.lesson'
        ;;
    export)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed -o --output -q --quiet --expect --thread --point --theme --size --projector --by --steps --step --instruction --clock --at --table --format --slides --view --crop --costs --transparent --caption --scale --fps --speed --svg-text --lesson --ask --worksheet -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back chart latency work blocks large'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    diff)
        options='-n --elements -k --banks -t --threads --block-n --block-range --kernel --launch --cxxflags --passes --width --where --op -i --input --inclusive --exclusive --device --plain --seed -y --yes -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files='.upsweep .cu .cpp .cc .cxx .c'
        ;;
    bench)
        options='-n --elements -t --threads --passes --blocks --json --csv --gpu --one-array --baseline -h --help'
        words='sequential hillis-steele ping-pong brent-kung nopadding padding leftright reduce-downsweep hybrid warp-shuffle block-shuffle vector-shuffle vector-padding vector-leftright three-phase look-back vector-look-back compact leftright-printed leftright-eq2 padding-misprint hillis-steele-racy double-stride first-offset block-sums-off-by-one torn-look-back'
        files=''
        ;;
    *) return ;;
    esac
    if [[ " $options " == *" $prev "* ]]; then
        case $prev in
        -n | --elements) options='' words='' files='' ;;
        -k | --banks) options='' words='' files='' ;;
        -t | --threads) options='' words='' files='' ;;
        --block-n) options='' words='' files='' ;;
        --block-range) options='' words='' files='' ;;
        --kernel) options='' words='' files='' ;;
        --launch) options='' words='' files='' ;;
        --cxxflags) options='' words='' files='' ;;
        --passes) options='' words='' files='' ;;
        --width) options='' words='' files='' ;;
        --where) options='' words='' files='' ;;
        --blocks) options='' words='' files='' ;;
        --op) options='' words='add max min fadd affine interval' files='' ;;
        -i | --input) options='' words='random:1 iota ones walkthrough lecture' files='any' ;;
        --device) options='' words='auto cpu gpu cpu,gpu' files='' ;;
        --seed) options='' words='' files='' ;;
        -o | --output) options='' words='' files='any' ;;
        --schedules) options='' words='' files='' ;;
        --max-n) options='' words='' files='' ;;
        --expect) options='' words='exclusive inclusive reduce copy permute any histogram map max-exclusive max-inclusive max-reduce min-exclusive min-inclusive min-reduce' files='' ;;
        --thread) options='' words='' files='' ;;
        --point) options='' words='' files='' ;;
        --theme) options='' words='light dark print' files='' ;;
        --size) options='' words='' files='' ;;
        --text-scale) options='' words='' files='' ;;
        --by) options='' words='instruction step phase cycle' files='' ;;
        --steps) options='' words='' files='' ;;
        --step) options='' words='' files='' ;;
        --instruction) options='' words='' files='' ;;
        --clock) options='' words='step cycles' files='' ;;
        --at) options='' words='' files='' ;;
        --table) options='' words='' files='.csv' ;;
        --format) options='' words='png svg pdf gif mp4 webm html' files='' ;;
        --slides) options='' words='beamer reveal' files='' ;;
        --view) options='' words='tree blocks memory queues source timeline time' files='' ;;
        --crop) options='' words='tree blocks memory queues source timeline time' files='' ;;
        --costs) options='' words='' files='' ;;
        --caption) options='' words='yes no' files='' ;;
        --scale) options='' words='' files='' ;;
        --fps) options='' words='' files='' ;;
        --speed) options='' words='' files='' ;;
        --svg-text) options='' words='paths text' files='' ;;
        --lesson) options='' words='what-for one-thread hillis-steele work-steps tree banks padding leftright registers blocks bugs' files='.lesson' ;;
        --code) options='' words='' files='' ;;
        --baseline) options='' words='' files='' ;;
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
