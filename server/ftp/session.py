"""One client, from its first byte to its last: pyftpdlib's protocol, our sign-in, tree and uploads."""

import errno
import json
import logging
import os
import re
import secrets
import select
import socket
import stat

from OpenSSL import SSL
from pyftpdlib.filesystems import AbstractedFS, FilesystemError
from pyftpdlib.handlers import DTPHandler, PassiveDTP, TLS_DTPHandler, TLS_FTPHandler
from pyftpdlib.ioloop import AsyncChat, RetryError

import uploads

log = logging.getLogger('sitedeck')

# Hashing waits its turn where many sign in at once.
ANSWER_SECONDS = 60
# How long bytes that nobody wants are read on, so that the client reads our reply instead of a reset.
DRAIN_SECONDS = 60
TRIES = 3
GONE = (errno.ECONNRESET, errno.EPIPE, errno.ENOTCONN, errno.ESHUTDOWN, errno.ECONNABORTED, errno.ETIMEDOUT)


def plain_address(address):
    return address[7:] if address.startswith('::ffff:') else address


def shut_into(root, uid):
    """For good: nothing above the tree exists from here on, and no right but those of the host."""
    os.chroot(root)
    os.chdir('/')
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    os.umask(0o022)


class Authorizer:
    """pyftpdlib asks it; rights are those of the host's uid, which the kernel knows."""

    def has_perm(self, *_):
        return True

    def get_perms(self, *_):
        return 'elradfmwMT'

    def get_msg_login(self, *_):
        return 'Signed in.'

    def get_msg_quit(self, *_):
        return 'Goodbye.'

    def impersonate_user(self, *_):
        pass

    def terminate_impersonation(self, *_):
        pass


class Tree(AbstractedFS):
    """The process is shut into it. What pyftpdlib asks of Debian's user database, it answers itself."""

    def open(self, filename, mode):
        if mode != 'rb':
            raise FilesystemError('Uploads have their own way')
        _ensure_visible(filename)
        fd = os.open(filename, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            os.close(fd)
            raise FilesystemError('Not a regular file')
        # Its name is what pyftpdlib writes into the log.
        return open(filename, 'rb', opener=lambda *_: fd)

    def listdir(self, path):
        return [name for name in os.listdir(path) if os.path.join(path, name) != uploads.QUOTA_FILE]

    def remove(self, path):
        _ensure_visible(path)
        size = uploads.size_of_file(path)
        os.remove(path)
        self.cmd_channel.quota.add(-size)

    def rename(self, src, dst):
        _ensure_visible(src, dst)
        size = uploads.size_of_file(dst)
        os.rename(src, dst)
        self.cmd_channel.quota.add(-size)

    def get_user_by_uid(self, uid):
        return uid

    get_group_by_gid = get_user_by_uid


def _ensure_visible(*paths):
    if uploads.QUOTA_FILE in paths:
        raise FilesystemError('Not for clients')


class Receiving(DTPHandler):
    """Ends an upload by what became of the connection: whole, cut off, or more than may be stored."""

    broken = False
    refused = False

    @property
    def upload(self):
        return self.file_obj if isinstance(self.file_obj, uploads.Upload) else None

    def recv(self, buffer_size):
        """pyftpdlib takes a reset for the end of the file."""
        try:
            chunk = self.socket.recv(buffer_size)
        except SSL.SysCallError as error:
            if error.args[0] not in GONE:
                raise
            self.broken = True
            chunk = b''
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EINTR):
                raise RetryError from error
            if error.errno not in GONE:
                raise
            self.broken = True
            chunk = b''
        if not chunk:
            self.handle_close()
        return chunk

    def handle_read(self):
        if self.upload is None:
            return super().handle_read()
        try:
            chunk = self.recv(self.ac_in_buffer_size)
        except RetryError:
            return
        self.tot_bytes_received += len(chunk)
        if not chunk or self.refused:
            return
        if self._data_wrapper is not None:
            chunk = self._data_wrapper(chunk)
        try:
            self.upload.write(chunk)
        except uploads.Refused as refusal:
            self._refuse(refusal.args[0])
        except OSError as error:
            self._refuse('451 %s.' % os.strerror(error.errno or errno.EIO))

    handle_read_event = handle_read

    def _refuse(self, reply):
        self.refused = True
        self.upload.drop()
        self.cmd_channel.respond(reply)
        self.call_later(DRAIN_SECONDS, self.close)

    def handle_close(self):
        if self._closed or self.upload is None:
            return super().handle_close()
        if not self.upload.settled:
            self._hear_control()
        if not self.upload.settled:
            if self.broken:
                reply, self.transfer_finished = self.upload.cut(), False
            else:
                reply, self.transfer_finished = self.upload.complete()
            self._resp = (reply, log.debug)
        self.close()

    def _hear_control(self):
        """
        FTP ends a file by closing the connection, and so does a client that dies. Its control connection has then ended
        too, or has brought an ABOR: either settles the upload.
        """
        control = self.cmd_channel
        while not control._closed and not control._quit_pending and _has_input(control):
            control.handle_read_event()

    def settle_as_cut(self):
        if self.upload is not None and not self.upload.settled:
            reply = self.upload.cut()
            if getattr(self, '_error', False):
                self._resp = (reply, log.debug)

    def close(self):
        self.settle_as_cut()
        super().close()


