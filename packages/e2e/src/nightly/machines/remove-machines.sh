#!/bin/sh
# Removes namespaces, links, hosts files, mounts and cgroups of a run: remove-machines.sh NAME [--when-over]
# --when-over waits for the end of standard input, which comes when the run ends, even if it is killed.
[ "$2" = --when-over ] && cat >/dev/null
for namespace in $(ip netns list | grep -o "^$1-[^ ]*"); do
  ip netns pids "$namespace" | xargs -r kill -KILL
  ip netns del "$namespace"
  rm -rf "/etc/netns/$namespace"
done
ip link del "$1" 2>/dev/null
grep "^$1 " /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l
rmdir "/sys/fs/cgroup/memory/$1" "/sys/fs/cgroup/$1" 2>/dev/null
exit 0
