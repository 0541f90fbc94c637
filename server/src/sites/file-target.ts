import type { HostFacts } from './host-scope';
import type { FileTarget } from '#files/link/protocol';

/** How many entries one archive of a host may hold, as calls about archives say it. */
export const archiveLimit = (host: Pick<HostFacts, 'archive_entries'>) => ({
  entriesMax: host.archive_entries,
});

/** Whose files, as the file service asks for it. */
export const fileTarget = (host: Pick<HostFacts, 'code' | 'uid' | 'disk_quota'>): FileTarget => ({
  hostCode: host.code,
  uid: host.uid,
  quotaBytes: host.disk_quota,
});