def _has_input(channel):
    poller = select.poll()
    poller.register(channel.socket.fileno(), select.POLLIN)
    return bool(poller.poll(0))


class Data(TLS_DTPHandler, Receiving):
    def readable(self):
        # pyftpdlib drops a connection that speaks before a transfer is asked for, as curl does to begin TLS.
        return self._ssl_accepting or super().readable()

    def close(self):
        # Before TLS is closed: a client can delay that.
        self.settle_as_cut()
        super().close()


class Passive(PassiveDTP):
    """Takes a port of the range or none: a firewall would not let any other through."""

    is_probing = False

    def __init__(self, *args, **kwargs):
        try:
            super().__init__(*args, **kwargs)
        except OSError:
            self.close()
            raise

    def bind_af_unspecified(self, addr):
        # Only to learn whether the address is one of IPv4 or IPv6.
        self.is_probing = True
        try:
            return super().bind_af_unspecified(addr)
        finally:
            self.is_probing = False

    def handle_accepted(self, sock, addr):
        # pyftpdlib answers the client for a stranger who connects, and every later reply would be that of another command.
        if addr[0] != self.cmd_channel.remote_ip:
            return sock.close()
        super().handle_accepted(sock, addr)

    def bind(self, addr):
        if addr[1] == 0 and not self.is_probing and self.cmd_channel.passive_ports is not None:
            raise OSError(errno.EADDRINUSE, 'No port for a data connection is free')
        super().bind(addr)


