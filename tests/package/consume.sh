#!/bin/sh
# consume.sh BUILD_DIR SOURCE_DIR: installs the built tree into an empty folder and builds strangers' projects against it: the
# examples, and one with targets and folders called like our layers that finds the package twice.
set -eu
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/installed" >/dev/null

# build NAME SOURCE: configures and builds in a clean folder, with a strict host's warnings as errors.
build_consumer() {
    cmake -S "$2" -B "$work/build-$1" -DCMAKE_PREFIX_PATH="$work/installed" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    cmake --build "$work/build-$1" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
expect() {
    [ "$2" = "$3" ] || { echo "$1: expected \"$2\", got \"$3\""; exit 1; }
    echo "$1: $3"
}

build_consumer cost_line "$source/examples/cost_line"
expect cost_line 0.0628 "$("$work/build-cost_line/cost_line")"
build_consumer own_cost "$source/examples/own_cost"
expect own_cost "at home 0.0461, in a colocation centre 0.0772" "$("$work/build-own_cost/own_cost")"
# Every public header in one program, so that none needs a header that is not installed.
mkdir "$work/all_headers"
(cd "$work/installed/include" && find breakeven -name '*.hpp' | sort | sed 's/.*/#include <&>/') >"$work/all_headers/main.cpp"
echo 'int main() {}' >>"$work/all_headers/main.cpp"
sed 's/cost_line/all_headers/g' "$source/examples/cost_line/CMakeLists.txt" >"$work/all_headers/CMakeLists.txt"
build_consumer all_headers "$work/all_headers"
echo "all_headers: $(grep -c include "$work/all_headers/main.cpp") headers"

build_consumer stranger "$source/tests/package/stranger"
expect stranger 0.169806 "$("$work/build-stranger/app")"

# C by pkg-config, from a tree that was moved after it was installed. A library with sanitizers in it is for our own tests only.
library=$(find "$work/installed" -name libbreakeven.so)
if [ -n "$library" ] && ! nm -D "$library" | grep -q __asan_init; then
    mv "$work/installed" "$work/moved"
    pc=$(dirname "$(find "$work/moved" -name breakeven.pc)")
    flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs breakeven)
    cc -std=c99 -Wall -Wextra -pedantic -Werror -o "$work/c_line" "$source/examples/c_line/main.c" $flags -Wl,-rpath,"${pc%/pkgconfig}"
    expect c_line 0.0631 "$("$work/c_line" "$source/data/scenarios/rtx4060-laptop-vs-a10.toml")"
fi
