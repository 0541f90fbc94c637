import type { consoleCalls, VhostInfo } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import type { Hosts } from '#sites/api/hosts';
import { Refusal } from '#faults/refusal';

type Calls = Pick<typeof consoleCalls, 'changeFtp'>;

export interface FtpAccessParts {
  /** What this node's FTP server can do. */
  readonly ftp: Pick<VhostInfo['ftp'], 'served' | 'canBeReadOnly'>;
  readonly managed: Pick<Hosts, 'change'>;
  /** Rereads a host, so that the next call of this process sees the change. */
  readonly hosts: { fresh(hostCode: string): Promise<HostFacts | undefined> };
}

const accessOf = (host: HostFacts) => ({ enabled: host.ftp_enabled, writable: host.ftp_writable });

export function ftpAccessHandlers({ managed, hosts, ftp }: FtpAccessParts): Handlers<Calls> {
  return {
    changeFtp: async ({ body }, { scope, note }) => {
      const { host, hostCode, operator } = scope;
      const before = accessOf(host);
      note(host.host_name, { before });
      // Refused here, or the owner would notice only when FTP stops working.
      if (body.writable === false && ftp.served && !ftp.canBeReadOnly)
        throw new Refusal('ftp-no-read-only', { field: 'writable' });
      const change = { ftpEnabled: body.enabled, ftpWritable: body.writable };
      const after = accessOf(await managed.change(hostCode, change, operator));
      note(host.host_name, { before, after });
      await hosts.fresh(hostCode);
      return after;
    },
  };
}
