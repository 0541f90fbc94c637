import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { translateFaults } from '#files/link/file-fault';
import type { FileService } from '#files/link/protocol';
import { loggedPaths, makeRunVerb } from './verb-calls';

type HistoryCalls = Pick<
  typeof consoleCalls,
  'listBin' | 'restoreFromBin' | 'emptyBin' | 'listVersions' | 'restoreVersions' | 'removeVersions'
>;

/** The recycle bin, and earlier versions of files. */
export function historyHandlers(service: FileService): Handlers<HistoryCalls> {
  const runVerb = makeRunVerb(service);
  return {
    listBin: ({ body }, context) => runVerb(context, 'listBin', body),
    restoreFromBin: async ({ body }, context) => {
      const { restored, failed } = await runVerb(context, 'restoreFromBin', body);
      const paths = [...restored, ...failed].map(({ path }) => path);
      context.note(...loggedPaths(paths, { failed: failed.length }));
      return { restored, failed: translateFaults(failed, context.locale) };
    },
    emptyBin: async ({ body }, context) => {
      context.note('', body.ids ? { count: body.ids.length } : {});
      return runVerb(context, 'emptyBin', body);
    },
    listVersions: ({ body }, context) => runVerb(context, 'listVersions', body),
    restoreVersions: async ({ body }, context) => {
      context.note(...loggedPaths(body.files.map(({ path }) => path)));
      const { done, failed } = await runVerb(context, 'restoreVersions', body);
      return { done, failed: translateFaults(failed, context.locale) };
    },
    removeVersions: ({ body }, context) => {
      context.note(body.path, body.ids ? { count: body.ids.length } : {});
      return runVerb(context, 'removeVersions', body);
    },
  };
}
