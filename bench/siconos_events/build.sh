#!/bin/sh
# Builds the Siconos side with the packages of Debian: apt-get install libsiconos-kernel-dev libsiconos-numerics-dev g++
set -e
cd "$(dirname "$0")"
mkdir -p target
S=/usr/include/siconos
g++ -O2 -w -I$S -I$S/kernel -I$S/numerics -I$S/externals siconos_events.cpp -o target/siconos_events \
    -lsiconos_kernel -lsiconos_numerics -lsiconos_externals 2>target/log || {
  g++ -O2 -w -I$S -I$S/kernel -I$S/numerics siconos_events.cpp -o target/siconos_events -lsiconos_kernel -lsiconos_numerics
}
