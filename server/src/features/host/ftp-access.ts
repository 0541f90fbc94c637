import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '../../handlers';
import type { HostFacts } from '../../sites/host-scope';
import type { Hosts } from '../../sites/hosts';

type Calls = Pick<typeof consoleCalls, 'changeFtp'>;

export interface FtpAccessParts {
  readonly managed: Pick<Hosts, 'change'>;
  /** Reads a host anew, so that the next call of this process sees what was changed. */
  readonly hosts: { fresh(hostCode: string): Promise<HostFacts | undefined> };
}

const accessOf = (host: HostFacts) => ({ enabled: host.ftp_enabled, writable: host.ftp_writable });

export function ftpAccessHandlers({ managed, hosts }: FtpAccessParts): Handlers<Calls> {
  return {
    changeFtp: async ({ body }, { scope, note }) => {
      const { host, hostCode, operator } = scope;
      const before = accessOf(host);
      note(host.host_name, { before });
      const change = { ftpEnabled: body.enabled, ftpWritable: body.writable };
      const after = accessOf(await managed.change(hostCode, change, operator));
      note(host.host_name, { before, after });
      await hosts.fresh(hostCode);
      return after;
    },
  };
}
