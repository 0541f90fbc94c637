"""One client, from its first byte to its last: pyftpdlib's protocol, our sign-in, tree and uploads."""

import errno
import ipaddress
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

import limits
import uploads

log = logging.getLogger('sitedeck')

# Hashing waits its turn when many clients sign in at once.
ANSWER_SECONDS = 60
# How long unwanted bytes are still read, so that the client gets our reply instead of a reset.
DRAIN_SECONDS = 60
TRIES = 3
# Most bytes of unread replies beyond the kernel's buffer: such a client sends commands and reads no answers.
MOST_UNREAD = 1000
# Commands that are answered during an upload.
DURING_UPLOAD = (b'ABOR', b'STAT', b'NOOP', b'QUIT')
# Most commands that wait for the end of an upload.
MOST_WAITING = 100
# How long a client may take to read the last reply.
LAST_REPLY_SECONDS = 10
GONE = (errno.ECONNRESET, errno.EPIPE, errno.ENOTCONN, errno.ESHUTDOWN, errno.ECONNABORTED, errno.ETIMEDOUT)

# Commands that open a data connection, and those that use it.
NEED_DATA = ('PASV', 'EPSV', 'PORT', 'EPRT', 'RETR', 'STOR', 'APPE', 'STOU', 'LIST', 'NLST', 'MLSD')


def plain_address(address):
    return address[7:] if address.startswith('::ffff:') else address


def confine_to(root, uid):
    """Irreversible: from here on the process sees only the tree and has only the host's rights."""
    os.chroot(root)
    os.chdir('/')
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    os.umask(0o022)


def _is_reached_by_ipv4(own):
    try:
        address = ipaddress.ip_address(own)
    except ValueError:
        return False
    return address.version == 4 and not address.is_loopback


