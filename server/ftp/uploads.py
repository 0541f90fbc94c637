"""Uploads of one session, which is already confined to its host's tree and runs under the host's uid."""

import errno
import fcntl
import os
import re
import secrets
import stat

# On the same file system as the tree, not served by the web server and not listed in the console.
UNFINISHED = '/.sitedeck/ftp'
QUOTA_FILE = '/.ftpquota'
NEW_FILE = 0o644
# Holds the modification time of a file whose replacement was cut off; valid until the file changes.
CUT_MARK = 'user.sitedeck.cut'

OVER_QUOTA = '552 The disk quota is used up. The file on the server is as it was before.'
DISK_FULL = '552 The disk is full. The file on the server is as it was before.'
CUT = '426 The connection was lost. '
CUT_KEPT_OLD = CUT + 'The old file stays; send the new one again from its beginning.'
CUT_PARTIAL = CUT + 'What has arrived can be resumed.'
NO_MIXTURE = ('554 An upload that was to replace this file was cut off, and the old file is still here: '
              'send the new one again from its beginning.')


class Refused(Exception):
    """`args[0]` is the complete reply to the client."""


class Quota:
    """Counts the bytes of the tree for all sessions of the host; the console corrects the count at every sign-in."""

    def __init__(self, limit):
        self.limit = limit

    def left(self):
        """Bytes that still fit; None means unlimited."""
        if self.limit is None:
            return None
        with _CountedBytes() as counted:
            return max(0, self.limit - counted.read())

    def add(self, delta):
        """Adds bytes; returns False and adds none if the sum would exceed the limit."""
        if self.limit is None:
            return True
        with _CountedBytes() as counted:
            total = counted.read() + delta
            if delta > 0 and total > self.limit:
                return False
            counted.write(max(0, total))
        return True


class _CountedBytes:
    def __enter__(self):
        self.fd = os.open(QUOTA_FILE, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.lockf(self.fd, fcntl.LOCK_EX)
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def read(self):
        found = re.match(rb'\d+ (\d{1,15})\n', os.pread(self.fd, 84, 0))
        return int(found[1]) if found else 0

    def write(self, total):
        text = b'0 %d\n' % total
        os.pwrite(self.fd, text, 0)
        os.ftruncate(self.fd, len(text))


def lookup(path):
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def size_of_file(path):
    found = lookup(path)
    return found.st_size if found is not None and stat.S_ISREG(found.st_mode) else 0


def _ensure_may_change(path):
    """Refuses to change files in folders where the host can't create any: the logs, the root itself."""
    folder = os.path.dirname(path)
    if not os.access(folder, os.W_OK | os.X_OK):
        code = errno.EACCES if os.path.isdir(folder) else errno.ENOENT
        raise OSError(code, os.strerror(code))


class Upload:
    """The file object that pyftpdlib writes to."""

    # Whether a complete upload takes the place of an existing file.
    replaces_file = False

    def __init__(self, path, quota):
        self.name = path
        self.quota = quota
        self.left = quota.left()
        self.written = 0
        self.settled = False

    @property
    def closed(self):
        return self.settled

    def write(self, data):
        if self.left is not None and self.written + len(data) > self.left:
            raise Refused(OVER_QUOTA)
        view = memoryview(data)
        try:
            while view:
                count = os.write(self.fd, view)
                self.written += count
                view = view[count:]
        except OSError as error:
            if error.errno in (errno.EDQUOT, errno.EFBIG):
                raise Refused(OVER_QUOTA) from error
            if error.errno == errno.ENOSPC:
                raise Refused(DISK_FULL) from error
            raise

    def close(self):
        """Closes an upload that has received nothing."""
        self.drop()

    def complete(self):
        """Returns the reply to the client, and whether the file exists."""
        return self._settle(self._keep)

    def cut(self):
        return self._settle(self._keep_what_arrived)[0]

    def drop(self):
        self._settle(self._forget)

    def _settle(self, how):
        if self.settled:
            return '', False
        self.settled = True
        try:
            return how()
        except OSError as error:
            self._forget()
            return '553 %s.' % os.strerror(error.errno or errno.EIO), False
        finally:
            os.close(self.fd)


class Replacement(Upload):
    """Gets its name once the last byte has arrived; until then the old file stays in use."""

    def __init__(self, path, quota, start=0):
        super().__init__(path, quota)
        _ensure_may_change(path)
        found = lookup(path)
        if found is not None and stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        self.unfinished, self.fd = _open_unfinished()
        if found is not None and stat.S_ISREG(found.st_mode):
            os.fchmod(self.fd, stat.S_IMODE(found.st_mode) & 0o777)
        if start > 0:
            self._copy_old_start(start)

    @property
    def replaces_file(self):
        """Another session may have created the file since this upload began."""
        try:
            return lookup(self.name) is not None
        except OSError:
            return False

    def _copy_old_start(self, start):
        """Copies the start of the old file, which the upload continues."""
        try:
            _copy_beginning(self.name, self.fd, start)
        except BaseException as error:
            self.drop()
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise Refused(DISK_FULL) from error
            raise
        self.written = start
        # The quota counts these bytes already, as part of the old file.
        if self.left is not None:
            self.left += start

    def _keep(self):
        if not self.quota.add(self.written - size_of_file(self.name)):
            self._forget()
            return OVER_QUOTA, False
        os.replace(self.unfinished, self.name)
        return '226 Transfer complete.', True

    def _keep_what_arrived(self):
        old = lookup(self.name)
        if old is None and self.written > 0 and self.quota.add(self.written):
            os.replace(self.unfinished, self.name)
            return CUT_PARTIAL, False
        self._forget()
        if old is None:
            return CUT, False
        _mark_as_kept(self.name, old)
        return CUT_KEPT_OLD, False

    def _forget(self):
        try:
            os.unlink(self.unfinished)
        except FileNotFoundError:
            pass


class Extension(Upload):
    """Appends to the file."""

    def __init__(self, path, quota):
        super().__init__(path, quota)
        _ensure_may_change(path)
        self.fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, NEW_FILE)
        try:
            self._begin(os.fstat(self.fd))
        except BaseException:
            os.close(self.fd)
            raise

    def _begin(self, found):
        if not stat.S_ISREG(found.st_mode):
            raise Refused('550 Not a regular file.')
        if found.st_size > 0 and _is_kept(self.fd, found):
            raise Refused(NO_MIXTURE)
        self.start = found.st_size
        os.lseek(self.fd, self.start, os.SEEK_SET)

    def _keep(self):
        if not self.quota.add(self.written):
            self._forget()
            return OVER_QUOTA, False
        return '226 Transfer complete.', True

    def _keep_what_arrived(self):
        if not self.quota.add(self.written):
            self._forget()
        return CUT_PARTIAL, False

    def _forget(self):
        os.ftruncate(self.fd, self.start)


