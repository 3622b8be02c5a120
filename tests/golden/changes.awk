# SPDX-License-Identifier: MIT
#
# changes - what became of the lines "KEY | FIELD FIELD ..." of a record:
#
#     awk -f changes.awk BEFORE AFTER
#
#     leftright n=64 k=4: -counted.T=169 +counted.T=170
#     gone: padding n=64 k=4
#     new: brent-kung n=64 k=4
{
    at = index($0, " | ")
    key = at ? substr($0, 1, at - 1) : $0
    fields = at ? substr($0, at + 3) : ""
}
FILENAME == ARGV[1] {
    before[key] = fields
    order[++keys] = key
    next
}
!(key in before) {
    print "new: " key " " fields
    next
}
{
    seen[key] = 1
    if (before[key] "" == fields "")
        next
    printf "%s:", key
    old_count = split(before[key], old, " ")
    new_count = split(fields, now, " ")
    split("", count)
    for (i = 1; i <= new_count; ++i)
        ++count[now[i]]
    for (i = 1; i <= old_count; ++i)
        if (count[old[i]]-- < 1)
            printf " -%s", old[i]
    split("", count)
    for (i = 1; i <= old_count; ++i)
        ++count[old[i]]
    for (i = 1; i <= new_count; ++i)
        if (count[now[i]]-- < 1)
            printf " +%s", now[i]
    print ""
}
END {
    for (i = 1; i <= keys; ++i)
        if (!(order[i] in seen))
            print "gone: " order[i]
}
