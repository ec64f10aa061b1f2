#!/bin/sh
# The problems of the scenes, as JSON files in a folder: one line for each scene, its name and the steps.
set -eu
[ $# = 1 ] || { echo "make.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
program=${STEP_PROBLEMS:-$here/../../target/release/examples/step_problems}
mkdir -p "$1"
while read -r scene steps; do
    "$program" "$here/scenes/$scene.toml" "$steps" "$1/$scene"
done <<LIST
capsules 40,80
capsules2 60
chute 60
cubes 40,90
kapla16 3
kapla18b 5,30
kaplatilt 5,40
rocks 60,150,250,330
rocks2 60,120,200
slabs 60
spheres 30,80
spheres2 40
stacks 3
tower40 3
wall10 2
wallpush 20,60
LIST
