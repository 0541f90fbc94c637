import type { consoleCalls, HostCode, VerifyWays, VhostInfo } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '../../handlers';
import { readableDomains } from '../../sites/host-info';
import { runtimeOf, type AskRuntimes } from './runtime';

type Calls = Pick<typeof consoleCalls, 'vhostInfo'>;

export interface VhostInfoParts {
  readonly testUrl: (hostCode: HostCode) => string;
  readonly reach: {
    /** Public addresses of the node. */
    readonly addresses: readonly string[];
    readonly ftp: { readonly host: string; readonly port: number };
  };
  readonly runtimes: AskRuntimes;
  /** What this node's FTP server can do. */
  readonly ftp: Pick<VhostInfo['ftp'], 'served' | 'canBeReadOnly' | 'tls'>;
  /** How whoever asks may prove who they are. */
  readonly verifyWays: (context: Pick<OwnerContext, 'scope' | 'session'>) => VerifyWays;
}

export function vhostInfoHandlers(parts: VhostInfoParts): Handlers<Calls> {
  const { testUrl, reach, runtimes, verifyWays } = parts;
  return {
    vhostInfo: async (_request, context) => {
      const { host } = context.scope;
      const runtime = await runtimeOf(host.language, runtimes);
      return {
        serviceStatus: host.service_status,
        createdAt: host.created_at.toISOString(),
        ...(runtime.is === 'present' && { engineVersion: runtime.version }),
        testUrl: testUrl(host.code),
        domains: readableDomains(host),
        serverAddresses: [...reach.addresses],
        ftp: {
          ...reach.ftp,
          ...parts.ftp,
          user: host.host_name,
          enabled: host.ftp_enabled,
          writable: host.ftp_writable,
        },
        verify: verifyWays(context),
      };
    },
  };
}
