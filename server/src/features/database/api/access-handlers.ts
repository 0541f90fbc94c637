import {
  faultMessage,
  type consoleCalls,
  type FileFault,
  type Locale,
  isFaultReason,
} from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import type { DatabaseWorker } from './database-worker';

export type AccessCalls = Pick<
  typeof consoleCalls,
  | 'showDatabasePassword'
  | 'changeDatabasePassword'
  | 'findPasswordFiles'
  | 'updatePasswordFiles'
  | 'setRemoteAccess'
>;

/** The worker's messages are Chinese; translate by reason instead. */
const inLanguage = (fault: FileFault, locale: Locale): FileFault => ({
  ...fault,
  message: isFaultReason(fault.reason) ? faultMessage(fault.reason, locale, fault.values) : fault.message,
});

export const accessHandlers = (worker: DatabaseWorker): Handlers<AccessCalls> => ({
  showDatabasePassword: (_, { scope: { hostCode } }) => worker.call('databasePassword', { hostCode }),
  changeDatabasePassword: ({ body }, { scope: { hostCode } }) =>
    worker.call('changeDatabasePassword', { hostCode, ...body }),
  findPasswordFiles: ({ body }, context) => {
    const { hostCode } = context.scope;
    return worker.call('passwordFiles', { hostCode, ...body }, { signal: callerGone(context) });
  },
  updatePasswordFiles: async ({ body }, { scope: { hostCode }, note, locale }) => {
    note(body.paths[0] ?? '', { files: body.paths.length });
    const { done, failed } = await worker.call('updatePasswordFiles', { hostCode, ...body });
    return { done, failed: failed.map((one) => ({ ...one, fault: inLanguage(one.fault, locale) })) };
  },
  setRemoteAccess: ({ body }, { scope: { hostCode }, note }) => {
    note('', { enabled: body.enabled });
    return worker.call('setRemoteAccess', { hostCode, ...body });
  },
});
