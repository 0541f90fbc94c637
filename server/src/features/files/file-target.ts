import type { HostFacts } from '../../sites/host-scope';
import type { FileTarget } from '../../system/files/protocol';

/** Whose files, as the file service asks for it. */
export const fileTarget = (host: HostFacts): FileTarget => ({
  hostCode: host.code,
  uid: host.uid,
  quotaBytes: host.disk_quota,
});
