import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import { isRefusal, Refusal } from '#faults/refusal';
import type { HostFacts } from '../host-scope';
import { endSessionsOfHost } from './host-sessions';
import {
  changesLimits,
  insertHost,
  readState,
  restoreState,
  writeChange,
  type HostChange,
  type HostRules,
  type NewHostRequest,
  type HostWrite,
} from './host-writes';
import type { NodeWork } from './node-work';
import { readHost } from '../live-hosts';

export interface HostStoreParts extends HostRules {
  readonly db: Db;
  readonly work: NodeWork;
}

export interface Hosts {
  /**
   * Refuses with `not-found` (account), `name-taken` or `domain-refused`. If the node fails, nothing of the host remains.
   */
  create(request: NewHostRequest, operator: string): Promise<HostFacts>;
  /**
   * Refuses with `host-gone`, `name-taken`, `domain-refused`, or with `host-blocked` to the owner (`closed`). A new password
   * ends every session of the host. Refuses with `config-refused` and undoes the change, but the sessions stay
   * ended. If the node does not answer (engine-down), the change stays, and the node applies it when it is
   * back.
   */
  change(hostCode: HostCode, change: HostChange, operator: string): Promise<HostFacts>;
  remove(hostCode: HostCode): Promise<void>;
}

const UNIQUE_VIOLATION = '23505';

async function refuseTakenName<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    if (isTaken) throw new Refusal('name-taken', { field: 'hostName' });
    throw error;
  }
}

/** Fields that the node's engines read. */
const isServed = (change: HostChange): boolean =>
  [change.domains, change.serviceStatus, change.closed, change.language, change.mailsPerHour].some(
    (field) => field !== undefined,
  );

/** Whether the change restricts what an existing FTP session may do, or changes how one signs in. */
const touchesFtp = (change: HostChange): boolean =>
  [change.password, change.ftpEnabled, change.ftpWritable, change.hostName].some(
    (field) => field !== undefined,
  ) || change.serviceStatus === 'BLOCKING';

export function makeHosts({ db, work, ...rules }: HostStoreParts): Hosts {
  const known = async (hostCode: HostCode): Promise<HostFacts> => {
    const host = await readHost(db, hostCode);
    if (!host) throw new Refusal('host-gone');
    return host;
  };
  const forget = async (hostCode: HostCode): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await endSessionsOfHost(trx, hostCode, 'host-removed');
      await trx.deleteFrom('host').where('code', '=', hostCode).execute();
      await announce(trx, { is: 'host', hostCode });
    });
  };

  return {
    create: async (request, operator) => {
      const adding = db.transaction().execute((trx) => insertHost({ trx, operator, rules }, request));
      const code = await refuseTakenName(adding);
      try {
        await work.provisionHost(code);
      } catch (error) {
        // Deletes the rows first: without them the node serves nothing of the host, whatever it has created.
        await forget(code);
        await work.removeHost(code).catch(() => undefined);
        throw error;
      }
      return known(code);
    },
    change: async (hostCode, change, operator) => {
      const before = await readState(db, hostCode);
      const write = (work: (writing: HostWrite) => Promise<void>) =>
        db.transaction().execute((trx) => work({ trx, operator, rules }));
      await refuseTakenName(write((writing) => writeChange(writing, hostCode, change)));
      // No new FTP session can start from now on. A node that does not answer checks its sessions when it is
      // back.
      if (touchesFtp(change)) await work.endFtp(hostCode).catch(() => undefined);
      if (change.serviceStatus === 'BLOCKING') await work.endFiles(hostCode);
      if (isServed(change))
        await work.applySites(hostCode).catch(async (error: unknown) => {
          if (isRefusal(error) && error.reason === 'config-refused')
            await write((writing) => restoreState(writing, before, change));
          throw error;
        });
      // A request that was admitted before the suspension may have started it again.
      if (change.serviceStatus === 'BLOCKING') await work.endFiles(hostCode);
      if (changesLimits(change)) await work.limitHost(hostCode);
      return known(hostCode);
    },
    remove: async (hostCode) => {
      await known(hostCode);
      await work.removeHost(hostCode);
      await forget(hostCode);
    },
  };
}
