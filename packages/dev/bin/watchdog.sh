#!/bin/sh
# Reads "add PID" and "del PID" lines from the parent; each PID leads a process group. When the parent ends (SIGKILL
# included), the pipe closes and the remaining groups are stopped.
pids=' '
while read -r verb pid; do
  case $verb in
    add) pids="$pids-$pid " ;;
    del) pids=$(printf '%s' "$pids" | sed "s/ -$pid / /") ;;
  esac
done
[ "$pids" = ' ' ] && exit 0
kill -s TERM -- $pids 2>/dev/null
for _ in 1 2 3 4 5 6 7 8; do
  sleep 1
  kill -s 0 -- $pids 2>/dev/null || exit 0
done
kill -s KILL -- $pids 2>/dev/null
exit 0
