import type { consoleCalls, HostCode, VerifyWays, VhostInfo } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { readDatabaseFacts } from '#sites/host-database';
import { readableDomains } from '#sites/api/host-info';
import type { Db } from '#state/db';
import { runtimeOf, type ReadRuntimes } from './runtime';

type Calls = Pick<typeof consoleCalls, 'vhostInfo'>;

export interface VhostInfoParts {
  readonly db: Db;
  readonly testUrl: (hostCode: HostCode) => string;
  readonly reach: {
    /** Addresses of the node. */
    readonly addresses: readonly string[];
    readonly ftp: { readonly host: string; readonly port: number };
    /** Address of the database engine for programs on its machine: `127.0.0.1:3307`. */
    readonly database: string;
  };
  readonly runtimes: ReadRuntimes;
  /** What this node's FTP server can do. */
  readonly ftp: Pick<VhostInfo['ftp'], 'served' | 'canBeReadOnly' | 'tls'>;
  /** The ways in which the caller may prove their identity. */
  readonly verifyWays: (context: Pick<OwnerContext, 'scope' | 'session'>) => VerifyWays;
}

export function vhostInfoHandlers(parts: VhostInfoParts): Handlers<Calls> {
  const { db, testUrl, reach, runtimes, verifyWays } = parts;
  return {
    vhostInfo: async (_request, context) => {
      const { host } = context.scope;
      const runtime = await runtimeOf(host.language, runtimes);
      const database = await readDatabaseFacts(db, host.code);
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
        ...(database?.made === true && {
          database: { name: database.access.name, user: database.access.user, address: reach.database },
        }),
        verify: verifyWays(context),
      };
    },
  };
}
