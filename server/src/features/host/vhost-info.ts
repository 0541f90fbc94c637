import type { consoleCalls, HostCode, VerifyWays } from '@sitedeck/contract';
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
  /** How whoever asks may prove who they are. */
  readonly verifyWays: (context: Pick<OwnerContext, 'scope' | 'session'>) => VerifyWays;
}

export function vhostInfoHandlers({ testUrl, reach, runtimes, verifyWays }: VhostInfoParts): Handlers<Calls> {
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
          user: host.host_name,
          enabled: host.ftp_enabled,
          writable: host.ftp_writable,
          // No FTP engine yet: the setting waits for it.
          served: false,
        },
        verify: verifyWays(context),
      };
    },
  };
}
