#!/bin/sh
# deb.sh BUILD_DIR SOURCE_DIR: builds the Debian packages, unpacks them into an empty folder, and there runs the tool on what the
# package brings along, and builds a C program against its library.
set -eu
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expect() {
    [ "$2" = "$3" ] || { echo "$1: expected \"$2\", got \"$3\""; exit 1; }
    echo "$1: $3"
}
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
expect packages "breakeven libbreakeven-dev libbreakeven0" \
    "$(for one in "$work"/packages/*.deb; do dpkg-deb -f "$one" Package; done | sort | tr '\n' ' ' | sed 's/ $//')"
for one in "$work"/packages/*.deb; do
    dpkg-deb -x "$one" "$work/root"
    dpkg-deb -f "$one" Package Depends
done

cd "$work/root/usr"
data=share/breakeven
first_line=$(env -i bin/breakeven audit $data/traces/v100-resnet50-training.json.gz --scenario $data/scenarios/rtx4060-laptop-vs-a10.toml | head -n 1)
expect audit "GPU 0 (Tesla V100-DGXS-32GB) computed 59.5 % of the 994.1 ms observed, above its line of 6.31 %; owning pays if it runs like this for at least 2.5 h a day." \
    "$first_line"
pc=$(dirname "$(find "$work/root" -name breakeven.pc)")
cc -std=c99 -o "$work/c_line" "$source/examples/c_line/main.c" $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs breakeven) -Wl,-rpath,"${pc%/pkgconfig}"
expect c_line 0.0631 "$("$work/c_line" $data/scenarios/rtx4060-laptop-vs-a10.toml)"
