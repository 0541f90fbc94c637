"""
FTP server of one node: accepts connections as root and gives each a process of its own, which signs in at the console
and is then confined to the host's tree under the host's uid.
"""

import argparse
import errno
import json
import logging
import os
import select
import signal
import socket
import stat
import sys
import time
import types

from OpenSSL import SSL
from pyftpdlib.ioloop import IOLoop

# Imported here, since a session confined to a tree has no Python to import from.
import encodings.idna  # noqa: F401
import _strptime  # noqa: F401

import limits
import uploads
from session import Session, plain_address, confine_to

log = logging.getLogger('sitedeck')

BACKLOG = 128
SWEEP_SECONDS = 20
OP_NO_RENEGOTIATION = 0x40000000
# Many clients close a data connection without TLS's close message; a lost client is recognised by its control
# connection.
OP_IGNORE_UNEXPECTED_EOF = 0x80


def read_arguments():
    parser = argparse.ArgumentParser(prog='ftp')
    parser.add_argument('--listen-fd', type=int, required=True, help='a bound socket that was handed down')
    parser.add_argument('--pid-file', required=True)
    parser.add_argument('--ask', required=True, help='unix socket on which the console answers who may sign in')
    parser.add_argument('--trees', required=True, help='folder of the trees of all hosts')
    parser.add_argument('--first-uid', type=int, required=True)
    parser.add_argument('--certificate', required=True)
    parser.add_argument('--key', required=True)
    parser.add_argument('--needs-tls', action='store_true')
    parser.add_argument('--passive', type=int, nargs=2, required=True, metavar=('FIRST', 'LAST'))
    parser.add_argument('--public-addresses', nargs='*', default=[], help='IPv4 addresses behind which this machine may stand')
    parser.add_argument('--sessions', type=int, required=True)
    parser.add_argument('--sessions-per-address', type=int, required=True)
    parser.add_argument('--sessions-per-host', type=int, required=True)
    parser.add_argument('--host-slots', required=True, help='folder, which only root may enter, of the locks that count the sessions of each host')
    parser.add_argument('--shares', nargs='*', default=[], help='folders of control groups, with one for the files of each host')
    parser.add_argument('--sign-in-seconds', type=int, required=True)
    parser.add_argument('--idle-seconds', type=int, required=True)
    parser.add_argument('--lost-client-ms', type=int, required=True,
                        help='between the end of an upload and its completion: a lost client closes the session, too')
    return parser.parse_args()


def open_listener(options):
    listener = socket.socket(fileno=options.listen_fd)
    os.set_inheritable(options.listen_fd, False)
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener


def tls_context(options):
    context = SSL.Context(SSL.TLS_SERVER_METHOD)
    context.set_min_proto_version(SSL.TLS1_2_VERSION)
    context.set_options(SSL.OP_NO_COMPRESSION | OP_NO_RENEGOTIATION | OP_IGNORE_UNEXPECTED_EOF)
    context.set_session_id(b'ftp')
    context.use_certificate_chain_file(options.certificate)
    context.use_privatekey_file(options.key)
    return context


def configure(options):
    Session.ask = options.ask
    Session.first_uid = options.first_uid
    Session.host_slots = options.host_slots
    Session.sessions_per_host = options.sessions_per_host
    Session.shares = options.shares
    Session.public_addresses = options.public_addresses
    Session.sign_in_seconds = options.sign_in_seconds
    Session.timeout = options.idle_seconds
    Session.lost_client_ms = options.lost_client_ms
    Session.ssl_context = tls_context(options)
    Session.tls_control_required = options.needs_tls
    first, last = options.passive
    Session.passive_ports = range(first, last + 1)


def serve(connection, family):
    """Runs in a session's process until it ends."""
    # Attributes that pyftpdlib expects of its server.
    server = types.SimpleNamespace(
        socket=types.SimpleNamespace(family=family), ip_map=[], backlog=1, _accept_new_cons=lambda: True)
    loop = IOLoop()
    session = Session(connection, server, ioloop=loop)
    if session.connected:
        session.handle()
        # `loop.loop()` checks its timers only after the client's first byte, and treats 0 as "no timeout".
        while loop.socket_map:
            due = loop.sched.poll()
            loop.poll(None if due is None else max(due, 0.01))


