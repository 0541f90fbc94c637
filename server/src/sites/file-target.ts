import type { HostFacts } from './host-scope';
import type { FileTarget } from '#files/link/protocol';

/** The limit of entries in one archive of a host, as a parameter of the archive calls. */
export const archiveLimit = (host: Pick<HostFacts, 'archive_entries'>) => ({
  entriesMax: host.archive_entries,
});

/** The host whose files a request concerns, as the file service expects it. */
export const fileTarget = (host: Pick<HostFacts, 'code' | 'uid' | 'disk_quota'>): FileTarget => ({
  hostCode: host.code,
  uid: host.uid,
  quotaBytes: host.disk_quota,
});

/** The same for what stays open on a suspended host. */
export const fileTargetThroughBlock = (host: Parameters<typeof fileTarget>[0]): FileTarget => ({
  ...fileTarget(host),
  passesBlock: true,
});
