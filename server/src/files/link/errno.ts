import { codeOf } from '#faults/error-code';
import { Refusal, isRefusal } from '#faults/refusal';
import type { FaultReason } from '@sitedeck/contract';

/** The fault for each error code of the file system. */
const REASONS: Readonly<Record<string, FaultReason>> = {
  ENOENT: 'no-such-file',
  ENOTDIR: 'not-a-folder',
  EISDIR: 'not-a-file',
  // O_NOFOLLOW found a link as the last component.
  ELOOP: 'not-a-file',
  // Device without a driver, or a socket.
  ENXIO: 'not-a-file',
  ENODEV: 'not-a-file',
  EEXIST: 'already-exists',
  ENOTEMPTY: 'already-exists',
  ENAMETOOLONG: 'bad-name',
  // rename of a folder into itself is the only EINVAL these verbs can meet.
  EINVAL: 'into-itself',
  ENOSPC: 'disk-full',
  EDQUOT: 'over-quota',
  EFBIG: 'over-quota',
  EACCES: 'not-allowed',
  EROFS: 'read-only-place',
  // The file is immutable (tamper protection).
  EPERM: 'protected',
  EBUSY: 'protected',
  ETXTBSY: 'protected',
  EMLINK: 'disk-full',
};

/** Turns an expected error of the file system into a refusal; any other error stays a bug. */
export function refusalOf(error: unknown): unknown {
  if (isRefusal(error)) return error;
  const reason = REASONS[codeOf(error) ?? ''];
  return reason === undefined ? error : new Refusal(reason);
}