class Client:
    """A session as the server sees it."""

    def __init__(self, source, report):
        self.source = source
        # The session writes to the other end which tree it has entered.
        self.report = report

    def entered(self):
        """Folder of the tree, and the uid; None before the sign-in."""
        try:
            return json.loads(os.read(self.report, 4096))
        except (OSError, ValueError):
            return None


class Server:
    def __init__(self, options):
        self.options = options
        self.listener = open_listener(options)
        # Clients by the pid of their session.
        self.clients = {}
        self.sweeps = {}
        self.ends = False

    def run(self):
        in_process(lambda: sweep_all(self.options))
        woken, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(waker)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._end)
        poller = select.poll()
        poller.register(woken, select.POLLIN)
        poller.register(self.listener, select.POLLIN)
        while not self.ends:
            for fd, _ in poller.poll():
                if fd == woken:
                    os.read(woken, 4096)
            self._reap()
            self._accept()
        for pid in self.clients:
            os.kill(pid, signal.SIGTERM)

    def _end(self, *_):
        self.ends = True

    def _reap(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            was_killed = os.WIFSIGNALED(status)
            if pid in self.clients:
                self._forget_client(self.clients.pop(pid), was_killed)
            elif pid in self.sweeps:
                entered = self.sweeps.pop(pid)
                # A sweep may be ended together with the sessions of its host.
                if was_killed and os.WTERMSIG(status) == signal.SIGKILL:
                    self._sweep(entered)

    def _forget_client(self, client, was_killed):
        entered = client.entered() if was_killed else None
        os.close(client.report)
        if entered is not None:
            self._sweep(entered)

    def _sweep(self, entered):
        pid = in_process(lambda: sweep_tree(entered['root'], entered['uid']))
        if pid is not None:
            self.sweeps[pid] = entered

    def _accept(self):
        try:
            connection, address = self.listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                # The client stays in the queue: without a pause this would be a busy loop.
                time.sleep(0.1)
            return
        with connection:
            self._take(connection, with_scope(address))

    def _take(self, connection, address):
        source = limits.source_of(address, self.options.public_addresses)
        sources = [client.source for client in self.clients.values()]
        reply = limits.refusal(sources, source, self.options.sessions, self.options.sessions_per_address)
        if reply is not None:
            connection.setblocking(False)
            try:
                connection.send(reply)
            except OSError:
                pass
            return
        report, end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        pid = in_process(lambda: self._run_session(connection, end))
        os.close(end)
        if pid is None:
            os.close(report)
        else:
            self.clients[pid] = Client(source, report)

    def _run_session(self, connection, report):
        family = self.listener.family
        self.listener.close()
        for client in self.clients.values():
            os.close(client.report)
        Session.report = report
        serve(connection, family)


def with_scope(address):
    """Text of a socket's address; a link-local one is valid only with the number of its interface."""
    plain = plain_address(address[0])
    return '%s%%%d' % (plain, address[3]) if len(address) > 3 and address[3] else plain


def in_process(work):
    """Runs `work` in a new process without waiting for it; None if no process can be started."""
    try:
        pid = os.fork()
    except OSError:
        log.exception('No process can be started')
        return None
    if pid != 0:
        return pid
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        work()
    except BaseException:
        log.exception('A session failed')
    finally:
        os._exit(0)


def sweep_all(options):
    """Removes what an earlier server has left. As root it reads only the owner of each folder."""
    for entry in os.scandir(options.trees):
        try:
            found = os.lstat(entry.path + uploads.UNFINISHED)
        except OSError:
            continue
        if stat.S_ISDIR(found.st_mode) and found.st_uid >= options.first_uid:
            pid = in_process(lambda: sweep_tree(entry.path, found.st_uid))
            if pid is not None:
                os.waitpid(pid, 0)


def sweep_tree(root, uid):
    # A host may have filled the folder with any number of files.
    signal.alarm(SWEEP_SECONDS)
    confine_to(root, uid)
    uploads.sweep()


def main():
    logging.basicConfig(level=logging.WARNING, format='%(asctime)s %(message)s', stream=sys.stderr)
    options = read_arguments()
    configure(options)
    server = Server(options)
    with open(options.pid_file, 'w', encoding='ascii') as file:
        file.write('%d\n' % os.getpid())
    server.run()


main()