class Authorizer:
    """Answers pyftpdlib's questions about rights; the kernel enforces those of the host's uid."""

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
    """The tree that the process is confined to. Answers itself what pyftpdlib would ask the system's user database."""

    def open(self, filename, mode):
        if mode != 'rb':
            raise FilesystemError('Uploads have their own way')
        _ensure_visible(filename)
        fd = os.open(filename, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            os.close(fd)
            raise FilesystemError('Not a regular file')
        # pyftpdlib writes its name into the log.
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

    def chmod(self, path, mode):
        _ensure_visible(path)
        super().chmod(path, mode)

    def utime(self, path, timeval):
        _ensure_visible(path)
        super().utime(path, timeval)

    def format_mlsx(self, basedir, listing, perms, facts, ignore_err=True):
        for line in super().format_mlsx(basedir, listing, perms, facts, ignore_err):
            # pyftpdlib writes 0o644, of which lftp reads the first digit and makes its copies of mode 000.
            yield line.replace(b'unix.mode=0o', b'unix.mode=0', 1) if 'unix.mode' in facts else line

    def get_user_by_uid(self, uid):
        return uid

    get_group_by_gid = get_user_by_uid


def _ensure_visible(*paths):
    if uploads.QUOTA_FILE in paths:
        raise FilesystemError('Not for clients')


class Receiving(DTPHandler):
    """Ends an upload as complete, cut off, or too large, depending on how the connection ended."""

    broken = False
    refused = False

    @property
    def upload(self):
        return self.file_obj if isinstance(self.file_obj, uploads.Upload) else None

    @property
    def is_uploading(self):
        return self.upload is not None and not self.upload.settled

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
        self._write(chunk if self._data_wrapper is None else self._data_wrapper(chunk))

    handle_read_event = handle_read

    def _write(self, chunk):
        try:
            self.upload.write(chunk)
        except uploads.Refused as refusal:
            self._refuse(refusal.args[0])
        except OSError as error:
            self._refuse('451 %s.' % os.strerror(error.errno or errno.EIO))

    def _refuse(self, reply):
        self.refused = True
        self.upload.drop()
        self.cmd_channel.respond(reply)
        self.call_later(DRAIN_SECONDS, self.close)

    def handle_close(self):
        if self._is_unused():
            return self.close()
        if self._closed or self.upload is None:
            return super().handle_close()
        if not self.upload.settled:
            self._read_control()
        if not self.upload.settled and self._had_cr:
            self._write(b'\r')
        if not self.upload.settled:
            if self.broken:
                reply, self.transfer_finished = self.upload.cut(), False
            else:
                reply, self.transfer_finished = self.upload.complete()
            self._resp = (reply, log.debug)
        self.close()

    def _is_unused(self):
        """
        Whether no transfer has begun. Its command had its reply, such as a refusal: pyftpdlib would send a second one,
        which the client would take for the reply to its next command.
        """
        return self.cmd is None and not self.receive and not self.producer_fifo and self.tot_bytes_sent == 0

    def _read_control(self):
        """
        A closed data connection marks the end of a file, but also a lost client. For a lost client the control
        connection is closed too, or has received ABOR; this decides the upload. The kernel of a killed client closes
        the data connection first, so an upload that would replace a file waits a moment for the control connection.
        """
        control = self.cmd_channel
        wait_ms = control.lost_client_ms if self.upload.replaces_file else 0
        wait_input_ms = wait_ms
        while not control._closed and not control._quit_pending and _has(control, select.POLLIN, wait_input_ms):
            control.handle_read_event()
            wait_input_ms = 0
        # After QUIT nothing is read, but the client keeps the connection until it has the reply to its upload (RFC 959).
        if control._quit_pending and _has(control, select.POLLRDHUP, wait_ms):
            self.broken = True

    def settle_as_cut_off(self):
        if self.upload is not None and not self.upload.settled:
            reply = self.upload.cut()
            if getattr(self, '_error', False):
                self._resp = (reply, log.debug)

    def close(self):
        self.settle_as_cut_off()
        super().close()


def _has(channel, event, wait_ms):
    poller = select.poll()
    poller.register(channel.socket.fileno(), event)
    return bool(poller.poll(wait_ms))


class Data(TLS_DTPHandler, Receiving):
    def handle_failed_ssl_handshake(self):
        # The client leaves, since its command was refused.
        if self.cmd_channel.is_refused and self._is_unused():
            return self.close()
        super().handle_failed_ssl_handshake()

    def readable(self):
        # pyftpdlib drops a data connection that sends bytes before the transfer command, as curl does to start TLS.
        return self._ssl_accepting or super().readable()

    def close(self):
        # Before TLS is shut down, which a client can delay.
        self.settle_as_cut_off()
        super().close()


class Passive(PassiveDTP):
    """Uses a port of the range or none: a firewall would block any other."""

    is_probing = False

    def __init__(self, *args, **kwargs):
        try:
            super().__init__(*args, **kwargs)
        except OSError:
            self.close()
            raise

    def bind_af_unspecified(self, addr):
        # Only to find out whether the address is IPv4 or IPv6.
        self.is_probing = True
        try:
            return super().bind_af_unspecified(addr)
        finally:
            self.is_probing = False

    def handle_accepted(self, sock, addr):
        # pyftpdlib sends the client a reply when a stranger connects; every later reply would then belong to the wrong
        # command.
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
    host_slots = ''
    shares = ()
    sessions_per_host = 0
    authorizer = Authorizer()
    abstracted_fs = Tree
    dtp_handler = Data
    passive_dtp = Passive
    banner = 'FTP server ready.'
    sign_in_seconds = 60
    lost_client_ms = 0
    public_addresses = []
    # Names that are not UTF-8 pass unchanged.
    unicode_errors = 'surrogateescape'

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.quota = uploads.Quota(None)
        self.announced = None
        # Command lines that arrived during an upload.
        self.waiting = []
        self.masquerade_address = self._address_for_passive()
        self.is_unread = False
        # Whether the last command that needs a data connection was.
        self.is_refused = False

    def _address_for_passive(self):
        """Address in the reply to PASV behind address translation (EPSV names none); None: our own address."""
        own = plain_address(self.socket.getsockname()[0]) if self.connected else ''
        if not self.public_addresses or own in self.public_addresses or not _is_reached_by_ipv4(own):
            return None
        return self.public_addresses[0]

    def handle(self):
        self.call_later(self.sign_in_seconds, self._end_without_sign_in)
        super().handle()

    def _end_without_sign_in(self):
        if not self._closed and not self.authenticated:
            self.respond('421 No sign-in in time.')
            self._close_soon()

    def handle_timeout(self):
        self.respond('421 The control connection was idle for too long.')
        self._close_soon()

    def _close_soon(self):
        # A client that reads nothing would keep its process forever.
        self.close_when_done()
        self.call_later(LAST_REPLY_SECONDS, self.close)

    def push(self, s):
        if self.is_unread:
            return
        # pyftpdlib's own method fails on names that are not UTF-8.
        AsyncChat.push(self, s.encode('utf8', self.unicode_errors))
        if len(self.producer_fifo) > MOST_UNREAD:
            self.is_unread = True
            self.call_later(0, self.close)

    def found_terminator(self):
        if self.is_unread:
            self._in_buffer, self._in_buffer_len = [], 0
        elif any(b'\0' in part for part in self._in_buffer):
            self._in_buffer, self._in_buffer_len = [], 0
            self.respond('501 A command holds no NUL.')
        elif self._must_wait():
            self._keep_waiting()
        else:
            super().found_terminator()

    def process_command(self, cmd, *args, **kwargs):
        super().process_command(cmd, *args, **kwargs)
        if cmd in NEED_DATA:
            self.is_refused = self._last_response[:1] in ('4', '5')

    def _must_wait(self):
        """
        Commands take effect in their order (RFC 959): one that was sent before the reply to an upload may concern the
        uploaded file, and a transfer would take over the data connection.
        """
        # Telnet's signs may precede the name.
        name = b''.join(self._in_buffer).split(b' ')[0].upper()[-4:]
        if name == b'ABOR' or (name in DURING_UPLOAD and not self.waiting):
            return False
        return self.data_channel is not None and self.data_channel.is_uploading

    def _keep_waiting(self):
        self.waiting.append(b''.join(self._in_buffer))
        self._in_buffer, self._in_buffer_len = [], 0
        if len(self.waiting) > MOST_WAITING:
            self.call_later(0, self.close)

    def _on_dtp_close(self):
        super()._on_dtp_close()
        waiting, self.waiting = self.waiting, []
        begun, length = self._in_buffer, self._in_buffer_len
        for line in waiting:
            if self._closed:
                return
            self._in_buffer, self._in_buffer_len = [line], len(line)
            self.found_terminator()
        self._in_buffer, self._in_buffer_len = begun, length

    def log(self, msg, logfun=None):
        """No log: the console's operation log records sign-ins, and a log of all commands would fill the disk."""

    def ftp_AUTH(self, line):
        super().ftp_AUTH(line)
        # Plain text that arrived after the command was not protected by TLS: drop it.
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
        if not limits.take_host_slot(self.host_slots, answer['uid'], self.sessions_per_host):
            self.respond('421 Too many clients are signed in to this site. Close one of them or try again later.')
            return self.close_when_done()
        if not limits.join_share(self.shares, answer['root']):
            log.error('A session can not join the share of %s', answer['root'])
            self.respond('421 Sign-in is not possible at the moment.')
            return self.close_when_done()
        self._enter(answer)
        self.handle_auth_success('/', '', self.authorizer.get_msg_login())

    def _refuse_sign_in(self):
        # pyftpdlib delays this asynchronously; this process has nothing else to wait for and would end.
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
        confine_to(answer['root'], answer['uid'])
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
        appends = 'a' in mode
        cmd = 'APPE' if appends else 'STOR'
        if appends and start > 0:
            return self.respond('501 APPE takes no REST: it goes on where the file ends.')
        upload = self._begin(lambda: uploads.Extension(file, self.quota) if appends
                             else uploads.begin_at(file, self.quota, start))
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