def begin_at(path, quota, start):
    """Opens the upload of a complete file, or one that continues an existing file at a byte."""
    if start == 0:
        return Replacement(path, quota)
    size = size_of_file(path)
    if start > size:
        raise Refused('554 The file has only %d bytes.' % size)
    return Extension(path, quota) if start == size else Replacement(path, quota, start)


def _copy_beginning(path, target, length):
    source = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        while length > 0:
            count = os.sendfile(target, source, None, min(length, 1 << 24))
            if count == 0:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            length -= count
    finally:
        os.close(source)


def _mark_as_kept(path, found):
    """
    Clients resume a lost upload at the size they find (lftp does so automatically). That would append the end of the
    new file to the old one, so mark the old file as not resumable until it changes.
    """
    try:
        os.setxattr(path, CUT_MARK, b'%d' % found.st_mtime_ns, follow_symlinks=False)
    except OSError:
        pass


def _is_kept(fd, found):
    try:
        return os.getxattr(fd, CUT_MARK) == b'%d' % found.st_mtime_ns
    except OSError:
        return False


def _open_unfinished():
    """Locked while its session lives, so that `sweep` can recognise leftovers."""
    try:
        os.mkdir(UNFINISHED, 0o700)
    except FileExistsError:
        pass
    while True:
        path = '%s/%s' % (UNFINISHED, secrets.token_hex(8))
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, NEW_FILE)
        fcntl.flock(fd, fcntl.LOCK_EX)
        if os.fstat(fd).st_nlink == 1:
            return path, fd
        # A sweep removed the file between the two calls.
        os.close(fd)


def sweep():
    """Removes the unfinished uploads of killed sessions."""
    try:
        names = os.listdir(UNFINISHED)
    except OSError:
        return
    for name in names:
        path = '%s/%s' % (UNFINISHED, name)
        try:
            fd = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(path)
        except OSError:
            pass
        finally:
            os.close(fd)
