import type { HostFacts } from './host-scope';
import type { FileTarget } from '../system/files/protocol';

/** Whose files, as the file service asks for it. */
export const fileTarget = (host: Pick<HostFacts, 'code' | 'uid' | 'disk_quota'>): FileTarget => ({
  hostCode: host.code,
  uid: host.uid,
  quotaBytes: host.disk_quota,
});
