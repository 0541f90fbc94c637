import type * as contract from '@sitedeck/contract';
import type { FileCalls } from '../../api-core';
import { callerGone } from '../../caller-gone';
import type { Handlers, OwnerContext } from '../../handlers';
import { fileVerb, type FileService, type FileVerb } from '../../system/files/protocol';
import { fileTarget } from './file-target';

type VerbCalls = Pick<FileCalls, Exclude<FileVerb, 'uploadStatus'>>;

const removedNames = ({ path, paths = [] }: contract.CallRequest<typeof contract.removeFile>['body']) => {
  const all = [...(path === undefined ? [] : [path]), ...paths];
  return {
    object: all[0] ?? '',
    detail: all.length > 1 ? { paths: all.slice(0, 100), count: all.length } : {},
  };
};

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
      const { object, detail } = removedNames(body);
      context.note(object, detail);
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
  };
}
