import type { CallRequest, consoleCalls, removeFile } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import { runFileVerbAsText } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import { loggedPaths, makeRunVerb } from './verb-calls';

type EntryCalls = Pick<
  typeof consoleCalls,
  | 'listFolder'
  | 'touchFile'
  | 'makeFolder'
  | 'removeFile'
  | 'renameFile'
  | 'copyFile'
  | 'resetPermission'
  | 'changeMode'
  | 'readFileSettings'
  | 'saveFileSettings'
>;

function removedPaths(body: CallRequest<typeof removeFile>['body']) {
  const { path, paths = [], unreadable = [] } = body;
  const raw = unreadable.map(({ folder, name }) => `${folder}/${Buffer.from(name, 'base64url').toString()}`);
  const all = [...(path === undefined ? [] : [path]), ...paths, ...raw];
  return loggedPaths(all, body.bin ? { bin: true } : {});
}

/** Entries of the host's tree: list, create, rename, copy, remove, permissions; and the file manager's settings. */
export function entryHandlers(service: FileService): Handlers<EntryCalls> {
  const runVerb = makeRunVerb(service);
  return {
    // The reply stays text: a folder may have thousands of entries.
    listFolder: ({ body }, context) =>
      runFileVerbAsText(service, fileTarget(context.scope.host), {
        verb: 'listFolder',
        body,
        signal: callerGone(context),
      }),
    touchFile: ({ body }, context) => {
      context.note(body.path);
      return runVerb(context, 'touchFile', body);
    },
    makeFolder: ({ body }, context) => {
      context.note(body.path);
      return runVerb(context, 'makeFolder', body);
    },
    removeFile: ({ body }, context) => {
      context.note(...removedPaths(body));
      return runVerb(context, 'removeFile', body);
    },
    renameFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return runVerb(context, 'renameFile', body);
    },
    copyFile: ({ body }, context) => {
      context.note(body.path, { to: body.to });
      return runVerb(context, 'copyFile', body);
    },
    resetPermission: ({ body }, context) => {
      context.note(body.path);
      return runVerb(context, 'resetPermission', body);
    },
    changeMode: ({ body }, context) => {
      const { paths, files, folders, deep } = body;
      context.note(...loggedPaths(paths, { ...(files && { files }), ...(folders && { folders }), deep }));
      return runVerb(context, 'changeMode', body);
    },
    readFileSettings: ({ body }, context) => runVerb(context, 'readFileSettings', body),
    saveFileSettings: ({ body }, context) => {
      const { binDays, favourites } = body;
      context.note('', {
        ...(binDays !== undefined && { binDays }),
        ...(favourites && { favourites: favourites.length }),
      });
      return runVerb(context, 'saveFileSettings', body);
    },
  };
}
