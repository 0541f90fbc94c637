import type { FileCalls } from '#api/api-core';
import type { Handlers } from '#api/calls/handlers';
import { faultsInWords } from './file-fault';
import { named, type TextCaller, type VerbCaller } from './verb-caller';

type ContentCalls = Pick<
  FileCalls,
  'readWindow' | 'changeMode' | 'readFileSettings' | 'saveFileSettings' | 'previewReplace' | 'replaceInFiles'
>;

/** Replacement in files, parts of large ones, permissions, and what the owner set for the file manager. */
export function contentHandlers(ask: VerbCaller, texts: TextCaller): Handlers<ContentCalls> {
  return {
    readWindow: ({ body }, context) => ask(context, 'readWindow', body),
    changeMode: ({ body }, context) => {
      const { paths, files, folders, deep } = body;
      context.note(...named(paths, { ...(files && { files }), ...(folders && { folders }), deep }));
      return ask(context, 'changeMode', body);
    },
    readFileSettings: ({ body }, context) => ask(context, 'readFileSettings', body),
    saveFileSettings: ({ body }, context) => {
      const { binDays, favourites } = body;
      context.note('', {
        ...(binDays !== undefined && { binDays }),
        ...(favourites && { favourites: favourites.length }),
      });
      return ask(context, 'saveFileSettings', body);
    },
    previewReplace: async ({ body }, context) => {
      const { files, failed } = await texts.preview(context, body);
      return { files, failed: faultsInWords(failed, context.locale) };
    },
    replaceInFiles: async ({ body }, context) => {
      context.note(...named(body.files.map(({ path }) => path)));
      const { done, failed } = await ask(context, 'replaceInFiles', body);
      return { done, failed: faultsInWords(failed, context.locale) };
    },
  };
}
