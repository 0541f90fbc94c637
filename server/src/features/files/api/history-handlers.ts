import type { FileCalls } from '#api/api-core';
import type { Handlers } from '#api/calls/handlers';
import { faultsInWords } from './file-fault';
import { named, type TextCaller, type VerbCaller } from './verb-caller';

type HistoryCalls = Pick<
  FileCalls,
  | 'checkUpload'
  | 'listBin'
  | 'restoreFromBin'
  | 'emptyBin'
  | 'listVersions'
  | 'readVersion'
  | 'restoreVersions'
  | 'removeVersions'
>;

/** Recycle bin, earlier contents, and names of an upload that are taken. */
export function historyHandlers(ask: VerbCaller, texts: TextCaller): Handlers<HistoryCalls> {
  return {
    checkUpload: ({ body }, context) => ask(context, 'checkUpload', body),
    listBin: ({ body }, context) => ask(context, 'listBin', body),
    restoreFromBin: async ({ body }, context) => {
      const { restored, failed } = await ask(context, 'restoreFromBin', body);
      context.note(
        ...named(
          [...restored, ...failed].map(({ path }) => path),
          { failed: failed.length },
        ),
      );
      return { restored, failed: faultsInWords(failed, context.locale) };
    },
    emptyBin: async ({ body }, context) => {
      context.note('', body.ids ? { count: body.ids.length } : {});
      return ask(context, 'emptyBin', body);
    },
    listVersions: ({ body }, context) => ask(context, 'listVersions', body),
    readVersion: ({ body }, context) => texts.read(context, 'readVersion', body),
    restoreVersions: async ({ body }, context) => {
      context.note(...named(body.files.map(({ path }) => path)));
      const { done, failed } = await ask(context, 'restoreVersions', body);
      return { done, failed: faultsInWords(failed, context.locale) };
    },
    removeVersions: ({ body }, context) => {
      context.note(body.path, body.ids ? { count: body.ids.length } : {});
      return ask(context, 'removeVersions', body);
    },
  };
}
