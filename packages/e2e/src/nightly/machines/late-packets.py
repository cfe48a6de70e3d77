"""Delays each packet routed to a TUN device, then sends it through another device.

Usage: late-packets.py TUN DEVICE MILLISECONDS
For kernels without netem. One direction only; keeps the order and loses nothing.
"""
import collections
import fcntl
import os
import select
import socket
import struct
import sys
import time

name, device, wait = sys.argv[1], sys.argv[2], int(sys.argv[3]) / 1000
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
out = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
out.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode())
late = collections.deque()
while True:
    left = max(0, late[0][0] - time.monotonic()) if late else None
    if select.select([tun], [], [], left)[0]:
        try:
            late.append((time.monotonic() + wait, os.read(tun, 65535)))
        except OSError:
            break
    while late and late[0][0] <= time.monotonic():
        packet = late.popleft()[1]
        if packet[0] >> 4 == 4:
            try:
                out.sendto(packet, (socket.inet_ntoa(packet[16:20]), 0))
            except OSError:
                pass
