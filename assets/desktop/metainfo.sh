#!/bin/sh
# SPDX-License-Identifier: MIT
#
# metainfo.sh FILE VERSION DATE [SITE] - prints FILE, the AppStream metainfo, for that
# release. Without a home page SITE, https://..., there are no screenshots to load.

if [ "${4:-}" ]; then
    lines='/@SITE_BEGIN@/d; /@SITE_END@/d'
else
    lines='/@SITE_BEGIN@/,/@SITE_END@/d'
fi
exec sed -e "$lines" -e "s|@SITE@|${4:-}|; s|@VERSION@|$2|; s|@DATE@|$3|" "$1"
