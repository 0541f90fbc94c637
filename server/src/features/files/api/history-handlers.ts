import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { translateFaults } from '#files/link/file-fault';
import type { FileService } from '#files/link/protocol';
import { loggedPaths, makeAskChild } from './ask-child';

type HistoryCalls = Pick<
  typeof consoleCalls,
  'listBin' | 'restoreFromBin' | 'emptyBin' | 'listVersions' | 'restoreVersions' | 'removeVersions'
>;

/** The recycle bin, and earlier versions of files. */
export function historyHandlers(service: FileService): Handlers<HistoryCalls> {
  const ask = makeAskChild(service);
  return {
    listBin: ({ body }, context) => ask(context, 'listBin', body),
    restoreFromBin: async ({ body }, context) => {
      const { restored, failed } = await ask(context, 'restoreFromBin', body);
      const paths = [...restored, ...failed].map(({ path }) => path);
      context.note(...loggedPaths(paths, { failed: failed.length }));
      return { restored, failed: translateFaults(failed, context.locale) };
    },
    emptyBin: async ({ body }, context) => {
      context.note('', body.ids ? { count: body.ids.length } : {});
      return ask(context, 'emptyBin', body);
    },
    listVersions: ({ body }, context) => ask(context, 'listVersions', body),
    restoreVersions: async ({ body }, context) => {
      context.note(...loggedPaths(body.files.map(({ path }) => path)));
      const { done, failed } = await ask(context, 'restoreVersions', body);
      return { done, failed: translateFaults(failed, context.locale) };
    },
    removeVersions: ({ body }, context) => {
      context.note(body.path, body.ids ? { count: body.ids.length } : {});
      return ask(context, 'removeVersions', body);
    },
  };
}
