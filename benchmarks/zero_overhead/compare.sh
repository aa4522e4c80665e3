#!/bin/sh
# compare.sh COMPILER INCLUDE_DIR…: compiles typed.cpp and plain.cpp at -O2 and compares their instructions, function by
# function: which ones and how many. The compiler is free in their order and in its choice of registers. Exit status 1 when they differ.
set -eu
here=$(dirname "$0")
compiler=$1
shift
includes=""
for directory in "$@"; do includes="$includes -I$directory"; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for version in typed plain; do
    # shellcheck disable=SC2086 # several include paths
    "$compiler" -std=c++20 -O2 -S $includes "$here/$version.cpp" -o "$work/$version.s"
    # "function opcode" for each instruction, in alphabetical order.
    awk '/^_Z[^ ]*:/ { name = $1 } /^[[:space:]]+[a-z]/ { print name, $1 }' "$work/$version.s" | sort >"$work/$version.instructions"
done
if diff "$work/typed.instructions" "$work/plain.instructions"; then
    echo "the same $(wc -l <"$work/typed.instructions") instructions, typed and plain"
else
    echo "typed and plain code differ" >&2
    exit 1
fi
