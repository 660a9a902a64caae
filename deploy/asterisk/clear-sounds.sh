#!/bin/sh
# Carillon's Asterisk: Asterisk keeps every sound that it has fetched, and removes none. This removes
# those of Carillon whose addresses are over, which no call asks for any more; calls that are under way
# are not disturbed, and Asterisk is not stopped. Let cron run it each hour on each node, as a user who
# may use "asterisk -r":
#
#   17 * * * * root /usr/local/sbin/carillon-clear-sounds
#
# An address ends with the epoch second until which it is valid, its signature and "wav". It is left
# alone for ten minutes more: a call may just have begun to play it.

: "${ASTERISK:=asterisk}"
over=$(($(date +%s) - 600))

$ASTERISK -rx 'media cache show all' |
  awk -v over="$over" '/^https?:.*\/sounds\/.*\.wav$/ {
    parts = split($0, part, ".")
    if (part[parts - 2] ~ /^[0-9]+$/ && part[parts - 2] < over) print
  }' |
  while IFS= read -r address; do
    $ASTERISK -rx "media cache delete $address" </dev/null >/dev/null
  done
