import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '../../api-core';
import { callerGone } from '../../caller-gone';
import type { Handlers, OwnerContext } from '../../handlers';
import { fileVerb, type FileService, type FileVerb } from '../../system/files/protocol';
import { faultsInWords } from './faults-in-words';
import { fileTarget } from './file-target';

type VerbCalls = Pick<FileCalls, Exclude<FileVerb, 'uploadStatus'>>;

/** The first of what was named, and the others beside it. */
const named = (all: readonly string[], more: object = {}) =>
  [
    all[0] ?? '',
    { ...(all.length > 1 && { paths: all.slice(0, 100), count: all.length }), ...more },
  ] as const;

function removedNames(body: contract.CallRequest<typeof contract.removeFile>['body']) {
  const { path, paths = [], unreadable = [] } = body;
  const raw = unreadable.map(({ folder, name }) => `${folder}/${Buffer.from(name, 'base64url').toString()}`);
  return named([...(path === undefined ? [] : [path]), ...paths, ...raw], body.bin ? { bin: true } : {});
}

/** Calls that one verb of the host's child answers. */
export function verbHandlers(service: FileService): Handlers<VerbCalls> {
  const ask = <V extends FileVerb>(
    context: OwnerContext,
    verb: V,
    body: contract.CallInput<FileCalls[V]>['body'],
  ) => fileVerb(service, fileTarget(context.scope.host), { verb, body, signal: callerGone(context) });

  return {
    listFolder: ({ body }, context) => ask(context, 'listFolder', body),
    readText: ({ body }, context) => ask(context, 'readText', body),
    touchFile: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'touchFile', body);
    },
    makeFolder: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'makeFolder', body);
    },
    removeFile: ({ body }, context) => {
      context.note(...removedNames(body));
      return ask(context, 'removeFile', body);
    },
    renameFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return ask(context, 'renameFile', body);
    },
    copyFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return ask(context, 'copyFile', body);
    },
    writeText: ({ body }, context) => {
      context.note(body.path, { encoding: body.encoding, characters: body.content.length });
      return ask(context, 'writeText', body);
    },
    resetPermission: ({ body }, context) => {
      context.note(body.path);
      return ask(context, 'resetPermission', body);
    },
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
    readVersion: ({ body }, context) => ask(context, 'readVersion', body),
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
