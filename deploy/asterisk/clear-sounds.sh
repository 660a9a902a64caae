#!/bin/sh
# Carillon's Asterisk: Asterisk keeps every sound that it has fetched. This script removes Carillon's sounds
# whose addresses have expired, so no call asks for them any more. It neither disturbs current calls nor
# stops Asterisk. Let cron run it every hour on each node, as a user who may use "asterisk -r":
#
#   17 * * * * root /usr/local/sbin/carillon-clear-sounds
#
# An address ends with the epoch second of its expiry, its signature and "wav". Its sound is kept for ten
# more minutes: a call may just have started to play it.

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
