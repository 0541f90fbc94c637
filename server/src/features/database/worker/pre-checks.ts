import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import { tablesOf } from '#system/mariadb/monitor/tables';
import type { DatabaseProtocol } from '#features/database/protocol';
import { countReplacements } from '#system/mariadb/replace-text/replace-text';
import { versionNumberOf, withAdmin } from '#system/mariadb/connection/server';
import { Refusal } from '#faults/refusal';
import type { RpcHandlers } from '#system/rpc/rpc';
import { makeFairQueue } from '#system/concurrency/queue';
import { reportImport } from './import-report';
import { openDump, type DumpFileParts } from './dump-file';
import type { NodeDatabases } from './node-databases';

type PreChecks = Pick<RpcHandlers<DatabaseProtocol>, 'checkImport' | 'checkReplaceUrl'>;

export interface PreCheckParts extends DumpFileParts {
  readonly db: Db;
  readonly databases: NodeDatabases;
}

/** Hosts whose dump or database is read at once. */
const CHECKS_AT_ONCE = 4;
/** Running and waiting checks per host; more are refused (too-many-at-once). */
const CHECKS_PER_HOST = 3;

/** Checks before a task. Each takes a process, a core and some seconds, so they are limited. */
export function preChecks(parts: PreCheckParts): PreChecks {
  const { databases, db } = parts;
  const inTurn = makeFairQueue(CHECKS_AT_ONCE, CHECKS_PER_HOST);
  return {
    checkImport: ({ hostCode, path, charset, locale }, { signal }) =>
      inTurn(hostCode, async () => {
        signal.throwIfAborted();
        const facts = await databases.facts(hostCode);
        const host = await readHost(db, hostCode);
        if (!host) throw new Refusal('host-gone');
        const { tables, engine } = await withAdmin(databases.server, async (admin) => ({
          tables: await tablesOf(admin, facts.access.name),
          engine: await versionNumberOf(admin),
        }));
        const known = new Set(tables.map(({ name }) => name));
        const dump = await openDump(parts, host, { path });
        return reportImport({ dump, charset, facts, known, locale, engine, signal });
      }),
    checkReplaceUrl: ({ hostCode, ...request }, { signal }) =>
      inTurn(hostCode, async () => {
        signal.throwIfAborted();
        const { access } = await databases.facts(hostCode);
        return countReplacements({ server: databases.server, host: access, signal, ...request });
      }),
  };
}
