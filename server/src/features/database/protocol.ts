import * as contract from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const Host = z.object({ hostCode: contract.HostCode });

/**
 * Calls of the API to the node's worker about a host's database; only the worker has the administrator's login. All but
 * `databaseInfo` refuse with `database-none`, `database-engine-missing`, `database-not-ready` or `database-down`.
 */
export const databaseProtocol = {
  databaseInfo: { request: Host.extend({ fresh: z.boolean() }), reply: contract.DatabaseInfo },
  databasePassword: { request: Host, reply: z.object({ password: z.string() }) },
  /** Generates a password if none is given. Refuses with `database-password-refused`. */
  changeDatabasePassword: {
    request: Host.extend({ password: z.string().optional() }),
    reply: contract.changeDatabasePassword.reply,
  },
  passwordFiles: {
    request: Host.extend(contract.findPasswordFiles.body.shape),
    reply: contract.findPasswordFiles.reply,
  },
  updatePasswordFiles: {
    request: Host.extend(contract.updatePasswordFiles.body.shape),
    reply: contract.updatePasswordFiles.reply,
  },
  setRemoteAccess: {
    request: Host.extend({ enabled: z.boolean() }),
    reply: contract.setRemoteAccess.reply,
  },
  databaseTables: { request: Host, reply: contract.listTables.reply },
  slowQueries: { request: Host, reply: contract.listSlowQueries.reply },
  databaseProcesses: { request: Host, reply: contract.listProcesses.reply },
  /** Refuses with `process-gone`. */
  killProcess: { request: Host.extend({ id: z.number().int() }), reply: z.object({}) },
  safetyCopies: { request: Host, reply: contract.listSafetyCopies.reply },
  /** Scans a dump and explains refused statements in `locale`. Refuses what `statementsOf` refuses. */
  checkImport: {
    request: Host.extend({ ...contract.checkImport.body.shape, locale: z.enum(['zh-CN', 'en-US']) }),
    reply: contract.checkImport.reply,
  },
  checkReplaceUrl: {
    request: Host.extend(contract.checkReplaceUrl.body.shape),
    reply: contract.checkReplaceUrl.reply,
  },
} as const satisfies RpcProtocol;
export type DatabaseProtocol = typeof databaseProtocol;
