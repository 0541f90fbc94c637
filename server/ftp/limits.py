"""Limits on simultaneous sessions: in all, of one source address, and of one host; and the share of a host."""

import errno
import fcntl
import ipaddress
import os
import socket

THIS_MACHINE = 'this machine'


def source_of(address, public_addresses=()):
    """
    Name under which the sessions of an address are counted: a local site can use every address of this machine, and a
    remote client every address of its IPv6 /48.
    """
    parsed = ipaddress.ip_address(address.partition('%')[0])
    if parsed.is_loopback or str(parsed) in public_addresses or _is_own(address):
        return THIS_MACHINE
    return str(parsed if parsed.version == 4 else ipaddress.ip_network((parsed, 48), strict=False))


def _is_own(address):
    """The kernel chooses the same address for both ends only if the address is this machine's."""
    try:
        # The port is arbitrary: connecting a datagram socket sends nothing.
        [(family, kind, *_, target)] = socket.getaddrinfo(
            address, 9, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST)
        with socket.socket(family, kind) as link:
            link.connect(target)
            return link.getsockname()[0] == target[0]
    except OSError:
        return False


def refusal(sources, source, most, most_per_source):
    """
    Reply to a client that exceeds a limit; None if it may connect.
    `sources` are those of the connected clients, `source` is that of the new one.
    """
    if len(sources) >= most:
        return b'421 Too many clients are connected. Try again later.\r\n'
    if sources.count(source) >= most_per_source:
        return b'421 Too many clients are connected from your address.\r\n'
    return None


def take_host_slot(folder, uid, most):
    """
    Takes one of a host's sessions until this process ends; False if all are taken. A slot is a record lock: the kernel
    releases it however the session ends, and a session that outlives its server keeps it.
    """
    path = os.path.join(folder, str(uid))
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    for slot in range(most):
        try:
            fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, slot)
            # The descriptor stays open: closing it would release the lock.
            return True
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EAGAIN):
                raise
    os.close(fd)
    return False


def join_share(folders, root):
    """
    Joins the control groups for the files of a host, which the console has created; False if that is not possible. From
    then on the memory, processor and disk that the session uses count for the host.
    """
    group = os.path.basename(root) + '.files'
    try:
        for folder in folders:
            with open(os.path.join(folder, group, 'cgroup.procs'), 'wb', buffering=0) as file:
                file.write(b'%d' % os.getpid())
    except OSError:
        return False
    return True
