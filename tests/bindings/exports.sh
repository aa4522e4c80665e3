#!/bin/sh
# exports.sh LIBRARY HEADER: the functions that the header declares and the symbols that the library defines are the same set.
set -eu
declared=$(grep -o 'breakeven_[a-z_]*(' "$2" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$1" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u)
others=$(nm -D --defined-only "$1" | awk '$2 !~ /^[TA]$/' | head -3)
[ "$declared" = "$exported" ] || { echo "declared: $declared"; echo "exported: $exported"; exit 1; }
[ -z "$others" ] || { echo "exported beside them: $others"; exit 1; }
echo "$declared" | wc -l