class Session(TLS_FTPHandler):
    """`__main__` sets what is the same for all sessions on the class."""

    ask = ''
    report = -1
    first_uid = 0
    authorizer = Authorizer()
    abstracted_fs = Tree
    dtp_handler = Data
    passive_dtp = Passive
    banner = 'FTP server ready.'
    sign_in_seconds = 60
    # Names that are no UTF-8 come and go as they are.
    unicode_errors = 'surrogateescape'

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.quota = uploads.Quota(None)
        self.announced = None

    def handle(self):
        self.call_later(self.sign_in_seconds, self._end_unless_signed_in)
        super().handle()

    def _end_unless_signed_in(self):
        if not self._closed and not self.authenticated:
            self.respond('421 Nobody signed in.')
            self.close_when_done()

    def push(self, s):
        # That of pyftpdlib fails on names that are no UTF-8.
        AsyncChat.push(self, s.encode('utf8', self.unicode_errors))

    def log(self, msg, logfun=None):
        """The console's operation log says who signed in; what every client does would fill the disk."""

    def ftp_AUTH(self, line):
        super().ftp_AUTH(line)
        # What came in plain text behind the command was not sent under TLS.
        self.ac_in_buffer = b''

    def pre_process_command(self, line, cmd, arg):
        if cmd in ('LIST', 'NLST'):
            arg = re.sub(r'^(?:-[A-Za-z0-9]+(?: +|$))+', '', arg)
        super().pre_process_command(line, cmd, arg)

    def ftp_USER(self, line):
        if self.authenticated:
            return self.respond('530 Signed in already: connect again.')
        super().ftp_USER(line)

    def ftp_REIN(self, line):
        self.respond('502 Connect again instead.')

    def ftp_PASS(self, line):
        if self.authenticated or not self.username:
            return self.respond('503 Send USER first, once.')
        answer = self._ask_console(line)
        if answer is None:
            # Clients try again after 421, and take 530 for a wrong password.
            self.respond('421 Sign-in is not possible at the moment.')
            return self.close_when_done()
        if answer['is'] != 'in' or answer['uid'] < self.first_uid:
            return self._refuse_sign_in()
        self._enter(answer)
        self.handle_auth_success('/', '', self.authorizer.get_msg_login())

    def _refuse_sign_in(self):
        # That of pyftpdlib waits aside, where this process has nothing else to wait for and would end.
        self.username = ''
        self.attempted_logins += 1
        self.respond('530 Sign-in refused.')
        if self.attempted_logins >= TRIES:
            self.close_when_done()

    def _ask_console(self, password):
        attempt = {
            'account': self.username,
            'password': password,
            'address': plain_address(self.remote_ip),
            'encrypted': self._ssl_established,
        }
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(ANSWER_SECONDS)
                link.connect(self.ask)
                link.sendall(json.dumps(attempt).encode() + b'\n')
                return json.loads(link.makefile('rb').readline())
        except (OSError, ValueError):
            log.exception('The console does not answer')
            return None

    def _enter(self, answer):
        os.write(self.report, json.dumps({'root': answer['root'], 'uid': answer['uid']}).encode())
        os.close(self.report)
        shut_into(answer['root'], answer['uid'])
        self.quota = uploads.Quota(answer['quotaBytes'])
        uploads.sweep()

    def _make_epasv(self, extmode=False):
        try:
            super()._make_epasv(extmode)
        except OSError as error:
            self.respond('425 %s.' % (error.strerror or 'No data connection can be opened'))

    def ftp_OPTS(self, line):
        if line.upper() in ('UTF8 ON', 'UTF8'):
            return self.respond('200 Names are UTF-8.')
        super().ftp_OPTS(line)

    def ftp_ALLO(self, line):
        found = re.match(r'\d{1,18}', line)
        self.announced = int(found[0]) if found else None
        self.respond('200 Noted.')

    def ftp_STOR(self, file, mode='w'):
        start, self._restart_position = self._restart_position, 0
        extends = 'a' in mode or start > 0
        cmd = 'APPE' if 'a' in mode else 'STOR'
        upload = self._begin(lambda: uploads.Extension(file, self.quota, start or None) if extends
                             else uploads.Replacement(file, self.quota))
        if upload is not None:
            self._receive(upload, cmd, 'Send the file.')

    def ftp_APPE(self, file):
        self.ftp_STOR(file, mode='a')

    def ftp_STOU(self, line):
        file = self.fs.ftp2fs('%s.%s' % (line or 'ftp', secrets.token_hex(4)))
        upload = self._begin(lambda: uploads.Replacement(file, self.quota))
        if upload is not None:
            self._receive(upload, 'STOU', 'FILE: %s' % os.path.basename(file))

    def _begin(self, open_upload):
        announced, self.announced = self.announced, None
        if self._in_dtp_queue is not None:
            self._in_dtp_queue[0].close()
            self._in_dtp_queue = None
        try:
            left = self.quota.left()
            if announced is not None and left is not None and announced > left:
                raise uploads.Refused(uploads.OVER_QUOTA)
            return open_upload()
        except uploads.Refused as refusal:
            self.respond(refusal.args[0])
        except OSError as error:
            self.respond('550 %s.' % os.strerror(error.errno or errno.EIO))
        return None

    def _receive(self, upload, cmd, text):
        if self.data_channel is not None:
            self.respond('125 ' + text)
            self.data_channel.file_obj = upload
            self.data_channel.enable_receiving(self._current_type, cmd)
        else:
            self.respond('150 ' + text)
            self._in_dtp_queue = (upload, cmd)
